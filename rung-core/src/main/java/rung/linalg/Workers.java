package rung.linalg;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Runs a loop over independent lines (rows or columns) on several threads.
 *
 * <p>Deterministic by construction: a line's result may depend on that line alone, and nothing is summed here, so how the
 * lines are dealt out cannot show in the answer. Chunks hold equal work, not equal numbers of lines, because real data is
 * skewed.
 */
public final class Workers {
    /** Below so many multiplications a loop is not worth a second thread. */
    private static final long SMALL = 100_000;

    private static final int CHUNKS_PER_THREAD = 8;
    private static final ExecutorService POOL = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "rung-worker");
        thread.setDaemon(true);
        return thread;
    });

    private final int threads;

    public Workers(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        this.threads = threads;
    }

    /** As many workers as the machine has processors. */
    public static Workers all() {
        return new Workers(Runtime.getRuntime().availableProcessors());
    }

    public int threads() {
        return threads;
    }

    /** What is done with the lines from (inclusive) to (exclusive); called on several threads at once. */
    @FunctionalInterface
    public interface Task {
        void run(int from, int to);
    }

    /** How much work the lines before {@code line} are, ascending from 0. */
    @FunctionalInterface
    public interface Work {
        long before(int line);
    }

    /** Runs the task over all lines, each in exactly one call, and returns when all are done. */
    public void run(int lines, Work work, Task task) {
        run(lines, work, () -> task);
    }

    /** The same with a task for each thread, which may have work space of its own. */
    public void run(int lines, Work work, Supplier<Task> tasks) {
        long total = work.before(lines);
        if (threads == 1 || lines < 2 || total < SMALL) {
            tasks.get().run(0, lines);
            return;
        }
        int chunks = Math.min(lines, threads * CHUNKS_PER_THREAD);
        int[] bounds = new int[chunks + 1];
        for (int c = 1; c < chunks; c++) {
            bounds[c] = firstAt(work, lines, (long) ((double) total * c / chunks));
        }
        bounds[chunks] = lines;
        AtomicInteger next = new AtomicInteger();
        Runnable worker = () -> {
            Task task = tasks.get();
            for (int c = next.getAndIncrement(); c < chunks; c = next.getAndIncrement()) {
                if (bounds[c] < bounds[c + 1]) {
                    task.run(bounds[c], bounds[c + 1]);
                }
            }
        };
        Future<?>[] others = new Future<?>[threads - 1];
        for (int k = 0; k < others.length; k++) {
            others[k] = POOL.submit(worker);
        }
        try {
            worker.run();
        } finally {
            next.set(chunks);
            join(others);
        }
    }

    private static void join(Future<?>[] others) {
        boolean interrupted = false;
        Throwable failure = null;
        for (Future<?> other : others) {
            while (true) {
                try {
                    other.get();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true; // the lines in flight still write to our arrays: wait for them, then say so
                } catch (ExecutionException e) {
                    failure = e.getCause();
                    break;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure != null) {
            throw new CompletionException(failure);
        }
    }

    private static int firstAt(Work work, int lines, long target) {
        int low = 0;
        int high = lines;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (work.before(middle) < target) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
