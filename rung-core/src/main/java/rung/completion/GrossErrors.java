package rung.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import rung.Climbed;
import rung.Execution;
import rung.HeldOut;
import rung.Listener;
import rung.LowRankMatrix;
import rung.RankRange;
import rung.Settings;
import rung.Stage;
import rung.Step;
import rung.algorithm.FastGreedy;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.ColumnSpan;
import rung.completion.kind.Stabilizer;
import rung.data.Median;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.Side;

/**
 * Finds gross errors among the observations of a table: entries far from a fit that hardly listens to them, under noise with heavy
 * tails. They count as errors only if that fit predicts held-out entries clearly better than one under normal noise does where neither is far
 * off, and if the latter knows nothing of those that are. Numbers beyond all others of their column are errors in any case: no fit is needed
 * to see them, and they would spoil both.
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

    /** The same if there are other errors. A normal number is as far off once in two million times. */
    private static final double FAR_AMONG_ERRORS = 5;

    /** How many standard deviations a fit of all entries may know better by chance. In parts of the traffic it is 3 to 17. */
    private static final double CHANCE = 3;

    /** The number of held-out entries that say for sure whether there are errors; a small table is split again for them. */
    private static final int TO_BE_SURE = 1_000;

    /** Errors on held-out entries count as at most this multiple of the median absolute deviation of their column. */
    private static final double LARGE = 5;

    /** Errors are rare: if more than this part of a table looks like one, its noise is something else, such as skewed. */
    private static final double MOST = 0.16;

    /** The part of the size of errors under normal noise that a robust fit must take away, for a closer look. */
    private static final double WORTH_A_LOOK = 0.05;

    /** The part from which on the difference between the two is clear. */
    private static final double CLEAR = 0.1;

    /** The most fits. Each leaves out the errors that the fit before it found. A fit that finds no more of them is the last. */
    private static final int FITS = 4;

    /** A rank is about as good as another if the size of its errors is at most this part larger. */
    private static final double AS_GOOD = 0.005;

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
    private final Preparation preparation;
    private double[] original; // the values of the entries that are not beyond all others, in row order
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
        ColumnSpan[] spans = new ColumnSpan[columns.count()];
        for (int j = 0; j < spans.length; j++) {
            columns.load(stable.values(), j, column);
            spans[j] = kinds.get(j) == ColumnKind.COUNT ? ColumnSpan.ALL : ColumnSpan.of(column, columns.size(j));
        }
        List<GrossError> beyond = new ArrayList<>();
        int[] next = {0};
        data.forEach((i, j, value, weight) -> {
            double x = stable.values()[next[0]++];
            ColumnSpan span = spans[j];
            if (!span.contains(x)) {
                double distance = x - span.median();
                double deviations = distance / Math.max(span.deviation(), NOISELESS * Math.abs(distance));
                beyond.add(new GrossError(i, j, value, stabilizer.restore(j, span.median()), deviations));
            }
        });
        return mostDistantFirst(beyond);
    }

    /**
     * Returns the errors, most distant first; those beyond all others alone if there are no other clear ones, and none if the listener
     * ended the search.
     *
     * @param beyond numbers that lie beyond all others of their columns
     */
    List<GrossError> find(List<GrossError> beyond) {
        Observations rest = without(beyond, stable);
        original = without(beyond, data).values();
        int few = splits(rest, Completion.CELLS_TO_CHOOSE_BY);
        List<Check> checks = new ArrayList<>(checks(rest, 0, few));
        boolean mayBe = areThereErrors(checks, WORTH_A_LOOK);
        if (mayBe) {
            checks.addAll(checks(rest, few, splits(rest, TO_BE_SURE / Completion.HELD_OUT)));
        }
        List<GrossError> found = new ArrayList<>(beyond);
        if (mayBe && areThereErrors(checks, 0)) {
            found.addAll(far(rest, checks));
        }
        return stopped ? List.of() : mostDistantFirst(found);
    }

    /**
     * Two fits of the same entries, and how far the entries are off that are held out, in units of their columns' scales by medians.
     *
     * @param steps the climb under noise with heavy tails
     * @param columns the columns of the entries that are held out
     * @param errors the errors there of the fit that hardly listens to entries that are far off
     * @param usual the errors of a fit under normal noise
     */
    private record Check(List<Step> steps, int[] columns, double[] errors, double[] usual) {}

    private static int splits(Observations rest, double wanted) {
        return (int) Math.max(1, Math.min(Completion.MAX_SPLITS, Math.ceil(wanted / Math.max(1, rest.count()))));
    }

    /* Fits some splits in both ways: all under normal noise first, then all under noise with heavy tails. */
    private List<Check> checks(Observations rest, int from, int to) {
        List<Observations.Split> splits = IntStream.range(from, to)
                .mapToObj(part -> split(rest, part))
                .filter(split -> split.heldOut().count() > 0 && split.train().count() > 0)
                .toList();
        if (splits.isEmpty()) {
            return List.of();
        }
        List<Climbed<BayesianIterate>> usual = new ArrayList<>();
        Listener first = begin("against a fit that listens to all cells");
        for (Observations.Split split : splits) {
            if (!stopped) {
                usual.add(climb(split, preparation.fit(split.train(), execution.workers()), false, first));
            }
        }
        List<Check> checks = new ArrayList<>();
        Listener second = stopped ? Listener.NONE : begin("for gross errors");
        for (int k = 0; k < splits.size() && !stopped; k++) {
            Observations.Split split = splits.get(k);
            Preparation.Fitted prepared = Preparation.byMedians(split.train(), execution.workers());
            Preparation.Fitted usually = preparation.fit(split.train(), execution.workers());
            Listener listener = new WhileItMayWin(usual.get(k).trace(), second);
            Climbed<BayesianIterate> robust = climb(split, prepared, true, listener);
            checks.add(new Check(
                    robust.trace(),
                    columns(split.heldOut()),
                    errors(split.heldOut(), prepared.restore(robust.matrix()), prepared),
                    errors(split.heldOut(), usually.restore(usual.get(k).matrix()), prepared)));
        }
        return checks;
    }

    /* Holds out one of as many parts as there may be splits; each entry is in one part. */
    private Observations.Split split(Observations rest, int part) {
        SplittableRandom random = new SplittableRandom(execution.seed());
        Observations.Builder train = Observations.builder(rest.rows(), rest.columns());
        Observations.Builder heldOut = Observations.builder(rest.rows(), rest.columns());
        rest.forEach((i, j, value, weight) ->
                (random.nextInt(Completion.MAX_SPLITS) == part ? heldOut : train).add(i, j, value));
        return new Observations.Split(train.build(), heldOut.build());
    }

    private Listener begin(String task) {
        return execution.listener().begin(Stage.CHECKING, task, () -> stopped = true);
    }

    /*
     * Whether the robust fit is clearly better where it is not far off, and where it is, the usual one knows no better. That one knows better
     * if its prediction differs from the robust one in the direction of the entry itself, more often than chance would have it: jams in traffic
     * are far from what is expected, and others tell of them. What is compared are places of differences within those of the column, so
     * it does not matter how much errors have spoiled the usual fit, or that they raise a whole column.
     */
    private boolean areThereErrors(List<Check> checks, double least) {
        if (stopped || checks.isEmpty()) {
            return false;
        }
        int[] columns = checks.stream()
                .flatMapToInt(check -> Arrays.stream(check.columns))
                .toArray();
        double[] errors = join(checks, Check::errors);
        double[] usual = join(checks, Check::usual);
        double[] noise = noise(errors, columns);
        List<List<Double>> differences = new ArrayList<>(); // of the column's entries that are not far off
        IntStream.range(0, noise.length).forEach(j -> differences.add(new ArrayList<>()));
        double size = 0;
        double usualSize = 0;
        for (int k = 0; k < errors.length; k++) {
            if (Math.abs(errors[k]) <= FAR * noise[columns[k]]) {
                size += Math.abs(errors[k]);
                usualSize += Math.abs(usual[k]);
                differences.get(columns[k]).add(errors[k] - usual[k]);
            }
        }
        double known = 0;
        int far = 0;
        for (int k = 0; k < errors.length; k++) {
            if (Math.abs(errors[k]) > FAR * noise[columns[k]]) {
                double difference = errors[k] - usual[k];
                known += Math.signum(errors[k])
                        * differences.get(columns[k]).stream()
                                .mapToDouble(other -> Math.signum(difference - other))
                                .average()
                                .orElse(0);
                far++;
            }
        }
        double gain = 1 - size / usualSize;
        double chance = CHANCE * Math.min(1, gain / CLEAR); // the less there is to gain, the less is left to chance
        return gain > least && known <= chance * Math.sqrt(far / 3.0); // a place varies by 1/3
    }

    /* The entries that are far from a robust fit: first from one that knows them, then from those of the others. */
    private List<GrossError> far(Observations rest, List<Check> checks) {
        int rank = rank(checks);
        List<GrossError> found = List.of();
        for (int k = 0; k < FITS && (k == 0 || isPlausible(found)) && !stopped; k++) {
            Observations others = without(found, rest);
            Preparation.Fitted prepared = Preparation.byMedians(others, execution.workers());
            Settings settings = Completion.settings(rank, others.count(), begin("for gross errors"));
            BayesianIterate robust = new FastGreedy(settings)
                    .minimize(Completion.problem(prepared.apply(others), execution)
                            .withHeavyTails(true))
                    .iterate();
            int before = found.size();
            found = far(rest, others, prepared, robust, k == 0 ? FAR : FAR_AMONG_ERRORS);
            if (k > 0 && found.size() <= before) {
                break;
            }
        }
        return isPlausible(found) ? found : List.of();
    }

    /* The lowest rank that is about as good as any: a higher one may follow errors. */
    private static int rank(List<Check> checks) {
        double[] errors = new double[MAX_RANK + 1];
        for (Check check : checks) {
            double current = check.steps.isEmpty() ? 0 : Double.POSITIVE_INFINITY;
            for (int rank = 0; rank <= MAX_RANK; rank++) {
                for (Step step : check.steps) {
                    current = step.rank() == rank ? step.heldOut().orElseThrow() : current;
                }
                errors[rank] += current;
            }
        }
        double least = Arrays.stream(errors).min().orElseThrow();
        return IntStream.rangeClosed(0, MAX_RANK)
                .filter(rank -> errors[rank] <= (1 + AS_GOOD) * least)
                .findFirst()
                .orElseThrow();
    }

    private boolean isPlausible(List<GrossError> found) {
        return !found.isEmpty() && found.size() <= MOST * data.count();
    }

    /* The entries that are far from a fit of some of them. What an entry itself has moved the fit by is taken back. */
    private List<GrossError> far(
            Observations all, Observations fitted, Preparation.Fitted prepared, BayesianIterate fit, double limit) {
        LowRankMatrix table = prepared.restore(fit.matrix());
        double[] errors = errors(all, table, prepared);
        double[] leverages = spread(fit.leverages(), fitted, all);
        double[] alike = new double[errors.length];
        Arrays.setAll(alike, k -> errors[k] / Math.sqrt(1 - leverages[k]));
        double[] noise = noise(alike, columns(all));
        boolean[] isTwoValued = twoValued();
        List<GrossError> far = new ArrayList<>();
        int[] next = {0};
        all.forEach((i, j, value, weight) -> {
            int k = next[0]++;
            double rest = 1 - leverages[k];
            double deviations = errors[k] / rest / Math.sqrt(noise[j] * noise[j] + fit.uncertainty(i, j) / rest);
            if (Math.abs(deviations) > limit && !isTwoValued[j]) {
                double expected = stabilizer.restore(j, table.get(i, j));
                far.add(new GrossError(i, j, original[k], expected, deviations));
            }
        });
        return far;
    }

    /* Numbers of some entries as numbers of all of them; 0 for the others. */
    private static double[] spread(double[] numbers, Observations some, Observations all) {
        double[] spread = new double[all.count()];
        Pattern.Lines rows = some.pattern().lines(Side.LEFT);
        int[] next = {0, 0}; // among all, among some
        all.forEach((i, j, value, weight) -> {
            int inRow = next[1] - (int) rows.before(i);
            boolean isThere = inRow < rows.size(i) && rows.other(i, inRow) == j;
            spread[next[0]++] = isThere ? numbers[next[1]++] : 0;
        });
        return spread;
    }

    private static int[] columns(Observations entries) {
        int[] columns = new int[entries.count()];
        int[] next = {0};
        entries.forEach((i, j, value, weight) -> columns[next[0]++] = j);
        return columns;
    }

    private static double[] join(List<Check> checks, Function<Check, double[]> part) {
        return checks.stream()
                .flatMapToDouble(check -> Arrays.stream(part.apply(check)))
                .toArray();
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
        Preparation.Fitted units = Preparation.byMedians(parts.train(), execution.workers());
        ToDoubleFunction<LowRankMatrix> size = a -> Arrays.stream(errors(parts.heldOut(), fitted.restore(a), units))
                .map(error -> Math.min(Math.abs(error), LARGE))
                .average()
                .orElse(0);
        Settings settings = Completion.settings(ranks.highest(), parts.train().count(), listener)
                .withHeldOut(new HeldOut<>(size, Completion.PATIENCE));
        return new FastGreedy(settings)
                .minimize(Completion.problem(fitted.apply(parts.train()), execution)
                        .withHeavyTails(heavyTails));
    }

    /* The errors of a table in units of each column's scale by medians, in row order. */
    private double[] errors(Observations part, LowRankMatrix table, Preparation.Fitted units) {
        double[] errors = new double[part.count()];
        double[] fitted = SampledProduct.of(table.left(), table.right(), part.pattern(), execution.workers());
        int[] next = {0};
        part.forEach((i, j, value, weight) -> {
            int k = next[0]++;
            errors[k] = (value - fitted[k]) / units.scale(j);
        });
        return errors;
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
    private double[] noise(double[] errors, int[] columns) {
        double overall = Median.standardDeviation(errors.clone());
        int[] counts = new int[data.columns()];
        Arrays.stream(columns).forEach(j -> counts[j]++);
        double[][] byColumn = new double[counts.length][];
        Arrays.setAll(byColumn, j -> new double[counts[j]]);
        for (int k = 0; k < errors.length; k++) {
            byColumn[columns[k]][--counts[columns[k]]] = errors[k];
        }
        return Arrays.stream(byColumn)
                .mapToDouble(column -> {
                    double own = column.length > 0 ? Median.standardDeviation(column) : overall;
                    double square =
                            (column.length * own * own + SHRINKAGE * overall * overall) / (column.length + SHRINKAGE);
                    return Math.max(Math.sqrt(square), NOISELESS);
                })
                .toArray();
    }
}
