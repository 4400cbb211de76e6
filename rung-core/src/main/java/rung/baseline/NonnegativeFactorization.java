package rung.baseline;

import java.util.SplittableRandom;
import rung.Solution;
import rung.StopReason;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.SparseMatrix;
import rung.linalg.Workers;

/**
 * Nonnegative matrix factorization by multiplicative updates [LS01], restricted to the observed entries.
 *
 * <pre>
 *   min over W, H ≥ 0 of ½·‖P_Ω(M − W·Hᵀ)‖²
 *   W ← W ∘ (P_Ω(M)·H) / (P_Ω(W·Hᵀ)·H),   then H likewise
 * </pre>
 *
 * <p>No update raises the objective. A step of the trace is both updates and costs six products of |Ω|·rank. The values must not be
 * negative. In rows and columns without observations the mean is predicted.
 *
 * @param rank the number of columns of W and H
 */
public record NonnegativeFactorization(int rank) implements Baseline {
    /** The default rank, that of Surprise. */
    public static final int RANK = 15;

    /** The number of steps if there is no limit, the default of scikit-learn. */
    public static final int STEPS = 200;

    /** Checks the rank. */
    public NonnegativeFactorization {
        if (rank < 1) {
            throw new IllegalArgumentException("rank must be at least 1, got " + rank);
        }
    }

    /**
     * The default rank.
     *
     * @return the method
     */
    public static NonnegativeFactorization byDefault() {
        return new NonnegativeFactorization(RANK);
    }

    @Override
    public String name() {
        return "NMF";
    }

    @Override
    public String settings() {
        return "rank " + rank;
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        data.forEach((row, column, value, weight) -> {
            if (value < 0) {
                throw new IllegalArgumentException("NMF needs values that are not negative, got " + value + " in row "
                        + row + ", column " + column);
            }
        });
        Run run = Run.ofIterations(this, data, options, STEPS);
        Workers workers = new Workers(options.threads());
        UnseenLines unseen = new UnseenLines(data);
        SplittableRandom random = new SplittableRandom(options.seed());
        double scale = 2 * Math.sqrt(Biases.mean(data) / rank); // the mean of W·Hᵀ is then that of M
        Matrix w = uniform(data.rows(), scale, random);
        Matrix h = uniform(data.columns(), scale, random);
        Pattern pattern = data.pattern();
        SparseMatrix m = weighted(data, data.values(), workers);
        double[] fitted = SampledProduct.of(w, h, pattern, workers);
        while (run.mayGoOn()) {
            update(w, m.multiply(h), weighted(data, fitted, workers).multiply(h)); // W ← W ∘ (P(M)·H)/(P(W·Hᵀ)·H)
            fitted = SampledProduct.of(w, h, pattern, workers);
            update(h, m.multiplyTransposed(w), weighted(data, fitted, workers).multiplyTransposed(w)); // H likewise
            fitted = SampledProduct.of(w, h, pattern, workers);
            run.record(rank, value(data, fitted), () -> unseen.with(w, h));
        }
        return run.finish(StopReason.STEP_LIMIT);
    }

    private Matrix uniform(int rows, double scale, SplittableRandom random) {
        Matrix a = new Matrix(rows, rank);
        for (int k = 0; k < a.array().length; k++) {
            a.array()[k] = scale * (1 - random.nextDouble()); // never zero, where an entry would stay
        }
        return a;
    }

    private static SparseMatrix weighted(Observations data, double[] values, Workers workers) {
        if (data.weights().isEmpty()) {
            return new SparseMatrix(data.pattern(), values, workers);
        }
        double[] weighted = values.clone();
        for (int k = 0; k < weighted.length; k++) {
            weighted[k] *= data.weight(k);
        }
        return new SparseMatrix(data.pattern(), weighted, workers);
    }

    /* Multiplies each element by numerator/denominator. Where the denominator is zero the element is zero or free, and stays. */
    private static void update(Matrix factor, Matrix numerator, Matrix denominator) {
        for (int k = 0; k < factor.array().length; k++) {
            double below = denominator.array()[k];
            factor.array()[k] *= below > 0 ? numerator.array()[k] / below : 1;
        }
    }

    private static double value(Observations data, double[] fitted) {
        double sum = 0;
        for (int k = 0; k < fitted.length; k++) {
            double residual = data.values()[k] - fitted[k];
            sum += 0.5 * data.weight(k) * residual * residual;
        }
        return sum;
    }
}
