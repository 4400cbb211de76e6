package rung.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What a server can serve. */
public enum ServedKind {
    /** A model of ratings or choices. */
    MODEL("a model"),
    /** A folder that a separation was written to. */
    SEPARATION("a separation"),
    /** A completed table. */
    TABLE("a table");

    /** The endings of files that are tables. */
    private static final List<String> TABLES = List.of(
            ".csv", ".tsv", ".txt", ".jsonl", ".mtx", ".npy", ".npz", ".csv.gz", ".tsv.gz", ".jsonl.gz", ".mtx.gz");

    private final String words;

    ServedKind(String words) {
        this.words = words;
    }

    /** {@return the words for it: "a table"} */
    public String words() {
        return words;
    }

    /* A folder is a separation. A file is what its name says; with errors beside it, it is a table, unless its name is that of a model. */
    static ServedKind of(ServerSettings settings) {
        Path source = settings.source();
        if (Files.isDirectory(source)) {
            return SEPARATION;
        }
        String name = source.getFileName().toString().toLowerCase(Locale.ROOT);
        boolean isTable =
                TABLES.stream().anyMatch(name::endsWith) || settings.errors().isPresent() && !name.endsWith(".rung");
        return isTable ? TABLE : MODEL;
    }
}
