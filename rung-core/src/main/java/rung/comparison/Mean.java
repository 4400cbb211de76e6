package rung.comparison;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.LowRankMatrix;
import rung.Provenance;
import rung.Solution;
import rung.Step;
import rung.StopReason;
import rung.baseline.Baseline;
import rung.baseline.FitOptions;
import rung.data.Observations;
import rung.linalg.Matrix;

/** The mean of all values, which a method has to beat; for centered columns these are the column means. */
record Mean() implements Baseline {
    @Override
    public String name() {
        return "mean";
    }

    @Override
    public String settings() {
        return "nothing to choose";
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        long began = System.nanoTime();
        double mean = Arrays.stream(data.values()).sum() / data.count();
        double squares = 0;
        for (double value : data.values()) {
            squares += (value - mean) * (value - mean);
        }
        LowRankMatrix matrix = LowRankMatrix.of(constant(data.rows(), mean), constant(data.columns(), 1));
        OptionalDouble heldOut = options.heldOut()
                .map(kept -> OptionalDouble.of(kept.error().applyAsDouble(matrix)))
                .orElse(OptionalDouble.empty());
        Step step = new Step(
                1, 0, squares / 2, OptionalDouble.empty(), Duration.ofNanos(System.nanoTime() - began), heldOut);
        return new Solution(
                matrix,
                step.value(),
                List.of(step),
                StopReason.CONVERGED,
                Optional.empty(),
                Provenance.of(name(), settings(), data.toString(), options.seed(), options.threads()));
    }

    private static Matrix constant(int rows, double value) {
        Matrix column = new Matrix(rows, 1);
        Arrays.fill(column.array(), value);
        return column;
    }
}
