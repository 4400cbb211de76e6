package rung.cli.paper;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import rung.Algorithm;
import rung.Listener;
import rung.LowRankMatrix;
import rung.algorithm.FastGreedy;
import rung.baseline.FitOptions;
import rung.baseline.SoftImpute;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.loss.Loss;

/**
 * The error of a method at ranks 1, 2, 3, … on given observations.
 *
 * @param error of a matrix
 */
record ByRank(Observations data, int ranks, ToDoubleFunction<LowRankMatrix> error) {
    /** Values of λ on SoftImpute's path, from the largest that is not zero down to this part of it. */
    private static final int LAMBDAS = 80;

    private static final double SMALLEST = 1e-3;

    private Entrywise problem() {
        return Entrywise.of(data, Loss.squared()).withThreads(1); // seeds run side by side
    }

    /** The errors of one run that passes through all ranks; if it ends early, the last error stands for the ranks that follow. */
    double[] ofPath(FastGreedy algorithm) {
        double[] errors = new double[ranks];
        algorithm.with(s -> s.withListener(filling(errors))).minimize(problem());
        return errors;
    }

    /** The errors of a run for each rank. */
    double[] ofEach(IntFunction<Algorithm> ofRank) {
        double[] errors = new double[ranks];
        Arrays.setAll(
                errors,
                k -> error.applyAsDouble(ofRank.apply(k + 1).minimize(problem()).matrix()));
        return errors;
    }

    /** The errors of SoftImpute: at each rank, of the fit with the smallest λ whose rank is at most that. */
    double[] ofSoftImpute() {
        double[] errors = new double[ranks];
        Arrays.fill(errors, error.applyAsDouble(LowRankMatrix.zero(data.rows(), data.columns())));
        SoftImpute.ofMaxRank(Math.min(data.rows(), data.columns()))
                .withLambdas(SoftImpute.Lambdas.below(SMALLEST, LAMBDAS))
                .fit(data, FitOptions.byDefault().withThreads(1).withListener(filling(errors)));
        return errors;
    }

    /** Writes the error of each step at its rank and above, for as long as ranks are asked for. */
    private Listener filling(double[] errors) {
        return progress -> {
            int rank = progress.step().rank();
            if (rank > ranks) {
                progress.stop();
            } else {
                Arrays.fill(errors, Math.max(0, rank - 1), ranks, error.applyAsDouble(progress.matrix()));
            }
        };
    }
}
