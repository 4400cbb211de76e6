package rung.comparison;

import java.lang.ref.Reference;
import java.util.function.Supplier;

/**
 * Measures the most memory that a piece of work keeps alive, beyond what was alive before. While the work runs, garbage is collected
 * again and again, and what is left is counted. That slows the work down, so it is not timed at the same time.
 */
final class HeapWatch {
    private static final int PAUSE_MILLIS = 50;

    private HeapWatch() {}

    /** Runs the work and returns the most bytes that it kept alive. */
    static long peak(Supplier<?> work) {
        long before = live();
        long[] peak = {before};
        Thread watcher = new Thread(
                () -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        peak[0] = Math.max(peak[0], live());
                        try {
                            Thread.sleep(PAUSE_MILLIS);
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                },
                "rung-heap-watch");
        watcher.setDaemon(true);
        watcher.start();
        Object result;
        try {
            result = work.get();
        } finally {
            watcher.interrupt();
            join(watcher);
        }
        long after = live(); // with the result, which is there however short the work was
        Reference.reachabilityFence(result);
        return Math.max(0, Math.max(peak[0], after) - before);
    }

    private static long live() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static void join(Thread watcher) {
        boolean interrupted = false;
        while (watcher.isAlive()) {
            try {
                watcher.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
