package rung.preferences;

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
    /** The penalties that are tried, in units of {@link TargetScales#unit}. */
    private static final double[] FACTORS = {1.8, 1.5, 1.3, 1.15, 1.02, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3};

    /** The penalty where nothing can be held out: about what is chosen elsewhere. */
    public static final double WITHOUT_CHOICE = 1.1;

    /** The most penalties that are tried. */
    public static final int MOST = FACTORS.length;

    /** The choice ends after this many penalties in a row that are not better than the best. */
    public static final int PATIENCE = 2;

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

    /* Where the parabola through the best penalty and its neighbors has its vertex: their errors are noisy, and steps are wide. */
    private static double vertex(List<Step> path) {
        int best = 0;
        for (int k = 1; k < path.size(); k++) {
            best = path.get(k).heldOut().orElseThrow()
                            < path.get(best).heldOut().orElseThrow()
                    ? k
                    : best;
        }
        if (best == 0 || best + 1 >= path.size()) {
            return FACTORS[best];
        }
        double x = Math.log(FACTORS[best]);
        double y = path.get(best).heldOut().orElseThrow();
        double before = Math.log(FACTORS[best - 1]) - x;
        double after = Math.log(FACTORS[best + 1]) - x;
        double rise = path.get(best - 1).heldOut().orElseThrow() - y;
        double fall = path.get(best + 1).heldOut().orElseThrow() - y;
        double curvature = rise * after - fall * before;
        double vertex = 0.5 * (rise * after * after - fall * before * before) / curvature;
        return curvature == 0 ? FACTORS[best] : Math.exp(x + vertex);
    }
}
