package rung.serve.recommender;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rung.file.ratings.RatingsFile;

/** The titles of items, and what else a file of titles says of them. */
public final class Titles {
    /** No titles: items are called by their ids. */
    public static final Titles NONE = new Titles(Map.of());

    private final Map<String, String> titles;

    private Titles(Map<String, String> titles) {
        this.titles = titles;
    }

    /**
     * Reads a file of titles.
     *
     * @param path the file
     * @return the titles
     * @throws IOException if the file cannot be read or is none of titles
     */
    public static Titles read(Path path) throws IOException {
        return new Titles(RatingsFile.titles(path));
    }

    /** The title of an item. */
    Optional<String> title(String item) {
        return Optional.ofNullable(titles.get(item));
    }

    /** The titles by item. */
    Map<String, String> all() {
        return titles;
    }

    /** The names of the further columns. */
    List<String> columnNames() {
        return List.of();
    }

    /** What the further columns say of an item, by their names. */
    Map<String, String> columns(String item) {
        return Map.of();
    }
}
