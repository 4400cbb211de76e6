package rung;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * One row of the trace of a run.
 *
 * @param step the number of the step, counted from 1
 * @param rank the rank after the step
 * @param value R(A) after the step
 * @param sigma σ₁ of the gradient that the step followed, so of the gradient before the step; empty if it followed none
 * @param elapsed the time since the run began
 * @param heldOut the error on the held-out data, if there is any
 */
public record Step(int step, int rank, double value, OptionalDouble sigma, Duration elapsed, OptionalDouble heldOut) {
    /**
     * The time since the run began.
     *
     * @return {@link #elapsed} in seconds
     */
    public double seconds() {
        return elapsed.toNanos() / 1e9;
    }
}
