package rung.completion.order;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
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
 * the rows of an outage have, and estimated with the order and without. Rows at an end of the table have known
 * rows on one side alone; so have the rows that are left out for them. The errors also say how sure the estimates are: there is a factor
 * for each column, and for each distance from the nearest known row.
 *
 * <p>Costs some passes over the observed cells and over the outages. Immutable.
 */
public final class Outages {
    /** A row with less than this part of what the median row has is hardly observed. */
    private static final double HARDLY = 0.25;

    /** The least number of known rows to learn from. */
    static final int LEAST_ROWS = 10;

    /** As many rows in turn show whether the order tells anything. A longer table is looked at as a whole only if they do. */
    private static final int TELLING = 4_000;

    private final Order order;
    private final boolean[][] isByOrder; // columns of the rows that are estimated; null for others
    private final double[][] means;
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
     * @param areInterpolated whether rows without any value are filled from their neighbors already, so that columns of which it is found out
     *     that means are better are to be filled by these
     * @param seed the seed of what is left out
     */
    public record Request(Order order, int mostValues, boolean isTold, boolean areInterpolated, long seed) {}

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
        OutageTrials trials = new OutageTrials(table, request, counts, isKnown, workers);
        trials.run();
        boolean[][] isByOrder = new boolean[counts.length][];
        for (int t = 0; t < counts.length; t++) {
            boolean[] columns = isKnown[t] ? new boolean[0] : trials.isByOrder(t);
            boolean isAsked = IntStream.range(0, columns.length).anyMatch(j -> columns[j]);
            isByOrder[t] = isAsked || !isKnown[t] && counts[t] == 0 && request.areInterpolated() ? columns : null;
        }
        return Arrays.stream(isByOrder).anyMatch(Objects::nonNull)
                ? Optional.of(new Outages(data, order, processes, isByOrder, trials))
                : Optional.empty();
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

    private Outages(
            Observations data, Order order, RowProcesses processes, boolean[][] isByOrder, OutageTrials trials) {
        int m = isByOrder.length;
        int n = data.columns();
        this.order = order;
        this.isByOrder = isByOrder;
        this.means = new double[m][];
        this.errors = new double[m][];
        boolean[] isAsked = new boolean[m];
        boolean[][] ofSort = new boolean[RowGroups.SORTS][n];
        RowGroups groups = trials.groups();
        Pattern.Lines rows = data.pattern().lines(Side.LEFT);
        for (int t = 0; t < m; t++) {
            if (isByOrder[t] != null) {
                isAsked[t] = true;
                ofSort[groups.sort(t, rows.size(t))] = isByOrder[t];
            }
        }
        OutageErrors.Factors factors = trials.factors((sort, column) -> ofSort[sort][column]);
        this.sizes = factors.sizes();
        RowProcesses.Between between = processes.between(isAsked);
        for (int t = 0; t < m; t++) {
            if (isAsked[t]) {
                KnownRow row = KnownRow.of(data, t, processes);
                int group = groups.group(t, rows.size(t));
                means[t] = new double[n];
                errors[t] = new double[n];
                between.estimate(t, row.columns(), row.values(), means[t], errors[t]);
                for (int j = 0; j < n; j++) {
                    double variance = isByOrder[t][j] ? errors[t][j] : 1;
                    means[t][j] = processes.value(j, isByOrder[t][j] ? means[t][j] : 0);
                    errors[t][j] = processes.scale(j) * Math.sqrt(variance * factors.ofVariance(j, group));
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
        return means[row] != null;
    }

    /**
     * Whether a cell of a row that is estimated here is estimated from the rows around it, and not as the mean of its column.
     *
     * @param row a row that is estimated here
     * @param column the column, from 0
     * @return true if it is
     */
    public boolean isByOrder(int row, int column) {
        return isByOrder[row][column];
    }

    /**
     * The number of rows of which cells are estimated from the rows around them.
     *
     * @return the number; 0 if the means of columns are better in all
     */
    public int count() {
        return (int) Arrays.stream(isByOrder)
                .filter(columns ->
                        columns != null && IntStream.range(0, columns.length).anyMatch(j -> columns[j]))
                .count();
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
}
