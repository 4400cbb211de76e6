package rung.cli.output;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.Optional;
import rung.page.Json;

/** Writes JSON lines: an object in each line. docs/JSON.md describes the objects. */
public final class JsonLines {
    private final Writer out;

    private JsonLines(Writer out) {
        this.out = out;
    }

    /** Writes all lines of a file. */
    @FunctionalInterface
    public interface Writing {
        /**
         * Called once, with what takes the objects.
         *
         * @param lines takes the objects
         * @throws IOException if writing fails
         */
        void write(JsonLines lines) throws IOException;
    }

    /**
     * Whether the name of a file asks for JSON.
     *
     * @param target the file, if there is one
     * @return true if its name ends in .json, .jsonl or .ndjson
     */
    public static boolean isNamed(Optional<OutputFile> target) {
        return target.map(file -> file.hasEnding(".json", ".jsonl", ".ndjson")).orElse(false);
    }

    /**
     * Writes a file as a whole; if anything fails, a file that was there stays.
     *
     * @param target the file; empty, or standard output, writes to {@code otherwise}, line by line
     * @param otherwise takes the lines that go to standard output
     * @param writing writes the lines
     * @throws IOException if writing fails
     */
    public static void write(Optional<OutputFile> target, Writer otherwise, Writing writing) throws IOException {
        OutputFile.writeText(target, otherwise, out -> writing.write(new JsonLines(out)));
    }

    /**
     * Writes one object.
     *
     * @param facts its values by their names, in order
     * @throws IOException if writing fails
     */
    public void line(Map<String, ?> facts) throws IOException {
        out.write(Json.object(facts));
        out.write('\n');
    }
}
