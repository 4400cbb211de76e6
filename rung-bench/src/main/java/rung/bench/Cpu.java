package rung.bench;

/** What a piece of work costs this process. */
public final class Cpu {
    private final double cpu = seconds();
    private final long began = System.nanoTime();

    /** Begins to measure. */
    public Cpu() {}

    /**
     * CPU seconds since this was made, of all threads.
     *
     * @return the seconds
     */
    public double used() {
        return seconds() - cpu;
    }

    /**
     * Seconds since this was made.
     *
     * @return the seconds
     */
    public double elapsed() {
        return (System.nanoTime() - began) / 1e9;
    }

    private static double seconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    }
}
