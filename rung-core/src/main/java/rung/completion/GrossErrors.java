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
 * size of its errors. A few entries that are very far off may hide this, where they are held out, or alone be the reason for it: what the
 * farthest do to the prediction of others is looked at without the rest.
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

    /** The number of standard deviations from which on an entry is very far off. */
    private static final double VERY_FAR = 20;

    /** Entries that are less far off than this part of the farthest are looked at without that. */
    private static final double OF_FARTHEST = 0.1;

    /** Errors are rare: if more than this part of a table looks like one, its noise is something else, such as skewed. */
    private static final double MOST = 0.12;

    /** The part of the error under normal noise that must remain at most. */
    private static final double BETTER = 0.9;

    /** The number of ranks that a fit may lag behind another one that is prepared differently. */
    private static final int LEAD = 2;

    /** The highest rank of the fits. */
    private static final int MAX_RANK = 16;

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

    /** Returns the errors, most distant first; none if there are no clear ones, or if the listener ended the search. */
    List<GrossError> find() {
        Preparation.Fitted usually = preparation.fit(split.train(), execution.workers());
        Listener first = execution.listener().begin(Stage.CHECKING, "against a fit that listens to all cells");
        Climbed<BayesianIterate> usual = climb(split, usually, false, first);
        stopped |= usual.stop() == StopReason.STOPPED;
        if (stopped) {
            return List.of();
        }
        Listener second = execution.listener().begin(Stage.CHECKING, "for gross errors", () -> stopped = true);
        Climbed<BayesianIterate> robust = climb(split, prepared, true, new WhileItMayWin(usual.trace(), second));
        List<GrossError> far = stopped ? List.of() : far(robust.iterate());
        List<GrossError> farthest = farthest(far);
        boolean isBetter = size(split.heldOut(), prepared, robust.matrix())
                < BETTER * size(split.heldOut(), usually, usual.matrix());
        boolean areOnlyFarthest = !farthest.isEmpty() && (isBetter ? !doOthersHarm(far, farthest) : doHarm(farthest));
        if (stopped) {
            return List.of();
        }
        return areOnlyFarthest ? andOthers(farthest) : isBetter ? far : List.of();
    }

    /* Those that are very far off, and not much less than the first one. */
    private static List<GrossError> farthest(List<GrossError> far) {
        double most = far.isEmpty() ? 0 : Math.abs(far.get(0).deviations());
        return far.stream()
                .filter(each -> Math.abs(each.deviations()) > Math.max(VERY_FAR, OF_FARTHEST * most))
                .toList();
    }

    /* Errors that are known, and those that are found without them. */
    private List<GrossError> andOthers(List<GrossError> known) {
        GrossErrors rest = new GrossErrors(without(known, data), stabilizer, ranks, preparation, execution);
        List<GrossError> errors = new ArrayList<>(known);
        errors.addAll(rest.find());
        stopped |= rest.isStopped();
        return stopped ? List.of() : mostDistantFirst(errors);
    }

    private static List<GrossError> mostDistantFirst(List<GrossError> errors) {
        return errors.stream()
                .sorted(Comparator.comparingDouble(error -> -Math.abs(error.deviations())))
                .toList();
    }

    /* Whether a fit predicts other entries clearly better if it does not know some. */
    private boolean doHarm(List<GrossError> some) {
        Observations.Split without = without(some, stable).split(Completion.HELD_OUT, execution.seed() + 1);
        Observations.Builder train = Observations.builder(data.rows(), data.columns());
        without.train().forEach(train::add);
        some.forEach(each -> train.add(each.row(), each.column(), stabilizer.apply(each.column(), each.value())));
        Observations.Split with = new Observations.Split(train.build(), without.heldOut());
        double toBeat = BETTER * size(with, "with cells that are far off");
        return !stopped && size(without, "without cells that are far off") < toBeat && !stopped;
    }

    /*
     * Whether a fit predicts other entries better if it knows none that is far off, than without the farthest alone: by more than the part of
     * the table that this takes away.
     */
    private boolean doOthersHarm(List<GrossError> far, List<GrossError> farthest) {
        Observations.Split with = without(farthest, stable).split(Completion.HELD_OUT, execution.seed() + 1);
        Observations.Split without = new Observations.Split(without(far, with.train()), with.heldOut());
        double part = (double) (far.size() - farthest.size()) / data.count();
        double toBeat = (1 - part) * size(with, "without the cells that are farthest off");
        return !stopped && size(without, "without cells that are far off") < toBeat;
    }

    /* The mean size of the errors of a fit under normal noise on what is held out. */
    private double size(Observations.Split parts, String what) {
        Preparation.Fitted usually = preparation.fit(parts.train(), execution.workers());
        Listener listener = execution.listener().begin(Stage.CHECKING, what, () -> stopped = true);
        return size(
                parts.heldOut(), usually, climb(parts, usually, false, listener).matrix());
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
