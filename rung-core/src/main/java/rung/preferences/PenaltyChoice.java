package rung.preferences;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import rung.HeldOut;
import rung.Limits;
import rung.Listener;
import rung.Step;
import rung.StopReason;
import rung.algorithm.Recorder;
import rung.engine.preference.PreferenceClimb;

/**
 * Chooses the penalty by lists of held-out entries. It tries one penalty after another, from strong to weak, and ends when two in a row
 * have given no better lists than the best so far. Each try starts from the solution of the try before and adds columns to it. So it
 * needs few refits: MovieLens 1M takes six tries, of one or two rounds of refits each.
 *
 * @param <A> the pair that is fitted
 */
public final class PenaltyChoice<A extends PreferenceClimb<A>> {
    /**
     * The penalties that are tried, in units of {@link TargetScales#unit}: from where noise alone would begin to be fitted. Lists were best at
     * 1.0 to 1.2 on MovieLens, and at 1.6 to 2.0 on generated choices of 2 to 70 % of all pairs.
     */
    private static final double[] FACTORS = {2, 1.67, 1.44, 1.28, 1.13, 1, 0.89, 0.78, 0.67, 0.56, 0.44, 0.33};

    /** The penalty where nothing can be held out: about what is chosen elsewhere. */
    public static final double WITHOUT_CHOICE = 1.2;

    /** The most penalties that are tried. */
    public static final int MOST = FACTORS.length;

    /** The choice ends after this many penalties in a row that are not better than the best. */
    public static final int PATIENCE = 2;

    /** The number of penalties on each side of the best one whose errors tell where between them the least error is. */
    private static final int NEIGHBORS = 2;

    /** The least number of held-out entries that can choose a penalty. */
    public static final int LEAST_TO_CHOOSE_BY = 20;

    private final int maxRank;
    private final ToDoubleFunction<A> error;
    private final Limits limits;
    private final Listener listener;

    /**
     * Prepares a choice.
     *
     * @param maxRank the highest rank
     * @param error how bad the lists of a solution are on the held-out entries
     * @param limits when to end
     * @param listener watches, and can end the choice
     */
    public PenaltyChoice(int maxRank, ToDoubleFunction<A> error, Limits limits, Listener listener) {
        this.maxRank = maxRank;
        this.error = error;
        this.limits = limits;
        this.listener = listener;
    }

    /**
     * The result.
     *
     * @param <A> the pair
     * @param factor the chosen penalty, in units of {@link TargetScales#unit}
     * @param best the best of the solutions that were tried; of rank 0 if none has better lists than popularity
     * @param path the steps, one for each penalty
     * @param error the least error on the path
     * @param stopped whether the listener ended the choice
     */
    public record Choice<A>(double factor, A best, List<Step> path, double error, boolean stopped) {}

    /**
     * Chooses.
     *
     * @param entries the entries that are not held out
     * @return the choice; its best solution is for the caller to release
     */
    public Choice<A> choose(PreferenceEntries<A> entries) {
        A a = entries.start(0);
        Recorder<A> recorder = new Recorder<>(
                new PreferenceFit.Kept<>(), limits, Optional.of(new HeldOut<>(error, PATIENCE)), listener, a, 0);
        recorder.expectSteps(MOST);
        for (int k = 0; k < MOST && recorder.mayGoOn(); k++) {
            A now = entries.start(FACTORS[k], a);
            a.release();
            a = now;
            a.appendTop(Math.min(columns(k), maxRank - a.rank()));
            PreferenceFit.refit(a, rounds(k));
            recorder.record(() -> now, a.rank(), a.value(), OptionalDouble.empty(), false);
        }
        a.release();
        List<Step> path = recorder.trace();
        double least = path.stream()
                .mapToDouble(step -> step.heldOut().orElseThrow())
                .min()
                .orElse(1);
        return new Choice<>(
                vertex(path), recorder.best(), path, least, recorder.ended().equals(Optional.of(StopReason.STOPPED)));
    }

    /**
     * The most columns that a try appends.
     *
     * @param tried the number of tries before it
     * @return the number of columns
     */
    public static int columns(int tried) {
        return tried < 2 ? 32 : 64;
    }

    /**
     * The rounds of refits of both sides in a try.
     *
     * @param tried the number of tries before it
     * @return the number of rounds
     */
    public static int rounds(int tried) {
        return tried < 2 ? 1 : 2;
    }

    /**
     * The error of a choice's solution after it is refitted to entries of other weights.
     *
     * @param choice the choice
     * @param entries the same entries with other weights
     * @param measure how bad the lists of a solution for these entries are
     * @return the error
     */
    public double errorOn(Choice<A> choice, PreferenceEntries<A> entries, ToDoubleFunction<A> measure) {
        A a = entries.start(choice.factor, choice.best);
        PreferenceFit.refit(a, PreferenceFit.ROUNDS);
        double found = measure.applyAsDouble(a);
        a.release();
        return found;
    }

    /*
     * Where the parabola has its vertex that fits the errors of the best penalty and of its neighbors, since errors are noisy and steps are
     * wide. With one neighbor to each side, MovieLens 100K loses 0.0007 of nDCG@20.
     */
    private static double vertex(List<Step> path) {
        double[] errors =
                path.stream().mapToDouble(step -> step.heldOut().orElseThrow()).toArray();
        int best = 0;
        for (int k = 1; k < errors.length; k++) {
            best = errors[k] < errors[best] ? k : best;
        }
        int from = Math.max(0, best - NEIGHBORS);
        int to = Math.min(errors.length, best + NEIGHBORS + 1);
        double[] x = Arrays.stream(FACTORS, from, to).map(Math::log).toArray();
        double vertex = Math.exp(vertex(x, Arrays.copyOfRange(errors, from, to)));
        return Double.isNaN(vertex) ? FACTORS[best] : Math.min(FACTORS[from], Math.max(FACTORS[to - 1], vertex));
    }

    /* Of the parabola through y(x), by least squares in polynomials that are orthogonal on x; NaN if it has no minimum. */
    private static double vertex(double[] x, double[] y) {
        double mean = Arrays.stream(x).average().orElseThrow();
        double[] line = Arrays.stream(x).map(each -> each - mean).toArray();
        double[] square = Arrays.stream(line).map(each -> each * each).toArray();
        double center = Arrays.stream(square).average().orElseThrow();
        double skew = slope(line, square);
        double[] bow = new double[x.length];
        Arrays.setAll(bow, k -> square[k] - center - skew * line[k]);
        double curvature = slope(bow, y);
        return x.length > 2 && curvature > 0 ? mean + 0.5 * (skew - slope(line, y) / curvature) : Double.NaN;
    }

    /* How much y rises with x, whose mean is zero. */
    private static double slope(double[] x, double[] y) {
        double product = 0;
        double square = 0;
        for (int k = 0; k < x.length; k++) {
            product += x[k] * y[k];
            square += x[k] * x[k];
        }
        return product / square;
    }
}
