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
 * <p>The result does not depend on the number of threads: a line's result may depend on that line alone, and no numbers are summed
 * across threads, except by {@link #sum}, whose order is fixed. Chunks of lines hold equal work, not equal numbers of lines, because
 * real data is skewed.
 */
public final class Workers {
    /** A loop gets one more thread for each time it has this many multiplications, because waking a thread costs about that much. */
    private static final long WORTH_A_THREAD = 50_000;

    /**
     * The number of chunks per thread. A thread takes the next chunk when it is done; chunks are small enough that all threads end
     * together.
     */
    private static final int CHUNKS_PER_THREAD = 16;

    /** The number of lines that one thread adds up at a time in {@link #sum}. */
    private static final int PART = 1024;

    /** The most threads: more threads than processors only disturb each other. In a container these are the processors it may use. */
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** Runs everything on the calling thread. */
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

    /**
     * Creates workers; the threads themselves come from a pool that all workers share.
     *
     * @param threads the most threads to use, at least 1; more than the machine has processors count as that many
     */
    public Workers(int threads) {
        this.threads = Math.min(checked(threads), PROCESSORS);
    }

    /**
     * Checks a number of threads.
     *
     * @param threads the number of threads
     * @return the same number
     * @throws IllegalArgumentException if it is below 1
     */
    public static int checked(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        return threads;
    }

    /**
     * As many workers as the machine has processors.
     *
     * @return the workers
     */
    public static Workers all() {
        return new Workers(PROCESSORS);
    }

    /**
     * The number of threads, at most the number of processors.
     *
     * @return the number, at least 1
     */
    public int threads() {
        return threads;
    }

    /** The body of a loop. */
    @FunctionalInterface
    public interface Task {
        /**
         * Handles some lines; called on several threads at once.
         *
         * @param from the first line
         * @param to the line after the last
         */
        void run(int from, int to);
    }

    /** How much work the lines are, so that it can be dealt out evenly. */
    @FunctionalInterface
    public interface Work {
        /**
         * The work of all lines before one, in multiplications: 0 for line 0, and never falling.
         *
         * @param line the line; the number of lines is asked for too
         * @return the work of the lines 0 … line − 1
         */
        long before(int line);
    }

    /**
     * Runs the task over all lines, each in exactly one call, and returns when all are done.
     *
     * @param lines the number of lines
     * @param work how much work the lines are
     * @param task the body of the loop
     */
    public void run(int lines, Work work, Task task) {
        run(lines, work, () -> task);
    }

    /**
     * Runs a loop with a task of its own for each thread, so that a task may have work space.
     *
     * @param lines the number of lines
     * @param work how much work the lines are
     * @param tasks makes a task; called once on each thread that takes part
     */
    public void run(int lines, Work work, Supplier<Task> tasks) {
        long total = work.before(lines);
        int crew = (int) Math.min(Math.min(threads, lines), total / WORTH_A_THREAD);
        if (crew < 2) {
            tasks.get().run(0, lines);
            return;
        }
        new Loop(lines, work, tasks, crew).runAll();
    }

    /** A sum over some lines. */
    @FunctionalInterface
    public interface Sum {
        /**
         * Adds up some lines.
         *
         * @param from the first line
         * @param to the line after the last
         * @return the sums, always of the same number of elements
         */
        double[] of(int from, int to);
    }

    /**
     * Adds up all lines, in parts that do not depend on the number of threads, so that the sums do not either, bit for bit.
     *
     * @param lines the number of lines
     * @param work the multiplications that a line takes
     * @param task adds up some of the lines
     * @return the sums over all lines
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
     * One loop, shared by the thread that calls and those that join it. The caller asks two threads of the pool to join, and each of
     * these asks two more, so that no thread has to wake all others. At the end the caller waits for the threads that joined, not for
     * those that were asked and have not come yet.
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

        /** Runs on the calling thread and returns when all chunks are done. */
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

        /** Runs on a thread of the pool. */
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

        /* The first line of a chunk: chunk c begins at the line where c/chunks of the work has been done. */
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
