package rung.file.input;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rung.file.FormatException;
import rung.file.Spelling;

/**
 * Finds columns by what people call them: a name in the header, or a number from 1.
 *
 * @param source the file, for messages
 * @param names the names in the header; empty if there is none
 * @param count the number of columns
 */
public record ColumnFinder(Source source, List<String> names, int count) {
    /** The most names that a message lists. */
    private static final int MOST_LISTED = 30;

    /**
     * Finds a name.
     *
     * @param names the names
     * @param name the name, in any capitals if it is not there as it stands
     * @return its position, from 0, or −1
     */
    public static int find(List<String> names, String name) {
        int exact = names.indexOf(name);
        for (int k = 0; k < names.size() && exact < 0; k++) {
            exact = names.get(k).equalsIgnoreCase(name) ? k : -1;
        }
        return exact;
    }

    /**
     * Returns whether what a column is called may be its number.
     *
     * @param column a name or a number
     * @return true if it is a whole number
     */
    public static boolean isNumber(String column) {
        return column.matches("\\d{1,9}");
    }

    /**
     * Returns a sentence on each name that several columns have.
     *
     * @return the sentences, which begin with the file's name
     */
    public List<String> notes() {
        return shared().stream()
                .map(name -> source.name() + ": several columns are named '" + Source.shortened(name)
                        + "'; they go by their numbers, from 1")
                .toList();
    }

    /** The names that several columns have, each once. */
    private Set<String> shared() {
        Set<String> met = new HashSet<>();
        return names.stream()
                .filter(name -> !name.isEmpty() && !met.add(name))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Returns what tells each column from all others: its name or, if it has none or shares it, its number.
     *
     * @return the name or the number of each column
     */
    public List<String> called() {
        Set<String> shared = shared();
        return IntStream.range(0, count)
                .mapToObj(k -> k < names.size() && !names.get(k).isEmpty() && !shared.contains(names.get(k))
                        ? names.get(k)
                        : String.valueOf(k + 1))
                .toList();
    }

    /**
     * Finds a column.
     *
     * @param called its name or its number
     * @return its position, from 0
     * @throws FormatException if there is no such column, or if several have this name
     */
    public int field(String called) throws FormatException {
        String column = called.strip();
        int named = find(names, column);
        if (named >= 0) {
            requireOne(names.get(named));
            return named;
        }
        if (isNumber(column)) {
            int number = Integer.parseInt(column);
            if (number >= 1 && number <= count) {
                return number - 1;
            }
            throw source.error("there is no column " + number + "; they are numbered from 1 to " + count);
        }
        if (names.isEmpty()) {
            throw source.error("there is no column '" + Source.shortened(column)
                    + "', since there is no header; columns are numbered from 1 to " + count);
        }
        Optional<String> nearest = Spelling.nearest(names, column);
        throw source.error("there is no column '" + Source.shortened(column) + "'; there are: " + list()
                + nearest.map(name -> "; did you mean '" + Source.shortened(name) + "'?")
                        .orElse(""));
    }

    /** Fails if several columns have a name. */
    private void requireOne(String name) throws FormatException {
        List<String> numbers = IntStream.range(0, names.size())
                .filter(k -> names.get(k).equals(name))
                .mapToObj(k -> String.valueOf(k + 1))
                .toList();
        if (numbers.size() > 1) {
            throw source.error("columns " + String.join(", ", numbers) + " have the same name '"
                    + Source.shortened(name) + "'; say by its number which one is meant");
        }
    }

    private String list() {
        return names.stream().limit(MOST_LISTED).map(Source::shortened).collect(Collectors.joining(", "))
                + (names.size() > MOST_LISTED ? ", …" : "");
    }
}
