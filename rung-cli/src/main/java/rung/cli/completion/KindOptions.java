package rung.cli.completion;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;
import rung.cli.terminal.UsageException;
import rung.cli.terminal.Words;
import rung.completion.Completion;
import rung.completion.kind.ColumnKind;
import rung.file.CarriedColumn;
import rung.file.Category;
import rung.file.FormatException;
import rung.file.Spelling;
import rung.file.Table;
import rung.page.NumberText;

/** The option that says what columns hold, for use as a {@code @Mixin}. */
final class KindOptions {
    @Option(
            names = "--kind",
            paramLabel = "COLUMN=KIND",
            split = ",",
            description =
                    "What a column holds: number, two-valued, count, positive (and"
                            + " skewed) or category (default: recognized; columns of text with few different values are"
                            + " categories; those of two labels, such as yes and no, may be called two-valued, and get labels, too).")
    private List<String> said = List.of();

    /** What was said of each column. */
    private final Map<String, ColumnKind> kinds = new LinkedHashMap<>();

    /** For each column that something is told of, by its position in the file, what it holds. */
    private final Map<Integer, ColumnKind> told = new HashMap<>();

    /** Creates the option; picocli sets it. */
    KindOptions() {}

    /** Reads and checks the kinds, whatever the table. */
    void check() {
        for (String each : said) {
            int end = each.lastIndexOf('=');
            if (end <= 0) {
                throw new UsageException("--kind must be COLUMN=KIND, such as children=count, got '" + each + "'");
            }
            kinds.put(each.substring(0, end), kind(each.substring(end + 1)));
        }
    }

    /** What each column of a completed table is taken for, in words: as it was told, if its labels were called two-valued. */
    List<String> words(TableData data, Completion.Completed completed) {
        return IntStream.range(0, completed.columns().size())
                .mapToObj(j -> told.getOrDefault(
                                data.position(j), completed.columns().get(j).kind())
                        .words())
                .toList();
    }

    /** Whether it is told what a column holds, by its position in the file. */
    boolean isTold(int position) {
        return told.containsKey(position);
    }

    /**
     * Checks that each column is there, once the table is known. Text of two labels may be called two-valued: a hole gets the likelier
     * label, as in any category.
     *
     * @param note takes what is to be said of that
     */
    void requireColumns(Table table, Consumer<String> note) throws IOException {
        List<Category> twoValued = new ArrayList<>();
        for (Map.Entry<String, ColumnKind> each : kinds.entrySet()) {
            int position = position(table, each.getKey());
            ColumnKind kind = each.getValue();
            told.put(position, kind);
            Optional<CarriedColumn> text = table.carriedColumns().stream()
                    .filter(column -> column.position() == position)
                    .findFirst();
            if (text.isPresent() && kind != ColumnKind.CATEGORY) {
                Category category = table.category(text.get());
                requireTwoLabels(category, kind);
                twoValued.add(category);
            }
        }
        noteTwoLabels(twoValued).ifPresent(note);
    }

    /** What is said of columns of text that were called two-valued, in one sentence. */
    private static Optional<String> noteTwoLabels(List<Category> categories) {
        List<String> names = categories.stream()
                .map(category -> "'" + category.column().name() + "'")
                .toList();
        String filled = ": a hole gets the likelier one; --errors has the probability of the other";
        return switch (categories.size()) {
            case 0 -> Optional.empty();
            case 1 -> {
                List<String> labels = categories.get(0).labels();
                yield Optional.of("column " + names.get(0) + " has two labels, '" + labels.get(0) + "' and '"
                        + labels.get(1) + "'" + filled);
            }
            default -> Optional.of("columns " + String.join(", ", names) + " have two labels each" + filled);
        };
    }

    private static int position(Table table, String column) {
        try {
            return table.find(column);
        } catch (FormatException e) {
            throw new UsageException("--kind: " + e.getMessage());
        }
    }

    private static void requireTwoLabels(Category category, ColumnKind kind) {
        String column = "column '" + category.column().name() + "'";
        List<String> labels = category.labels();
        if (kind != ColumnKind.TWO_VALUED || labels.size() != 2) {
            throw new UsageException("--kind: " + column + " is text ("
                    + category.column().kind().words() + " with " + Words.count(labels.size(), "different label")
                    + "), which can only be a category" + (labels.size() == 2 ? " or two-valued" : "")
                    + AlikeLabels.among(labels)
                            .map(alike -> "; it has " + alike)
                            .orElse("")
                    + "; --ignore leaves it out");
        }
    }

    /** Whether a column of text is filled in as a category. */
    boolean isCategory(CarriedColumn column) {
        return column.kind() == CarriedColumn.Kind.CATEGORY || isTold(column.position());
    }

    /** Tells a completion the kinds of the numeric columns. */
    Completion with(Completion completion, Table table, TableData data) {
        Completion with = completion;
        for (int number = 0; number < table.values().columns(); number++) {
            ColumnKind kind = told.get(table.position(number));
            OptionalInt column = data.column(number);
            if (kind != null && column.isPresent()) {
                requireKind(table, number, kind);
                with = with.withKind(column.getAsInt(), kind);
            }
        }
        return with;
    }

    private static void requireKind(Table table, int column, ColumnKind kind) {
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
            throw new UsageException("--kind: column '" + table.name(column) + "' must " + wanted + " to be of kind "
                    + kind.key() + ", got " + found);
        });
    }

    private static ColumnKind kind(String key) {
        List<String> keys =
                Arrays.stream(ColumnKind.values()).map(ColumnKind::key).toList();
        if (!keys.contains(key)) {
            throw new UsageException("--kind must be one of " + String.join(", ", keys) + ", got '" + key + "'"
                    + Spelling.nearest(keys, key)
                            .map(nearest -> "; did you mean '" + nearest + "'?")
                            .orElse(""));
        }
        return ColumnKind.values()[keys.indexOf(key)];
    }
}
