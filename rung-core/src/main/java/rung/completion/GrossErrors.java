package rung.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
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
import rung.completion.forecast.Forecast;
import rung.completion.forecast.Outlook;
import rung.completion.forecast.Part;
import rung.completion.kind.Kinds;
import rung.completion.kind.Stabilizer;
import rung.data.Median;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * Finds gross errors among the observations of a table: entries far from a fit that hardly listens to them, under noise with heavy
 * tails. They count as errors only if that fit predicts held-out entries clearly better than one under normal noise does where neither is far
 * off, and if the latter knows nothing of those that are. Numbers beyond all others of their column are errors in any case: no fit is needed
 * to see them, and they would spoil both.
 */
final class GrossErrors {
    /** The number of standard deviations from which on an entry is an error. A normal number is as far off twice in a billion. */
    private static final double FAR = 6;

    /** The same if there are other errors, at most. A normal number is as far off once in two million times. */
    private static final double FAR_AMONG_ERRORS = 5;

    /** How many standard deviations a fit of all entries may know better by chance. In parts of the traffic it is 3 to 17. */
    private static final double CHANCE = 3;

    /**
     * The part of what is far off, in the middle of such entries, that a fit of all entries must foresee if it is no error. In parts of the traffic it is
     * 0.28 to 0.95, and up to 0.1 where numbers are errors that are ten times too large, which draw that fit their way.
     */
    private static final double FORESEEN = 0.15;

    /** The number of entries of which the held-out ones say for sure whether there are errors; a smaller table is split again for them. */
    static final int CELLS_TO_BE_SURE_BY = 10_000;

    /** Errors on held-out entries count as at most this multiple of the median absolute deviation of their column. */
    private static final double LARGE = 5;

    /** Errors are rare: if more than this part of a table looks like one, its noise is something else, such as skewed. */
    private static final double MOST = 0.16;

    /** Errors are few up to this part of a table. */
    private static final double RARE = 0.02;

    /** The part of the size of errors under normal noise that a robust fit must take away, for a closer look. */
    private static final double WORTH_A_LOOK = 0.05;

    /** The part from which on the difference between the two is clear. */
    private static final double CLEAR = 0.1;

    /** The most fits. Each leaves out the errors that the fit before it found. A fit that finds no more of them is the last. */
    static final int FITS = 4;

    /** A rank is about as good as another if the size of its errors is at most this part larger. */
    static final double AS_GOOD = 0.005;

    /** The number of ranks that a fit may lag behind another one that is prepared differently. */
    private static final int LEAD = 2;

    /** The highest rank of the fits. */
    static final int MAX_RANK = 16;

    /** The number of entries by which the noise of a column is moved toward that of all columns. */
    private static final double SHRINKAGE = 10;

    /** The least standard deviation of noise, relative to a column: below it there is no noise but rounding. */
    static final double NOISELESS = 1e-6;

    private final Observations data;
    private final Stabilizer stabilizer;
    private final Observations stable; // the data on a scale on which noise does not grow with the value
    private final RankRange ranks;
    private final Execution execution;
    private final Preparation preparation;
    private final Forecast forecast;
    private double[] original; // the values of the entries that are not beyond all others, in row order
    private boolean stopped;

    /**
     * Prepares the search.
     *
     * @param stabilizer brings the columns to a scale on which errors can be told
     * @param preparation how the table would be prepared without it
     * @param forecast is told what is done
     */
    GrossErrors(
            Observations data,
            Stabilizer stabilizer,
            RankRange ranks,
            Preparation preparation,
            Execution execution,
            Forecast forecast) {
        this.preparation = preparation;
        this.forecast = forecast;
        this.data = data;
        this.stabilizer = stabilizer;
        this.stable = stabilizer.apply(data);
        this.ranks = ranks.cappedAt(MAX_RANK);
        this.execution = execution;
    }

    /**
     * Returns the errors, most distant first; those beyond all others alone if there are no other clear ones, and none if the listener
     * ended the search.
     *
     * @param beyond numbers that lie beyond all others of their columns
     */
    List<GrossError> find(List<GrossError> beyond) {
        Observations rest = GrossError.without(beyond, stable);
        original = GrossError.without(beyond, data).values();
        int few = splits(rest, Completion.CELLS_TO_CHOOSE_BY);
        List<Check> checks = new ArrayList<>(checks(rest, 0, few));
        boolean areSome = !beyond.isEmpty(); // where one is, others may be
        boolean mayBe = areSome || areThereErrors(checks, WORTH_A_LOOK, 0);
        if (mayBe) {
            checks.addAll(checks(rest, few, splits(rest, CELLS_TO_BE_SURE_BY)));
        }
        List<GrossError> found = new ArrayList<>(beyond);
        if (mayBe && areThereErrors(checks, 0, areSome ? RARE : 0)) {
            forecast.outlook().expectErrors(Outlook.Errors.SURE);
            found.addAll(far(rest, checks));
        }
        return stopped ? List.of() : GrossError.mostDistantFirst(found);
    }

    /**
     * Two fits of the same entries, and how far the entries are off that are held out, in units of their columns' scales by medians.
     *
     * @param steps the climb under noise with heavy tails
     * @param robust the errors on the entries that are held out, of the fit that hardly listens to entries that are far off
     * @param usual the errors of a fit under normal noise
     */
    private record Check(List<Step> steps, Unseen robust, double[] usual) {}

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
        forecast.enter(from == 0 ? Part.USUAL_CLIMB : Part.CLOSER_USUAL_CLIMB);
        Listener first = begin("for gross errors");
        for (Observations.Split split : splits) {
            if (!stopped) {
                usual.add(climb(split, preparation.fit(split.train(), execution.workers()), false, first));
            }
        }
        List<Check> checks = new ArrayList<>();
        forecast.enter(from == 0 ? Part.ROBUST_CLIMB : Part.CLOSER_ROBUST_CLIMB);
        Listener second = stopped ? Listener.NONE : begin("for gross errors");
        for (int k = 0; k < splits.size() && !stopped; k++) {
            Observations.Split split = splits.get(k);
            Preparation.Fitted prepared = Preparation.byMedians(split.train(), execution.workers());
            Preparation.Fitted usually = preparation.fit(split.train(), execution.workers());
            Listener listener = new WhileItMayWin(usual.get(k).trace(), second);
            Climbed<BayesianIterate> robust = climb(split, prepared, true, listener);
            checks.add(new Check(
                    robust.trace(),
                    Unseen.of(split.heldOut(), prepared, robust.iterate(), execution.workers()),
                    Unseen.errors(
                            split.heldOut(), usually.restore(usual.get(k).matrix()), prepared, execution.workers())));
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
     * if its prediction lies well on the way from the robust one to the entry itself, and does so more often than chance would have it: jams in traffic
     * are far from what is expected, and others tell of them. How often is told by places of differences within those of the column, so
     * it does not matter how much errors have spoiled the usual fit, or that they raise a whole column. A few errors spoil it less than a robust
     * fit loses by its distrust: up to the part "rare" of all entries need not make the robust one better.
     */
    private boolean areThereErrors(List<Check> checks, double least, double rare) {
        if (stopped || checks.isEmpty()) {
            return false;
        }
        List<Unseen> unseen = checks.stream().map(Check::robust).toList();
        int[] columns = Unseen.columns(unseen);
        double[] errors = Unseen.join(unseen, Unseen::errors);
        double[] usual = checks.stream()
                .flatMapToDouble(check -> Arrays.stream(check.usual))
                .toArray();
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
        double[] foreseen = new double[errors.length]; // the parts of what is far off
        for (int k = 0; k < errors.length; k++) {
            if (Math.abs(errors[k]) > FAR * noise[columns[k]]) {
                double difference = errors[k] - usual[k];
                known += Math.signum(errors[k])
                        * differences.get(columns[k]).stream()
                                .mapToDouble(other -> Math.signum(difference - other))
                                .average()
                                .orElse(0);
                foreseen[far++] = difference / errors[k];
            }
        }
        double gain = 1 - size / usualSize;
        double chance = CHANCE * Math.min(1, gain / CLEAR); // the less there is to gain, the less is left to chance
        boolean isForeseen = known > chance * Math.sqrt(far / 3.0) // a place varies by 1/3
                && (far == 0 || Median.of(foreseen, far) > FORESEEN);
        boolean areFew = far > 0 && far <= rare * errors.length;
        return (gain > least || areFew) && !isForeseen;
    }

    /*
     * The entries that are far from a robust fit: first from fits that do not know them, because an entry of which few others tell may have a
     * pair of its own in a fit that does; then from one of the others, and so on.
     */
    private List<GrossError> far(Observations rest, List<Check> checks) {
        int rank = rank(checks);
        forecast.outlook().expectRankOfErrors(rank);
        forecast.enter(Part.JUDGMENT);
        List<GrossError> found = farUnseen(unseen(rest, checks, rank));
        forecast.enter(Part.FITS_WITHOUT_FAR);
        for (int k = 0; k < FITS && (k == 0 || isPlausible(found)) && !stopped; k++) {
            forecast.outlook().expectFitWithoutErrors(k + 1);
            Observations others = GrossError.without(found, rest);
            Preparation.Fitted prepared = Preparation.byMedians(others, execution.workers());
            BayesianIterate robust = robust(others, prepared, rank, begin("for gross errors"));
            int before = found.size();
            found = far(rest, others, prepared, robust, limit(found));
            if (k > 0 && found.size() <= before) {
                break;
            }
        }
        return isPlausible(found) ? found : List.of();
    }

    private BayesianIterate robust(Observations data, Preparation.Fitted prepared, int rank, Listener listener) {
        return new FastGreedy(Completion.settings(rank, data.count(), listener))
                .minimize(Completion.problem(prepared.apply(data), execution).withHeavyTails(true))
                .iterate();
    }

    /* What the checks held out, and in a table that is not large all other entries too. */
    private List<Unseen> unseen(Observations rest, List<Check> checks, int rank) {
        List<Unseen> unseen = new ArrayList<>(checks.stream().map(Check::robust).toList());
        Listener listener = begin("for gross errors");
        int parts = rest.count() > CELLS_TO_BE_SURE_BY ? 0 : Completion.MAX_SPLITS;
        for (int part = checks.size(); part < parts && !stopped; part++) {
            Observations.Split split = split(rest, part);
            Preparation.Fitted prepared = Preparation.byMedians(split.train(), execution.workers());
            BayesianIterate fit = robust(split.train(), prepared, rank, listener);
            unseen.add(Unseen.of(split.heldOut(), prepared, fit, execution.workers()));
        }
        return unseen;
    }

    /* These are left out of the first fit, which says anew which are errors, and what is expected of them. */
    private List<GrossError> farUnseen(List<Unseen> parts) {
        double[] noise = noise(Unseen.join(parts, Unseen::errors), Unseen.columns(parts));
        List<GrossError> far = new ArrayList<>();
        for (Unseen part : parts) {
            int[] next = {0};
            part.entries().forEach((i, j, value, weight) -> {
                int k = next[0]++;
                double deviations = part.errors()[k] / Math.sqrt(noise[j] * noise[j] + part.uncertainty()[k]);
                if (Math.abs(deviations) > FAR) {
                    far.add(new GrossError(i, j, value, value, deviations));
                }
            });
        }
        return far;
    }

    /*
     * The number of standard deviations from which on an entry is rather one of the errors than normal: the more errors there are, and the closer they
     * are, the fewer. If p of the entries are errors, and these are normal with w times the standard deviation, that is where
     * (1 − p)·φ(d) = p·φ(d/w)/w.
     */
    private double limit(List<GrossError> found) {
        if (found.isEmpty()) {
            return FAR;
        }
        double[] deviations = found.stream().mapToDouble(GrossError::deviations).toArray();
        double width = Math.max(FAR, Median.standardDeviation(deviations));
        double part = Math.min(MOST, (double) found.size() / data.count());
        double square = 2 * Math.log(width * (1 - part) / part) / (1 - 1 / (width * width));
        return Math.min(FAR_AMONG_ERRORS, Math.sqrt(square));
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
        double[] errors = Unseen.errors(all, table, prepared, execution.workers());
        double[] leverages = spread(fit.leverages(), fitted, all);
        double[] alike = new double[errors.length];
        Arrays.setAll(alike, k -> errors[k] / Math.sqrt(1 - leverages[k]));
        double[] noise = noise(alike, Unseen.columns(all));
        boolean[] isTwoValued = Kinds.twoValued(data); // neither value can be an error
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

    private Climbed<BayesianIterate> climb(
            Observations.Split parts, Preparation.Fitted fitted, boolean heavyTails, Listener listener) {
        Preparation.Fitted units = Preparation.byMedians(parts.train(), execution.workers());
        ToDoubleFunction<LowRankMatrix> size =
                a -> Arrays.stream(Unseen.errors(parts.heldOut(), fitted.restore(a), units, execution.workers()))
                        .map(error -> Math.min(Math.abs(error), LARGE))
                        .average()
                        .orElse(0);
        Settings settings = Completion.settings(ranks.highest(), parts.train().count(), listener)
                .withHeldOut(new HeldOut<>(size, Completion.PATIENCE));
        return new FastGreedy(settings)
                .minimize(Completion.problem(fitted.apply(parts.train()), execution)
                        .withHeavyTails(heavyTails));
    }

    /* The standard deviation of the noise of each column, moved toward that of all columns. */
    private double[] noise(double[] errors, int[] columns) {
        double[] noise = Median.standardDeviations(errors, columns, data.columns(), SHRINKAGE);
        return Arrays.stream(noise).map(each -> Math.max(each, NOISELESS)).toArray();
    }
}
