package rung.cli;

import java.time.Duration;

/** Times in seconds, as messages and summaries show them. */
final class Seconds {
    private Seconds() {}

    /** The seconds that have passed since {@link System#nanoTime()} gave a value. */
    static double since(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e9;
    }

    /** A duration in seconds. */
    static double of(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
