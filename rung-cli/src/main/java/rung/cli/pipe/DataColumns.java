package rung.cli.pipe;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rung.linalg.CellValues;
import rung.linalg.Matrix;

/**
 * The columns of a table that are data: those with a value. Nothing tells what could be in the others, so they stay as they are. Columns
 * of the data have numbers of their own, from 0.
 */
final class DataColumns {
    private final Matrix table;
    private final int[] empty;
    private final int[] places; // for each column of the data, the column of the table that it is
    private final int[] numbers; // for each column of the table, the column of the data that it is, or −1

    private DataColumns(Matrix table, int[] empty) {
        this.table = table;
        this.empty = empty;
        Set<Integer> staying = Arrays.stream(empty).boxed().collect(Collectors.toSet());
        places = IntStream.range(0, table.columns())
                .filter(j -> !staying.contains(j))
                .toArray();
        numbers = new int[table.columns()];
        Arrays.fill(numbers, -1);
        for (int k = 0; k < places.length; k++) {
            numbers[places[k]] = k;
        }
    }

    /** The data of a table that something is learned from. */
    static DataColumns of(Matrix table) {
        return without(
                table,
                IntStream.range(0, table.columns())
                        .filter(j -> IntStream.range(0, table.rows()).allMatch(i -> Double.isNaN(table.get(i, j))))
                        .toArray());
    }

    /** The data of rows that are completed by what was learned from a table in which some columns were empty. */
    static DataColumns without(Matrix table, int[] empty) {
        return new DataColumns(table, empty);
    }

    /** The columns of the table that had no value. */
    int[] empty() {
        return empty;
    }

    /** The column of the table that a column of the data is. */
    int place(int column) {
        return places[column];
    }

    int count() {
        return places.length;
    }

    /** The values that a column of the table has. */
    double[] observed(int place) {
        return IntStream.range(0, table.rows())
                .mapToDouble(i -> table.get(i, place))
                .filter(x -> !Double.isNaN(x))
                .toArray();
    }

    /** The values of the data, NaN in each hole. */
    Matrix values() {
        Matrix values = new Matrix(table.rows(), places.length);
        for (int i = 0; i < table.rows(); i++) {
            for (int k = 0; k < places.length; k++) {
                values.set(i, k, table.get(i, places[k]));
            }
        }
        return values;
    }

    /**
     * The table with the holes of its data filled.
     *
     * @throws IllegalStateException if the value for a hole is not finite
     */
    Matrix filled(CellValues values) {
        Matrix filled = ofHoles((i, k) -> {
            double value = values.at(i, k);
            if (!Double.isFinite(value)) {
                throw new IllegalStateException("the value for the hole in row " + i + ", column " + places[k]
                        + ", both from 0, must be finite, got " + value);
            }
            return value;
        });
        for (int i = 0; i < filled.rows(); i++) {
            for (int j = 0; j < filled.columns(); j++) {
                double known = table.get(i, j);
                filled.set(i, j, Double.isNaN(known) ? filled.get(i, j) : known);
            }
        }
        return filled;
    }

    /** A number for each hole of the data, NaN in all other cells of the table. */
    Matrix ofHoles(CellValues values) {
        Matrix all = new Matrix(table.rows(), table.columns());
        for (int i = 0; i < all.rows(); i++) {
            for (int j = 0; j < all.columns(); j++) {
                boolean isHole = numbers[j] >= 0 && Double.isNaN(table.get(i, j));
                all.set(i, j, isHole ? values.at(i, numbers[j]) : Double.NaN);
            }
        }
        return all;
    }
}
