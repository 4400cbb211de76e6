package rung.comparison;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;
import rung.data.Median;

/**
 * The time that a piece of work took.
 *
 * @param seconds elapsed seconds
 * @param cpuSeconds processor seconds of the whole process: all threads, the compiler and the collection of garbage among them, in the
 *     system's steps of usually 10 ms; empty where the system does not report them
 */
public record Cost(double seconds, OptionalDouble cpuSeconds) {
    static final Cost NOTHING = new Cost(0, OptionalDouble.of(0));

    /** The medians of elapsed and of processor seconds; empty if there are no costs. */
    static Optional<Cost> median(List<Cost> costs) {
        OptionalDouble seconds = median(costs.stream().mapToDouble(Cost::seconds));
        OptionalDouble cpu = median(costs.stream().flatMapToDouble(cost -> cost.cpuSeconds.stream()));
        return seconds.isEmpty() ? Optional.empty() : Optional.of(new Cost(seconds.getAsDouble(), cpu));
    }

    private static OptionalDouble median(DoubleStream values) {
        double[] all = values.toArray();
        return all.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Median.of(all, all.length));
    }

    Cost plus(Cost other) {
        return new Cost(seconds + other.seconds, both(cpuSeconds, other.cpuSeconds, Double::sum));
    }

    Cost minus(Cost other) {
        return new Cost(seconds - other.seconds, both(cpuSeconds, other.cpuSeconds, (a, b) -> a - b));
    }

    private static OptionalDouble both(OptionalDouble a, OptionalDouble b, DoubleBinaryOperator operation) {
        return a.isEmpty() || b.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(operation.applyAsDouble(a.getAsDouble(), b.getAsDouble()));
    }

    /** Begins to measure. */
    static Meter begin() {
        return new Meter(now());
    }

    /* The time on the wall and of the processors since some moment in the past. */
    private static Cost now() {
        return new Cost(
                System.nanoTime() / 1e9,
                ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .map(Duration::toNanos)
                        .map(nanos -> OptionalDouble.of(nanos / 1e9))
                        .orElse(OptionalDouble.empty()));
    }

    /** Measures from when it was created. */
    record Meter(Cost began) {
        Cost read() {
            return now().minus(began);
        }
    }
}
