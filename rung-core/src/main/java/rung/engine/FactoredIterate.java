package rung.engine;

import rung.ExactIterate;
import rung.LowRankMatrix;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.linalg.Svd;

/**
 * An exact iterate that keeps U and V in memory as dense matrices. Subclasses add the function and the refit of a side.
 *
 * @param <A> the implementing class
 */
public abstract class FactoredIterate<A extends FactoredIterate<A>> implements ExactIterate<A> {
    /** The most products from either side that the search for the steepest pair takes. */
    public static final int PAIR_STEPS = 2_000;

    /** An exact refit brings the gradient of the inner problem down to this fraction of the largest gradient that the run has met. */
    public static final double EXACT = 1e-12;

    /** The left factor U, m×r. */
    protected Matrix u;
    /** The right factor V, n×r. */
    protected Matrix v;

    /**
     * Creates an iterate from its factors.
     *
     * @param u the left factor U, m×r
     * @param v the right factor V, n×r
     */
    protected FactoredIterate(Matrix u, Matrix v) {
        this.u = u;
        this.v = v;
    }

    /**
     * Replaces both factors, and drops whatever was derived from the old ones.
     *
     * @param newU the new left factor
     * @param newV the new right factor
     */
    protected abstract void replace(Matrix newU, Matrix newV);

    @Override
    public int rank() {
        return u.columns();
    }

    @Override
    public void append(SingularPair pair, double s) {
        replace(u.withColumn(pair.u(), -Math.sqrt(s)), v.withColumn(pair.v(), Math.sqrt(s)));
    }

    @Override
    public void remove(int i) {
        replace(u.withoutColumn(i), v.withoutColumn(i));
    }

    @Override
    public double[] weights() {
        return weights(u, v);
    }

    /**
     * Computes ‖U·1ᵢ‖·‖V·1ᵢ‖ for each column i.
     *
     * @param u the left factor
     * @param v the right factor
     * @return the weight of each column
     */
    public static double[] weights(Matrix u, Matrix v) {
        double[] weights = new double[u.columns()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = Matrix.norm(u.column(i)) * Matrix.norm(v.column(i));
        }
        return weights;
    }

    @Override
    public void truncate() {
        Svd svd = Svd.ofProduct(u, v).first(rank() - 1);
        double[] roots = svd.sigma();
        for (int i = 0; i < roots.length; i++) {
            roots[i] = Math.sqrt(roots[i]);
        }
        replace(svd.u().scaledColumns(roots), svd.v().scaledColumns(roots));
    }

    @Override
    public LowRankMatrix matrix() {
        return LowRankMatrix.of(u, v);
    }
}
