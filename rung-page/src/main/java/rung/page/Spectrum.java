package rung.page;

import java.util.Arrays;
import java.util.List;
import rung.engine.sampling.biased.BiasedFactors;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/** Computes the singular values of a model, and draws singular values. */
public final class Spectrum {
    /** From this ratio of the largest to the smallest singular value on, the axis is logarithmic. */
    private static final double WIDE_SPAN = 100;

    private Spectrum() {}

    /**
     * Draws descending singular values as bars, or as a line over a logarithmic axis where bars would show only the first few.
     *
     * @param title the title
     * @param sigma the singular values, descending
     * @return the chart
     */
    public static Plot plot(String title, double[] sigma) {
        boolean isWide =
                sigma.length > 1 && sigma[sigma.length - 1] > 0 && sigma[0] > WIDE_SPAN * sigma[sigma.length - 1];
        if (!isWide) {
            return Plot.numbered(title, "number", "singular value", sigma);
        }
        double[] numbers = new double[sigma.length];
        Arrays.setAll(numbers, k -> k + 1.0);
        return Plot.lines(title, "number", "singular value", List.of(new Plot.Series(title, numbers, sigma)))
                .whole()
                .logarithmic();
    }

    /**
     * Computes the singular values of a model's U·Vᵀ, without its mean and biases: descending, one for each rank. Returns none if
     * the factors are not finite.
     *
     * <p>They come from UᵀU and VᵀV, which are small however many users there are: with UᵀU = P·Λ·Pᵀ and VᵀV = Q·M·Qᵀ they are
     * the singular values of Λ^½·Pᵀ·Q·M^½. Their error is about 1e-8 of the largest.
     *
     * @param factors the model
     * @return the singular values, descending
     */
    public static double[] of(BiasedFactors factors) {
        if (factors.rank() == 0) {
            return new double[0];
        }
        Matrix left = gram(factors.rows());
        Matrix right = gram(factors.columns());
        if (!left.isFinite() || !right.isFinite()) {
            return new double[0];
        }
        return Svd.of(root(left).multiplyByTransposed(root(right))).sigma();
    }

    /** UᵀU. */
    private static Matrix gram(BiasedFactors.Lines lines) {
        int r = lines.rank();
        double[] gram = new double[r * r];
        for (int line = 0; line < lines.count(); line++) {
            for (int k = 0; k < r; k++) {
                double factor = lines.factor(line, k);
                for (int l = 0; l < r; l++) {
                    gram[k * r + l] += factor * lines.factor(line, l);
                }
            }
        }
        return new Matrix(r, r, gram);
    }

    /** Λ^½·Pᵀ. */
    private static Matrix root(Matrix gram) {
        Svd svd = Svd.of(gram);
        double[] roots = Arrays.stream(svd.sigma()).map(Math::sqrt).toArray();
        return svd.u().scaledColumns(roots).transposed();
    }
}
