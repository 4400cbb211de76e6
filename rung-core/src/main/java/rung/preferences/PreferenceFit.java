package rung.preferences;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.Limits;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Refit;
import rung.Step;
import rung.StopReason;
import rung.algorithm.Recorder;
import rung.engine.preference.PreferenceClimb;
import rung.linalg.Side;

/**
 * A pair that was fitted to all entries, once the penalty is known.
 *
 * @param <A> the pair
 * @param pair the pair itself
 * @param path the steps of the fit, one for each round of refits
 * @param stop why it ended; empty if it came to its end
 */
public record PreferenceFit<A extends PreferenceClimb<A>>(A pair, List<Step> path, Optional<StopReason> stop) {
    /** The rounds of refits of both sides to all entries. */
    public static final int ROUNDS = 3;

    /** The steps of conjugate gradients in a refit of a side. */
    private static final Refit ROUGHLY = Refit.warm(3);

    /**
     * Settings of a fit.
     *
     * @param rounds the rounds of refits of both sides
     * @param limits when to end before
     * @param listener watches, and can end the fit
     */
    public record How(int rounds, Limits limits, Listener listener) {
        /**
         * The usual number of rounds, without limits.
         *
         * @param listener watches, and can end the fit
         * @return the settings
         */
        public static How usual(Listener listener) {
            return new How(ROUNDS, Limits.NONE, listener);
        }

        /**
         * Returns a copy with this many rounds.
         *
         * @param others the rounds, at least 0
         * @return a changed copy
         */
        public How withRounds(int others) {
            return new How(others, limits, listener);
        }

        /**
         * Returns a copy with these limits.
         *
         * @param others when to end
         * @return a changed copy
         */
        public How withLimits(Limits others) {
            return new How(rounds, others, listener);
        }
    }

    /**
     * Fits a pair from nothing.
     *
     * @param <A> the pair
     * @param entries all entries
     * @param factor the penalty, in units of {@link TargetScales#unit}
     * @param rank the rank
     * @param how the rounds, limits and listener
     * @return the fitted pair
     */
    public static <A extends PreferenceClimb<A>> PreferenceFit<A> fromNothing(
            PreferenceEntries<A> entries, double factor, int rank, How how) {
        A start = entries.start(factor);
        start.appendTop(rank);
        PreferenceFit<A> fit = from(start, entries, factor, rank, how);
        start.release();
        return fit;
    }

    /**
     * Fits a pair that begins where another is. The users are refitted exactly at last, so that a user is what their own entries say.
     *
     * @param <A> the pair
     * @param from where it begins
     * @param entries all entries
     * @param factor the penalty, in units of {@link TargetScales#unit}
     * @param rank the rank
     * @param how the rounds, limits and listener
     * @return the fitted pair
     */
    public static <A extends PreferenceClimb<A>> PreferenceFit<A> from(
            A from, PreferenceEntries<A> entries, double factor, int rank, How how) {
        A a = entries.start(factor, from);
        Recorder<A> recorder = new Recorder<>(new Kept<>(), how.limits, Optional.empty(), how.listener, a, a.value());
        recorder.expectSteps(how.rounds);
        if (from.rank() > 0) { // lists of one rank and more were better than those by popularity
            a.appendTop(rank - a.rank());
        }
        for (int round = 0; round < how.rounds && recorder.mayGoOn(); round++) {
            refit(a, 1);
            recorder.record(() -> a, a.rank(), a.value(), OptionalDouble.empty(), true);
        }
        a.refit(Side.LEFT, Refit.exact());
        recorder.best().release();
        return new PreferenceFit<>(a, recorder.trace(), recorder.ended());
    }

    static <A extends PreferenceClimb<A>> void refit(A a, int rounds) {
        for (int round = 0; round < rounds; round++) {
            a.refit(Side.LEFT, ROUGHLY);
            a.refit(Side.RIGHT, ROUGHLY);
        }
    }

    /** How a recorder keeps pairs. */
    static final class Kept<A extends PreferenceClimb<A>> implements Recorder.Keeping<A> {
        @Override
        public A copy(A solution) {
            return solution.copy();
        }

        @Override
        public void release(A solution) {
            solution.release();
        }

        @Override
        public LowRankMatrix matrix(A solution) {
            return solution.matrix();
        }
    }
}
