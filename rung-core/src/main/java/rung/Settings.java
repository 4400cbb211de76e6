package rung;

import java.util.Objects;

/**
 * What every algorithm can be told. Immutable: each {@code with…} returns a changed copy.
 *
 * @param rank r, the rank at most
 * @param insertion how a new pair enters
 * @param refit how the inner problems are solved
 * @param refits how many inner problems follow each insertion; only the fast algorithms, which alternate the sides, need
 *     more than one
 * @param finishing at most so many more rounds of refits for the solution at the end, as long as they pay; 0 in the paper
 * @param truncation which piece a local search gives up
 * @param limits when to end early
 * @param heldOut data to choose the best point of the path by; or null
 * @param listener is told of each step
 */
public record Settings(
        int rank,
        Insertion insertion,
        Refit refit,
        int refits,
        int finishing,
        Truncation truncation,
        Limits limits,
        HeldOut heldOut,
        Listener listener) {
    public Settings {
        if (rank < 0) {
            throw new IllegalArgumentException("rank must not be negative, got " + rank);
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
        Objects.requireNonNull(listener, "listener");
    }

    /** One exact refit after each insertion by line search: the start from which each algorithm's own defaults depart. */
    public static Settings ofRank(int rank) {
        return new Settings(
                rank,
                Insertion.LINE_SEARCH,
                Refit.exact(),
                1,
                0,
                Truncation.SMALLEST_SINGULAR_VALUE,
                Limits.NONE,
                null,
                Listener.NONE);
    }

    public Settings withRank(int rank) {
        return new Settings(rank, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withInsertion(Insertion insertion) {
        return new Settings(rank, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withRefit(Refit refit) {
        return new Settings(rank, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withRefits(int refits) {
        return new Settings(rank, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withFinishing(int finishing) {
        return new Settings(rank, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withTruncation(Truncation truncation) {
        return new Settings(rank, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withLimits(Limits limits) {
        return new Settings(rank, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withHeldOut(HeldOut heldOut) {
        return new Settings(rank, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    public Settings withListener(Listener listener) {
        return new Settings(rank, insertion, refit, refits, finishing, truncation, limits, heldOut, listener);
    }

    /** In words; what cannot be written down, held-out data and the listener, is left out. */
    @Override
    public String toString() {
        return "rank " + rank + ", " + insertion + ", " + refits + " × " + refit + ", finishing " + finishing + ", "
                + truncation + ", " + limits
                + (heldOut == null ? "" : ", held-out data with patience " + heldOut.patience());
    }
}
