package rung.engine.sampling;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/**
 * The search for the pairs of one climb. Where lines have few entries, the first ones are those of a {@link JointFit}; all others are
 * found in the residuals, see {@link Directions}.
 *
 * @param <F> where the draws are kept
 */
final class PairSearch<F extends SampledFactors<F>> {
    private final ChainSettings settings;
    private Deque<SingularPair> fitted; // not taken yet; null until the first pair is asked for

    PairSearch(ChainSettings settings) {
        this.settings = settings;
    }

    /**
     * Takes the next pair, with σ = uᵀ·G·v where G are the residuals of the factors.
     *
     * @param noise the variance of the residuals
     */
    SingularPair next(F factors, double noise) {
        if (fitted == null) {
            boolean fits = factors.rank() == 0
                    && settings.fitsJointly(factors.lines(Side.LEFT), factors.lines(Side.RIGHT), factors.count());
            fitted = new ArrayDeque<>(fits ? JointFit.pairs(factors, noise, settings) : List.of());
        }
        return fitted.isEmpty() ? factors.top() : downhill(factors, fitted.poll());
    }

    /*
     * Turns a pair downhill and computes its σ from squared residuals: their sum is S at the factors and S − 2hσ + h²N a step h further,
     * where N is the squared norm of the pair. With h²N = S neither term is lost in the rounding of another.
     */
    private SingularPair downhill(F factors, SingularPair pair) {
        double squares = factors.squares();
        double step = Math.sqrt(squares / factors.squaredNorm(pair));
        if (!(step > 0 && step < Double.POSITIVE_INFINITY)) {
            return new SingularPair(0, pair.u(), pair.v());
        }
        F further = factors.copy();
        further.append(pair, step);
        double sigma = squares / step - further.squares() / (2 * step);
        further.release();
        return sigma < 0
                ? new SingularPair(-sigma, negated(pair.u()), pair.v())
                : new SingularPair(sigma, pair.u(), pair.v());
    }

    private static double[] negated(double[] x) {
        double[] out = new double[x.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = -x[k];
        }
        return out;
    }

    /** A search that goes on with the same pairs of the joint fit; directions in the residuals are those of the factors' copy. */
    PairSearch<F> copy() {
        PairSearch<F> copy = new PairSearch<>(settings);
        copy.fitted = fitted == null ? null : new ArrayDeque<>(fitted);
        return copy;
    }
}
