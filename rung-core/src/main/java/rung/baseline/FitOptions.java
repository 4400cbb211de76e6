package rung.baseline;

import java.util.Objects;
import java.util.Optional;
import rung.HeldOut;
import rung.Limits;
import rung.Listener;
import rung.LowRankMatrix;
import rung.linalg.Workers;

/**
 * Options that every {@link Baseline} has beside its own parameters: how long to go on, what is held out, and who watches. Immutable:
 * each {@code with…} returns a changed copy.
 *
 * @param limits when to end; without a limit on steps the method takes its usual number
 * @param heldOut the data to choose the best step by; empty for none
 * @param listener is called after each step
 * @param seed the seed of every random choice
 * @param threads the number of threads; the result does not depend on it
 */
public record FitOptions(
        Limits limits, Optional<HeldOut<LowRankMatrix>> heldOut, Listener listener, long seed, int threads) {
    /** Checks the options. */
    public FitOptions {
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(heldOut, "held-out data");
        Objects.requireNonNull(listener, "listener");
        Workers.checked(threads);
    }

    /**
     * The usual number of steps, nothing held out, nobody watching, as many threads as processors.
     *
     * @return the options
     */
    public static FitOptions byDefault() {
        return new FitOptions(
                Limits.NONE,
                Optional.empty(),
                Listener.NONE,
                0,
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * Sets when to end.
     *
     * @param limits limits on steps, time and decrease
     * @return a changed copy
     */
    public FitOptions withLimits(Limits limits) {
        return new FitOptions(limits, heldOut, listener, seed, threads);
    }

    /**
     * Sets the data to choose the best step by.
     *
     * @param heldOut the held-out data
     * @return a changed copy
     */
    public FitOptions withHeldOut(HeldOut<LowRankMatrix> heldOut) {
        return withHeldOut(Optional.of(heldOut));
    }

    /**
     * Sets or removes the data to choose the best step by.
     *
     * @param heldOut the held-out data; empty for none
     * @return a changed copy
     */
    public FitOptions withHeldOut(Optional<HeldOut<LowRankMatrix>> heldOut) {
        return new FitOptions(limits, heldOut, listener, seed, threads);
    }

    /**
     * Sets who watches.
     *
     * @param listener is called after each step and can end the run
     * @return a changed copy
     */
    public FitOptions withListener(Listener listener) {
        return new FitOptions(limits, heldOut, listener, seed, threads);
    }

    /**
     * Sets the seed of every random choice.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public FitOptions withSeed(long seed) {
        return new FitOptions(limits, heldOut, listener, seed, threads);
    }

    /**
     * Sets the number of threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public FitOptions withThreads(int threads) {
        return new FitOptions(limits, heldOut, listener, seed, threads);
    }
}
