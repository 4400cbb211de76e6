package rung.cli.completion;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import rung.cli.output.FieldLines;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Words;
import rung.completion.Completion;
import rung.completion.TableModel;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.Kinds;
import rung.data.Observations;
import rung.file.CarriedColumn;
import rung.file.Category;
import rung.file.Table;
import rung.file.model.TableModelFile;
import rung.file.table.TableFile;
import rung.linalg.CellValues;
import rung.linalg.Matrix;

/** The data of a table: its numbers, and its categories, whose labels are numbered. */
final class TableData {
    private final Table table;
    private final List<Column> columns;
    private final Matrix values;
    private final long holes;
    private final List<String> staying = new ArrayList<>();

    /**
     * A column of the data.
     *
     * @param name its name, or its number, from 1
     * @param number the numeric column of the table that it is; -1 if it is a category
     * @param category the column of text that it is; empty if it is numeric
     * @param labels the labels whose numbers are the values of a category
     */
    private record Column(String name, int number, Optional<Category> category, List<String> labels) {
        static Column of(Table table, int number) {
            return new Column(table.name(number), number, Optional.empty(), List.of());
        }

        static Column of(Category category, List<String> labels) {
            return new Column(category.column().name(), -1, Optional.of(category), labels);
        }
    }

    private TableData(Table table, List<Column> columns) {
        this.table = table;
        this.columns = columns;
        this.values = new Matrix(table.values().rows(), columns.size());
        int[] rows = new int[columns.size()]; // where the number of each column is that is largest in size
        double[] sizes = new double[columns.size()];
        for (int i = 0; i < values.rows(); i++) {
            for (int j = 0; j < sizes.length; j++) {
                double value = value(i, columns.get(j));
                values.set(i, j, value);
                if (Math.abs(value) > sizes[j]) {
                    sizes[j] = Math.abs(value);
                    rows[j] = i;
                }
            }
        }
        for (int j = 0; j < sizes.length; j++) {
            if (sizes[j] > 0) {
                requireScale(rows[j], j);
            }
        }
        this.holes = countHoles();
    }

    private double value(int row, Column column) {
        return column.number() < 0 ? number(row, column) : table.values().get(row, column.number());
    }

    /** Fails if the largest number of a column, whose squares are summed, is too large or too small for that. */
    private void requireScale(int row, int column) {
        if (!isCategory(column)) {
            Kinds.complaintOfScale(values.get(row, column)).ifPresent(complaint -> {
                throw new InputException(place(row, column) + ": " + complaint);
            });
        }
    }

    /* The number of a row's label among given ones; NaN if it is a hole, or none of them. */
    private static double number(int row, Column column) {
        Category category = column.category().orElseThrow();
        int number = category.label(row).map(column.labels()::indexOf).orElse(-1);
        return number < 0 ? Double.NaN : number;
    }

    /**
     * Reads the data of a table: its numbers and then its categories.
     *
     * @param options say which columns of text are categories, beside those that look like it
     * @throws InputException if no column holds anything to go by
     */
    static TableData of(Table table, KindOptions options, InputFile input) throws IOException {
        List<Column> columns = new ArrayList<>();
        List<String> staying = new ArrayList<>();
        for (int j = 0; j < table.values().columns(); j++) {
            if (hasValue(table, j)) {
                columns.add(Column.of(table, j));
            } else {
                String name = table.columnNames().isPresent() ? "'" + table.name(j) + "'" : table.name(j);
                staying.add("column " + name + " has no value at all to go by, so it stays empty");
            }
        }
        for (CarriedColumn carried : table.carriedColumns()) {
            if (options.isCategory(carried)) {
                Category category = table.category(carried);
                if (category.labels().size() > 1) {
                    columns.add(Column.of(category, category.labels()));
                } else if (category.labels().size() == 1 && carried.empty() > 0) {
                    staying.add("column '" + carried.name() + "' has no label but '"
                            + category.labels().get(0)
                            + "', so nothing tells when there would be another: "
                            + (carried.empty() == 1
                                    ? "its 1 hole stays empty"
                                    : "its " + carried.empty() + " holes stay empty"));
                }
            }
        }
        if (columns.isEmpty()) {
            throw new InputException(input
                    + (table.carriedColumns().stream().anyMatch(options::isCategory)
                            ? ": no column holds a number or two different labels, there is nothing to go by"
                            : ": every cell is a hole, there is nothing to go by"));
        }
        TableData data = new TableData(table, columns);
        data.staying.addAll(staying);
        return data;
    }

    private static boolean hasValue(Table table, int column) {
        int row = 0;
        while (row < table.values().rows() && Double.isNaN(table.values().get(row, column))) {
            row++;
        }
        return row < table.values().rows();
    }

    /**
     * Reads the columns of a table that a model knows, in the order of the model.
     *
     * @throws InputException if one is missing, or if the table has others that were not left out where the model was learned
     */
    static TableData of(Table table, TableModelFile.Named named, InputFile input) throws IOException {
        List<Column> columns = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        boolean[] known = new boolean[table.values().columns()];
        PrimitiveIterator.OfInt inOrder = IntStream.range(0, known.length)
                .filter(k -> !isLeftOut(table, table.name(k), named))
                .iterator();
        for (int j = 0; j < named.columns().size(); j++) {
            String name = named.columns().get(j);
            List<String> labels = named.labels().get(j);
            int number = labels.isEmpty() ? number(table, name, inOrder) : -1;
            Optional<CarriedColumn> text = table.carriedColumns().stream()
                    .filter(column -> column.name().equals(name))
                    .findFirst();
            if (number >= 0) {
                known[number] = true;
                columns.add(Column.of(table, number));
            } else if (text.isPresent() && !labels.isEmpty()) {
                columns.add(Column.of(table.category(text.get()), labels));
            } else {
                missing.add(name);
            }
        }
        if (!missing.isEmpty()) {
            throw new InputException(input + ": " + columns(missing) + ", which the model knows, "
                    + (missing.size() == 1 ? "is" : "are") + " not there");
        }
        List<String> others = IntStream.range(0, known.length)
                .filter(k -> !known[k])
                .mapToObj(table::name)
                .filter(name -> !isLeftOut(table, name, named))
                .toList();
        if (!others.isEmpty()) {
            throw new InputException(input + ": the model does not know " + columns(others) + "; leave "
                    + (others.size() == 1 ? "it" : "them") + " out with --ignore " + String.join(",", others));
        }
        TableData data = new TableData(table, columns);
        data.requireSigns(named, input);
        return data;
    }

    /** Fails if the numbers of a column have another sign than they have in the model. */
    private void requireSigns(TableModelFile.Named named, InputFile input) {
        for (int j = 0; j < columns.size() && named.signs().isPresent(); j++) {
            String here = sign(j);
            String known = named.signs().get().get(j);
            if (!here.isEmpty() && !known.isEmpty() && !here.equals(known)) {
                throw new InputException(input + ": the numbers of column '" + name(j) + "' have " + here + " here and "
                        + known + " in the model, which does not tell what is " + here);
            }
        }
    }

    /** Sentences on the columns whose numbers have a sign here or in the model alone. */
    List<String> lackingSigns(TableModelFile.Named named) {
        List<String> notes = new ArrayList<>();
        for (int j = 0; j < columns.size() && named.signs().isPresent(); j++) {
            String here = sign(j);
            String known = named.signs().get().get(j);
            if (here.isEmpty() != known.isEmpty() && observed(j).length > 0) {
                String number = Words.plain(observed(j)[0]);
                notes.add("the numbers of column '" + name(j) + "' have "
                        + (known.isEmpty()
                                ? here + " here and no sign in the model: " + number + " " + here + " is taken for "
                                        + number
                                : known + " in the model and no sign here: " + number + " is taken for " + number + " "
                                        + known));
            }
        }
        return notes;
    }

    /** The sign beside the numbers of a column; empty if there is none. */
    private String sign(int column) {
        return isCategory(column)
                ? ""
                : table.sign(columns.get(column).number()).orElse("");
    }

    /* The numeric column of a name; where columns have no names, the next one. −1 if there is none. */
    private static int number(Table table, String name, PrimitiveIterator.OfInt inOrder) {
        if (table.columnNames().isEmpty()) {
            return inOrder.hasNext() ? inOrder.nextInt() : -1;
        }
        return IntStream.range(0, table.values().columns())
                .filter(k -> table.name(k).equals(name))
                .findFirst()
                .orElse(-1);
    }

    /** The columns in words that are left out because they were where a model was learned: "column 'id'". */
    static Optional<String> leftOut(Table table, TableModelFile.Named named) {
        List<String> names = Stream.concat(
                        IntStream.range(0, table.values().columns())
                                .mapToObj(table::name)
                                .filter(name -> isLeftOut(table, name, named)),
                        table.carriedColumns().stream()
                                .filter(column -> column.kind() == CarriedColumn.Kind.IGNORED)
                                .map(CarriedColumn::name)
                                .filter(named.leftOut()::contains))
                .toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(columns(names));
    }

    /* Whether a numeric column was left out. Where columns have no names, places are true only if all columns are there. */
    private static boolean isLeftOut(Table table, String name, TableModelFile.Named named) {
        int known = named.columns().size() + named.leftOut().size();
        boolean isKnown = table.columnNames().isPresent()
                || table.carriedColumns().isEmpty() && table.values().columns() == known;
        return isKnown && !named.columns().contains(name) && named.leftOut().contains(name);
    }

    /** Columns in words: "columns 'a', 'b'". */
    private static String columns(List<String> names) {
        return (names.size() == 1 ? "column " : "columns ")
                + names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
    }

    /** Sentences on the columns whose holes stay, because nothing tells what could be there. */
    List<String> staying() {
        return staying;
    }

    /** Sentences on columns of which two labels differ in case or white space alone. */
    List<String> alikeLabels() {
        return columns.stream()
                .flatMap(column -> AlikeLabels.among(column.labels()).stream()
                        .map(labels -> "column '" + column.name() + "' has " + labels))
                .toList();
    }

    /** What to say of rows without any value. */
    Optional<String> noteOfEmptyRows() {
        long empty = IntStream.range(0, values.rows()).filter(this::isEmptyRow).count();
        return empty == 0
                ? Optional.empty()
                : Optional.of(Words.count(empty, "row") + (empty == 1 ? " has" : " have") + " no value in "
                        + (columns.size() == 1 ? "the column" : "any column")
                        + " of data, so nothing of " + (empty == 1 ? "its" : "their") + " own tells what is there");
    }

    private boolean isEmptyRow(int row) {
        int column = 0;
        while (column < columns.size() && Double.isNaN(values.get(row, column))) {
            column++;
        }
        return column == columns.size();
    }

    /** Why there is nothing to fill: there are no holes, or none in a column that has values. */
    String whyNoHoles() {
        boolean isEmptyOne = !staying.isEmpty()
                || table.carriedColumns().stream().anyMatch(column -> column.kind() == CarriedColumn.Kind.EMPTY);
        if (!isEmptyOne) {
            return "no holes: copied as it is";
        }
        return "no holes but in columns without any value, which stay empty: copied as it is"
                + (values.rows() == 1
                        ? "; the holes of a single row are filled by what other rows taught: --model FILE keeps that, --with FILE uses it"
                        : "");
    }

    /** How many cells of columns of numbers hold a number. */
    long count(double number) {
        return IntStream.range(0, columns.size())
                .filter(j -> !isCategory(j))
                .mapToLong(
                        j -> Arrays.stream(observed(j)).filter(x -> x == number).count())
                .sum();
    }

    /** Whether the table is text, and no array. */
    boolean isText() {
        return TableFile.isText(table);
    }

    /** The place of a cell in the file, for messages: "in.csv:12, column height". */
    String place(int row, int column) {
        return table.place(row, columns.get(column).number());
    }

    boolean hasHole(int column) {
        return IntStream.range(0, values.rows()).anyMatch(i -> isHole(i, column));
    }

    /** Labels that are there but have no number, with the name of their column, each once: "Berlin (city)". */
    Set<String> unknownLabels() {
        Set<String> unknown = new TreeSet<>();
        for (int j = 0; j < columns.size(); j++) {
            Column column = columns.get(j);
            for (int i = 0; i < values.rows() && isCategory(j); i++) {
                if (isUnknown(i, j)) {
                    String label = column.category().orElseThrow().label(i).orElseThrow();
                    unknown.add(label + " (" + column.name() + ")");
                }
            }
        }
        return unknown;
    }

    /** Whether a cell is a hole, and not a label without a number. */
    boolean isHole(int row, int column) {
        return Double.isNaN(values.get(row, column)) && !isUnknown(row, column);
    }

    private boolean isUnknown(int row, int column) {
        return isCategory(column)
                && Double.isNaN(values.get(row, column))
                && columns.get(column).category().orElseThrow().label(row).isPresent();
    }

    boolean hasCategories() {
        return IntStream.range(0, columns.size()).anyMatch(this::isCategory);
    }

    /** The size in words, with what the columns are: "80 rows of 3 numbers and 2 categories". */
    String size() {
        long categories =
                IntStream.range(0, columns.size()).filter(this::isCategory).count();
        String numbers =
                categories == columns.size() ? "" : Words.count(columns.size() - categories, "number") + " and ";
        return Words.count(values.rows(), "row") + " of " + numbers + categories
                + (categories == 1 ? " category" : " categories");
    }

    /** The numbers of a column that are there. */
    double[] observed(int column) {
        return IntStream.range(0, values.rows())
                .mapToDouble(i -> values.get(i, column))
                .filter(x -> !Double.isNaN(x))
                .toArray();
    }

    long holes() {
        return holes;
    }

    private long countHoles() {
        long count = 0;
        for (double value : values.array()) {
            count += Double.isNaN(value) ? 1 : 0;
        }
        for (int j = 0; j < columns.size(); j++) {
            for (int i = 0; i < values.rows() && isCategory(j); i++) {
                count -= isUnknown(i, j) ? 1 : 0;
            }
        }
        return count;
    }

    /** The numbers and the numbers of labels, NaN in each hole. */
    Matrix values() {
        return values;
    }

    /** The position of a column of the data among all columns of the file. */
    int position(int column) {
        Column of = columns.get(column);
        return of.category().map(category -> category.column().position()).orElseGet(() -> table.position(of.number()));
    }

    String name(int column) {
        return columns.get(column).name();
    }

    List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    /** The labels of all columns. */
    Stream<String> labels() {
        return columns.stream().flatMap(column -> column.labels().stream());
    }

    boolean isCategory(int column) {
        return columns.get(column).category().isPresent();
    }

    /** What a value of a column stands for: a label, or the number itself. */
    String text(int column, double value) {
        return isCategory(column) ? columns.get(column).labels().get((int) value) : FieldLines.number(value);
    }

    /** The column of the data that a numeric column of the table is; empty if it is none. */
    OptionalInt column(int number) {
        return IntStream.range(0, columns.size())
                .filter(j -> columns.get(j).number() == number)
                .findFirst();
    }

    /** Tells a completion which columns are categories. */
    Completion with(Completion completion) {
        Completion told = completion;
        for (int j = 0; j < columns.size(); j++) {
            told = isCategory(j) ? told.withKind(j, ColumnKind.CATEGORY) : told;
        }
        return told;
    }

    /** The kinds of the columns, as they look. */
    List<ColumnKind> kinds(Observations data) {
        Map<Integer, ColumnKind> categories = new HashMap<>();
        for (int j = 0; j < columns.size(); j++) {
            if (isCategory(j)) {
                categories.put(j, ColumnKind.CATEGORY);
            }
        }
        return Kinds.of(data, categories);
    }

    /** A model of these columns, with their names and those of the columns that are no data. */
    TableModelFile.Named named(TableModel model) {
        List<String> others = Stream.concat(
                        IntStream.range(0, table.values().columns())
                                .filter(k -> column(k).isEmpty())
                                .mapToObj(table::name),
                        table.carriedColumns().stream().filter(this::isLeftOut).map(CarriedColumn::name))
                .toList();
        return new TableModelFile.Named(
                model,
                names(),
                columns.stream().map(Column::labels).toList(),
                others,
                Optional.of(
                        IntStream.range(0, columns.size()).mapToObj(this::sign).toList()));
    }

    private boolean isLeftOut(CarriedColumn carried) {
        return columns.stream()
                .flatMap(column -> column.category().stream())
                .noneMatch(category -> category.column().equals(carried));
    }

    /**
     * Writes the table with the holes of its data filled. Those of other columns stay.
     *
     * @throws IllegalStateException if the value for a hole is not finite
     */
    void write(Path target, CellValues filled) throws IOException {
        int[] at = new int[table.values().columns()];
        Arrays.fill(at, -1);
        Map<CarriedColumn, IntFunction<String>> labels = new LinkedHashMap<>();
        for (int j = 0; j < columns.size(); j++) {
            int column = j;
            if (isCategory(j)) {
                labels.put(
                        columns.get(j).category().orElseThrow().column(),
                        row -> text(column, finite(filled, row, column)));
            } else {
                at[columns.get(j).number()] = j;
            }
        }
        table.writeCompleted(
                target, (row, number) -> at[number] < 0 ? Double.NaN : finite(filled, row, at[number]), labels);
    }

    private double finite(CellValues filled, int row, int column) {
        double value = filled.at(row, column);
        if (!Double.isFinite(value)) {
            throw new IllegalStateException("the value for the hole in row " + (row + 1) + ", column '" + name(column)
                    + "' must be finite, got " + value);
        }
        return value;
    }
}
