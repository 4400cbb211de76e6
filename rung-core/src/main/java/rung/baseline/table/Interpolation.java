package rung.baseline.table;

import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * Linear interpolation along the rows of each column, for tables whose rows are times or positions at equal distances.
 *
 * <p>A cell gets the straight line between the nearest observed cells above and below it in its column; beyond the first and the last
 * of them it gets the nearest. A cell that is observed more than once counts with the mean of its values, and a column without any
 * observation gets the mean of the whole table.
 */
public record Interpolation() implements TableFill {
    @Override
    public String name() {
        return "Interpolation";
    }

    @Override
    public String settings() {
        return "linear along the rows, the nearest value at the ends";
    }

    @Override
    public double[] fill(Observations data, Pattern cells, Workers workers) {
        Pattern.Lines known = data.pattern().lines(Side.RIGHT);
        Pattern.Lines wanted = cells.lines(Side.RIGHT);
        double[] filled = new double[cells.count()];
        double[] means = ColumnMeans.of(data);
        int longest = known.longest();
        workers.run(wanted.count(), j -> known.before(j) + wanted.before(j), () -> {
            Column column = new Column(longest);
            return (from, to) -> {
                for (int j = from; j < to; j++) {
                    column.read(data, known, j);
                    for (int k = 0; k < wanted.size(j); k++) {
                        filled[wanted.position(j, k)] = column.at(wanted.other(j, k), means[j]);
                    }
                }
            };
        });
        return filled;
    }

    /** The distinct observed cells of a column, from top to bottom, which is the order in which cells are asked for as well. */
    private static final class Column {
        private final int[] rows;
        private final double[] values;
        private int count;
        private int next; // the first cell that is not above the one that was asked for last

        Column(int longest) {
            rows = new int[longest];
            values = new double[longest];
        }

        void read(Observations data, Pattern.Lines known, int j) {
            count = 0;
            next = 0;
            int k = 0;
            while (k < known.size(j)) {
                int row = known.other(j, k);
                double sum = 0;
                int times = 0;
                for (; k < known.size(j) && known.other(j, k) == row; k++) {
                    sum += data.values()[known.position(j, k)];
                    times++;
                }
                rows[count] = row;
                values[count++] = sum / times;
            }
        }

        /** Returns the value at a row that is not above the row before; {@code otherwise} if the column is empty. */
        double at(int row, double otherwise) {
            while (next < count && rows[next] < row) {
                next++;
            }
            if (count == 0) {
                return otherwise;
            }
            if (next == 0 || next < count && rows[next] == row) {
                return values[next];
            }
            if (next == count) {
                return values[count - 1];
            }
            double part = (row - rows[next - 1]) / (double) (rows[next] - rows[next - 1]);
            return (1 - part) * values[next - 1] + part * values[next];
        }
    }
}
