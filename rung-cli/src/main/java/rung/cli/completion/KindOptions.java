package rung.cli.completion;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import rung.cli.terminal.UsageException;
import rung.cli.terminal.Words;
import rung.completion.Completion;
import rung.completion.kind.ColumnKind;
import rung.file.CarriedColumn;
import rung.file.Category;
import rung.file.Table;
import rung.page.NumberText;

/** The option that says what columns hold, for use as a {@code @Mixin}. */
final class KindOptions {
    /** The most columns that a message lists. */
    private static final int MOST_NAMED = 30;

    @Option(
            names = "--kind",
            paramLabel = "COLUMN=KIND",
            split = ",",
            description =
                    "What a column holds, by its name or its number from 1: number, two-valued, count, positive (and"
                            + " skewed) or category (default: recognized; columns of text with few different values are"
                            + " categories; those of two labels, such as yes and no, may be called two-valued, and get labels, too).")
    private Map<String, String> kinds = new LinkedHashMap<>();

    /** Creates the option; picocli sets it. */
    KindOptions() {}

    /** Checks the kinds, whatever the table. */
    void check() {
        kinds.forEach((column, kind) -> kind(kind));
    }

    /** Whether it is told what a column holds. */
    boolean isTold(String column) {
        return kinds.containsKey(column);
    }

    /**
     * Checks that each column is there, once the table is known. Text of two labels may be called two-valued: a hole gets the likelier
     * label, as in any category.
     *
     * @param note takes what is to be said of that
     */
    void requireColumns(Table table, Consumer<String> note) throws IOException {
        for (Map.Entry<String, String> each : kinds.entrySet()) {
            String column = each.getKey();
            boolean isNumeric = position(table, column).isPresent();
            Optional<CarriedColumn> carried = table.carriedColumns().stream()
                    .filter(text -> isCalled(text, column))
                    .findFirst();
            if (!isNumeric && carried.isEmpty()) {
                throw new UsageException("--kind: there is no column '" + column + "'; there are " + names(table));
            }
            if (!isNumeric && kind(each.getValue()) != ColumnKind.CATEGORY) {
                requireTwoLabels(table.category(carried.get()), kind(each.getValue()), note);
            }
        }
    }

    private static void requireTwoLabels(Category category, ColumnKind kind, Consumer<String> note) {
        String column = "column '" + category.column().name() + "'";
        List<String> labels = category.labels();
        if (kind != ColumnKind.TWO_VALUED || labels.size() != 2) {
            throw new UsageException("--kind: " + column + " is text ("
                    + category.column().kind().words() + " with " + Words.count(labels.size(), "different label")
                    + "), which can only be a category" + (labels.size() == 2 ? " or two-valued" : "")
                    + "; --ignore leaves it out");
        }
        note.accept(column + " has two labels, '" + labels.get(0) + "' and '" + labels.get(1)
                + "': a hole gets the likelier one; --errors has the probability of the other");
    }

    /** The columns as they may be named: numbers up to the last where they have no names. */
    private static String names(Table table) {
        if (table.columnNames().isEmpty()) {
            return "1 to " + table.values().columns();
        }
        return Stream.concat(
                        table.columnNames().get().stream(),
                        table.carriedColumns().stream().map(CarriedColumn::name))
                .limit(MOST_NAMED)
                .collect(Collectors.joining(", "));
    }

    /** Whether a column of text is filled in as a category. */
    boolean isCategory(CarriedColumn column) {
        return column.kind() == CarriedColumn.Kind.CATEGORY
                || kinds.keySet().stream().anyMatch(name -> isCalled(column, name));
    }

    /** Tells a completion the kinds of the numeric columns. */
    Completion with(Completion completion, Table table, TableData data) {
        Completion told = completion;
        for (Map.Entry<String, String> each : kinds.entrySet()) {
            Optional<Integer> position = position(table, each.getKey());
            position.ifPresent(column -> requireKind(table, column, each.getKey(), kind(each.getValue())));
            OptionalInt column = position.isPresent() ? data.column(position.get()) : OptionalInt.empty();
            told = column.isPresent() ? told.withKind(column.getAsInt(), kind(each.getValue())) : told;
        }
        return told;
    }

    private static void requireKind(Table table, int column, String name, ColumnKind kind) {
        int[] rows = IntStream.range(0, table.values().rows())
                .filter(i -> !Double.isNaN(table.values().get(i, column)))
                .toArray();
        double[] observed = Arrays.stream(rows)
                .mapToDouble(i -> table.values().get(i, column))
                .toArray();
        kind.complaint(observed).ifPresent(wanted -> {
            String found = kind == ColumnKind.TWO_VALUED
                    ? Arrays.stream(observed).distinct().count() + " different ones"
                    : Arrays.stream(rows)
                            .filter(i -> kind.complaint(table.values().get(i, column))
                                    .isPresent())
                            .mapToObj(i -> NumberText.general(table.values().get(i, column)) + " ("
                                    + table.place(i, column) + ")")
                            .findFirst()
                            .orElseThrow();
            throw new UsageException(
                    "--kind: column '" + name + "' must " + wanted + " to be of kind " + kind.key() + ", got " + found);
        });
    }

    private static boolean isCalled(CarriedColumn column, String name) {
        return column.name().equals(name);
    }

    private static Optional<Integer> position(Table table, String column) {
        Optional<List<String>> names = table.columnNames();
        if (names.isPresent() && names.get().contains(column)) {
            return Optional.of(names.get().indexOf(column));
        }
        boolean isNumber = names.isEmpty() && column.matches("[1-9][0-9]{0,8}");
        int number = isNumber ? Integer.parseInt(column) : 0;
        return isNumber && number <= table.values().columns() ? Optional.of(number - 1) : Optional.empty();
    }

    private static ColumnKind kind(String key) {
        return Arrays.stream(ColumnKind.values())
                .filter(kind -> kind.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new UsageException("--kind must be one of "
                        + Arrays.stream(ColumnKind.values())
                                .map(ColumnKind::key)
                                .collect(Collectors.joining(", "))
                        + ", got '" + key + "'"));
    }
}
