package rung.linalg;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Runs a loop over independent lines (rows or columns) on several threads.
 *
 * <p>Deterministic by construction: a line's result may depend on that line alone, and nothing is summed here, so how the
 * lines are dealt out cannot show in the answer. Chunks hold equal work, not equal numbers of lines, because real data is
 * skewed.
 */
public final class Workers {
    /** A loop is worth one more thread for each time it has this many multiplications: waking a thread costs as much as some. */
    private static final long WORTH_A_THREAD = 50_000;

    /** The chunks of each thread, which takes the next one when it is done: the last ones are small enough to end together. */
    private static final int CHUNKS_PER_THREAD = 16;

    /** The lines that are added up by one thread in {@link #sum}. */
    private static final int PART = 1024;

    /** More threads than processors only get into each other's way. In a container these are the ones it may use. */
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** The calling thread alone. */
    public static final Workers ONE = new Workers(1);

    private static final ThreadPoolExecutor POOL = pool();

    private static ThreadPoolExecutor pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                PROCESSORS, PROCESSORS, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "rung-worker");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private final int threads;

    /** Workers on this many threads, or on as many as there are processors if those are fewer. */
    public Workers(int threads) {
        this.threads = Math.min(checked(threads), PROCESSORS);
    }

    /**
     * Checks a number of threads.
     *
     * @return the same number
     * @throws IllegalArgumentException if it is below 1
     */
    public static int checked(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        return threads;
    }

    /** As many workers as the machine has processors. */
    public static Workers all() {
        return new Workers(PROCESSORS);
    }

    /** The number of threads, which is never more than that of the processors. */
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
        int crew = (int) Math.min(Math.min(threads, lines), total / WORTH_A_THREAD);
        if (crew < 2) {
            tasks.get().run(0, lines);
            return;
        }
        new Loop(lines, work, tasks, crew).runAll();
    }

    /** Adds up some lines, from (inclusive) to (exclusive). */
    @FunctionalInterface
    public interface Sum {
        /** @return as many numbers for any lines */
        double[] of(int from, int to);
    }

    /**
     * Adds up all lines, in parts that do not depend on the number of threads: so the sum does not either, bit for bit.
     *
     * @param work the multiplications a line takes
     */
    public double[] sum(int lines, long work, Sum task) {
        double[][] parts = new double[Math.max(1, (lines + PART - 1) / PART)][];
        run(parts.length, part -> (long) part * PART * work, (from, to) -> {
            for (int part = from; part < to; part++) {
                parts[part] = task.of(part * PART, (int) Math.min(lines, (part + 1L) * PART));
            }
        });
        double[] sums = parts[0];
        for (int part = 1; part < parts.length; part++) {
            for (int k = 0; k < sums.length; k++) {
                sums[k] += parts[part][k];
            }
        }
        return sums;
    }

    /**
     * One loop, shared by the thread that calls and those that join it. The caller starts two others, each of which starts two more, so
     * that nobody wakes everybody; and it waits for those who came, not for those who were asked and have not come yet.
     */
    private static final class Loop implements Runnable {
        private static final int CLOSED = Integer.MIN_VALUE / 2;
        private static final int STARTED_BY_EACH = 2;
        private static final int SPINS = 1_000;

        private final int lines;
        private final Work work;
        private final long total;
        private final int chunks;
        private final Supplier<Task> tasks;
        private final Thread caller = Thread.currentThread();
        private final AtomicInteger next = new AtomicInteger(); // the chunk to be taken next
        private final AtomicInteger wanted; // threads that may still be asked
        private final AtomicInteger present =
                new AtomicInteger(); // threads at work beside the caller; negative once closed
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        Loop(int lines, Work work, Supplier<Task> tasks, int crew) {
            this.lines = lines;
            this.work = work;
            this.total = work.before(lines);
            this.chunks = Math.min(lines, crew * CHUNKS_PER_THREAD);
            this.tasks = tasks;
            this.wanted = new AtomicInteger(crew - 1);
        }

        /** On the calling thread: returns when all chunks are done. */
        void runAll() {
            work();
            present.addAndGet(CLOSED);
            boolean interrupted = false;
            for (int spins = 0; present.get() != CLOSED; spins++) {
                if (spins < SPINS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.park(this);
                    interrupted |=
                            Thread.interrupted(); // the chunks in flight still write to our arrays: wait for them
                }
            }
            if (interrupted) {
                caller.interrupt();
            }
            Throwable thrown = failure.get();
            if (thrown instanceof Error error) {
                throw error;
            }
            if (thrown instanceof RuntimeException exception) {
                throw exception;
            }
        }

        /** On a thread of the pool. */
        @Override
        public void run() {
            if (present.incrementAndGet() > 0) {
                work();
            }
            if (present.decrementAndGet() == CLOSED) {
                LockSupport.unpark(caller);
            }
        }

        private void work() {
            try {
                for (int k = 0; k < STARTED_BY_EACH && wanted.getAndDecrement() > 0; k++) {
                    POOL.execute(this);
                }
                Task task = tasks.get();
                for (int c = next.getAndIncrement(); c < chunks; c = next.getAndIncrement()) {
                    int from = first(c);
                    int to = first(c + 1);
                    if (from < to) {
                        task.run(from, to);
                    }
                }
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
                next.set(chunks); // nobody begins another chunk
            }
        }

        /* The first line of a chunk, which begins where its part of the work does. */
        private int first(int chunk) {
            if (chunk == 0 || chunk == chunks) {
                return chunk == 0 ? 0 : lines;
            }
            long target = (long) ((double) total * chunk / chunks);
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
}
