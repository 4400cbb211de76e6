package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Terminal;
import rung.data.Ids;
import rung.data.TitleDoubt;
import rung.file.ratings.RatingsFile;

/** The titles of items, if there is a file of them: they are shown, and name items where only one has the title. */
final class ItemTitles {
    private final InputFile file;
    private final Map<String, String> titles; // by the names of items
    private final Map<String, List<String>> named = new HashMap<>(); // the names of items, by title in small letters

    /** Reads a file of titles; without a file, which is null, there are none. */
    ItemTitles(InputFile file) throws IOException {
        this.file = file;
        this.titles = file == null ? Map.of() : RatingsFile.titles(file.path());
        titles.forEach((item, title) ->
                named.computeIfAbsent(plain(title), none -> new ArrayList<>()).add(item));
    }

    private static String plain(String title) {
        return title.strip().toLowerCase(Locale.ROOT);
    }

    Map<String, String> byItem() {
        return titles;
    }

    /**
     * Finds an item by its name, or else by its title, in any capitals.
     *
     * @throws InputException if several items have the title
     */
    OptionalInt find(Ids items, String name) {
        OptionalInt number = items.find(name);
        if (number.isPresent()) {
            return number;
        }
        List<String> found = named.getOrDefault(plain(name), List.of()).stream()
                .filter(item -> items.find(item).isPresent())
                .toList();
        if (found.size() > 1) {
            throw new InputException(file + ": " + found.size() + " items have the title '" + name
                    + "', so one must be named: " + NameList.some(found));
        }
        return found.isEmpty() ? OptionalInt.empty() : items.find(found.get(0));
    }

    /** Whether a model knows an item of this name, or one or several of this title. */
    boolean names(Ids items, String name) {
        return items.find(name).isPresent()
                || named.getOrDefault(plain(name), List.of()).stream()
                        .anyMatch(item -> items.find(item).isPresent());
    }

    /** Warns if these are likely the titles of other data, or none: hardly any item has one, or they are numbers. */
    void check(Ids items, PrintWriter err) {
        if (file != null) {
            TitleDoubt.of(items, titles).ifPresent(doubt -> Terminal.note(err, file + ": " + doubt));
        }
    }
}
