package rung.baseline;

import rung.LowRankMatrix;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * Robust PCA by principal component pursuit [CLMW11]: a matrix as the sum of a low-rank and a sparse one.
 *
 * <pre>minimize ‖L‖_* + λ‖S‖₁   subject to   L + S = M</pre>
 *
 * <p>By the inexact method of augmented Lagrange multipliers [LCM10], with its authors' parameters. An iteration is one pass
 * over the matrix and one eigendecomposition of the Gram matrix of its smaller side. Entries that are NaN are missing: there
 * L is free and S is reported as zero. An instance is immutable: each {@code with…} returns a changed copy.
 */
public final class PrincipalComponentPursuit {
    /** ‖M − L − S‖ relative to ‖M‖, at which it stops. */
    public static final double TOLERANCE = 1e-7;

    public static final int MAX_ITERATIONS = 1000;

    /** ρ, by which the penalty grows each iteration. */
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

    /** λ = 1/√max(m, n), all processors. */
    public static PrincipalComponentPursuit byDefault() {
        return new PrincipalComponentPursuit(
                Double.NaN,
                TOLERANCE,
                GROWTH,
                MAX_ITERATIONS,
                Runtime.getRuntime().availableProcessors());
    }

    /** The weight of the sparse part; by default 1/√max(m, n). */
    public PrincipalComponentPursuit withLambda(double lambda) {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be positive and finite, got " + lambda);
        }
        return new PrincipalComponentPursuit(lambda, tolerance, growth, maxIterations, threads);
    }

    public PrincipalComponentPursuit withTolerance(double tolerance) {
        return new PrincipalComponentPursuit(lambda, tolerance, growth, maxIterations, threads);
    }

    /**
     * How fast the penalty grows. Where what was hidden can be recovered the default finds it; elsewhere it ends a little above
     * the least value, and a growth nearer to 1 ends closer after more iterations.
     */
    public PrincipalComponentPursuit withGrowth(double growth) {
        return new PrincipalComponentPursuit(lambda, tolerance, growth, maxIterations, threads);
    }

    public PrincipalComponentPursuit withMaxIterations(int maxIterations) {
        return new PrincipalComponentPursuit(lambda, tolerance, growth, maxIterations, threads);
    }

    /** The same answer, to the bit, on any number. */
    public PrincipalComponentPursuit withThreads(int threads) {
        return new PrincipalComponentPursuit(lambda, tolerance, growth, maxIterations, threads);
    }

    /**
     * What was found.
     *
     * @param background L, its factors with as many columns as its rank
     * @param sparse S, with exact zeros
     * @param multiplier Y, the dual solution: if ‖Y‖₂ ≤ 1 and |Y_ij| ≤ λ, then ⟨Y, M⟩ is a lower bound of the value; the
     *     method makes the second hold and the first nearly
     * @param lambda the weight of the sparse part
     * @param value ‖L‖_* + λ‖S‖₁
     * @param residuals ‖M − L − S‖/‖M‖ after each iteration, over the entries that are not missing; the array is not copied
     * @param converged whether the last is below the tolerance
     */
    public record Decomposition(
            LowRankMatrix background,
            Matrix sparse,
            Matrix multiplier,
            double lambda,
            double value,
            double[] residuals,
            boolean converged) {
        public int iterations() {
            return residuals.length;
        }
    }

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
