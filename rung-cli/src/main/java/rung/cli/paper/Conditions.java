package rung.cli.paper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import rung.Listener;

/**
 * The conditions under which all experiments run.
 *
 * @param data the folder of the data sets
 * @param quick whether few seeds are enough
 * @param first the first seed of matrices and splits; the others follow
 * @param threads how many to use; only times depend on it
 * @param watcher sees the progress, and can end the run
 */
public record Conditions(Path data, boolean quick, long first, int threads, Watcher watcher) {
    /** Sees the progress. */
    public interface Watcher {
        /**
         * Is called when a unit of work begins.
         *
         * @param what what the unit is, in words
         * @param done the number of units that are done
         * @param all the number of all units
         */
        void onUnit(String what, int done, int all);

        /**
         * Whether to end as soon as possible.
         *
         * @return true if it has to end
         */
        boolean isStopped();
    }

    /** Random matrices of each synthetic setting; the paper does not say how many it took. */
    int matrices() {
        return quick ? 2 : 10;
    }

    /** Splits of MovieLens 100K and 1M: the paper's number. */
    int splits() {
        return quick ? 2 : 5;
    }

    /** Which seeds these are, in words. */
    String seeds(int count) {
        return count == 1 ? "seed " + first : "seeds " + first + " to " + (first + count - 1);
    }

    /** Throws if the run was asked to end. */
    void checkStopped() {
        if (watcher.isStopped()) {
            throw new CancellationException("stopped");
        }
    }

    /** A listener that ends a fit when the run was asked to end. */
    Listener listener() {
        return progress -> {
            if (watcher.isStopped()) {
                progress.stop();
            }
        };
    }

    /** Tells the watcher that a unit of work begins. */
    void unit(String what, int done, int all) {
        checkStopped();
        watcher.onUnit(what, done, all);
    }

    /** Runs {@code work} for each seed, several at a time, each on a thread of its own; returns the results in the order of seeds. */
    <T> List<T> each(String what, int seeds, LongFunction<T> work) {
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, seeds));
        AtomicInteger done = new AtomicInteger();
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int k = 0; k < seeds; k++) {
                long seed = first + k;
                futures.add(pool.submit(() -> {
                    checkStopped();
                    T result = work.apply(seed);
                    watcher.onUnit(what, done.incrementAndGet(), seeds);
                    return result;
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            pool.shutdownNow();
        }
    }
}
