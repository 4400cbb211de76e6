package rung.bench;

/** What a piece of work costs this process. */
final class Cpu {
    private final double cpu = seconds();
    private final long began = System.nanoTime();

    /** CPU seconds since this was made, of all threads. */
    double used() {
        return seconds() - cpu;
    }

    /** Seconds since this was made. */
    double elapsed() {
        return (System.nanoTime() - began) / 1e9;
    }

    private static double seconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    }
}
