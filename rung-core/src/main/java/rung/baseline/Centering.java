package rung.baseline;

import java.util.Arrays;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.Matrix;

/** What is subtracted from the data before a method sees it, and added to its result as extra columns of the factors. */
public enum Centering {
    /** Nothing is subtracted. */
    NONE("as it is"),
    /** The mean of all observed values. */
    MEAN("mean removed"),
    /** The mean and the effects of rows and columns as {@link Biases} finds them by default. */
    BIASES("biases removed");

    private final String words;

    Centering(String words) {
        this.words = words;
    }

    /** Computes the matrix that is subtracted. */
    LowRankMatrix of(Observations data, int threads) {
        return switch (this) {
            case NONE -> LowRankMatrix.zero(data.rows(), data.columns());
            case MEAN -> LowRankMatrix.of(constant(data.rows(), Biases.mean(data)), constant(data.columns(), 1));
            case BIASES ->
                Biases.byDefault()
                        .fit(data, FitOptions.byDefault().withThreads(threads))
                        .matrix();
        };
    }

    private static Matrix constant(int rows, double value) {
        double[] column = new double[rows];
        Arrays.fill(column, value);
        return new Matrix(rows, 1, column);
    }

    @Override
    public String toString() {
        return words;
    }
}
