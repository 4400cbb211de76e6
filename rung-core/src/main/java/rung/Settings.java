package rung;

import java.util.Objects;
import java.util.Optional;

/**
 * The settings of an algorithm. Immutable: each {@code with…} returns a changed copy.
 *
 * <p>Insertion, refit and pair tolerance are for exact problems; engines of other problems have one way to do each.
 *
 * @param rank r, the rank to climb to
 * @param pairTolerance how exactly the top pair of the gradient is found, see {@link ExactIterate#steepest(double)}
 * @param insertion how a new pair enters
 * @param refit how the inner problems are solved
 * @param refits the number of inner problems after each insertion; only the fast algorithms, which alternate the sides, need more than
 *     one
 * @param growth how many pairs enter before both sides are refitted, as a part of the rank so far; at least one enters, as in the
 *     paper, which has 0. Only the fast algorithms use it: high ranks are reached in fewer steps
 * @param finishing the most rounds of refits for the solution at the end; they stop when R falls too little; 0 in the paper
 * @param truncation which piece a local search gives up
 * @param limits when to end early
 * @param heldOut the data to choose the best point of the path by; empty for none
 * @param listener is called after each step
 */
public record Settings(
        int rank,
        double pairTolerance,
        Insertion insertion,
        Refit refit,
        int refits,
        double growth,
        int finishing,
        Truncation truncation,
        Limits limits,
        Optional<HeldOut<LowRankMatrix>> heldOut,
        Listener listener) {
    /** The pair tolerance that is as small as rounding allows, which the theorems need. */
    public static final double EXACT_PAIRS = 1e-10;

    /** Checks the settings. */
    public Settings {
        if (rank < 0) {
            throw new IllegalArgumentException("rank must not be negative, got " + rank);
        }
        if (!(pairTolerance > 0 && pairTolerance < 1)) {
            throw new IllegalArgumentException("pair tolerance must be between 0 and 1, got " + pairTolerance);
        }
        if (refits < 1) {
            throw new IllegalArgumentException("refits must be at least 1, got " + refits);
        }
        if (!(growth >= 0 && growth <= 1)) {
            throw new IllegalArgumentException("growth must be between 0 and 1, got " + growth);
        }
        if (finishing < 0) {
            throw new IllegalArgumentException("finishing must not be negative, got " + finishing);
        }
        Objects.requireNonNull(insertion, "insertion");
        Objects.requireNonNull(refit, "refit");
        Objects.requireNonNull(truncation, "truncation");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(heldOut, "held-out data");
        Objects.requireNonNull(listener, "listener");
    }

    /**
     * Settings with one exact refit after each insertion by line search, from which each algorithm's own defaults depart.
     *
     * @param rank the rank to climb to
     * @return the settings
     */
    public static Settings ofRank(int rank) {
        return new Settings(
                rank,
                EXACT_PAIRS,
                Insertion.LINE_SEARCH,
                Refit.exact(),
                1,
                0,
                0,
                Truncation.SMALLEST_SINGULAR_VALUE,
                Limits.NONE,
                Optional.empty(),
                Listener.NONE);
    }

    /**
     * The number of pairs that enter at a rank before both sides are refitted.
     *
     * @param current the rank so far, below the rank to climb to
     * @return at least one pair
     */
    public int pairsAt(int current) {
        return Math.max(1, Math.min(rank - current, (int) (growth * current)));
    }

    /**
     * Sets the rank to climb to.
     *
     * @param rank at least 0
     * @return a changed copy
     */
    public Settings withRank(int rank) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /**
     * Sets how exactly the top pair of the gradient is found.
     *
     * @param pairTolerance above 0 and below 1
     * @return a changed copy
     */
    public Settings withPairTolerance(double pairTolerance) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /**
     * Sets how a new pair enters.
     *
     * @param insertion the way
     * @return a changed copy
     */
    public Settings withInsertion(Insertion insertion) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /**
     * Sets how the inner problems are solved.
     *
     * @param refit iterations and start
     * @return a changed copy
     */
    public Settings withRefit(Refit refit) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /**
     * Sets the number of inner problems after each insertion.
     *
     * @param refits at least 1
     * @return a changed copy
     */
    public Settings withRefits(int refits) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /**
     * Sets how many pairs enter before both sides are refitted, as a part of the rank so far.
     *
     * @param growth from 0, for one pair at a time, to 1, which doubles the rank with each step
     * @return a changed copy
     */
    public Settings withGrowth(double growth) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /**
     * Sets the most rounds of refits at the end.
     *
     * @param finishing at least 0
     * @return a changed copy
     */
    public Settings withFinishing(int finishing) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /**
     * Sets which piece a local search gives up.
     *
     * @param truncation the rule
     * @return a changed copy
     */
    public Settings withTruncation(Truncation truncation) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /**
     * Sets when to end early.
     *
     * @param limits limits on steps, time and decrease
     * @return a changed copy
     */
    public Settings withLimits(Limits limits) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /**
     * Sets the data to choose the best point of the path by.
     *
     * @param heldOut the data
     * @return a changed copy
     */
    public Settings withHeldOut(HeldOut<LowRankMatrix> heldOut) {
        return withHeldOut(Optional.of(heldOut));
    }

    /**
     * Sets or removes the data to choose the best point of the path by.
     *
     * @param heldOut the data; empty for none
     * @return a changed copy
     */
    public Settings withHeldOut(Optional<HeldOut<LowRankMatrix>> heldOut) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /**
     * Sets who watches.
     *
     * @param listener is called after each step
     * @return a changed copy
     */
    public Settings withListener(Listener listener) {
        return new Settings(
                rank,
                pairTolerance,
                insertion,
                refit,
                refits,
                growth,
                finishing,
                truncation,
                limits,
                heldOut,
                listener);
    }

    /** Describes the settings in words; held-out data and the listener, which cannot be written down, are left out. */
    @Override
    public String toString() {
        return "rank " + rank + ", pairs found to " + pairTolerance + ", " + insertion + ", " + refits + " × " + refit
                + ", finishing " + finishing + ", "
                + truncation + ", " + limits
                + heldOut.map(data -> ", held-out data with patience " + data.patience())
                        .orElse("");
    }
}
