package rung.baseline;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.LowRankMatrix;
import rung.Solution;
import rung.StopReason;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * Factors by stochastic gradient descent, known as SVD from the Netflix prize [Fun06, KBV09].
 *
 * <pre>
 *   min over b, c, U, V of ½·Σ_Ω (e_ij² + ridge·(b_i² + c_j² + ‖u_i‖² + ‖v_j‖²)),   e_ij = M_ij − μ − b_i − c_j − u_i·v_j
 *   b_i ← b_i + rate·(e_ij − ridge·b_i),   u_i ← u_i + rate·(e_ij·v_j − ridge·u_i),   c_j and v_j likewise
 * </pre>
 *
 * <p>An epoch updates once for each observation: row after row as Surprise does, but the rows, and the observations of each row, in an
 * order drawn anew in each epoch. One random order of all observations is no more accurate and three times slower, because nothing is
 * then in the cache (MovieLens 1M, rank 100: 0.8766 and 0.50 s an epoch against 0.8765 and 0.20). An epoch is a step of the trace and
 * costs |Ω|·rank. Without biases μ, b and c are zero, and the mean is predicted where nothing was observed. A weight multiplies the
 * rate.
 *
 * @param rank the number of columns of U and V
 * @param rate the length of a step
 * @param ridge the penalty
 * @param biased whether there are a mean and biases
 */
public record StochasticSvd(int rank, double rate, double ridge, boolean biased) implements Baseline {
    /** The default rank, that of Surprise. */
    public static final int RANK = 100;

    /** The default rate, that of Surprise. */
    public static final double RATE = 0.005;

    /** The default penalty, that of Surprise. */
    public static final double RIDGE = 0.02;

    /** The number of epochs if there is no limit, that of Surprise. */
    public static final int STEPS = 20;

    /** The standard deviation of the factors at the start, that of Surprise. */
    private static final double DEVIATION = 0.1;

    /** Checks the parameters. */
    public StochasticSvd {
        if (rank < 0) {
            throw new IllegalArgumentException("rank must not be negative, got " + rank);
        }
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rate must be positive and finite, got " + rate);
        }
        if (!(ridge >= 0 && ridge < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("ridge must be finite and not negative, got " + ridge);
        }
    }

    /**
     * The default parameters, with biases.
     *
     * @return the method
     */
    public static StochasticSvd byDefault() {
        return new StochasticSvd(RANK, RATE, RIDGE, true);
    }

    /**
     * Sets the rank.
     *
     * @param rank the number of columns of U and V
     * @return a changed copy
     */
    public StochasticSvd withRank(int rank) {
        return new StochasticSvd(rank, rate, ridge, biased);
    }

    /**
     * Sets the length of a step.
     *
     * @param rate above 0
     * @return a changed copy
     */
    public StochasticSvd withRate(double rate) {
        return new StochasticSvd(rank, rate, ridge, biased);
    }

    /**
     * Sets the penalty.
     *
     * @param ridge at least 0
     * @return a changed copy
     */
    public StochasticSvd withRidge(double ridge) {
        return new StochasticSvd(rank, rate, ridge, biased);
    }

    /**
     * Sets whether there are a mean and biases.
     *
     * @param biased whether there are
     * @return a changed copy
     */
    public StochasticSvd withBiased(boolean biased) {
        return new StochasticSvd(rank, rate, ridge, biased);
    }

    @Override
    public String name() {
        return biased ? "SVD by SGD with biases" : "SVD by SGD";
    }

    @Override
    public String settings() {
        return "rank " + rank + ", rate " + rate + ", ridge " + ridge + (biased ? ", biases" : ", no biases");
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        Run run = Run.ofIterations(this, data, options, STEPS);
        Descent descent = new Descent(data, this, options);
        while (run.mayGoOn()) {
            descent.epoch();
            run.record(rank, descent.value(), descent::matrix);
        }
        return run.finish(StopReason.STEP_LIMIT);
    }

    /** The factors and biases of one run, and the epochs that change them. */
    private static final class Descent {
        private final Observations data;
        private final StochasticSvd method;
        private final Workers workers;
        private final SplittableRandom random;
        private final UnseenLines unseen;
        private final int[] rows;
        private final int[] columns;
        private final int[] rowOrder;
        private final int[] order; // the order of the observations: each row's stay within its range
        private final double mean;
        private final double[] b;
        private final double[] c;
        private final Matrix u;
        private final Matrix v;

        Descent(Observations data, StochasticSvd method, FitOptions options) {
            this.data = data;
            this.method = method;
            workers = new Workers(options.threads());
            random = new SplittableRandom(options.seed());
            unseen = new UnseenLines(data);
            rows = new int[data.count()];
            columns = new int[data.count()];
            rowOrder = new int[data.rows()];
            Arrays.setAll(rowOrder, i -> i);
            order = new int[data.count()];
            Arrays.setAll(order, k -> k);
            int[] next = new int[1];
            data.forEach((row, column, value, weight) -> {
                rows[next[0]] = row;
                columns[next[0]++] = column;
            });
            mean = method.biased ? Biases.mean(data) : 0;
            b = new double[data.rows()];
            c = new double[data.columns()];
            u = start(data.pattern().lines(Side.LEFT));
            v = start(data.pattern().lines(Side.RIGHT));
        }

        private Matrix start(Pattern.Lines lines) {
            Matrix factor = Matrix.gaussian(lines.count(), method.rank, random);
            for (int k = 0; k < factor.array().length; k++) {
                factor.array()[k] *= DEVIATION;
            }
            UnseenLines.clear(factor, UnseenLines.of(lines));
            return factor;
        }

        void epoch() {
            Pattern.Lines lines = data.pattern().lines(Side.LEFT);
            double[] values = data.values();
            double[] weights = data.weights().orElse(null);
            shuffle(rowOrder, 0, rowOrder.length);
            for (int i : rowOrder) {
                int from = (int) lines.before(i);
                int to = from + lines.size(i);
                shuffle(order, from, to);
                for (int k = from; k < to; k++) {
                    int e = order[k];
                    update(i, columns[e], values[e], weights == null ? method.rate : method.rate * weights[e]);
                }
            }
        }

        /* Shuffles a range after Fisher and Yates. */
        private void shuffle(int[] x, int from, int to) {
            for (int k = to - 1; k > from; k--) {
                int other = from + random.nextInt(k + 1 - from);
                int swapped = x[k];
                x[k] = x[other];
                x[other] = swapped;
            }
        }

        private void update(int i, int j, double value, double rate) {
            int r = method.rank;
            double[] us = u.array();
            double[] vs = v.array();
            int p = i * r;
            int q = j * r;
            double e = value - mean - b[i] - c[j] - dot(us, p, vs, q, r);
            double keep = 1 - rate * method.ridge;
            double step = rate * e;
            if (method.biased) {
                b[i] = keep * b[i] + step;
                c[j] = keep * c[j] + step;
            }
            for (int end = p + r; p < end; p++, q++) {
                double x = us[p];
                double y = vs[q];
                us[p] = keep * x + step * y;
                vs[q] = keep * y + step * x;
            }
        }

        private static double dot(double[] x, int p, double[] y, int q, int n) {
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            int k = 0;
            for (; k + 3 < n; k += 4) {
                s0 += x[p + k] * y[q + k];
                s1 += x[p + k + 1] * y[q + k + 1];
                s2 += x[p + k + 2] * y[q + k + 2];
                s3 += x[p + k + 3] * y[q + k + 3];
            }
            for (; k < n; k++) {
                s0 += x[p + k] * y[q + k];
            }
            return (s0 + s1) + (s2 + s3);
        }

        double value() {
            double[] fitted = SampledProduct.of(u, v, data.pattern(), workers);
            double[] left = penalties(b, u);
            double[] right = penalties(c, v);
            double sum = 0;
            for (int k = 0; k < fitted.length; k++) {
                double e = data.values()[k] - mean - b[rows[k]] - c[columns[k]] - fitted[k];
                double penalty = method.ridge * (left[rows[k]] + right[columns[k]]);
                sum += 0.5 * data.weight(k) * (e * e + penalty);
            }
            return sum;
        }

        private static double[] penalties(double[] biases, Matrix factor) {
            double[] out = new double[biases.length];
            int r = factor.columns();
            for (int line = 0; line < out.length; line++) {
                out[line] = biases[line] * biases[line] + dot(factor.array(), line * r, factor.array(), line * r, r);
            }
            return out;
        }

        LowRankMatrix matrix() {
            if (!method.biased) {
                return unseen.with(u, v);
            }
            return LowRankMatrix.of(
                    TallProducts.beside(u, Biases.columns(b, mean, 0)),
                    TallProducts.beside(v, Biases.columns(c, 0, 1)));
        }
    }
}
