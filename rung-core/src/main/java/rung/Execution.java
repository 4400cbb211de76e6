package rung;

import java.util.Objects;
import rung.linalg.Workers;

/**
 * How an application carries out its runs, whatever they compute. Immutable: each {@code with…} returns a changed copy.
 *
 * @param seed the seed of every random choice
 * @param threads how many threads to use; the result does not depend on it, bit for bit
 * @param listener watches the runs, and can end them
 */
public record Execution(long seed, int threads, Listener listener) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public Execution {
        Workers.checked(threads);
        Objects.requireNonNull(listener, "listener");
    }

    /**
     * Returns the default: seed 0, all processors, and nobody who watches.
     *
     * @return the default
     */
    public static Execution byDefault() {
        return new Execution(0, Workers.all().threads(), Listener.NONE);
    }

    /**
     * Returns a copy with this seed.
     *
     * @param seed the seed of every random choice
     * @return a changed copy
     */
    public Execution withSeed(long seed) {
        return new Execution(seed, threads, listener);
    }

    /**
     * Returns a copy that uses this many threads.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Execution withThreads(int threads) {
        return new Execution(seed, threads, listener);
    }

    /**
     * Returns a copy that is watched by this listener.
     *
     * @param listener watches the runs, and can end them
     * @return a changed copy
     */
    public Execution withListener(Listener listener) {
        return new Execution(seed, threads, listener);
    }

    /**
     * Creates workers on these threads.
     *
     * @return the workers
     */
    public Workers workers() {
        return new Workers(threads);
    }
}
