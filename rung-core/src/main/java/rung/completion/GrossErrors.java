package rung.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import rung.Climbed;
import rung.Execution;
import rung.HeldOut;
import rung.Listener;
import rung.LowRankMatrix;
import rung.RankRange;
import rung.Settings;
import rung.Stage;
import rung.Step;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.Stabilizer;
import rung.data.Median;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.Side;

/**
 * Finds gross errors among the observations of a table: entries far from a fit that hardly listens to them, under noise with heavy
 * tails. They count as errors only if that fit predicts held-out entries clearly better than one under normal noise does, by the mean
 * size of its errors. Numbers beyond all others of their column are errors in any case: where they are held out they harm neither fit, and hide
 * what the two differ by.
 */
final class GrossErrors {
    /**
     * The mean fourth power of held-out errors, each over its standard error, relative to the square of the mean square, beyond which
     * gross errors are looked for. It is 3 for normal errors and 6 for those of a Laplace distribution.
     */
    private static final double TAILS = 6;

    /** In a table with fewer observations than this the held-out ones may hold no error though others do. */
    private static final int FEW = 50_000;

    /** The number of standard deviations from which on an entry is an error. A normal number is as far off twice in a billion. */
    private static final double FAR = 6;

    /** The least length of a column in which a number may lie beyond all others; half as many must be different. */
    private static final int LONG = 20;

    /** The most of a column that may lie beyond its other numbers, unless it is one; and of a table that is taken for errors without another look. */
    private static final double RARE = 0.02;

    /** A number lies beyond others if the gap to the next of them is more than this multiple of what they span. */
    private static final double GAP = 2;

    /** How many times the part of a table that is taken away must be gained by it. Gross errors gain ten times as much, jams in traffic twice. */
    private static final double WORTH = 5;

    /** Errors are rare: if more than this part of a table looks like one, its noise is something else, such as skewed. */
    private static final double MOST = 0.12;

    /** The part of the error under normal noise that must remain at most. */
    private static final double BETTER = 0.9;

    /** The number of ranks that a fit may lag behind another one that is prepared differently. */
    private static final int LEAD = 2;

    /** The highest rank of the fits. */
    static final int MAX_RANK = 16;

    /** The number of entries by which the noise of a column is moved toward that of all columns. */
    private static final double SHRINKAGE = 10;

    /** The least standard deviation of noise, relative to a column: below it there is no noise but rounding. */
    private static final double NOISELESS = 1e-6;

    private static final GrossError NONE = new GrossError(-1, -1, 0, 0, 0);

    private final Observations data;
    private final Stabilizer stabilizer;
    private final Observations stable; // the data on a scale on which noise does not grow with the value
    private final RankRange ranks;
    private final Execution execution;
    private final Observations.Split split;
    private final Preparation preparation;
    private final Preparation.Fitted prepared;
    private boolean stopped;

    /**
     * Prepares the search.
     *
     * @param stabilizer brings the columns to a scale on which errors can be told
     * @param preparation how the table would be prepared without it
     */
    GrossErrors(
            Observations data, Stabilizer stabilizer, RankRange ranks, Preparation preparation, Execution execution) {
        this.preparation = preparation;
        this.data = data;
        this.stabilizer = stabilizer;
        this.stable = stabilizer.apply(data);
        this.ranks = ranks.cappedAt(MAX_RANK);
        this.execution = execution;
        this.split = stable.split(Completion.HELD_OUT, execution.seed());
        this.prepared = Preparation.byMedians(split.train(), execution.workers());
    }

    /** Returns whether it is worth while to look for errors. */
    static boolean mayBeIn(Observations data, Calibration calibration) {
        return isSmall(data) || calibration.tails() > TAILS;
    }

    /** Returns whether it is worth while in any case. */
    static boolean isSmall(Observations data) {
        return data.count() < FEW;
    }

    /**
     * Returns numbers that lie beyond all others of their column by several times what these span, most distant first: such as one whose decimal
     * point was lost. No fit is needed to see them.
     */
    static List<GrossError> beyondAll(Observations data, List<ColumnKind> kinds) {
        Stabilizer stabilizer = new Stabilizer(kinds);
        Observations stable = stabilizer.apply(data);
        Pattern.Lines columns = stable.pattern().lines(Side.RIGHT);
        double[] column = new double[columns.longest()];
        double[] least = new double[columns.count()];
        double[] most = new double[columns.count()];
        double[] median = new double[columns.count()];
        double[] deviation = new double[columns.count()];
        for (int j = 0; j < columns.count(); j++) {
            columns.load(stable.values(), j, column);
            double[] sorted = Arrays.copyOf(column, columns.size(j));
            Arrays.sort(sorted);
            int rare = Math.max(1, (int) (RARE * sorted.length));
            boolean isLong = sorted.length >= LONG && distinct(sorted) >= LONG / 2 && kinds.get(j) != ColumnKind.COUNT;
            most[j] = isLong ? highest(sorted, rare) : Double.POSITIVE_INFINITY;
            least[j] = isLong ? -highest(negated(sorted), rare) : Double.NEGATIVE_INFINITY;
            median[j] = isLong ? sorted[sorted.length / 2] : 0;
            deviation[j] = isLong
                    ? Median.standardDeviation(Arrays.stream(sorted)
                            .map(x -> x - sorted[sorted.length / 2])
                            .toArray())
                    : 1;
        }
        List<GrossError> beyond = new ArrayList<>();
        int[] next = {0};
        data.forEach((i, j, value, weight) -> {
            double x = stable.values()[next[0]++];
            if (x > most[j] || x < least[j]) {
                double deviations = (x - median[j]) / Math.max(deviation[j], NOISELESS * Math.abs(x - median[j]));
                beyond.add(new GrossError(i, j, value, stabilizer.restore(j, median[j]), deviations));
            }
        });
        return mostDistantFirst(beyond);
    }

    /* The highest of ascending numbers that is not followed by a gap of several times what is up to there; at most some follow. */
    private static double highest(double[] sorted, int rare) {
        int n = sorted.length;
        for (int k = n - rare; k < n; k++) {
            if (sorted[k] - sorted[k - 1] > GAP * (sorted[k - 1] - sorted[0])) {
                return sorted[k - 1];
            }
        }
        return sorted[n - 1];
    }

    private static double[] negated(double[] sorted) {
        double[] negated = new double[sorted.length];
        for (int k = 0; k < sorted.length; k++) {
            negated[k] = -sorted[sorted.length - 1 - k];
        }
        return negated;
    }

    private static long distinct(double[] sorted) {
        return Arrays.stream(sorted).distinct().limit(LONG).count();
    }

    /**
     * Returns the errors, most distant first; none if there are no clear ones, or if the listener ended the search.
     *
     * @param beyond numbers that lie beyond all others of their columns
     */
    List<GrossError> find(List<GrossError> beyond) {
        List<GrossError> far = far();
        if (stopped || beyond.isEmpty() || far.isEmpty()) {
            return stopped ? List.of() : far.isEmpty() ? beyond : far;
        }
        List<GrossError> both = new ArrayList<>(far);
        beyond.stream()
                .filter(each ->
                        far.stream().noneMatch(other -> other.row() == each.row() && other.column() == each.column()))
                .forEach(both::add);
        boolean areErrors = both.size() <= RARE * data.count() || doOthersHarm(both, beyond);
        return stopped ? List.of() : mostDistantFirst(areErrors ? both : beyond);
    }

    /*
     * Whether a fit predicts other entries better if it knows none that is far off, than without those beyond all others alone: by several
     * times the part of the table that this takes away. Sizes of errors are cut where gross ones begin.
     */
    private boolean doOthersHarm(List<GrossError> far, List<GrossError> beyond) {
        Observations.Split with = without(beyond, stable).split(Completion.HELD_OUT, execution.seed());
        Observations.Split without = new Observations.Split(without(far, with.train()), with.heldOut());
        double[] ofAll = heldOutErrors(with, "without cells beyond all others");
        double[] ofRest = stopped ? ofAll : heldOutErrors(without, "without cells that are far off");
        if (ofRest.length == 0) {
            return false;
        }
        double most = FAR * Median.standardDeviation(ofRest.clone());
        double part = (double) far.size() / data.count();
        return cutSize(ofRest, most) < (1 - WORTH * part) * cutSize(ofAll, most);
    }

    private double[] heldOutErrors(Observations.Split parts, String what) {
        Preparation.Fitted usually = preparation.fit(parts.train(), execution.workers());
        Listener listener = execution.listener().begin(Stage.CHECKING, what, () -> stopped = true);
        return errors(
                parts.heldOut(),
                usually.restore(climb(parts, usually, false, listener).matrix()));
    }

    private static double cutSize(double[] errors, double most) {
        return Arrays.stream(errors)
                .map(error -> Math.min(Math.abs(error), most))
                .average()
                .orElse(0);
    }

    /* The entries that a robust fit finds far off, if it is better. */
    private List<GrossError> far() {
        Preparation.Fitted usually = preparation.fit(split.train(), execution.workers());
        Listener first = execution.listener().begin(Stage.CHECKING, "against a fit that listens to all cells");
        Climbed<BayesianIterate> usual = climb(split, usually, false, first);
        stopped |= usual.stop() == StopReason.STOPPED;
        if (stopped) {
            return List.of();
        }
        Listener second = execution.listener().begin(Stage.CHECKING, "for gross errors", () -> stopped = true);
        Climbed<BayesianIterate> robust = climb(split, prepared, true, new WhileItMayWin(usual.trace(), second));
        boolean isBetter = size(split.heldOut(), prepared, robust.matrix())
                < BETTER * size(split.heldOut(), usually, usual.matrix());
        return stopped || !isBetter ? List.of() : far(robust.iterate());
    }

    /**
     * Ends a climb that stays behind another one, though that had two ranks less: these are what a preparation may take away beforehand.
     */
    private static final class WhileItMayWin implements Listener {
        private final List<Step> other;
        private final Listener listener;
        private int behind; // steps in a row

        WhileItMayWin(List<Step> other, Listener listener) {
            this.other = other;
            this.listener = listener;
        }

        @Override
        public void onStep(Progress progress) {
            Step step = progress.step();
            double error = step.heldOut().orElseThrow();
            boolean isBehind = other.stream()
                    .anyMatch(each ->
                            each.rank() <= step.rank() - LEAD && each.heldOut().orElseThrow() < error);
            behind = isBehind ? behind + 1 : 0;
            listener.onStep(progress);
            if (behind == Completion.PATIENCE) {
                progress.stop();
            }
        }
    }

    /** Returns whether the listener ended the search. */
    boolean isStopped() {
        return stopped;
    }

    /** Returns the observations that are no errors; an error that is not among them is ignored. */
    static Observations without(List<GrossError> errors, Observations data) {
        List<GrossError> inOrder = errors.stream()
                .sorted(Comparator.comparingInt(GrossError::row).thenComparingInt(GrossError::column))
                .toList();
        Observations.Builder kept = Observations.builder(data.rows(), data.columns());
        int[] next = {0};
        data.forEach((i, j, value, weight) -> { // row after row, as the errors are
            while (next[0] < inOrder.size() && isBefore(inOrder.get(next[0]), i, j)) {
                next[0]++;
            }
            GrossError error = next[0] < inOrder.size() ? inOrder.get(next[0]) : NONE;
            if (error.row() != i || error.column() != j) {
                kept.add(i, j, value);
            }
        });
        return kept.build();
    }

    private static boolean isBefore(GrossError error, int row, int column) {
        return error.row() < row || error.row() == row && error.column() < column;
    }

    private Climbed<BayesianIterate> climb(
            Observations.Split parts, Preparation.Fitted fitted, boolean heavyTails, Listener listener) {
        Settings settings = Completion.settings(ranks.highest(), parts.train().count(), listener)
                .withHeldOut(new HeldOut<>(
                        (ToDoubleFunction<LowRankMatrix>) a -> size(parts.heldOut(), fitted, a), Completion.PATIENCE));
        return new FastGreedy(settings)
                .minimize(Completion.problem(fitted.apply(parts.train()), execution)
                        .withHeavyTails(heavyTails));
    }

    /* The mean size of the errors on what is held out, in units of each column's scale by medians. */
    private double size(Observations heldOut, Preparation.Fitted fitted, LowRankMatrix a) {
        return Arrays.stream(errors(heldOut, fitted.restore(a)))
                .map(Math::abs)
                .average()
                .orElse(0);
    }

    /* The errors of a table in units of each column's scale by medians, in row order. */
    private double[] errors(Observations part, LowRankMatrix table) {
        double[] errors = new double[part.count()];
        double[] fitted = SampledProduct.of(table.left(), table.right(), part.pattern(), execution.workers());
        int[] next = {0};
        part.forEach((i, j, value, weight) -> {
            int k = next[0]++;
            errors[k] = (value - fitted[k]) / prepared.scale(j);
        });
        return errors;
    }

    private List<GrossError> far(BayesianIterate found) {
        LowRankMatrix table = prepared.restore(found.matrix());
        double[] errors = errors(stable, table);
        double[] noise = noise(errors);
        boolean[] isTwoValued = twoValued();
        List<GrossError> far = new ArrayList<>();
        int[] next = {0};
        data.forEach((i, j, value, weight) -> {
            double deviations = errors[next[0]++] / Math.sqrt(noise[j] * noise[j] + found.uncertainty(i, j));
            if (Math.abs(deviations) > FAR && !isTwoValued[j]) {
                far.add(new GrossError(i, j, value, stabilizer.restore(j, table.get(i, j)), deviations));
            }
        });
        if (far.size() > MOST * data.count()) {
            return List.of();
        }
        return mostDistantFirst(far);
    }

    /** Returns errors in the order in which they are told. */
    static List<GrossError> mostDistantFirst(List<GrossError> errors) {
        return errors.stream()
                .sorted(Comparator.comparingDouble(error -> -Math.abs(error.deviations())))
                .toList();
    }

    /* Whether a column holds two values only, neither of which can be an error. */
    private boolean[] twoValued() {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        boolean[] twoValued = new boolean[columns.count()];
        double[] column = new double[columns.longest()];
        for (int j = 0; j < twoValued.length; j++) {
            columns.load(data.values(), j, column);
            twoValued[j] = Arrays.stream(column, 0, columns.size(j))
                            .distinct()
                            .limit(3)
                            .count()
                    < 3;
        }
        return twoValued;
    }

    /* The standard deviation of the noise of each column by the median of the errors' sizes, moved toward that of all columns. */
    private double[] noise(double[] errors) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        double overall = Median.standardDeviation(errors.clone());
        double[] noise = new double[columns.count()];
        double[] column = new double[columns.longest()];
        for (int j = 0; j < noise.length; j++) {
            int count = columns.size(j);
            columns.load(errors, j, column);
            double own = count > 0 ? Median.standardDeviation(Arrays.copyOf(column, count)) : overall;
            double square = (count * own * own + SHRINKAGE * overall * overall) / (count + SHRINKAGE);
            noise[j] = Math.max(Math.sqrt(square), NOISELESS);
        }
        return noise;
    }
}
