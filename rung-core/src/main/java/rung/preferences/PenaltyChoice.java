package rung.preferences;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import rung.HeldOut;
import rung.Limits;
import rung.Listener;
import rung.Refit;
import rung.Step;
import rung.StopReason;
import rung.algorithm.Recorder;
import rung.engine.preference.PreferenceIterate;
import rung.linalg.Side;

/**
 * Chooses the penalty by lists of held-out entries. It tries one penalty after another, from strong to weak, and ends when two in a row
 * have given no better lists than the best so far. Each try starts from the solution of the try before and adds columns to it. So it
 * needs few refits: MovieLens 1M takes six tries, of one or two rounds of refits each.
 */
final class PenaltyChoice {
    /** The penalties that are tried, in units of {@link ScaledEvents#unit}. */
    private static final double[] FACTORS = {1.8, 1.5, 1.3, 1.15, 1.02, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3};

    /** The penalty where nothing can be held out: about what is chosen elsewhere. */
    static final double WITHOUT_CHOICE = 1.1;

    /** The choice ends after this many penalties in a row that are not better than the best. */
    private static final int PATIENCE = 2;

    /** The steps of conjugate gradients in a refit of a side. */
    private static final Refit ROUGHLY = Refit.warm(3);

    private final int maxRank;
    private final ToDoubleFunction<PreferenceIterate> error;
    private final Listener listener;

    /**
     * Prepares a choice.
     *
     * @param maxRank the highest rank
     * @param error how bad the lists of a solution are on the held-out entries
     * @param listener watches, and can end the choice
     */
    PenaltyChoice(int maxRank, ToDoubleFunction<PreferenceIterate> error, Listener listener) {
        this.maxRank = maxRank;
        this.error = error;
        this.listener = listener;
    }

    /**
     * The result.
     *
     * @param factor the chosen penalty, in units of {@link ScaledEvents#unit}
     * @param best the best of the solutions that were tried; of rank 0 if none has better lists than popularity
     * @param path the steps, one for each penalty
     * @param stopped whether the listener ended the choice
     */
    record Choice(double factor, PreferenceIterate best, List<Step> path, boolean stopped) {}

    Choice choose(ScaledEvents events) {
        PreferenceIterate a = events.problem().start();
        Recorder<PreferenceIterate> recorder = new Recorder<>(
                Recorder.Keeping.ofIterates(),
                Limits.NONE,
                Optional.of(new HeldOut<>(error, PATIENCE)),
                listener,
                a,
                0);
        recorder.expectSteps(FACTORS.length);
        for (int k = 0; k < FACTORS.length && recorder.mayGoOn(); k++) {
            a = events.withPenalty(FACTORS[k]).withStart(a).start();
            a.appendTop(Math.min(k < 2 ? 32 : 64, maxRank - a.rank()));
            refit(a, k < 2 ? 1 : 2);
            PreferenceIterate now = a;
            recorder.record(() -> now, a.rank(), a.value(), OptionalDouble.empty(), false);
        }
        List<Step> path = recorder.trace();
        return new Choice(
                vertex(path), recorder.best(), path, recorder.ended().equals(Optional.of(StopReason.STOPPED)));
    }

    static void refit(PreferenceIterate a, int rounds) {
        for (int round = 0; round < rounds; round++) {
            a.refit(Side.LEFT, ROUGHLY);
            a.refit(Side.RIGHT, ROUGHLY);
        }
    }

    /* Where the parabola through the best penalty and its neighbours has its vertex: their errors are noisy, and steps are wide. */
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
