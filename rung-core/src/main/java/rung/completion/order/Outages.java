package rung.completion.order;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.CellValues;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * Rows of a table that were not observed, or hardly, as in an outage of all sensors, estimated from the rows around them.
 *
 * <p>Whether neighbors tell about a row that nobody saw is another question than whether they tell about a hole in a row that is known.
 * So it is decided by whole rows: runs of rows as long as the table's own outages are left out, all of their cells or all but as many as
 * the rows of an outage have, and estimated with the order and without. The errors also say how sure the estimates are: there is a
 * factor for each column, and for each distance from the nearest known row.
 *
 * <p>Costs some passes over the observed cells and over the outages. Immutable.
 */
public final class Outages {
    /** A row with less than this part of what the median row has is hardly observed. */
    private static final double HARDLY = 0.25;

    /** The part of the error by which the order must lower it. */
    private static final double BETTER = 0.02;

    /** The least number of known rows to learn from. */
    private static final int LEAST_ROWS = 10;

    /** As many rows in turn show whether the order tells anything. A longer table is looked at as a whole only if they do. */
    private static final int TELLING = 4_000;

    /** The part of the known rows that is left out at once, how many are wanted in all, and the most times that rows are left out. */
    private static final double PART = 0.1;

    private static final int WANTED = 600;
    private static final int MOST_SPLITS = 10;

    /** The number of passes over the sorts of factors, each of which takes the others as known. */
    private static final int PASSES = 5;

    /** The classes of distances from the nearest known row: 1 gap, 2 to 3, 4 to 7, and so on. */
    private static final int DISTANCES = 24;

    /** The classes of rows by their observed cells: 0, 1, 2 to 3, 4 to 7, and so on. */
    private static final int CLASSES = 32;

    private final Order order;
    private final int[] classes; // of each row; −1 if it is not estimated here
    private final double[][] means; // of the rows that are estimated
    private final double[][] errors; // their standard errors, by column
    private final double[] sizes;

    /**
     * Completes rows by what is known without the order.
     */
    @FunctionalInterface
    public interface RowFill {
        /**
         * Returns what is filled into some rows.
         *
         * @param rows what is observed of them
         * @return the completed rows
         */
        CellValues fill(Observations rows);
    }

    /**
     * A completed table.
     *
     * @param data the observed entries
     * @param filled what was filled in, at least for rows that are known
     * @param matrix the low-rank part of that
     * @param withoutOrder what would be filled into other rows
     */
    public record Table(Observations data, CellValues filled, LowRankMatrix matrix, RowFill withoutOrder) {}

    /**
     * What is asked for.
     *
     * @param order the order of the rows
     * @param mostValues the most observed cells of a row that may be estimated here; 0 for rows without any
     * @param isTold whether the rows are known to be in order, so that rows without any value are estimated even if it is not found out
     *     that this is better
     * @param seed the seed of what is left out
     */
    public record Request(Order order, int mostValues, boolean isTold, long seed) {}

    /**
     * Estimates the rows that were not observed, or hardly, if their neighbors tell about them.
     *
     * @param table the table
     * @param request what is asked for
     * @param workers the threads
     * @return the estimates; empty if there is no such row or too few others, or the order tells nothing about them
     */
    public static Optional<Outages> of(Table table, Request request, Workers workers) {
        Order order = request.order();
        Observations data = table.data();
        order.require(data);
        int[] counts = new int[data.rows()];
        Pattern.Lines rows = data.pattern().lines(Side.LEFT);
        Arrays.setAll(counts, rows::size);
        int limit = (int) Math.min(request.mostValues(), Math.ceil(HARDLY * median(counts)) - 1);
        boolean[] isKnown = new boolean[counts.length];
        int known = 0;
        for (int t = 0; t < counts.length; t++) {
            isKnown[t] = counts[t] > Math.max(0, limit);
            known += isKnown[t] ? 1 : 0;
        }
        if (order.side() != Side.LEFT || known == counts.length || known < LEAST_ROWS) {
            return Optional.empty();
        }
        if (data.rows() > TELLING && !Part.amid(table, isKnown).mayBeInformative(order, workers)) {
            return Optional.empty();
        }
        RowProcesses processes = new RowProcesses(data, table.filled(), table.matrix(), isKnown, order, workers);
        if (!processes.isInformative()) {
            return Optional.empty();
        }
        Trials trials = new Trials(table, request, processes, counts, isKnown, workers);
        boolean[] isBetter = trials.run();
        return trials.isAny(isBetter) ? Optional.of(new Outages(trials, isBetter)) : Optional.empty();
    }

    /** Rows in turn of a longer table. */
    private record Part(Table table, boolean[] isKnown, int from, int to) {
        /* Those around the rows that are to be estimated: around the middle one of these. */
        static Part amid(Table table, boolean[] isKnown) {
            int[] asked =
                    IntStream.range(0, isKnown.length).filter(t -> !isKnown[t]).toArray();
            int from = Math.max(0, Math.min(asked[asked.length / 2] - TELLING / 2, isKnown.length - TELLING));
            return new Part(table, isKnown, from, from + TELLING);
        }

        /* Whether the order may tell something: that of too few known rows may. */
        boolean mayBeInformative(Order order, Workers workers) {
            boolean[] known = Arrays.copyOfRange(isKnown, from, to);
            double[] positions =
                    IntStream.range(from, to).mapToDouble(order::position).toArray();
            int rank = table.matrix.rank();
            double[] left = Arrays.copyOfRange(table.matrix.left().array(), from * rank, to * rank);
            return IntStream.range(0, known.length).filter(t -> known[t]).count() < LEAST_ROWS
                    || new RowProcesses(
                                    rows(table.data),
                                    (t, j) -> table.filled.at(from + t, j),
                                    LowRankMatrix.of(new Matrix(to - from, rank, left), table.matrix.right()),
                                    known,
                                    Order.of(Side.LEFT, positions),
                                    workers)
                            .isInformative();
        }

        private Observations rows(Observations data) {
            Observations.Builder rows = Observations.builder(to - from, data.columns());
            data.forEach((t, j, value, weight) -> {
                if (t >= from && t < to) {
                    rows.add(t - from, j, value, weight);
                }
            });
            return rows.build();
        }
    }

    /* The median number of observed cells of the rows that have any. */
    private static double median(int[] counts) {
        int[] some = Arrays.stream(counts).filter(count -> count > 0).sorted().toArray();
        return some.length == 0 ? 0 : some[some.length / 2];
    }

    private Outages(Trials trials, boolean[] isBetter) {
        int m = trials.counts.length;
        int n = trials.data.columns();
        this.order = trials.request.order();
        this.classes = new int[m];
        this.means = new double[m][];
        this.errors = new double[m][];
        Factors factors = trials.factors(isBetter);
        this.sizes = factors.sizes;
        boolean[] isAsked = new boolean[m];
        Arrays.setAll(classes, t -> -1);
        for (int t = 0; t < m; t++) {
            isAsked[t] = !trials.isKnown[t] && isBetter[classOf(trials.counts[t])];
            classes[t] = isAsked[t] ? classOf(trials.counts[t]) : -1;
        }
        RowProcesses.Between between = trials.processes.between(isAsked);
        int[] distances = distances(order, trials.isKnown);
        for (int t = 0; t < m; t++) {
            if (isAsked[t]) {
                Row row = trials.row(t);
                means[t] = new double[n];
                errors[t] = new double[n];
                between.estimate(t, row.columns, row.values, means[t], errors[t]);
                for (int j = 0; j < n; j++) {
                    means[t][j] = trials.processes.value(j, means[t][j]);
                    errors[t][j] = trials.processes.scale(j)
                            * Math.sqrt(errors[t][j] * factors.factor(j, classes[t], distances[t]));
                }
            }
        }
    }

    /**
     * The order along which neighbors tell about these rows.
     *
     * @return the order
     */
    public Order order() {
        return order;
    }

    /**
     * Whether a row is estimated here.
     *
     * @param row the row, from 0
     * @return true if it is
     */
    public boolean has(int row) {
        return classes[row] >= 0;
    }

    /**
     * The number of rows that are estimated here.
     *
     * @return the number, at least 1
     */
    public int count() {
        return (int) Arrays.stream(classes).filter(each -> each >= 0).count();
    }

    /**
     * The estimate of a cell.
     *
     * @param row a row that is estimated here
     * @param column the column, from 0
     * @return what is expected there, in the unit of the column
     */
    public double mean(int row, int column) {
        return means[row][column];
    }

    /**
     * The standard error of a cell as a prediction of what would be observed there.
     *
     * @param row a row that is estimated here
     * @param column the column, from 0
     * @return the standard error, in the unit of the column
     */
    public double standardError(int row, int column) {
        return errors[row][column];
    }

    /**
     * The size of each error that was seen in a row left out, over its standard error.
     *
     * @return the sizes: the array itself, not to be changed; none if no row could be left out
     */
    public double[] sizes() {
        return sizes;
    }

    private static int classOf(int count) {
        return count == 0 ? 0 : 1 + Math.getExponent((double) count);
    }

    /* The class of each row's distance from the nearest known row. */
    private static int[] distances(Order order, boolean[] isKnown) {
        int m = isKnown.length;
        double[] nearest = new double[m];
        double last = Double.NEGATIVE_INFINITY;
        for (int t = 0; t < m; t++) {
            last = isKnown[t] ? order.position(t) : last;
            nearest[t] = order.position(t) - last;
        }
        double next = Double.POSITIVE_INFINITY;
        int[] distances = new int[m];
        for (int t = m - 1; t >= 0; t--) {
            next = isKnown[t] ? order.position(t) : next;
            double distance = Math.min(nearest[t], next - order.position(t)) / order.typicalGap();
            distances[t] = Math.min(DISTANCES - 1, Math.getExponent(Math.max(1, distance)));
        }
        return distances;
    }

    /** What is known of a row: columns, and standardized values. */
    private record Row(int[] columns, double[] values) {}

    /** What the standard errors of cells are to be multiplied by, squared. */
    private static final class Factors {
        private final ErrorFactors ofColumns;
        private final ErrorFactors ofDistances;
        private final double[] sizes;

        Factors(Errors seen, int columns) {
            this.ofColumns = new ErrorFactors(columns, seen.column.clone(), seen.run);
            this.ofDistances = new ErrorFactors(CLASSES * DISTANCES, seen.distance, seen.run);
            double[] squares = seen.square.clone();
            for (int pass = 0; pass < PASSES; pass++) {
                ofDistances.improve(squares);
                ofColumns.improve(squares);
            }
            this.sizes = new double[squares.length];
            Arrays.setAll(sizes, c -> Math.sqrt(squares[c] * ofColumns.loss(c) * ofDistances.loss(c)));
        }

        double factor(int column, int ofClass, int distance) {
            return sizes.length == 0
                    ? 1
                    : ofColumns.factor(column) * ofDistances.factor(ofClass * DISTANCES + distance);
        }
    }

    /** Errors in rows that were left out, one after the other: the square over what was expected, and where. */
    private static final class Errors {
        private double[] square = new double[0];
        private int[] column = new int[0];
        private int[] distance = new int[0]; // its class, with that of the row
        private int[] run = new int[0];
        private int count;

        void add(double newSquare, int newColumn, int newDistance, int newRun) {
            if (count == square.length) {
                int larger = Math.max(16, 2 * count);
                square = Arrays.copyOf(square, larger);
                column = Arrays.copyOf(column, larger);
                distance = Arrays.copyOf(distance, larger);
                run = Arrays.copyOf(run, larger);
            }
            square[count] = newSquare;
            column[count] = newColumn;
            distance[count] = newDistance;
            run[count++] = newRun;
        }

        /** Those of some classes of rows. */
        Errors of(boolean[] ofClass) {
            Errors some = new Errors();
            for (int c = 0; c < count; c++) {
                if (ofClass[distance[c] / DISTANCES]) {
                    some.add(square[c], column[c], distance[c], run[c]);
                }
            }
            some.square = Arrays.copyOf(some.square, some.count);
            some.column = Arrays.copyOf(some.column, some.count);
            some.distance = Arrays.copyOf(some.distance, some.count);
            some.run = Arrays.copyOf(some.run, some.count);
            return some;
        }
    }

    /** Leaves out runs of known rows, and estimates them in both ways. */
    private static final class Trials {
        private final Observations data;
        private final Table table;
        private final Request request;
        private final RowProcesses processes;
        private final int[] counts;
        private final boolean[] isKnown;
        private final Workers workers;
        private final Errors seen = new Errors();
        private final double[] withOrder = new double[CLASSES]; // sums of squares
        private final double[] without = new double[CLASSES];

        Trials(Table table, Request request, RowProcesses processes, int[] counts, boolean[] isKnown, Workers workers) {
            this.workers = workers;
            this.data = table.data();
            this.table = table;
            this.request = request;
            this.processes = processes;
            this.counts = counts;
            this.isKnown = isKnown;
        }

        /** Returns for each class of rows whether the order lowers the error, or was told. */
        boolean[] run() {
            Observations.Builder points = Observations.builder(isKnown.length, 1);
            for (int t = 0; t < isKnown.length; t++) {
                if (isKnown[t]) {
                    points.add(t, 0, t);
                }
            }
            Observations known = points.build();
            int done = 0;
            for (int k = 0; k < MOST_SPLITS && done < WANTED; k++) {
                Observations out = Stretches.splitWhole(known, request.order(), PART, request.seed() + k)
                        .heldOut();
                done += out.count();
                if (out.count() > 0) {
                    leaveOut(out, k);
                }
            }
            boolean[] isBetter = new boolean[CLASSES];
            for (int c = 0; c < CLASSES; c++) {
                isBetter[c] = Math.sqrt(withOrder[c]) < (1 - BETTER) * Math.sqrt(without[c]);
            }
            isBetter[0] |= request.isTold();
            return isBetter;
        }

        /** Whether there is a row of one of these classes to estimate. */
        boolean isAny(boolean[] isBetter) {
            for (int t = 0; t < counts.length; t++) {
                if (!isKnown[t] && isBetter[classOf(counts[t])]) {
                    return true;
                }
            }
            return false;
        }

        Factors factors(boolean[] isBetter) {
            return new Factors(seen.of(isBetter), data.columns());
        }

        /* Leaves out rows; all of their cells, and then all but as many as rows of each class of the table have. */
        private void leaveOut(Observations out, int split) {
            int[] rows = new int[out.count()];
            boolean[] isOut = new boolean[isKnown.length];
            boolean[] isLeft = isKnown.clone();
            int[] next = {0};
            out.forEach((t, j, value, weight) -> {
                rows[next[0]++] = t;
                isOut[t] = true;
                isLeft[t] = false;
            });
            // processes that do not know these rows: else errors are taken for smaller than they are
            RowProcesses of = new RowProcesses(data, table.filled(), table.matrix(), isLeft, request.order(), workers);
            RowProcesses.Between between = of.between(isOut);
            int[] distances = distances(request.order(), isLeft);
            for (int c = 0; c < CLASSES; c++) {
                int ofClass = c;
                int[] like = Arrays.stream(hardlyObserved())
                        .filter(t -> classOf(counts[t]) == ofClass)
                        .map(t -> counts[t])
                        .toArray();
                if (like.length > 0) {
                    SplittableRandom random = new SplittableRandom(request.seed() + 31L * split + c);
                    leaveOut(c, like, rows, of, between, distances, split, random);
                }
            }
        }

        private int[] hardlyObserved() {
            return IntStream.range(0, counts.length).filter(t -> !isKnown[t]).toArray();
        }

        private void leaveOut(
                int ofClass,
                int[] like,
                int[] rows,
                RowProcesses of,
                RowProcesses.Between between,
                int[] distances,
                int split,
                SplittableRandom random) {
            int n = data.columns();
            Row[] kept = new Row[rows.length];
            Observations.Builder observed = Observations.builder(rows.length, n);
            for (int a = 0; a < rows.length; a++) {
                kept[a] = some(row(rows[a], of), like[random.nextInt(like.length)], random);
                for (int c = 0; c < kept[a].columns.length; c++) {
                    observed.add(a, kept[a].columns[c], of.value(kept[a].columns[c], kept[a].values[c]));
                }
            }
            CellValues usual = table.withoutOrder().fill(observed.build());
            double[] mean = new double[n];
            double[] variance = new double[n];
            int run = split * isKnown.length;
            for (int a = 0; a < rows.length; a++) {
                run += a > 0 && rows[a] > rows[a - 1] + 1 ? 1 : 0;
                between.estimate(rows[a], kept[a].columns, kept[a].values, mean, variance);
                Row all = row(rows[a], of);
                for (int c = 0; c < all.columns.length; c++) {
                    int j = all.columns[c];
                    if (Arrays.binarySearch(kept[a].columns, j) < 0) {
                        double error = all.values[c] - mean[j];
                        double before = all.values[c] - of.standardized(j, usual.at(a, j));
                        withOrder[ofClass] += error * error;
                        without[ofClass] += before * before;
                        seen.add(error * error / variance[j], j, ofClass * DISTANCES + distances[rows[a]], run);
                    }
                }
            }
        }

        /** What is observed of a row. */
        Row row(int t) {
            return row(t, processes);
        }

        private Row row(int t, RowProcesses of) {
            Pattern.Lines lines = data.pattern().lines(Side.LEFT);
            int[] columns = new int[lines.size(t)];
            double[] values = new double[columns.length];
            for (int k = 0; k < columns.length; k++) {
                columns[k] = lines.other(t, k);
                values[k] = of.standardized(columns[k], data.values()[lines.position(t, k)]);
            }
            return new Row(columns, values);
        }

        /* Some cells of a row, chosen at random. */
        private static Row some(Row row, int count, SplittableRandom random) {
            int many = Math.min(count, row.columns.length - 1);
            int[] columns = new int[Math.max(0, many)];
            double[] values = new double[columns.length];
            for (int k = 0, next = 0; k < row.columns.length && next < columns.length; k++) {
                if (random.nextInt(row.columns.length - k) < columns.length - next) {
                    columns[next] = row.columns[k];
                    values[next++] = row.values[k];
                }
            }
            return new Row(columns, values);
        }
    }
}
