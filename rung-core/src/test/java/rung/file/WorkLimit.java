package rung.file;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Ends the JVM's wait for an input that takes more work than any should: seconds of processor time, which a busy machine does not add. */
public final class WorkLimit implements AutoCloseable {
    private static final double MOST_SECONDS = 30;

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final Thread worker = Thread.currentThread();
    private final Thread watch = new Thread(this::watch, "work-limit");
    private volatile int seed;
    private volatile boolean isOver;

    /** Watches what this thread does from now on. */
    public WorkLimit() {
        watch.setDaemon(true);
        watch.start();
    }

    /** Says that the work on the next input begins, which this seed makes. */
    public void begin(int next) {
        seed = next;
    }

    private void watch() {
        int last = -1;
        long began = 0;
        while (!isOver) {
            if (seed != last) {
                last = seed;
                began = system.getProcessCpuTime();
            }
            if (system.getProcessCpuTime() - began > MOST_SECONDS * 1e9) {
                System.err.println("seed " + last + " takes more than " + MOST_SECONDS + " s of work; it hangs at");
                Arrays.stream(worker.getStackTrace()).forEach(System.err::println);
                Runtime.getRuntime().halt(1); // nothing else ends a thread that loops
            }
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    @Override
    public void close() {
        isOver = true;
        watch.interrupt();
    }
}
