package rung.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** Times in seconds, as messages and summaries show them. */
public final class Seconds {
    private Seconds() {}

    /**
     * The seconds that have passed since {@link System#nanoTime()} gave {@code nanoTime}.
     *
     * @param nanoTime a value of {@link System#nanoTime}
     * @return the seconds
     */
    public static double since(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e9;
    }

    /**
     * A duration in seconds.
     *
     * @param duration the duration
     * @return the seconds
     */
    public static double of(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /**
     * A time as a clock shows it: "42 s", "3:05 min", "1:20 h".
     *
     * @param seconds the seconds
     * @return the text
     */
    public static String clock(double seconds) {
        long whole = Math.round(seconds);
        if (whole < 60) {
            return whole + " s";
        }
        return whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d h", whole / 3600, whole / 60 % 60);
    }
}
