package rung.engine.sampling;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import rung.engine.sampling.block.LineScale;
import rung.linalg.Side;

/**
 * The search for the pairs of one climb. Where lines have few entries, the first ones are those of a {@link JointFit}; all others are
 * found in the residuals, see {@link Directions}.
 *
 * @param <F> where the draws are kept
 */
final class PairSearch<F extends SampledFactors<F>> {
    /**
     * Long lines are believed if the pair that they sway lowers the squared residuals by this part at least of what the other pair does.
     * First pairs inside training parts: MovieLens 100K and 1M 0.94; planted, where places are skewed: 0.95 if there is hardly any noise and
     * either does as well, 0.87 to 0.89 with as much noise as is planted, 0.76 to 0.84 with more directions or shorter lines, 0.59 to 0.73
     * with twice as much noise.
     */
    private static final double ENOUGH = 0.9;

    private final ChainSettings settings;
    private double smoothing = Double.NaN; // c of the lines' scales; NaN until the first pair of the residuals
    private Deque<ColumnPair<F>> fitted; // not taken yet; null until the first pair is asked for

    PairSearch(ChainSettings settings) {
        this.settings = settings;
    }

    /**
     * Takes the next pair, with σ = uᵀ·G·v where G are the residuals of the factors.
     *
     * @param noise the variance of the residuals
     */
    ColumnPair<F> next(F factors, double noise) {
        if (fitted == null) {
            boolean fits = factors.rank() == 0
                    && settings.fitsJointly(factors.lines(Side.LEFT), factors.lines(Side.RIGHT), factors.count());
            fitted = new ArrayDeque<>(fits ? JointFit.pairs(factors, noise, settings) : List.of());
        }
        return fitted.isEmpty() ? ofResiduals(factors) : downhill(factors, fitted.poll());
    }

    private ColumnPair<F> ofResiduals(F factors) {
        if (Double.isNaN(smoothing) && factors.rank() == 0) {
            return first(factors);
        }
        smoothing = Double.isNaN(smoothing) ? LineScale.LIGHT : smoothing;
        return factors.top(smoothing);
    }

    /* The pair at rank 0 chooses how lines are scaled for all that follow. */
    private ColumnPair<F> first(F factors) {
        F heavy = factors.copy(); // whose search for directions is its own
        F light = factors.copy();
        ColumnPair<F> ofHeavy = heavy.top(LineScale.HEAVY);
        ColumnPair<F> ofLight = light.top(LineScale.LIGHT);
        boolean isLight = decrease(ofHeavy) < ENOUGH * decrease(ofLight);
        smoothing = isLight ? LineScale.LIGHT : LineScale.HEAVY;
        factors.takeSearch(isLight ? light : heavy);
        heavy.release();
        light.release();
        return isLight ? ofLight : ofHeavy;
    }

    /* How much half of the squared residuals falls along a pair, at most. */
    private static double decrease(ColumnPair<?> pair) {
        double norm = pair.squaredNorm();
        return norm > 0 ? pair.sigma() * pair.sigma() / (2 * norm) : 0;
    }

    /*
     * Turns a pair downhill and computes its σ from squared residuals: their sum is S at the factors and S − 2hσ + h²N a step h further,
     * where N is the squared norm of the pair. With h²N = S neither term is lost in the rounding of another.
     */
    private ColumnPair<F> downhill(F factors, ColumnPair<F> pair) {
        double squares = factors.squares();
        double step = Math.sqrt(squares / pair.squaredNorm());
        if (!(step > 0 && step < Double.POSITIVE_INFINITY)) {
            return pair.downhill(0);
        }
        F further = factors.copy();
        pair.appendTo(further, step);
        double sigma = squares / step - further.squares() / (2 * step);
        further.release();
        return pair.downhill(sigma);
    }

    /** A search that goes on with the same pairs of the joint fit; directions in the residuals are those of the factors' copy. */
    PairSearch<F> copy() {
        PairSearch<F> copy = new PairSearch<>(settings);
        copy.smoothing = smoothing;
        copy.fitted = fitted == null ? null : new ArrayDeque<>(fitted);
        return copy;
    }
}
