package rung.baseline;

import java.util.Objects;
import java.util.Optional;
import rung.HeldOut;
import rung.Limits;
import rung.Listener;
import rung.LowRankMatrix;
import rung.linalg.Workers;

/**
 * What every {@link Baseline} can be told beside its own parameters: how long to go on, and who watches. Immutable: each
 * {@code with…} returns a changed copy.
 *
 * @param limits when to end; without a limit on steps as many as the method usually takes
 * @param heldOut data to choose the best step by, if there is any
 * @param listener is told of each step
 * @param seed of every random choice
 * @param threads the answer does not depend on it
 */
public record Course(
        Limits limits, Optional<HeldOut<LowRankMatrix>> heldOut, Listener listener, long seed, int threads) {
    public Course {
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(heldOut, "held-out data");
        Objects.requireNonNull(listener, "listener");
        Workers.checked(threads);
    }

    /** As many steps as usual, nothing held out, nobody watching, all processors. */
    public static Course byDefault() {
        return new Course(
                Limits.NONE,
                Optional.empty(),
                Listener.NONE,
                0,
                Runtime.getRuntime().availableProcessors());
    }

    public Course withLimits(Limits limits) {
        return new Course(limits, heldOut, listener, seed, threads);
    }

    public Course withHeldOut(HeldOut<LowRankMatrix> heldOut) {
        return withHeldOut(Optional.of(heldOut));
    }

    public Course withHeldOut(Optional<HeldOut<LowRankMatrix>> heldOut) {
        return new Course(limits, heldOut, listener, seed, threads);
    }

    public Course withListener(Listener listener) {
        return new Course(limits, heldOut, listener, seed, threads);
    }

    public Course withSeed(long seed) {
        return new Course(limits, heldOut, listener, seed, threads);
    }

    public Course withThreads(int threads) {
        return new Course(limits, heldOut, listener, seed, threads);
    }
}
