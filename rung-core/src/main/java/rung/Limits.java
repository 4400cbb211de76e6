package rung;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When a run ends although it could go on. Tolerance and {@code untilNoDecrease} apply to every step of a greedy climb, but only to the
 * swaps of a local search.
 *
 * @param steps the most steps
 * @param time the most time: no new step begins after it
 * @param tolerance ends the run when a step lowers R by less than this fraction of R(0) − R, what has been gained so far; 0 for never
 * @param untilNoDecrease whether a step that does not lower R ends the run
 */
public record Limits(int steps, Duration time, double tolerance, boolean untilNoDecrease) {
    /** No limit: only the rank ends a run. */
    public static final Limits NONE = new Limits(Integer.MAX_VALUE, Duration.ofSeconds(Long.MAX_VALUE), 0, false);

    /** Checks the limits. */
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

    /**
     * Sets the most steps.
     *
     * @param steps at least 1
     * @return a changed copy
     */
    public Limits withSteps(int steps) {
        return new Limits(steps, time, tolerance, untilNoDecrease);
    }

    /**
     * Sets the most time.
     *
     * @param time not negative
     * @return a changed copy
     */
    public Limits withTime(Duration time) {
        return new Limits(steps, time, tolerance, untilNoDecrease);
    }

    /**
     * Sets the least decrease of a step.
     *
     * @param tolerance the fraction of all that has been gained, at least 0 and below 1
     * @return a changed copy
     */
    public Limits withTolerance(double tolerance) {
        return new Limits(steps, time, tolerance, untilNoDecrease);
    }

    /**
     * Sets whether a step that does not lower R ends the run.
     *
     * @param untilNoDecrease whether it does
     * @return a changed copy
     */
    public Limits withUntilNoDecrease(boolean untilNoDecrease) {
        return new Limits(steps, time, tolerance, untilNoDecrease);
    }

    /** Describes the limits in words. */
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
