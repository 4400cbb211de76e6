package rung.baseline;

import rung.LowRankMatrix;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * Robust PCA by principal component pursuit [CLMW11]: a matrix as the sum of a low-rank and a sparse one.
 *
 * <pre>minimize ‖L‖_* + λ‖S‖₁   subject to   L + S = M</pre>
 *
 * <p>It is solved by the inexact method of augmented Lagrange multipliers [LCM10], with its authors' parameters. An iteration is one
 * pass over the matrix and one eigendecomposition of the Gram matrix of its smaller side. Entries that are NaN are missing: there L is
 * free and S is reported as zero. An instance is immutable: each {@code with…} returns a changed copy.
 */
public final class PrincipalComponentPursuit {
    /** The default tolerance: the iteration ends when ‖M − L − S‖ is below this part of ‖M‖. */
    public static final double TOLERANCE = 1e-7;

    /** The default for the most iterations. */
    public static final int MAX_ITERATIONS = 1000;

    /** The default growth ρ: the factor by which the penalty grows in each iteration. */
    public static final double GROWTH = 1.5;

    /** The least tolerance: singular values come from a Gram matrix, and below 1e-8 of the largest they are rounding errors. */
    private static final double LEAST_TOLERANCE = 1e-10;

    private final double lambda; // NaN for the default, which depends on the matrix
    private final double tolerance;
    private final double growth;
    private final int maxIterations;
    private final int threads;

    private PrincipalComponentPursuit(double lambda, double tolerance, double growth, int maxIterations, int threads) {
        if (!(tolerance >= LEAST_TOLERANCE && tolerance < 1)) {
            throw new IllegalArgumentException(
                    "tolerance must be at least " + LEAST_TOLERANCE + " and below 1, got " + tolerance);
        }
        if (!(growth > 1 && growth <= 10)) {
            throw new IllegalArgumentException("growth must be above 1 and at most 10, got " + growth);
        }
        if (maxIterations < 1) {
            throw new IllegalArgumentException("maxIterations must be at least 1, got " + maxIterations);
        }
        Workers.checked(threads);
        this.lambda = lambda;
        this.tolerance = tolerance;
        this.growth = growth;
        this.maxIterations = maxIterations;
        this.threads = threads;
    }

    /**
     * The default: λ = 1/√max(m, n), as many threads as processors.
     *
     * @return the method
     */
    public static PrincipalComponentPursuit byDefault() {
        return new PrincipalComponentPursuit(
                Double.NaN,
                TOLERANCE,
                GROWTH,
                MAX_ITERATIONS,
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * Sets the weight of the sparse part; by default 1/√max(m, n).
     *
     * @param lambda λ, above 0
     * @return a changed copy
     */
    public PrincipalComponentPursuit withLambda(double lambda) {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be positive and finite, got " + lambda);
        }
        return new PrincipalComponentPursuit(lambda, tolerance, growth, maxIterations, threads);
    }

    /**
     * Sets when the iteration ends.
     *
     * @param tolerance the largest ‖M − L − S‖/‖M‖ at the end
     * @return a changed copy
     */
    public PrincipalComponentPursuit withTolerance(double tolerance) {
        return new PrincipalComponentPursuit(lambda, tolerance, growth, maxIterations, threads);
    }

    /**
     * Sets how fast the penalty grows. If the hidden matrices can be recovered the default finds them; else it ends a little above the
     * least value, and a growth nearer to 1 ends closer after more iterations.
     *
     * @param growth ρ, above 1
     * @return a changed copy
     */
    public PrincipalComponentPursuit withGrowth(double growth) {
        return new PrincipalComponentPursuit(lambda, tolerance, growth, maxIterations, threads);
    }

    /**
     * Sets the most iterations.
     *
     * @param maxIterations at least 1
     * @return a changed copy
     */
    public PrincipalComponentPursuit withMaxIterations(int maxIterations) {
        return new PrincipalComponentPursuit(lambda, tolerance, growth, maxIterations, threads);
    }

    /**
     * Sets the number of threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public PrincipalComponentPursuit withThreads(int threads) {
        return new PrincipalComponentPursuit(lambda, tolerance, growth, maxIterations, threads);
    }

    /**
     * The two parts that were found.
     *
     * @param background L; its factors have as many columns as its rank
     * @param sparse S, with exact zeros
     * @param multiplier Y, the dual solution: if ‖Y‖₂ ≤ 1 and |Y_ij| ≤ λ, then ⟨Y, M⟩ is a lower bound of the value; the method makes
     *     the second hold and the first nearly
     * @param lambda the weight λ of the sparse part
     * @param value ‖L‖_* + λ‖S‖₁
     * @param residuals ‖M − L − S‖/‖M‖ after each iteration, over the entries that are not missing
     * @param converged whether the last residual is below the tolerance
     */
    public record Decomposition(
            LowRankMatrix background,
            Matrix sparse,
            Matrix multiplier,
            double lambda,
            double value,
            double[] residuals,
            boolean converged) {
        /** Copies the residuals. */
        public Decomposition {
            residuals = residuals.clone();
        }

        /**
         * The residual ‖M − L − S‖/‖M‖ after each iteration.
         *
         * @return a copy
         */
        @Override
        public double[] residuals() {
            return residuals.clone();
        }

        /**
         * The number of iterations done.
         *
         * @return the number
         */
        public int iterations() {
            return residuals.length;
        }
    }

    /**
     * Decomposes a matrix.
     *
     * @param m the matrix M, with NaN where an entry is missing
     * @return the two parts
     */
    public Decomposition decompose(Matrix m) {
        for (int k = 0; k < m.array().length; k++) {
            if (Double.isInfinite(m.array()[k])) {
                throw new IllegalArgumentException("entries must be finite, or NaN where missing, got " + m.array()[k]
                        + " in row " + k / m.columns() + ", column " + k % m.columns());
            }
        }
        double weight = Double.isNaN(lambda) ? 1 / Math.sqrt(Math.max(1, Math.max(m.rows(), m.columns()))) : lambda;
        if (m.rows() < m.columns()) {
            Decomposition tall = run(m.transposed(), weight);
            return new Decomposition(
                    tall.background.transposed(),
                    tall.sparse.transposed(),
                    tall.multiplier.transposed(),
                    weight,
                    tall.value,
                    tall.residuals,
                    tall.converged);
        }
        return run(m, weight);
    }

    private Decomposition run(Matrix tall, double weight) {
        return new AugmentedLagrangian(tall, weight, new Workers(threads)).run(tolerance, growth, maxIterations);
    }
}
