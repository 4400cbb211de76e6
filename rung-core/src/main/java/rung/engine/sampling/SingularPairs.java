package rung.engine.sampling;

import java.util.ArrayList;
import java.util.List;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.linalg.Svd;

/** Takes a product U·Vᵀ apart into its singular pairs, with signs that rounding cannot change. */
public final class SingularPairs {
    private SingularPairs() {}

    /**
     * Computes the pairs, the strongest first.
     *
     * @param u U
     * @param v V
     * @param negligible pairs that are weaker than this part of the strongest are left out
     * @return the pairs; none if U or V is not finite
     */
    public static List<SingularPair> of(Matrix u, Matrix v, double negligible) {
        List<SingularPair> pairs = new ArrayList<>();
        if (u.isFinite() && v.isFinite()) {
            Svd svd = Svd.ofProduct(u, v);
            for (int k = 0; k < u.columns() && svd.sigma()[k] > negligible * svd.sigma()[0]; k++) {
                pairs.add(turned(svd, k, u));
            }
        }
        return pairs;
    }

    /* Rounding must not choose the signs of a pair: its product with the sum of U's columns is positive. */
    private static SingularPair turned(Svd svd, int k, Matrix u) {
        double[] left = svd.u().column(k);
        double[] right = svd.v().column(k);
        double product = 0;
        for (int i = 0; i < left.length; i++) {
            for (int l = 0; l < u.columns(); l++) {
                product += left[i] * u.get(i, l);
            }
        }
        return product < 0
                ? new SingularPair(svd.sigma()[k], negated(left), negated(right))
                : new SingularPair(svd.sigma()[k], left, right);
    }

    /**
     * The same pair with another σ, turned downhill: if σ is negative, u and σ change their signs.
     *
     * @param pair the pair
     * @param sigma its σ
     * @return a pair whose σ is not negative
     */
    public static SingularPair downhill(SingularPair pair, double sigma) {
        return new SingularPair(Math.abs(sigma), sigma < 0 ? negated(pair.u()) : pair.u(), pair.v());
    }

    private static double[] negated(double[] x) {
        double[] out = new double[x.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = -x[k];
        }
        return out;
    }
}
