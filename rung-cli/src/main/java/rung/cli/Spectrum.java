package rung.cli;

import java.util.Arrays;
import rung.engine.BiasedFactors;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/** The singular values of a model's U·Vᵀ, without its mean and biases. */
final class Spectrum {
    private Spectrum() {}

    /**
     * Descending, one for each rank; none if the factors are not finite.
     *
     * <p>From UᵀU and VᵀV, which are small however many users there are: with UᵀU = P·Λ·Pᵀ and VᵀV = Q·M·Qᵀ they are the
     * singular values of Λ^½·Pᵀ·Q·M^½. Right to about 1e-8 of the largest.
     */
    static double[] of(BiasedFactors factors) {
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
                double factor = lines.factors()[line * r + k];
                for (int l = 0; l < r; l++) {
                    gram[k * r + l] += factor * lines.factors()[line * r + l];
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
