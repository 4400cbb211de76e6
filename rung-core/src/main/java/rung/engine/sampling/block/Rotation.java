package rung.engine.sampling.block;

import java.util.Arrays;
import rung.linalg.Matrix;
import rung.linalg.SymmetricEigen;

/**
 * The eigenvectors of BᵀB, which make the columns of a block orthogonal.
 *
 * @param values the eigenvalues, the largest first; 0 for what is rounding
 * @param plain the eigenvectors, one a row
 * @param toUnits each divided by the root of its eigenvalue, which makes B·toUnitsᵀ orthonormal
 */
public record Rotation(double[] values, float[] plain, float[] toUnits) {
    /** Directions with a smaller part of the largest one's strength are rounding errors. */
    private static final double NOTHING = 1e-8;

    /** How many directions there are. */
    public int count() {
        int count = 0;
        for (double value : values) {
            count += value > 0 ? 1 : 0;
        }
        return count;
    }

    /** All of it NaN, if the block is not finite. */
    public static Rotation of(TallBlock<?> block) {
        int n = block.width();
        double[] products = block.products();
        if (!Double.isFinite(Arrays.stream(products).map(Math::abs).sum())) {
            double[] values = new double[n];
            float[] vectors = new float[n * n];
            Arrays.fill(values, Double.NaN);
            Arrays.fill(vectors, Float.NaN);
            return new Rotation(values, vectors, vectors);
        }
        SymmetricEigen eigen = SymmetricEigen.of(new Matrix(n, n, products));
        double[] values = eigen.values().clone();
        float[] plain = new float[n * n];
        float[] toUnits = new float[n * n];
        for (int t = 0; t < n; t++) {
            values[t] = values[t] > NOTHING * values[0] ? values[t] : 0;
            double[] vector = eigen.vectors().column(t);
            double sign = values[t] > 0 ? sign(vector) : 0;
            for (int s = 0; s < n; s++) {
                plain[t * n + s] = (float) (sign * vector[s]);
                toUnits[t * n + s] = (float) (sign * vector[s] / Math.sqrt(Math.max(values[t], Double.MIN_NORMAL)));
            }
        }
        return new Rotation(values, plain, toUnits);
    }

    /* So that the largest number is positive: rounding then does not turn a vector round. */
    private static double sign(double[] vector) {
        double largest = 0;
        for (double x : vector) {
            largest = Math.abs(x) > Math.abs(largest) ? x : largest;
        }
        return Math.signum(largest);
    }
}
