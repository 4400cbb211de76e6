package rung.baseline;

import java.util.Locale;
import java.util.Objects;
import rung.LowRankMatrix;
import rung.Solution;
import rung.StopReason;
import rung.data.Observations;

/**
 * SoftImpute: the nuclear norm in place of the rank [MHT10].
 *
 * <pre>min over Z of ½·‖P_Ω(M − Z)‖² + λ·‖Z‖_*</pre>
 *
 * <p>It follows a descending path of λ, and each solution is the start of the next. A step of the trace is one λ, which the trace shows
 * as sigma: at a minimum λ is the largest singular value of the gradient. An inner iteration costs |Ω|·k for products with sparse
 * matrices and (m + n)·k² for products of factors, where k is the rank and some columns.
 *
 * @param lambdas the path of λ
 * @param maxRank the highest rank; if that is below the rank of the minimum, the iteration ends at some matrix of this rank
 * @param centering what is subtracted first; the trace's ranks do not count it
 * @param debiased whether the singular values of each solution are fitted once more, without the penalty; the path goes on from the
 *     solution before that, whose objective the trace reports
 * @param tolerance a λ is done when an iteration changes Z by less than this fraction
 * @param maxIterations the most iterations with each λ
 */
public record SoftImpute(
        Lambdas lambdas, int maxRank, Centering centering, boolean debiased, double tolerance, int maxIterations)
        implements Baseline {
    /** The number of λ in the default path. */
    public static final int LAMBDAS = 30;

    /** The last λ of the default path as a part of the largest, as in fancyimpute. */
    public static final double RATIO = 1.0 / 50;

    /**
     * The default tolerance, that of fancyimpute. On MovieLens 100K, biases removed, 1e-4 takes twice the iterations, for values that
     * are lower by less than 7 in a million and the same test error to four digits.
     */
    public static final double TOLERANCE = 1e-3;

    /** The default for the most iterations with each λ. */
    public static final int MAX_ITERATIONS = 200;

    /** The least tolerance: smaller changes are rounding errors. */
    static final double LEAST_TOLERANCE = 1e-7;

    /** Checks the parameters. */
    public SoftImpute {
        Objects.requireNonNull(lambdas, "lambdas");
        Objects.requireNonNull(centering, "centering");
        if (maxRank < 1) {
            throw new IllegalArgumentException("maxRank must be at least 1, got " + maxRank);
        }
        requireIteration(tolerance, maxIterations);
    }

    static void requireIteration(double tolerance, int maxIterations) {
        if (!(tolerance >= LEAST_TOLERANCE && tolerance < 1)) {
            throw new IllegalArgumentException(
                    "tolerance must be at least " + LEAST_TOLERANCE + " and below 1, got " + tolerance);
        }
        if (maxIterations < 1) {
            throw new IllegalArgumentException("maxIterations must be at least 1, got " + maxIterations);
        }
    }

    /**
     * A geometric path from the first λ to the last.
     *
     * @param first the first λ, above 0
     * @param last the last λ, above 0 and not above the first
     * @param count the number of λ
     * @param relative whether first and last are parts of λ_max = ‖P_Ω(M)‖₂; from λ_max on the solution is zero
     */
    public record Lambdas(double first, double last, int count, boolean relative) {
        /** Checks the path. */
        public Lambdas {
            if (!(last > 0 && last <= first && first < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "lambdas must be positive, finite and not ascending, got " + first + " and then " + last);
            }
            if (count < 1 || count == 1 && first != last) {
                throw new IllegalArgumentException(
                        "count must be at least 1, and at least 2 if the first lambda is not the last, got " + count);
            }
        }

        /**
         * A path of a single λ.
         *
         * @param lambda λ
         * @return the path
         */
        public static Lambdas of(double lambda) {
            return new Lambdas(lambda, lambda, 1, false);
        }

        /**
         * A path from just below λ_max down to a part of it.
         *
         * @param ratio the last λ as a part of λ_max
         * @param count the number of λ
         * @return the path
         */
        public static Lambdas below(double ratio, int count) {
            return new Lambdas(Math.pow(ratio, 1.0 / Math.max(1, count)), ratio, count, true);
        }

        double get(int k, double largest) {
            double scale = relative ? largest : 1;
            return count == 1 ? scale * last : scale * first * Math.pow(last / first, k / (count - 1.0));
        }

        /** The difference between λ number k and its predecessor, as a part of the difference before that; 0 for k below 2. */
        double step(int k) {
            return k < 2 ? 0 : Math.pow(last / first, 1 / (count - 1.0));
        }

        /** Describes the path in words. */
        @Override
        public String toString() {
            return (count == 1
                            ? "lambda " + last
                            : String.format(Locale.ROOT, "%d lambdas from %.3g to %.3g", count, first, last))
                    + (relative ? " of the largest" : "");
        }
    }

    /**
     * The default path: {@link #LAMBDAS} values of λ down to {@link #RATIO} of the largest.
     *
     * @param maxRank the highest rank
     * @return the method
     */
    public static SoftImpute ofMaxRank(int maxRank) {
        return new SoftImpute(Lambdas.below(RATIO, LAMBDAS), maxRank, Centering.NONE, false, TOLERANCE, MAX_ITERATIONS);
    }

    /**
     * Sets the path of λ.
     *
     * @param lambdas the path
     * @return a changed copy
     */
    public SoftImpute withLambdas(Lambdas lambdas) {
        return new SoftImpute(lambdas, maxRank, centering, debiased, tolerance, maxIterations);
    }

    /**
     * Sets what is subtracted first.
     *
     * @param centering what is subtracted
     * @return a changed copy
     */
    public SoftImpute withCentering(Centering centering) {
        return new SoftImpute(lambdas, maxRank, centering, debiased, tolerance, maxIterations);
    }

    /**
     * Sets whether the singular values of each solution are fitted once more, without the penalty.
     *
     * @param debiased whether they are
     * @return a changed copy
     */
    public SoftImpute withDebiased(boolean debiased) {
        return new SoftImpute(lambdas, maxRank, centering, debiased, tolerance, maxIterations);
    }

    /**
     * Sets when a λ is done.
     *
     * @param tolerance the least relative change of Z by an iteration
     * @return a changed copy
     */
    public SoftImpute withTolerance(double tolerance) {
        return new SoftImpute(lambdas, maxRank, centering, debiased, tolerance, maxIterations);
    }

    /**
     * Sets the most iterations with each λ.
     *
     * @param maxIterations at least 1
     * @return a changed copy
     */
    public SoftImpute withMaxIterations(int maxIterations) {
        return new SoftImpute(lambdas, maxRank, centering, debiased, tolerance, maxIterations);
    }

    @Override
    public String name() {
        return debiased ? "SoftImpute, debiased" : "SoftImpute";
    }

    @Override
    public String settings() {
        return lambdas + ", rank at most " + maxRank + ", " + centering + ", tolerance " + tolerance + ", at most "
                + maxIterations + " iterations each";
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        Run run = Run.ofPath(this, data, options);
        LowRankMatrix centers = centering.of(data, options.threads());
        Imputation imputation = new Imputation(data, centers, maxRank, options);
        double largest = lambdas.relative ? imputation.largestLambda() : Double.NaN;
        Imputation.Low before = imputation.zero();
        Imputation.Low z = before;
        for (int k = 0; k < lambdas.count && run.mayGoOn(); k++) {
            double lambda = lambdas.get(k, largest);
            Imputation.Low next = imputation.soften(z, before, lambdas.step(k), lambda, tolerance, maxIterations);
            before = z;
            z = next;
            Imputation.Low found = debiased ? imputation.debiased(z) : z;
            run.record(next.rank(), next.value(lambda), lambda, () -> Imputation.restored(found, centers));
        }
        return run.finish(StopReason.PATH_ENDED);
    }
}
