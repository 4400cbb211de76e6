package rung.baseline;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Provenance;
import rung.Solution;
import rung.StopReason;
import rung.algorithm.Recorder;
import rung.data.Observations;

/** One run of a {@link Baseline}: what the methods share, so that each of them can read like its pseudo-code. */
final class Run {
    private final Baseline method;
    private final Observations data;
    private final Course course;
    private final boolean isPath;
    private final Recorder<LowRankMatrix> recorder;

    private Run(Baseline method, Observations data, Course course, int usual, boolean isPath) {
        this.method = method;
        this.data = data;
        this.course = course;
        this.isPath = isPath;
        Limits limits = course.limits();
        this.recorder = new Recorder<>(
                Recorder.Keeping.ofMatrices(),
                limits.steps() == Limits.NONE.steps() ? limits.withSteps(usual) : limits,
                course.heldOut(),
                course.listener(),
                LowRankMatrix.zero(data.rows(), data.columns()),
                squares(data));
        int most = limits.steps() == Limits.NONE.steps() ? usual : limits.steps();
        if (most != Limits.NONE.steps()) {
            recorder.expectSteps(most);
        }
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
        return recorder.mayGoOn();
    }

    /**
     * Records a step, unless its value is not finite: then there was none, and the run ends.
     *
     * @param matrix makes what the run would return now, independent of what the method changes later
     */
    void record(int rank, double value, Supplier<LowRankMatrix> matrix) {
        recorder.record(matrix, rank, value, OptionalDouble.empty(), !isPath);
    }

    /**
     * Records a step of a path.
     *
     * @param parameter the point on the path, which becomes the sigma of the step
     */
    void record(int rank, double value, double parameter, Supplier<LowRankMatrix> matrix) {
        recorder.record(matrix, rank, value, OptionalDouble.of(parameter), !isPath);
    }

    /** The solution of a run whose loop ended by itself for this reason, unless something else ended it before. */
    Solution finish(StopReason reason) {
        recorder.end(reason);
        return new Solution(
                recorder.best(),
                recorder.bestValue(),
                recorder.trace(),
                recorder.ended().orElseThrow(),
                Optional.empty(),
                Provenance.of(
                        method.name(), method.settings(), "squared loss on " + data, course.seed(), course.threads()));
    }
}
