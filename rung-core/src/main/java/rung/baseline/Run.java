package rung.baseline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import rung.HeldOut;
import rung.Limits;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Provenance;
import rung.Solution;
import rung.Step;
import rung.StopReason;
import rung.objective.Observations;

/**
 * One run of a {@link Baseline}: what the methods share, so that each of them can read like its pseudo-code. Keeps the trace,
 * tells the listener, minds the limits, and holds the solution that will be returned.
 */
final class Run {
    private final Baseline method;
    private final Observations data;
    private final Course course;
    private final int steps;
    private final boolean path;
    private final double valueOfZero;
    private final long began = System.nanoTime();
    private final List<Step> trace = new ArrayList<>();

    private LowRankMatrix kept;
    private double keptValue;
    private double lastValue;
    private double bestHeldOut = Double.POSITIVE_INFINITY;
    private int sinceBest;
    private StopReason stop;

    private Run(Baseline method, Observations data, Course course, int usual, boolean path) {
        this.method = method;
        this.data = data;
        this.course = course;
        this.path = path;
        int limit = course.limits().steps();
        steps = limit == Limits.NONE.steps() ? usual : limit;
        valueOfZero = squares(data);
        kept = LowRankMatrix.zero(data.rows(), data.columns());
        keptValue = valueOfZero;
        lastValue = valueOfZero;
    }

    /** A run whose steps minimize one function: as many as the method usually takes, unless there is a limit. */
    static Run ofIterations(Baseline method, Observations data, Course course, int usual) {
        return new Run(method, data, course, usual, false);
    }

    /** A run along a path: each step minimizes a function of its own, so limits on the decrease mean nothing. */
    static Run ofPath(Baseline method, Observations data, Course course) {
        return new Run(method, data, course, Limits.NONE.steps(), true);
    }

    /** ½·‖P_Ω(M)‖², what every method leaves unexplained at zero. */
    private static double squares(Observations data) {
        double[] sum = new double[1];
        data.forEach((row, column, value, weight) -> sum[0] += 0.5 * weight * value * value);
        return sum[0];
    }

    /** Whether there is to be another step. */
    boolean goesOn() {
        if (stop == null && trace.size() >= steps) {
            stop = StopReason.STEP_LIMIT;
        }
        if (stop == null && elapsed().compareTo(course.limits().time()) >= 0) {
            stop = StopReason.TIME_LIMIT;
        }
        return stop == null;
    }

    /**
     * A step is done, and the matrix is what the run would return now; unless the value is not finite, and there was no step.
     *
     * @param sigma of the trace; NaN for none
     * @param matrix makes it, independent of what the method changes later
     */
    void record(int rank, double value, double sigma, Supplier<LowRankMatrix> matrix) {
        if (!Double.isFinite(value)) {
            stop = StopReason.NOT_FINITE;
            return;
        }
        double decrease = lastValue - value;
        if (!path && course.limits().untilNoDecrease() && !(decrease > 0)) {
            stop = StopReason.NO_DECREASE;
            return;
        }
        LowRankMatrix a = matrix.get();
        OptionalDouble heldOut = keep(a, value);
        Step step = new Step(trace.size() + 1, rank, value, sigma, elapsed(), heldOut);
        trace.add(step);
        course.listener().onStep(new Progress(step, a));
        double tolerance = course.limits().tolerance();
        if (stop == null && !path && tolerance > 0 && decrease < tolerance * (valueOfZero - value)) {
            stop = StopReason.CONVERGED;
        }
        lastValue = value;
    }

    private OptionalDouble keep(LowRankMatrix a, double value) {
        HeldOut heldOut = course.heldOut();
        double error = heldOut == null ? Double.NaN : heldOut.error().of(a);
        boolean unmeasured = Double.isNaN(error) && bestHeldOut == Double.POSITIVE_INFINITY;
        if (heldOut == null || unmeasured || error < bestHeldOut) {
            bestHeldOut = Double.isNaN(error) ? bestHeldOut : error;
            kept = a;
            keptValue = value;
            sinceBest = 0;
        } else if (++sinceBest >= heldOut.patience()) {
            stop = StopReason.HELD_OUT_ROSE;
        }
        return heldOut == null ? OptionalDouble.empty() : OptionalDouble.of(error);
    }

    /** The solution of a run whose loop ended by itself for this reason, unless something else ended it before. */
    Solution finish(StopReason reason) {
        return new Solution(
                kept,
                keptValue,
                List.copyOf(trace),
                stop == null ? reason : stop,
                Optional.empty(),
                Provenance.of(
                        method.name(), method.settings(), "squared loss on " + data, course.seed(), course.threads()),
                Optional.empty());
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private final class Progress implements Listener.Progress {
        private final Step step;
        private final LowRankMatrix matrix;

        Progress(Step step, LowRankMatrix matrix) {
            this.step = step;
            this.matrix = matrix;
        }

        @Override
        public Step step() {
            return step;
        }

        @Override
        public LowRankMatrix matrix() {
            return matrix;
        }

        @Override
        public void stop() {
            stop = StopReason.STOPPED;
        }
    }
}
