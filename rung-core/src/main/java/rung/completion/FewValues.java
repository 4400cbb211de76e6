package rung.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import rung.Listener;
import rung.LowRankMatrix;
import rung.completion.Completion.Completed;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * Rows with few values in a table with few rows. What a fit expects of such a row comes from how the other rows differ, and a handful of
 * them says little about that; held-out cells do not show it, since they lie in rows that are known. So other rows are thinned to as many
 * values as these have, and the table is fitted without the rest of them. Then these rows get a mixture of their column's mean and of
 * what the fit expects, of which the thinned rows would have been filled best:
 *
 * <pre>filled = mean + weight·(fitted − mean)</pre>
 *
 * @param rows which rows these are
 * @param weights the weight of what was fitted, for rows without any value and for the others
 * @param isEmpty which rows have no value
 * @param means the means of the columns
 * @param sizes the errors in thinned rows, over what the fit expected of them
 */
record FewValues(boolean[] rows, double[] weights, boolean[] isEmpty, double[] means, double[] sizes) {
    /** A row with less than this part of what the median row has is one with few values. */
    private static final double FEW = 0.25;

    /** With more rows than this a fit knows how they differ. */
    private static final int MOST_ROWS = 100;

    /** The most observations: the table is fitted some times more. */
    private static final int MOST_CELLS = 10_000;

    /** The least number of rows to thin, and the number of times that some of them are thinned. */
    private static final int LEAST = 3;

    private static final int TIMES = 6;

    /** A weight above this is as good as 1. */
    private static final double NEARLY_ALL = 0.95;

    /** Compares a fit with column means on thinned rows; empty if there is no row with few values, or the fit is good for them as it is. */
    static Optional<FewValues> of(Observations data, Completed completed, CompletionTask task) {
        Pattern.Lines lines = data.pattern().lines(Side.LEFT);
        int[] counts = IntStream.range(0, data.rows())
                .map(lines::size)
                .filter(count -> count > 0)
                .sorted()
                .toArray();
        double limit = FEW * counts[counts.length / 2];
        int[] few = IntStream.range(0, data.rows())
                .filter(i -> lines.size(i) < limit)
                .toArray();
        int[] known = IntStream.range(0, data.rows())
                .filter(i -> lines.size(i) >= limit)
                .toArray();
        boolean isSmall = data.rows() <= MOST_ROWS && data.count() <= MOST_CELLS;
        if (few.length == 0 || known.length < LEAST || !isSmall) {
            return Optional.empty();
        }
        Thinning thinning = new Thinning(data, completed, task);
        SplittableRandom random = new SplittableRandom(task.execution().seed());
        for (int k = 0; k < TIMES; k++) {
            int times = k;
            int[] some = IntStream.range(0, known.length)
                    .filter(a -> known.length <= TIMES ? a == times % known.length : a % TIMES == times)
                    .map(a -> known[a])
                    .toArray();
            thinning.thin(some, i -> lines.size(few[random.nextInt(few.length)]), random);
        }
        double[] weights = {thinning.weight(0), thinning.weight(1)};
        if (Arrays.stream(few).allMatch(i -> weights[lines.size(i) == 0 ? 0 : 1] >= NEARLY_ALL)) {
            return Optional.empty();
        }
        boolean[] isFew = new boolean[data.rows()];
        boolean[] isEmpty = new boolean[data.rows()];
        for (int i : few) {
            isFew[i] = true;
            isEmpty[i] = lines.size(i) == 0;
        }
        double[] means = new double[data.columns()];
        Preparation.Fitted columns =
                Preparation.COLUMNS.fit(data, task.execution().workers());
        Arrays.setAll(means, j -> columns.value(j, 0));
        return Optional.of(new FewValues(isFew, weights, isEmpty, means, thinning.sizes(weights)));
    }

    /** Returns the mixture for a cell, of which a fit expects a value. */
    double at(int row, int column, double fitted) {
        return means[column] + weights[isEmpty[row] ? 0 : 1] * (fitted - means[column]);
    }

    /** Fits the table without most of some rows. */
    private static final class Thinning {
        private final Observations data;
        private final Completed completed;
        private final CompletionTask task;
        private final List<double[]> seen =
                new ArrayList<>(); // kind of row, fitted less mean, true less mean, expected error
        private final double[] products = new double[2];
        private final double[] squares = new double[2];

        Thinning(Observations data, Completed completed, CompletionTask task) {
            this.data = data;
            this.completed = completed;
            this.task = task;
        }

        void thin(int[] rows, java.util.function.IntUnaryOperator values, SplittableRandom random) {
            int[] left = new int[data.rows()]; // the number of cells that a row keeps
            int[] rest = new int[data.rows()]; // the number of cells that were not looked at
            Pattern.Lines lines = data.pattern().lines(Side.LEFT);
            Arrays.fill(left, Integer.MAX_VALUE);
            int[] kept = new int[data.rows()];
            for (int i : rows) {
                left[i] = Math.min(values.applyAsInt(i), lines.size(i) - 1);
                rest[i] = lines.size(i);
                kept[i] = left[i];
            }
            Observations.Builder train = Observations.builder(data.rows(), data.columns());
            Observations.Builder out = Observations.builder(data.rows(), data.columns());
            data.forEach((i, j, value, weight) -> {
                boolean isKept = left[i] == Integer.MAX_VALUE || random.nextInt(rest[i]--) < left[i];
                left[i] -= isKept && left[i] < Integer.MAX_VALUE ? 1 : 0;
                (isKept ? train : out).add(i, j, value);
            });
            compare(train.build(), out.build(), kept);
        }

        private void compare(Observations train, Observations out, int[] kept) {
            Preparation.Fitted columns =
                    Preparation.COLUMNS.fit(train, task.execution().workers());
            Preparation.Fitted prepared =
                    completed.preparation().fit(train, task.execution().workers());
            BayesianIterate found = TallClimb.of(
                            prepared.apply(train),
                            List.of(),
                            Optional.empty(),
                            completed.rank(),
                            Listener.NONE,
                            task.execution())
                    .iterate();
            LowRankMatrix table = prepared.restore(found.matrix());
            out.forEach((i, j, value, weight) -> {
                int kind = kept[i] == 0 ? 0 : 1;
                double mean = columns.value(j, 0);
                double fitted = (table.get(i, j) - mean) / columns.scale(j);
                double truth = (value - mean) / columns.scale(j);
                double expected = prepared.scale(j) * Math.sqrt(found.variance(i, j)) / columns.scale(j);
                products[kind] += fitted * truth;
                squares[kind] += fitted * fitted;
                seen.add(new double[] {kind, fitted, truth, expected});
            });
        }

        double weight(int kind) {
            return squares[kind] > 0 ? Math.max(0, Math.min(1, products[kind] / squares[kind])) : 1;
        }

        double[] sizes(double[] weights) {
            return seen.stream()
                    .mapToDouble(each -> Math.abs(each[2] - weights[(int) each[0]] * each[1]) / each[3])
                    .toArray();
        }
    }
}
