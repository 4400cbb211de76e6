package rung.completion;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import rung.Execution;
import rung.LowRankMatrix;
import rung.completion.order.Order;
import rung.completion.order.Stretches;
import rung.data.Observations;
import rung.linalg.Workers;

/** Parts of a table that are held out, one at a time, and the errors there, in units of each column's standard deviation. */
final class HeldOutParts {
    /** A table with fewer observations than this is split several times. */
    static final int CELLS = 6_000;

    /** What is held out in stretches: at least 100 cells, all splits together. */
    private static final Stretches.Amount HELD = new Stretches.Amount(Completion.HELD_OUT, 100, Completion.MAX_SPLITS);

    private final List<Observations.Split> splits;
    private final Workers workers;
    private final Map<Observations.Split, Preparation.Fitted> means = new IdentityHashMap<>();

    private HeldOutParts(List<Observations.Split> splits, Workers workers) {
        this.splits = splits;
        this.workers = workers;
    }

    /** Holds out cells here and there. */
    static HeldOutParts of(Observations table, Execution execution) {
        return new HeldOutParts(splits(table, execution.seed()), execution.workers());
    }

    /** Holds out stretches as long as the holes of a table with an order. */
    static HeldOutParts inStretches(Observations table, Order order, Execution execution) {
        return new HeldOutParts(Stretches.splits(table, order, HELD, execution.seed()), execution.workers());
    }

    /** Splits a large table, or a part of its rows, once; a small one several times, since one held-out part would be a handful of cells. */
    static List<Observations.Split> splits(Observations table, long seed) {
        Observations data = table.someRows(PreparationChoice.ROWS, seed);
        double wanted = Math.ceil((double) CELLS / data.count());
        List<Observations.Split> splits = new ArrayList<>();
        for (int k = 0; k < Math.max(1, Math.min(Completion.MAX_SPLITS, wanted)); k++) {
            Observations.Split split = data.splitWithinRows(Completion.HELD_OUT, seed + k);
            if (split.heldOut().count() > 0 && split.train().count() > 0) {
                splits.add(split);
            }
        }
        return splits;
    }

    /** Returns each part that is held out, and the rest of the table. */
    List<Observations.Split> splits() {
        return splits;
    }

    Observations.Split get(int part) {
        return splits.get(part);
    }

    int count() {
        return splits.size();
    }

    /** Returns whether one part is held out, which is then large enough to choose by. */
    boolean isOne() {
        return splits.size() == 1;
    }

    /** Returns the number of held-out cells, all parts together. */
    long cells() {
        return splits.stream().mapToLong(split -> split.heldOut().count()).sum();
    }

    /** Returns the column means of what is not held out, whose errors all others are measured against. */
    Preparation.Fitted means(Observations.Split split) {
        return means.computeIfAbsent(split, each -> Preparation.COLUMNS.fit(each.train(), workers));
    }

    /** Returns the error of the column means, all parts together. */
    double errorOfMeans() {
        double squares = 0;
        for (Observations.Split split : splits) {
            squares += squaredError(split, means(split), nothing(split));
        }
        return Math.sqrt(squares / cells());
    }

    /** Returns a matrix of zeros, the climb before its first step. */
    static LowRankMatrix nothing(Observations.Split split) {
        return LowRankMatrix.zero(split.train().rows(), split.train().columns());
    }

    /** Returns the sum of the squared errors on a held-out part. */
    double squaredError(Observations.Split split, Preparation.Fitted prepared, LowRankMatrix a) {
        return means(split).squaredError(split.heldOut(), prepared.restore(a));
    }

    /** Returns the error of each cell of a held-out part, in row order. */
    double[] errors(Observations.Split split, LowRankMatrix table) {
        double[] errors = new double[split.heldOut().count()];
        int[] next = {0};
        split.heldOut()
                .forEach((i, j, value, weight) -> errors[next[0]++] =
                        (value - table.get(i, j)) / means(split).scale(j));
        return errors;
    }

    /** Returns what measures the error on a held-out part. */
    ToDoubleFunction<LowRankMatrix> errorOn(Observations.Split split, Preparation.Fitted prepared) {
        int count = split.heldOut().count();
        return a -> Math.sqrt(squaredError(split, prepared, a) / count);
    }
}
