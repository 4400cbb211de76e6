package rung;

import java.util.Objects;
import java.util.Optional;

/**
 * What every algorithm can be told. Immutable: each {@code with…} returns a changed copy.
 *
 * <p>Insertion, refit and pair tolerance are for exact problems; engines of other problems have one way to do each.
 *
 * @param rank r, the rank at most
 * @param pairTolerance how exactly the top pair of the gradient is found, see {@link ExactIterate#steepest(double)}
 * @param insertion how a new pair enters
 * @param refit how the inner problems are solved
 * @param refits how many inner problems follow each insertion; only the fast algorithms, which alternate the sides, need
 *     more than one
 * @param finishing at most so many more rounds of refits for the solution at the end, as long as they pay; 0 in the paper
 * @param truncation which piece a local search gives up
 * @param limits when to end early
 * @param heldOut data to choose the best point of the path by, if there is any
 * @param listener is told of each step
 */
public record Settings(
        int rank,
        double pairTolerance,
        Insertion insertion,
        Refit refit,
        int refits,
        int finishing,
        Truncation truncation,
        Limits limits,
        Optional<HeldOut<LowRankMatrix>> heldOut,
        Listener listener) {
    /** Pairs as exact as rounding allows, as the theorems want them. */
    public static final double EXACT_PAIRS = 1e-10;

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

    /** One exact refit after each insertion by line search: the start from which each algorithm's own defaults depart. */
    public static Settings ofRank(int rank) {
        return new Settings(
                rank,
                EXACT_PAIRS,
                Insertion.LINE_SEARCH,
                Refit.exact(),
                1,
                0,
                Truncation.SMALLEST_SINGULAR_VALUE,
                Limits.NONE,
                Optional.empty(),
                Listener.NONE);
    }

    public Settings withRank(int rank) {
        return new Settings(
                rank, pairTolerance, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withPairTolerance(double pairTolerance) {
        return new Settings(
                rank, pairTolerance, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withInsertion(Insertion insertion) {
        return new Settings(
                rank, pairTolerance, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withRefit(Refit refit) {
        return new Settings(
                rank, pairTolerance, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withRefits(int refits) {
        return new Settings(
                rank, pairTolerance, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withFinishing(int finishing) {
        return new Settings(
                rank, pairTolerance, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withTruncation(Truncation truncation) {
        return new Settings(
                rank, pairTolerance, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withLimits(Limits limits) {
        return new Settings(
                rank, pairTolerance, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withHeldOut(HeldOut<LowRankMatrix> heldOut) {
        return withHeldOut(Optional.of(heldOut));
    }

    public Settings withHeldOut(Optional<HeldOut<LowRankMatrix>> heldOut) {
        return new Settings(
                rank, pairTolerance, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withListener(Listener listener) {
        return new Settings(
                rank, pairTolerance, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    /** In words; what cannot be written down, held-out data and the listener, is left out. */
    @Override
    public String toString() {
        return "rank " + rank + ", pairs to " + pairTolerance + ", " + insertion + ", " + refits + " × " + refit
                + ", finishing " + finishing + ", "
                + truncation + ", " + limits
                + heldOut.map(data -> ", held-out data with patience " + data.patience())
                        .orElse("");
    }
}
