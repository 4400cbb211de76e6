package rung.engine;

import rung.ExactIterate;
import rung.LowRankMatrix;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.linalg.Svd;

/**
 * What exact iterates that keep U and V in memory have in common.
 *
 * @param <A> the implementing class
 */
public abstract class FactoredIterate<A extends FactoredIterate<A>> implements ExactIterate<A> {
    /** How many products from either side the steepest pair may take. */
    public static final int PAIR_STEPS = 2_000;

    /** An exact refit brings the gradient of the inner problem down to this fraction of where the whole run began. */
    public static final double EXACT = 1e-12;

    protected Matrix u;
    protected Matrix v;

    protected FactoredIterate(Matrix u, Matrix v) {
        this.u = u;
        this.v = v;
    }

    /** Replaces both factors; whatever was derived from them is stale. */
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

    /** ‖U·1ᵢ‖·‖V·1ᵢ‖ for each i. */
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
        double[] roots = svd.sigma().clone();
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
