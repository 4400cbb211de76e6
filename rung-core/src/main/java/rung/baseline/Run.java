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

/** One run of a {@link Baseline}: records its steps and decides when it ends, so that each method can read like its pseudo-code. */
final class Run {
    private final Baseline method;
    private final Observations data;
    private final FitOptions options;
    private final boolean isPath;
    private final Recorder<LowRankMatrix> recorder;

    private Run(Baseline method, Observations data, FitOptions options, int usual, boolean isPath) {
        this.method = method;
        this.data = data;
        this.options = options;
        this.isPath = isPath;
        Limits limits = options.limits();
        this.recorder = new Recorder<>(
                Recorder.Keeping.ofMatrices(),
                limits.steps() == Limits.NONE.steps() ? limits.withSteps(usual) : limits,
                options.heldOut(),
                options.listener(),
                LowRankMatrix.zero(data.rows(), data.columns()),
                squares(data));
        int most = limits.steps() == Limits.NONE.steps() ? usual : limits.steps();
        if (most != Limits.NONE.steps()) {
            recorder.expectSteps(most);
        }
    }

    /** A run whose steps all minimize one function; it takes {@code usual} steps unless the options limit their number. */
    static Run ofIterations(Baseline method, Observations data, FitOptions options, int usual) {
        return new Run(method, data, options, usual, false);
    }

    /** A run along a path: each step minimizes a function of its own, so limits on the decrease do not apply. */
    static Run ofPath(Baseline method, Observations data, FitOptions options) {
        return new Run(method, data, options, Limits.NONE.steps(), true);
    }

    /** Computes ½·‖P_Ω(M)‖², the value of the zero matrix. */
    private static double squares(Observations data) {
        double[] sum = new double[1];
        data.forEach((row, column, value, weight) -> sum[0] += 0.5 * weight * value * value);
        return sum[0];
    }

    /** Whether no limit has been reached, so that the method may take another step. */
    boolean mayGoOn() {
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

    /** Makes the solution of a run whose loop ended by itself for this reason, unless a limit ended it before. */
    Solution finish(StopReason reason) {
        recorder.end(reason);
        return new Solution(
                recorder.best(),
                recorder.bestValue(),
                recorder.trace(),
                recorder.ended().orElseThrow(),
                Optional.empty(),
                Provenance.of(
                        method.name(),
                        method.settings(),
                        "squared loss on " + data,
                        options.seed(),
                        options.threads()));
    }
}
