package rung;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * One step of a run: a row of the trace.
 *
 * @param step the number of the step, from 1
 * @param rank the rank after the step
 * @param value R(A) after the step
 * @param sigma σ₁ of the gradient that the step followed, computed before the step; NaN if it followed none
 * @param elapsed the time since the run began
 * @param heldOut the error on the held-out data; empty if there is none
 */
public record Step(int step, int rank, double value, double sigma, Duration elapsed, OptionalDouble heldOut) {}
