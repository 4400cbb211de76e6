package rung.baseline.table;

import java.util.Arrays;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * The k nearest rows: a cell gets the mean of what those rows have in its column that are most alike and have a value there.
 *
 * <p>The distance between two rows is the root of the mean squared difference over the columns that both have, each column divided by
 * its standard deviation. A neighbor at distance d has the weight 1/d, and neighbors at distance 0 are the only ones to count where
 * there are any; the earlier row comes first among equals. Where no row has both the column and another one in common, the cell gets
 * the mean of its column. It takes as many operations as there are observed cells in the rows to fill, times the candidates.
 *
 * @param neighbors the number k of neighbors, at least 1
 * @param candidates the most rows among which neighbors are looked for, at least 1; of a table with more rows they are evenly spaced
 */
public record NearestNeighbors(int neighbors, int candidates) implements TableFill {
    /** The usual number of neighbors, that of scikit-learn. */
    public static final int NEIGHBORS = 5;

    /** The operations that a search in all rows may take; beyond them there are fewer candidates. */
    private static final double WORK = 4e9;

    /** The least number of candidates in a table with as many rows. */
    private static final int LEAST_CANDIDATES = 1_000;

    /** Checks the parameters. */
    public NearestNeighbors {
        if (neighbors < 1) {
            throw new IllegalArgumentException("neighbors must be at least 1, got " + neighbors);
        }
        if (candidates < 1) {
            throw new IllegalArgumentException("candidates must be at least 1, got " + candidates);
        }
    }

    /**
     * Searches all rows of a table, or as many as some seconds allow.
     *
     * @param neighbors the number k of neighbors, at least 1
     * @param data the observed cells of the table
     * @return the method
     */
    public static NearestNeighbors of(int neighbors, Observations data) {
        double affordable = Math.max(LEAST_CANDIDATES, WORK / Math.max(1, data.count()));
        return new NearestNeighbors(neighbors, (int) Math.min(data.rows(), affordable));
    }

    @Override
    public String name() {
        return "Nearest neighbors";
    }

    @Override
    public String settings() {
        return "k " + neighbors + ", among " + candidates + " rows";
    }

    @Override
    public double[] fill(Observations data, Pattern cells, Workers workers) {
        Candidates among = Candidates.of(data, candidates);
        Pattern.Lines known = data.pattern().lines(Side.LEFT);
        Pattern.Lines wanted = cells.lines(Side.LEFT);
        long[] work = new long[wanted.count() + 1];
        for (int i = 0; i < wanted.count(); i++) {
            long operations = (long) among.row.length * (known.size(i) + wanted.size(i));
            work[i + 1] = work[i] + (wanted.size(i) > 0 ? operations : 0);
        }
        double[] filled = new double[cells.count()];
        workers.run(wanted.count(), i -> work[i], () -> {
            Search search = new Search(data, among, neighbors);
            return (from, to) -> {
                for (int i = from; i < to; i++) {
                    if (wanted.size(i) > 0) {
                        search.measure(i);
                    }
                    for (int k = 0; k < wanted.size(i); k++) {
                        filled[wanted.position(i, k)] = search.value(wanted.other(i, k));
                    }
                }
            };
        });
        return filled;
    }

    /**
     * The rows among which neighbors are looked for, a column at a time, so that the loops run over neighboring numbers.
     *
     * @param row the row of each candidate
     * @param mean the mean of each column of the table
     * @param deviation the standard deviation of each column of the table; 1 where it is 0
     * @param value for each column and each candidate how many deviations its value lies above the mean; 0 where there is none
     * @param isThere for each column and each candidate 1 if there is a value, else 0
     */
    private record Candidates(int[] row, double[] mean, double[] deviation, double[][] value, double[][] isThere) {
        static Candidates of(Observations data, int most) {
            int count = Math.min(most, data.rows());
            int[] row = new int[count];
            for (int c = 0; c < count; c++) {
                row[c] = (int) ((long) c * data.rows() / count);
            }
            double[] mean = ColumnMeans.of(data);
            double[] deviation = deviations(data, mean);
            double[][] value = new double[data.columns()][count];
            double[][] isThere = new double[data.columns()][count];
            Pattern.Lines known = data.pattern().lines(Side.LEFT);
            for (int c = 0; c < count; c++) {
                for (int k = 0; k < known.size(row[c]); k++) {
                    int j = known.other(row[c], k);
                    value[j][c] = (data.values()[known.position(row[c], k)] - mean[j]) / deviation[j];
                    isThere[j][c] = 1;
                }
            }
            return new Candidates(row, mean, deviation, value, isThere);
        }

        private static double[] deviations(Observations data, double[] mean) {
            double[] squares = new double[data.columns()];
            int[] count = new int[data.columns()];
            data.forEach((i, j, value, weight) -> {
                squares[j] += (value - mean[j]) * (value - mean[j]);
                count[j]++;
            });
            double[] deviation = new double[data.columns()];
            for (int j = 0; j < deviation.length; j++) {
                deviation[j] = squares[j] > 0 ? Math.sqrt(squares[j] / count[j]) : 1;
            }
            return deviation;
        }
    }

    /** The neighbors of one row after the other. */
    private static final class Search {
        private final Observations data;
        private final Pattern.Lines known;
        private final Candidates among;
        private final double[]
                squares; // of each candidate: the mean squared difference to the row; infinite if it is none
        private final double[] common; // of each candidate: the number of columns that both have
        private final int[] nearest; // the nearest candidates of a cell, nearest first

        Search(Observations data, Candidates among, int neighbors) {
            this.data = data;
            this.known = data.pattern().lines(Side.LEFT);
            this.among = among;
            this.squares = new double[among.row.length];
            this.common = new double[among.row.length];
            this.nearest = new int[Math.min(neighbors, among.row.length)];
        }

        /** Measures how far a row is from all candidates. */
        void measure(int i) {
            Arrays.fill(squares, 0);
            Arrays.fill(common, 0);
            for (int k = 0; k < known.size(i); k++) {
                int j = known.other(i, k);
                double x = (data.values()[known.position(i, k)] - among.mean[j]) / among.deviation[j];
                add(x, among.value[j], among.isThere[j]);
            }
            for (int c = 0; c < squares.length; c++) {
                boolean isOther = among.row[c] != i && common[c] > 0;
                squares[c] = isOther ? squares[c] / common[c] : Double.POSITIVE_INFINITY;
            }
        }

        private void add(double x, double[] value, double[] isThere) {
            for (int c = 0; c < squares.length; c++) {
                double difference = x - value[c];
                squares[c] += isThere[c] * difference * difference;
                common[c] += isThere[c];
            }
        }

        /** Returns what the neighbors of the row that was measured have in a column. */
        double value(int j) {
            int found = find(among.isThere[j]);
            if (found == 0) {
                return among.mean[j];
            }
            boolean isSame = squares[nearest[0]] == 0;
            double sum = 0;
            double weights = 0;
            for (int k = 0; k < found; k++) {
                double square = squares[nearest[k]];
                double weight = isSame ? (square == 0 ? 1 : 0) : 1 / Math.sqrt(square);
                sum += weight * among.value[j][nearest[k]];
                weights += weight;
            }
            return among.mean[j] + among.deviation[j] * sum / weights;
        }

        /* Finds the nearest candidates that are there in a column; returns how many. */
        private int find(double[] isThere) {
            int found = 0;
            double farthest = Double.POSITIVE_INFINITY; // that is still near enough to be one of them
            for (int c = 0; c < squares.length; c++) {
                if (squares[c] < farthest && isThere[c] > 0) {
                    int at = found < nearest.length ? found++ : found - 1;
                    for (; at > 0 && squares[nearest[at - 1]] > squares[c]; at--) {
                        nearest[at] = nearest[at - 1];
                    }
                    nearest[at] = c;
                    farthest = found < nearest.length ? Double.POSITIVE_INFINITY : squares[nearest[found - 1]];
                }
            }
            return found;
        }
    }
}
