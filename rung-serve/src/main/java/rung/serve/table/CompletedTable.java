package rung.serve.table;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rung.file.CarriedColumn;
import rung.file.Category;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.table.TableFile;
import rung.linalg.Matrix;

/** What is shown of a completed table: its numbers and its categories, in the order of the file, and which cells were filled. */
final class CompletedTable {
    private final List<Column> columns;
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final Optional<RowNames> rowNames;
    private final Matrix values; // NaN where there is nothing; in a category the number of the label
    /** The relative precision of numbers that were filled in, which are written with eight digits. */
    private static final double SINGLE_PRECISION = 1e-6;

    private final Map<Long, Float> errors = new HashMap<>(); // of the cells that were filled; NaN: not known

    /**
     * A column that is shown.
     *
     * @param name its name, or its number, from 1
     * @param labels the labels of a category, the most frequent first; none if the column holds numbers
     */
    record Column(String name, List<String> labels) {
        boolean isCategory() {
            return !labels.isEmpty();
        }
    }

    /** A column that is not shown, since nothing is filled in there: its name, and what it holds, in words. */
    record LeftOut(String name, String kind) {}

    /** The names of the rows, and the column that they are from. */
    record RowNames(String column, List<String> names) {}

    /**
     * Sorts out which columns are shown.
     *
     * @param categories the columns of text that hold categories
     * @param filled the names of the columns in which something was filled in: these are shown, even if they hold one value alone
     */
    private CompletedTable(Table table, List<CarriedColumn> categories, Set<String> filled) throws IOException {
        columns = new ArrayList<>();
        List<CarriedColumn> carried = table.carriedColumns();
        Optional<CarriedColumn> naming = carried.stream()
                .filter(each -> each.position() == 0 && !categories.contains(each))
                .filter(each -> table.rowLabels().isPresent())
                .findFirst();
        rowNames =
                naming.map(each -> new RowNames(each.name(), table.rowLabels().orElseThrow()));
        List<double[]> shown = new ArrayList<>();
        int numbers = 0;
        for (int position = 0; position < table.values().columns() + carried.size(); position++) {
            int at = position;
            Optional<CarriedColumn> text =
                    carried.stream().filter(each -> each.position() == at).findFirst();
            if (text.isPresent() && !categories.contains(text.get())) {
                if (!naming.equals(text)) {
                    leftOut.add(new LeftOut(text.get().name(), text.get().kind().words()));
                }
                continue;
            }
            Optional<Category> category = text.isPresent() ? Optional.of(table.category(text.get())) : Optional.empty();
            Column column = category.isPresent() ? column(category.get(), table) : column(table, numbers);
            double[] cells = category.isPresent() ? cells(category.get(), column, table) : cells(table, numbers++);
            if (isConstant(cells) && !filled.contains(column.name())) {
                leftOut.add(new LeftOut(column.name(), "constant"));
            } else {
                columns.add(column);
                shown.add(cells);
            }
        }
        values = new Matrix(table.values().rows(), columns.size());
        for (int j = 0; j < shown.size(); j++) {
            for (int i = 0; i < rows(); i++) {
                values.set(i, j, shown.get(j)[i]);
            }
        }
    }

    /** Whether a column of several rows has the same value in each of them. */
    private static boolean isConstant(double[] cells) {
        return cells.length > 1 && Arrays.stream(cells).allMatch(cell -> cell == cells[0]);
    }

    /**
     * Reads a table.
     *
     * @param file the completed table
     * @param errors the file that {@code rung complete --errors} wrote, which also tells columns that hold data where they look otherwise
     */
    static CompletedTable read(Path file, Optional<Path> errors) throws IOException {
        List<FilledCell> filled = errors.isPresent() ? FilledCell.read(errors.get()) : List.of();
        TableForm form = TableForm.recognized().withCategoriesAlone();
        Table table = TableFile.read(file, form);
        List<String> numbers = names(table, filled, FilledCell::hasInterval);
        table = numbers.isEmpty() ? table : TableFile.read(file, form.withNumbers(numbers));
        List<String> labels = names(table, filled, cell -> true);
        CompletedTable shown = new CompletedTable(
                table,
                table.carriedColumns().stream()
                        .filter(each -> each.kind() == CarriedColumn.Kind.CATEGORY || labels.contains(each.name()))
                        .toList(),
                filled.stream().map(FilledCell::column).collect(Collectors.toSet()));
        shown.mark(filled);
        return shown;
    }

    /* The columns which do not look like data but were filled with what is meant. */
    private static List<String> names(Table table, List<FilledCell> filled, Predicate<FilledCell> isMeant) {
        Set<String> named = filled.stream()
                .filter(cell -> isMeant.test(cell))
                .map(FilledCell::column)
                .collect(Collectors.toSet());
        return table.carriedColumns().stream()
                .map(CarriedColumn::name)
                .filter(named::contains)
                .toList();
    }

    private static Column column(Table table, int number) {
        return new Column(table.name(number), List.of());
    }

    private static double[] cells(Table table, int number) {
        return IntStream.range(0, table.values().rows())
                .mapToDouble(i -> table.values().get(i, number))
                .toArray();
    }

    private static Column column(Category category, Table table) {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < table.values().rows(); i++) {
            category.label(i).ifPresent(label -> counts.merge(label, 1, Integer::sum));
        }
        List<String> labels = category.labels().stream()
                .sorted(Comparator.comparingInt(
                        label -> -counts.get(label))) // stable, so in order of the alphabet if as frequent
                .toList();
        return new Column(category.column().name(), labels);
    }

    private static double[] cells(Category category, Column column, Table table) {
        return IntStream.range(0, table.values().rows())
                .mapToDouble(i -> category.label(i)
                        .map(label -> (double) column.labels().indexOf(label))
                        .orElse(Double.NaN))
                .toArray();
    }

    private void mark(List<FilledCell> filled) throws FormatException {
        Map<String, Integer> numbers = new HashMap<>();
        for (int j = 0; j < columns.size(); j++) {
            numbers.put(columns.get(j).name(), j);
        }
        for (FilledCell cell : filled) {
            Integer number = numbers.get(cell.column());
            if (number == null) {
                throw cell.wrong("the table has no column '" + cell.column() + "' of numbers or labels");
            }
            if (cell.row() >= rows()) {
                throw cell.wrong("the table has " + rows() + " rows, so there is no row " + (cell.row() + 1));
            }
            String held = columns.get(number).isCategory()
                    ? label(columns.get(number), values.get(cell.row(), number))
                    : number(values.get(cell.row(), number), cell.value());
            if (!held.equals(cell.value())) {
                throw cell.wrong("row " + (cell.row() + 1) + " of column '" + cell.column() + "' holds "
                        + (held.isEmpty() ? "nothing" : held) + " in the table, and not " + cell.value()
                        + "; name the file that was written with this table");
            }
            errors.put(place(cell.row(), number), cell.error());
        }
    }

    private static String label(Column column, double place) {
        return Double.isNaN(place) ? "" : column.labels().get((int) place);
    }

    /* The number in the table; the one that was filled in if it is that, rounded to the digits that the table has. */
    private static String number(double held, String filled) {
        if (Double.isNaN(held)) {
            return "";
        }
        BigDecimal inTable = new BigDecimal(Double.toString(held));
        try {
            double unit = Math.pow(10, -inTable.stripTrailingZeros().scale());
            double difference = Math.abs(held - Double.parseDouble(filled));
            return difference <= unit + SINGLE_PRECISION * Math.abs(held) ? filled : inTable.toPlainString();
        } catch (NumberFormatException e) {
            return filled; // a label that is a number here
        }
    }

    private long place(int row, int column) {
        return (long) row * columns.size() + column;
    }

    int rows() {
        return values.rows();
    }

    List<Column> columns() {
        return columns;
    }

    /** The columns that are neither shown nor name the rows. */
    List<LeftOut> leftOut() {
        return leftOut;
    }

    Optional<RowNames> rowNames() {
        return rowNames;
    }

    /** How many cells were filled. */
    int filled() {
        return errors.size();
    }

    boolean isFilled(int row, int column) {
        return errors.containsKey(place(row, column));
    }

    /** The number of a cell, in a category that of its label; not finite where there is nothing. */
    double value(int row, int column) {
        return values.get(row, column);
    }

    /** The standard error of a filled cell, in a category the probability that the label is another; empty if it is not known. */
    Optional<Float> error(int row, int column) {
        return Optional.ofNullable(errors.get(place(row, column))).filter(Float::isFinite);
    }
}
