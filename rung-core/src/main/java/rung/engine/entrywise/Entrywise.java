package rung.engine.entrywise;

import rung.ExactProblem;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Workers;
import rung.loss.Loss;
import rung.objective.Entries;

/**
 * Minimizes a loss that is a sum over entries. A refit of one side falls apart into one small problem for each row (or column), solved
 * by LSQR, by Cholesky or by Newton, all rows in parallel.
 *
 * <pre>Σ_Ω w_ij·φ(u_i·v_j; M_ij) + ½·Σ_i λ·n_i^α·‖u_i‖² + ½·Σ_j λ·n_j^α·‖v_j‖²</pre>
 *
 * <p>where n_i is the number of observations in row i. A step at rank r costs |Ω|·r for each inner iteration, or |Ω|·r²/2 for an exact
 * refit. Immutable: each {@code with…} returns a changed copy.
 */
public final class Entrywise implements ExactProblem<EntrywiseIterate> {
    private final Observations data;
    private final Loss loss;
    private final double lambda;
    private final double alpha;
    private final double low;
    private final double high;
    private final long seed;
    private final int threads;

    private Entrywise(
            Observations data,
            Loss loss,
            double lambda,
            double alpha,
            double low,
            double high,
            long seed,
            int threads) {
        this.data = data;
        this.loss = loss;
        this.lambda = lambda;
        this.alpha = alpha;
        this.low = low;
        this.high = high;
        this.seed = seed;
        this.threads = threads;
    }

    /**
     * A problem without a penalty or bounds, on as many threads as the machine has processors.
     *
     * @param data the observed entries and their weights
     * @param loss the loss φ of one entry
     * @return the problem
     */
    public static Entrywise of(Observations data, Loss loss) {
        return new Entrywise(
                data,
                loss,
                0,
                0,
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                0,
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * Adds ½·λ·n^α times the squared norm of each row of U and of V, where n is the number of observations in that row (or column) of
     * the matrix. For a penalty on A itself see {@link rung.objective.Ridge}.
     *
     * @param lambda λ, at least 0
     * @param alpha α: 0 for the same penalty in all rows, 1 for one that grows with the observations
     * @return a changed copy
     */
    public Entrywise withRidge(double lambda, double alpha) {
        if (!(lambda >= 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be finite and not negative, got " + lambda);
        }
        if (!Double.isFinite(alpha)) {
            throw new IllegalArgumentException("alpha must be finite, got " + alpha);
        }
        return new Entrywise(data, loss, lambda, alpha, low, high, seed, threads);
    }

    /**
     * Clips the entries of A to [low, high] when the gradient is computed for the next pair, and nowhere else, as [AS21] does for
     * ratings.
     *
     * @param low the lower bound
     * @param high the upper bound
     * @return a changed copy
     */
    public Entrywise withBounds(double low, double high) {
        if (!(low < high)) {
            throw new IllegalArgumentException("low must be below high, got " + low + " and " + high);
        }
        return new Entrywise(data, loss, lambda, alpha, low, high, seed, threads);
    }

    /**
     * Sets the seed of the search for the steepest pair.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Entrywise withSeed(long seed) {
        return new Entrywise(data, loss, lambda, alpha, low, high, seed, threads);
    }

    /**
     * Sets the number of threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Entrywise withThreads(int threads) {
        Workers.checked(threads);
        return new Entrywise(data, loss, lambda, alpha, low, high, seed, threads);
    }

    @Override
    public int rows() {
        return data.rows();
    }

    @Override
    public int columns() {
        return data.columns();
    }

    /**
     * The strong convexity of the loss on the observed entries. It is 0, so that nothing is certified, if there is a penalty on the
     * factors, which is no function of A, or if the gradient is clipped.
     */
    @Override
    public double strongConvexity() {
        return lambda > 0 || isClipped() ? 0 : data.smallestWeight() * loss.strongConvexity();
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public String description() {
        return loss + " loss on " + data
                + (lambda > 0 ? ", ridge " + lambda + "·n^" + alpha : "")
                + (isClipped() ? ", gradient clipped to [" + low + ", " + high + "]" : "");
    }

    private boolean isClipped() {
        return low > Double.NEGATIVE_INFINITY || high < Double.POSITIVE_INFINITY;
    }

    @Override
    public EntrywiseIterate start() {
        Entries entries = new Entries(data, loss, new Workers(threads));
        FactorRidge ridge = new FactorRidge(lambda, alpha, data.pattern());
        return new EntrywiseIterate(entries, ridge, low, high, seed, new Matrix(rows(), 0), new Matrix(columns(), 0));
    }
}
