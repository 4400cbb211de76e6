package rung.spark.engine;

import rung.linalg.Matrix;
import rung.linalg.Svd;
import rung.linalg.SymmetricEigen;

/**
 * The singular pairs of U·Vᵀ, found in UᵀU and VᵀV.
 *
 * @param sigma the singular values, the largest first; none if the matrices are not finite
 * @param u in each column the weights of U's columns that give a left singular vector
 * @param v the same for V
 */
record GramSvd(double[] sigma, Matrix u, Matrix v) {
    /** An eigenvalue below this part of the largest is a rounding error. */
    private static final double NOTHING = 1e-12;

    /* UᵀU = E·Λ·Eᵀ, so U = Q·Λ^½·Eᵀ with orthonormal Q, and the same for V: the rest is the decomposition of a small matrix. */
    static GramSvd of(Matrix ofU, Matrix ofV) {
        if (!ofU.isFinite() || !ofV.isFinite()) {
            return new GramSvd(new double[0], ofU, ofV);
        }
        SymmetricEigen left = SymmetricEigen.of(ofU);
        SymmetricEigen right = SymmetricEigen.of(ofV);
        Matrix core = left.vectors()
                .scaledColumns(roots(left.values(), false))
                .transposed()
                .multiply(right.vectors().scaledColumns(roots(right.values(), false)));
        Svd svd = Svd.of(core);
        Matrix u = left.vectors().scaledColumns(roots(left.values(), true)).multiply(svd.u());
        Matrix v = right.vectors().scaledColumns(roots(right.values(), true)).multiply(svd.v());
        return new GramSvd(svd.sigma(), u, v).turned(ofU);
    }

    private static double[] roots(double[] values, boolean inverse) {
        double[] roots = new double[values.length];
        for (int k = 0; k < roots.length; k++) {
            boolean isNothing = !(values[k] > NOTHING * values[0]);
            double root = isNothing ? 0 : Math.sqrt(values[k]);
            roots[k] = inverse && !isNothing ? 1 / root : root;
        }
        return roots;
    }

    /* Gives each pair the signs that the core gives it: its product with the sum of U's columns is positive. */
    private GramSvd turned(Matrix ofU) {
        double[] signs = new double[sigma.length];
        for (int k = 0; k < signs.length; k++) {
            double product = 0;
            for (int a = 0; a < u.rows(); a++) {
                for (int b = 0; b < ofU.columns(); b++) {
                    product += u.get(a, k) * ofU.get(a, b);
                }
            }
            signs[k] = product < 0 ? -1 : 1;
        }
        return new GramSvd(sigma, u.scaledColumns(signs), v.scaledColumns(signs));
    }
}
