package rung;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When a run ends although it could go on. The last two limits are for every step of a greedy climb, but for the swaps alone
 * of a local search.
 *
 * @param steps at most so many
 * @param time no new step begins after this
 * @param tolerance ends when a step lowers R by less than this fraction of R(0) − R, what has been gained so far; 0 for never
 * @param untilNoDecrease whether a step that does not lower R ends the run
 */
public record Limits(int steps, Duration time, double tolerance, boolean untilNoDecrease) {
    /** No limit but the rank. */
    public static final Limits NONE = new Limits(Integer.MAX_VALUE, Duration.ofSeconds(Long.MAX_VALUE), 0, false);

    public Limits {
        if (steps < 1) {
            throw new IllegalArgumentException("steps must be at least 1, got " + steps);
        }
        if (time.isNegative()) {
            throw new IllegalArgumentException("time must not be negative, got " + time);
        }
        if (!(tolerance >= 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance must be at least 0 and below 1, got " + tolerance);
        }
    }

    public Limits withSteps(int steps) {
        return new Limits(steps, time, tolerance, untilNoDecrease);
    }

    public Limits withTime(Duration time) {
        return new Limits(steps, time, tolerance, untilNoDecrease);
    }

    public Limits withTolerance(double tolerance) {
        return new Limits(steps, time, tolerance, untilNoDecrease);
    }

    public Limits withUntilNoDecrease(boolean untilNoDecrease) {
        return new Limits(steps, time, tolerance, untilNoDecrease);
    }

    /** In words. */
    @Override
    public String toString() {
        List<String> words = new ArrayList<>();
        if (steps < Integer.MAX_VALUE) {
            words.add("at most " + steps + " steps");
        }
        if (!time.equals(NONE.time)) {
            words.add("at most " + time.toSeconds() + " s");
        }
        if (tolerance > 0) {
            words.add("tolerance " + tolerance);
        }
        if (untilNoDecrease) {
            words.add("until no decrease");
        }
        return words.isEmpty() ? "no limits" : String.join(", ", words);
    }
}
