package rung.comparison;

import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The time that a piece of work took.
 *
 * @param seconds elapsed seconds
 * @param cpuSeconds processor seconds of the whole process: all threads, the compiler and the collection of garbage among them, in the
 *     system's steps of usually 10 ms; NaN where the system does not report them
 */
public record Cost(double seconds, double cpuSeconds) {
    static final Cost NOTHING = new Cost(0, 0);

    /** The medians of elapsed and of processor seconds; NaN if there are none. */
    static Cost median(List<Cost> costs) {
        return new Cost(median(costs, Cost::seconds), median(costs, Cost::cpuSeconds));
    }

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> of) {
        double[] sorted = costs.stream().mapToDouble(of).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    Cost plus(Cost other) {
        return new Cost(seconds + other.seconds, cpuSeconds + other.cpuSeconds);
    }

    Cost minus(Cost other) {
        return new Cost(seconds - other.seconds, cpuSeconds - other.cpuSeconds);
    }

    /** Begins to measure. */
    static Meter begin() {
        return new Meter(System.nanoTime(), processSeconds());
    }

    private static double processSeconds() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .map(nanos -> nanos / 1e9)
                .orElse(Double.NaN);
    }

    /** Measures from when it was created. */
    record Meter(long began, double cpu) {
        Cost read() {
            return new Cost((System.nanoTime() - began) / 1e9, processSeconds() - cpu);
        }
    }
}
