package rung.baseline;

import java.util.SplittableRandom;
import rung.Refit;
import rung.Solution;
import rung.StopReason;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.engine.entrywise.EntrywiseIterate;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.loss.Loss;

/**
 * Alternating minimization, also known as alternating least squares: starts from random factors and minimizes over one side after the
 * other, exactly [ZWSP08].
 *
 * <pre>min over U, V of ½·‖P_Ω(M − U·Vᵀ)‖² + ½·λ·(Σ_i n_i^α·‖u_i‖² + Σ_j n_j^α·‖v_j‖²)</pre>
 *
 * <p>where n_i is the number of observations in row i. A step of the trace refits both sides and costs |Ω|·rank². With α = 0 and a rank
 * that is high enough the least value is that of {@link SoftImpute} with the same λ, Lemma 6 of [MHT10].
 *
 * @param rank the number of columns of U and V
 * @param lambda the penalty λ
 * @param alpha 0 for the Frobenius norm of the factors, 1 for the penalty weighted by the number of observations
 */
public record AlternatingMinimization(int rank, double lambda, double alpha) implements Baseline {
    /** The number of steps if there is no limit, as in the experiments of [AS21]. */
    public static final int STEPS = 20;

    /** The default of λ with α = 1, which is Spark's. */
    public static final double WEIGHTED_LAMBDA = 0.1;

    /** Checks the parameters. */
    public AlternatingMinimization {
        if (rank < 1) {
            throw new IllegalArgumentException("rank must be at least 1, got " + rank);
        }
        if (!(lambda >= 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be finite and not negative, got " + lambda);
        }
        if (!Double.isFinite(alpha)) {
            throw new IllegalArgumentException("alpha must be finite, got " + alpha);
        }
    }

    /**
     * The method with the Frobenius norm of the factors as the penalty, α = 0.
     *
     * @param rank the number of columns of U and V
     * @param lambda the penalty λ
     * @return the method
     */
    public static AlternatingMinimization of(int rank, double lambda) {
        return new AlternatingMinimization(rank, lambda, 0);
    }

    /**
     * The method with the penalty weighted by the number of observations, as in Spark: α = 1.
     *
     * @param rank the number of columns of U and V
     * @return the method with λ = {@link #WEIGHTED_LAMBDA}
     */
    public static AlternatingMinimization weighted(int rank) {
        return new AlternatingMinimization(rank, WEIGHTED_LAMBDA, 1);
    }

    @Override
    public String name() {
        return "Alternating minimization";
    }

    @Override
    public String settings() {
        return "rank " + rank + ", lambda " + lambda + (alpha == 0 ? "" : "·n^" + alpha);
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        Run run = Run.ofIterations(this, data, options, STEPS);
        EntrywiseIterate a = Entrywise.of(data, Loss.squared())
                .withRidge(lambda, alpha)
                .withSeed(options.seed())
                .withThreads(options.threads())
                .start();
        SplittableRandom random = new SplittableRandom(options.seed());
        for (int k = 0; k < rank; k++) {
            double[] u = gaussian(data.rows(), random);
            double[] v = gaussian(data.columns(), random);
            a.append(new SingularPair(1, u, v), 1.0 / rank); // rows of norm about one
        }
        while (run.mayGoOn()) {
            a.refit(Side.LEFT, Refit.exact()); //  U ← argmin
            a.refit(Side.RIGHT, Refit.exact()); // V ← argmin
            run.record(rank, a.value(), a::matrix);
        }
        return run.finish(StopReason.STEP_LIMIT);
    }

    private static double[] gaussian(int n, SplittableRandom random) {
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = random.nextGaussian();
        }
        return x;
    }
}
