package rung.completion.order;

import java.util.Arrays;
import java.util.TreeMap;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/**
 * The prior of the factors of the ordered side, r independent Ornstein-Uhlenbeck processes along the order, and their posterior.
 *
 * <pre>u_k(t) has variance 1/γ_k and correlation exp(−distance/λ_k)</pre>
 *
 * <p>Line t contributes a precision matrix P_t and a vector b_t, the data's. The precision of all lines together is block tridiagonal, with
 * diagonal off-diagonal blocks; it is solved by one pass forth and one back. Costs three r×r products for each line.
 */
final class FactorChain {
    private static final Kernels KERNELS = KernelChoice.active();

    /** The correlation of neighbors that the prior begins with. */
    private static final double START = 0.7;

    private static final double SHORTEST = 0.1; // of the lengths, in typical gaps
    private static final double LONGEST = 1_000;
    private static final int STEPS = 40; // of golden section
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    private final Order order;
    private final int r;
    private final double[] precision; // γ
    private final double[] length; // λ
    private final int[] kind; // of each gap between neighbors: its number among the distinct gaps
    private final double[] gaps; // the distinct gaps
    private final double[] counts; // how often each occurs

    FactorChain(Order order, int r) {
        this.order = order;
        this.r = r;
        this.precision = new double[r];
        this.length = new double[r];
        Arrays.fill(precision, 1);
        Arrays.fill(length, -order.typicalGap() / Math.log(START));
        TreeMap<Double, Integer> numbers = new TreeMap<>();
        for (int t = 1; t < order.lines(); t++) {
            numbers.putIfAbsent(order.position(t) - order.position(t - 1), numbers.size());
        }
        this.gaps = new double[numbers.size()];
        this.counts = new double[numbers.size()];
        this.kind = new int[order.lines()];
        numbers.forEach((gap, number) -> gaps[number] = gap);
        for (int t = 1; t < order.lines(); t++) {
            kind[t] = numbers.get(order.position(t) - order.position(t - 1));
            counts[kind[t]]++;
        }
    }

    /** Sets the precision of each factor. */
    void setPrecision(double[] gamma) {
        System.arraycopy(gamma, 0, precision, 0, r);
    }

    /** The length of a factor along the order. */
    double length(int k) {
        return length[k];
    }

    /**
     * Computes the posterior, then the likeliest prior under it.
     *
     * @param p the lower triangle of each P_t, packed, line after line; replaced by that of the posterior's covariance
     * @param x the vectors b_t; replaced by the posterior means
     * @return false if a matrix was not positive definite; the arrays are then destroyed
     */
    boolean update(double[] p, double[] x) {
        int m = order.lines();
        int size = Packed.size(r);
        double[] toPrior = new double[r]; // what the prior adds to the diagonal
        double[] last = new double[r]; // off-diagonal precision to the line before
        double[] next = new double[r];
        double[] s = new double[r * r];
        double[] factor = new double[r * r];
        double[] work = new double[r * r];
        double[] z = new double[r];
        double[] rhs = new double[r];
        for (int t = 0; t < m; t++) { // S_t = (P_t + prior − O·S_{t−1}·O)⁻¹, z_t = S_t·(b_t + O·z_{t−1})
            diagonal(t, toPrior, next);
            for (int i = 0; i < r; i++) {
                for (int j = 0; j <= i; j++) {
                    double before = t == 0 ? 0 : last[i] * s[i * r + j] * last[j];
                    factor[i * r + j] = p[t * size + Packed.at(i, j)] - before;
                }
                factor[i * r + i] += toPrior[i];
                rhs[i] = x[t * r + i] + (t == 0 ? 0 : last[i] * z[i]);
            }
            if (!Packed.invert(factor, r, s, work)) {
                return false;
            }
            KERNELS.multiply(s, r, r, rhs, 0, z);
            System.arraycopy(z, 0, x, t * r, r);
            Packed.store(s, r, p, t * size);
            System.arraycopy(next, 0, last, 0, r);
        }
        double[][] cross = new double[gaps.length][r]; // Σ E[u_{t−1}·u_t] over the gaps of one kind
        double[][] earlier = new double[gaps.length][r]; // Σ E[u_{t−1}²]
        double[][] later = new double[gaps.length][r]; // Σ E[u_t²]
        double[] total = new double[r];
        double[] c = new double[r * r]; // covariance of the line after
        double[] back = new double[r * r]; // Gᵀ
        double[] product = work; // C·Gᵀ
        Packed.load(p, (m - 1) * size, r, c);
        addSquares(x, m - 1, c, total);
        for (int t = m - 2; t >= 0; t--) { // u_t = z_t + G·u_{t+1}, C_t = S_t + G·C_{t+1}·Gᵀ with G = S_t·O
            diagonal(t, toPrior, next);
            Packed.load(p, t * size, r, s);
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < r; j++) {
                    back[i * r + j] = s[i * r + j] * next[i];
                }
            }
            System.arraycopy(x, (t + 1) * r, rhs, 0, r);
            KERNELS.multiplyTransposed(back, r, r, rhs, z);
            KERNELS.product(c, 0, r, r, back, r, product, 0);
            int number = kind[t + 1];
            addSquares(x, t + 1, c, later[number]);
            for (int k = 0; k < r; k++) {
                x[t * r + k] += z[k];
                cross[number][k] += x[t * r + k] * x[(t + 1) * r + k] + product[k * r + k];
            }
            KERNELS.addTransposedProduct(back, 0, r, product, 0, r, r, s, true);
            Packed.store(s, r, p, t * size);
            Packed.load(p, t * size, r, c); // one triangle, so that rounding cannot make it asymmetric
            addSquares(x, t, c, earlier[number]);
            addSquares(x, t, c, total);
        }
        for (int k = 0; k < r; k++) {
            precision[k] = m / Math.max(total[k], Double.MIN_NORMAL);
            length[k] = likeliest(k, cross, earlier, later);
        }
        return true;
    }

    private void addSquares(double[] x, int t, double[] c, double[] sums) {
        for (int k = 0; k < r; k++) {
            sums[k] += x[t * r + k] * x[t * r + k] + c[k * r + k];
        }
    }

    /* The diagonal of the prior's precision at a line, and the off-diagonal to the line after, which is subtracted. */
    private void diagonal(int t, double[] diagonal, double[] next) {
        for (int k = 0; k < r; k++) {
            double before = t == 0 ? 0 : correlation(k, gaps[kind[t]]);
            double after = t == order.lines() - 1 ? 0 : correlation(k, gaps[kind[t + 1]]);
            double known = precision[k] * after / (1 - after * after);
            diagonal[k] = precision[k] / (1 - before * before) + known * after;
            next[k] = known;
        }
    }

    private double correlation(int k, double gap) {
        return Math.exp(-gap / length[k]);
    }

    /* The length of factor k that is likeliest under the posterior, by golden section over its logarithm. */
    private double likeliest(int k, double[][] cross, double[][] earlier, double[][] later) {
        double low = Math.log(SHORTEST * order.typicalGap());
        double high = Math.log(LONGEST * order.typicalGap());
        double left = high - GOLDEN * (high - low);
        double right = low + GOLDEN * (high - low);
        double atLeft = likelihood(k, left, cross, earlier, later);
        double atRight = likelihood(k, right, cross, earlier, later);
        for (int step = 0; step < STEPS; step++) {
            if (atLeft > atRight) {
                high = right;
                right = left;
                atRight = atLeft;
                left = high - GOLDEN * (high - low);
                atLeft = likelihood(k, left, cross, earlier, later);
            } else {
                low = left;
                left = right;
                atLeft = atRight;
                right = low + GOLDEN * (high - low);
                atRight = likelihood(k, right, cross, earlier, later);
            }
        }
        return Math.exp((low + high) / 2);
    }

    private double likelihood(int k, double logLength, double[][] cross, double[][] earlier, double[][] later) {
        double sum = 0;
        for (int number = 0; number < gaps.length; number++) {
            double a = Math.exp(-gaps[number] / Math.exp(logLength));
            double rest = 1 - a * a;
            double squares = later[number][k] - 2 * a * cross[number][k] + a * a * earlier[number][k];
            sum -= counts[number] * Math.log(rest) + precision[k] * squares / rest;
        }
        return sum;
    }
}
