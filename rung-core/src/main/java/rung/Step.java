package rung;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * One row of the trace.
 *
 * @param step counted from 1
 * @param rank after the step
 * @param value R(A) after the step
 * @param sigma σ₁ of the gradient that the step followed, so before the step; NaN if it followed none
 * @param elapsed since the run began
 * @param heldOut the error on the held-out data, if there is any
 */
public record Step(int step, int rank, double value, double sigma, Duration elapsed, OptionalDouble heldOut) {}
