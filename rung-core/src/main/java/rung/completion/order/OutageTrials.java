package rung.completion.order;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import rung.data.Observations;
import rung.linalg.CellValues;
import rung.linalg.Workers;

/**
 * Leaves known rows out, as the table leaves rows out, and estimates them with the order and without.
 *
 * <p>For outages with known rows on both sides runs of rows are left out. For an outage at an end of the table, what is known is cut, and
 * what follows the cut is estimated as if the table ended there.
 */
final class OutageTrials {
    /** The part of the error by which the order must lower it. */
    private static final double BETTER = 0.02;

    /** One of two ways to fill a column of rows without values is clearly better if its error is less than this part of the other's. */
    private static final double CLEARLY = 0.8;

    /** The part of the known rows that is left out at once, how many are wanted in all, and the most times that rows are left out. */
    private static final double PART = 0.1;

    private static final int WANTED = 600;
    private static final int MOST_SPLITS = 10;

    /** The part of the known rows that a cut leaves at least, and the most of them that it leaves. */
    private static final double LEFT = 0.5;

    private static final int MOST_LEFT = 4_000;

    /** A run at an end is left out at so many places at least, even if they overlap. */
    private static final int LEAST_CUTS = 3;

    private final Observations data;
    private final Outages.Table table;
    private final Outages.Request request;
    private final int[] counts; // of the observed cells of each row
    private final boolean[] isKnown;
    private final RowGroups groups;
    private final Workers workers;
    private final OutageErrors ofOrder = new OutageErrors();
    private final OutageErrors ofMeans = new OutageErrors(); // in rows without values
    private final double[][] withOrder = new double[RowGroups.SORTS][]; // sums of squares, by column
    private final double[][] without = new double[RowGroups.SORTS][];
    private int runs;

    /** Rows that are left out, and what is known then. */
    private record LeftOut(int[] rows, boolean[] isLeft, long seed) {}

    OutageTrials(Outages.Table table, Outages.Request request, int[] counts, boolean[] isKnown, Workers workers) {
        this.data = table.data();
        this.table = table;
        this.request = request;
        this.counts = counts;
        this.isKnown = isKnown;
        this.groups = new RowGroups(request.order(), isKnown);
        this.workers = workers;
    }

    /** The groups of the rows of the table. */
    RowGroups groups() {
        return groups;
    }

    /** Leaves rows out. */
    void run() {
        int[] known = IntStream.range(0, isKnown.length).filter(t -> isKnown[t]).toArray();
        if (IntStream.range(0, isKnown.length).anyMatch(t -> !isKnown[t] && !groups.isBeyond(t))) {
            leaveOutRuns(known);
        }
        cut(known, known[0], true);
        cut(known, isKnown.length - 1 - known[known.length - 1], false);
    }

    /**
     * Returns which columns of a row the order fills better. It is all or none for a row with values; of a row without any, some columns may
     * be clearly better or worse than the rest.
     */
    boolean[] isByOrder(int row) {
        int sort = groups.sort(row, counts[row]);
        boolean[] isByOrder = new boolean[data.columns()];
        if (counts[row] == 0 && request.isTold()) {
            Arrays.fill(isByOrder, true);
        } else if (withOrder[sort] != null) {
            double ratio = ratio(
                    Arrays.stream(withOrder[sort]).sum(),
                    Arrays.stream(without[sort]).sum());
            Arrays.fill(isByOrder, ratio < 1 - BETTER);
            for (int j = 0; j < isByOrder.length && counts[row] == 0; j++) {
                double ofColumn = ratio(withOrder[sort][j], without[sort][j]);
                isByOrder[j] = isByOrder[j] ? !(ofColumn > 1 / CLEARLY) : ofColumn < CLEARLY;
            }
        }
        return isByOrder;
    }

    private static double ratio(double squares, double others) {
        return Math.sqrt(squares / others); // no number, and so not less than any, if nothing was seen
    }

    /** What the errors say about standard errors, if columns of rows of each sort are filled by the order or else by means. */
    OutageErrors.Factors factors(OutageErrors.Places byOrder) {
        OutageErrors seen = new OutageErrors();
        seen.addAll(ofOrder, byOrder);
        seen.addAll(ofMeans, (sort, column) -> !byOrder.has(sort, column));
        return seen.factors(data.columns());
    }

    private void leaveOutRuns(int[] known) {
        Observations.Builder points = Observations.builder(isKnown.length, 1);
        for (int t : known) {
            points.add(t, 0, t);
        }
        Observations all = points.build();
        int done = 0;
        for (int k = 0; k < MOST_SPLITS && done < WANTED; k++) {
            Observations out = Stretches.splitWhole(all, request.order(), PART, request.seed() + k)
                    .heldOut();
            done += out.count();
            if (out.count() > 0) {
                int[] rows = new int[out.count()];
                int[] next = {0};
                out.forEach((t, j, value, weight) -> rows[next[0]++] = t);
                boolean[] isLeft = isKnown.clone();
                for (int t : rows) {
                    isLeft[t] = false;
                }
                leaveOut(new LeftOut(rows, isLeft, request.seed() + 31L * k), t -> !groups.isBeyond(t));
            }
        }
    }

    /* Leaves out rows that follow others, as many as are missing at the end of the table and no farther; some times, at different rows. */
    private void cut(int[] known, int missing, boolean isBegin) {
        int least = Math.max(Outages.LEAST_ROWS, (int) (LEFT * known.length));
        int length = Math.min(missing, known.length - least);
        if (length <= 0) {
            return;
        }
        int room = known.length - least - length;
        int cuts = Math.min(MOST_SPLITS, Math.max(room / length + 1, Math.min(LEAST_CUTS, room + 1)));
        for (int k = 0; k < cuts; k++) {
            int left = least + (cuts == 1 ? 0 : (int) ((long) room * k / (cuts - 1)));
            int first = isBegin ? known.length - left : Math.max(0, left - MOST_LEFT);
            int last = isBegin ? Math.min(known.length, first + MOST_LEFT) : left;
            boolean[] isLeft = new boolean[isKnown.length];
            for (int a = first; a < last; a++) {
                isLeft[known[a]] = true;
            }
            int from = isBegin ? first - length : left;
            double edge = request.order().position(known[isBegin ? first : last - 1]);
            int[] rows = Arrays.stream(known, from, from + length)
                    .filter(t -> Math.abs(request.order().position(t) - edge) <= extent(known, isBegin))
                    .toArray();
            if (rows.length > 0) {
                long seed = request.seed() + 31L * (MOST_SPLITS + 2 * k + (isBegin ? 0 : 1));
                leaveOut(new LeftOut(rows, isLeft, seed), t -> isBegin ? t < known[0] : t > known[known.length - 1]);
            }
        }
    }

    /* How far an end of the table lies from the known rows. */
    private double extent(int[] known, boolean isBegin) {
        Order order = request.order();
        return isBegin
                ? order.position(known[0]) - order.position(0)
                : order.position(isKnown.length - 1) - order.position(known[known.length - 1]);
    }

    /* Leaves out rows; all of their cells, and then all but as many as the rows of each class have that they stand for. */
    private void leaveOut(LeftOut out, IntPredicate standFor) {
        // processes that do not know these rows: else errors are taken for smaller than they are
        RowProcesses of = new RowProcesses(data, table.filled(), table.matrix(), out.isLeft, request.order(), workers);
        boolean[] isOut = new boolean[isKnown.length];
        for (int t : out.rows) {
            isOut[t] = true;
        }
        RowProcesses.Between between = of.between(isOut);
        RowGroups within = new RowGroups(request.order(), out.isLeft);
        int[] asked = IntStream.range(0, counts.length)
                .filter(t -> !isKnown[t] && standFor.test(t))
                .map(t -> counts[t])
                .toArray();
        for (int c = 0; c <= RowGroups.classOf(data.columns()); c++) {
            int ofClass = c;
            int[] like = Arrays.stream(asked)
                    .filter(count -> RowGroups.classOf(count) == ofClass)
                    .toArray();
            if (like.length > 0) {
                leaveOut(out.rows, like, of, between, within, new SplittableRandom(out.seed + c));
            }
        }
    }

    private void leaveOut(
            int[] rows,
            int[] like,
            RowProcesses of,
            RowProcesses.Between between,
            RowGroups within,
            SplittableRandom random) {
        int n = data.columns();
        int[] counted = new int[rows.length];
        KnownRow[] kept = new KnownRow[rows.length];
        Observations.Builder observed = Observations.builder(rows.length, n);
        for (int a = 0; a < rows.length; a++) {
            counted[a] = like[random.nextInt(like.length)];
            kept[a] = KnownRow.of(data, rows[a], of).some(counted[a], random);
            for (int c = 0; c < kept[a].columns().length; c++) {
                observed.add(a, kept[a].columns()[c], of.value(kept[a].columns()[c], kept[a].values()[c]));
            }
        }
        CellValues usual = table.withoutOrder().fill(observed.build());
        double[] mean = new double[n];
        double[] variance = new double[n];
        runs++;
        for (int a = 0; a < rows.length; a++) {
            runs += a > 0 && rows[a] > rows[a - 1] + 1 ? 1 : 0;
            // the usual fit knows the mean of all rows; next to a cut it would be that of the rows left, which is 0
            boolean isMean = within.isBeyond(rows[a]) && kept[a].columns().length == 0;
            between.estimate(rows[a], kept[a].columns(), kept[a].values(), mean, variance);
            KnownRow all = KnownRow.of(data, rows[a], of);
            for (int c = 0; c < all.columns().length; c++) {
                int j = all.columns()[c];
                if (Arrays.binarySearch(kept[a].columns(), j) < 0) {
                    double error = all.values()[c] - mean[j];
                    double before = all.values()[c] - (isMean ? 0 : of.standardized(j, usual.at(a, j)));
                    int sort = within.sort(rows[a], counted[a]);
                    int group = within.group(rows[a], counted[a]);
                    withOrder[sort] = withOrder[sort] == null ? new double[n] : withOrder[sort];
                    without[sort] = without[sort] == null ? new double[n] : without[sort];
                    withOrder[sort][j] += error * error;
                    without[sort][j] += before * before;
                    ofOrder.add(error * error / variance[j], j, group, runs);
                    if (counted[a] == 0) {
                        ofMeans.add(all.values()[c] * all.values()[c], j, group, runs);
                    }
                }
            }
        }
    }
}
