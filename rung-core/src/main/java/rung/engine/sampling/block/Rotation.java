package rung.engine.sampling.block;

import java.util.Arrays;
import rung.linalg.Matrix;
import rung.linalg.SymmetricEigen;

/**
 * The eigenvectors of BᵀB, which make the columns of a block B orthogonal.
 *
 * @param values the eigenvalues, the largest first; 0 for those that are rounding errors
 * @param plain the eigenvectors, one in each row
 * @param toUnits the eigenvectors, each divided by the root of its eigenvalue, so that B·toUnitsᵀ is orthonormal
 */
public record Rotation(double[] values, float[] plain, float[] toUnits) {
    /** An eigenvalue below this part of the largest is a rounding error. */
    private static final double NOTHING = 1e-8;

    /**
     * The number of directions that are not rounding errors.
     *
     * @return the number of eigenvalues above 0
     */
    public int count() {
        int count = 0;
        for (double value : values) {
            count += value > 0 ? 1 : 0;
        }
        return count;
    }

    /**
     * Computes the rotation of a block.
     *
     * @param block the block B
     * @return the rotation; all of it NaN if the block is not finite
     */
    public static Rotation of(TallBlock<?> block) {
        return of(block.width(), block.products());
    }

    /**
     * Computes the rotation of a block of which only the products are known.
     *
     * @param n the number of columns of the block
     * @param products BᵀB, row by row
     * @return the rotation; all of it NaN if the products are not finite
     */
    public static Rotation of(int n, double[] products) {
        if (!Double.isFinite(Arrays.stream(products).map(Math::abs).sum())) {
            double[] values = new double[n];
            float[] vectors = new float[n * n];
            Arrays.fill(values, Double.NaN);
            Arrays.fill(vectors, Float.NaN);
            return new Rotation(values, vectors, vectors);
        }
        SymmetricEigen eigen = SymmetricEigen.of(new Matrix(n, n, products));
        double[] values = eigen.values();
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

    /* The sign that makes the largest element positive, so that rounding cannot flip a vector. */
    private static double sign(double[] vector) {
        double largest = 0;
        for (double x : vector) {
            largest = Math.abs(x) > Math.abs(largest) ? x : largest;
        }
        return Math.signum(largest);
    }
}
