package rung.serve.recommender;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rung.file.ratings.RatingsFile;

/** The titles of items, and what else a file of titles says of them. */
public final class Titles {
    /** No titles: items are called by their ids. */
    public static final Titles NONE = new Titles(new RatingsFile.ItemColumns(Map.of(), List.of(), Map.of()));

    private final RatingsFile.ItemColumns items;

    private Titles(RatingsFile.ItemColumns items) {
        this.items = items;
    }

    /**
     * Reads a file of titles.
     *
     * @param path the file
     * @return the titles
     * @throws IOException if the file cannot be read or is none of titles
     */
    public static Titles read(Path path) throws IOException {
        return new Titles(RatingsFile.itemColumns(path));
    }

    /** The title of an item. */
    Optional<String> title(String item) {
        return Optional.ofNullable(items.titles().get(item));
    }

    /** The titles by item. */
    Map<String, String> all() {
        return items.titles();
    }

    /** The names of the further columns. */
    List<String> columnNames() {
        return items.names();
    }

    /** What the further columns say of an item, by their names. */
    Map<String, String> columns(String item) {
        List<String> values = items.others().getOrDefault(item, List.of());
        Map<String, String> columns = new LinkedHashMap<>();
        for (int k = 0; k < values.size(); k++) {
            if (!values.get(k).isEmpty()) {
                columns.put(items.names().get(k), values.get(k));
            }
        }
        return columns;
    }
}
