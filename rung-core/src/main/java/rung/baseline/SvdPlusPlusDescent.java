package rung.baseline;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** The factors and biases of one run of {@link SvdPlusPlus}, and the epochs that change them. Letters are those of its description. */
final class SvdPlusPlusDescent {
    private static final Kernels KERNELS = KernelChoice.active();

    /** The standard deviation of the factors at the start, that of Surprise. */
    private static final double DEVIATION = 0.1;

    private final Observations data;
    private final Pattern.Lines lines;
    private final double rate;
    private final double ridge;
    private final int r;
    private final SplittableRandom random;
    private final int[] rowOrder;
    private final int[] order; // the order of the observations: each row's stay within its range
    private final double mean;
    private final double[] z;
    private final double[] left; // u_i + z_i
    private final double[] slope; // Σ_j e_ij·v_j over the observations of a row

    final double[] b;
    final double[] c;
    final Matrix u;
    final Matrix v;
    final Matrix y;

    SvdPlusPlusDescent(Observations data, SvdPlusPlus method, long seed) {
        this.data = data;
        lines = data.pattern().lines(Side.LEFT);
        rate = method.rate();
        ridge = method.ridge();
        r = method.rank();
        random = new SplittableRandom(seed);
        rowOrder = new int[data.rows()];
        Arrays.setAll(rowOrder, i -> i);
        order = new int[data.count()];
        Arrays.setAll(order, k -> k);
        mean = Biases.mean(data);
        z = new double[r];
        left = new double[r];
        slope = new double[r];
        b = new double[data.rows()];
        c = new double[data.columns()];
        u = start(lines);
        v = start(data.pattern().lines(Side.RIGHT));
        y = start(data.pattern().lines(Side.RIGHT));
    }

    private Matrix start(Pattern.Lines seen) {
        Matrix factor = Matrix.gaussian(seen.count(), r, random);
        for (int k = 0; k < factor.array().length; k++) {
            factor.array()[k] *= DEVIATION;
        }
        UnseenLines.clear(factor, UnseenLines.of(seen));
        return factor;
    }

    void epoch() {
        shuffle(rowOrder, 0, rowOrder.length);
        for (int i : rowOrder) {
            if (lines.size(i) > 0) {
                descend(i);
            }
        }
    }

    /* All observations of a row. */
    private void descend(int i) {
        int from = (int) lines.before(i);
        int to = from + lines.size(i);
        shuffle(order, from, to);
        implicit(i, z);
        Arrays.fill(slope, 0);
        double keep = 1;
        for (int k = from; k < to; k++) {
            int e = order[k];
            double step = rate * data.weight(e);
            update(i, lines.other(i, e - from), data.values()[e], step);
            keep *= 1 - step * ridge;
        }
        double root = 1 / Math.sqrt(lines.size(i));
        for (int k = 0; k < lines.size(i); k++) {
            int at = lines.other(i, k) * r;
            KERNELS.axpy(keep - 1, y.array(), at, y.array(), at, r);
            KERNELS.axpy(root, slope, 0, y.array(), at, r);
        }
    }

    /* One observation: everything but Y, whose slope is added up, already times the rate. */
    private void update(int i, int j, double value, double step) {
        double[] us = u.array();
        double[] vs = v.array();
        int p = i * r;
        int q = j * r;
        System.arraycopy(us, p, left, 0, r);
        KERNELS.axpy(1, z, 0, left, 0, r);
        double e = value - mean - b[i] - c[j] - KERNELS.dot(left, 0, vs, q, r);
        double shrink = -step * ridge;
        b[i] += step * e + shrink * b[i];
        c[j] += step * e + shrink * c[j];
        KERNELS.axpy(step * e, vs, q, slope, 0, r);
        KERNELS.axpy(shrink, us, p, us, p, r);
        KERNELS.axpy(step * e, vs, q, us, p, r); //     u_i ← u_i + rate·(e·v_j − ridge·u_i)
        KERNELS.axpy(shrink, vs, q, vs, q, r);
        KERNELS.axpy(step * e, left, 0, vs, q, r); //   v_j ← v_j + rate·(e·(u_i + z_i) − ridge·v_j)
    }

    /* z_i = |N(i)|^−½·Σ_{k ∈ N(i)} y_k. */
    private void implicit(int i, double[] sum) {
        Arrays.fill(sum, 0);
        double root = 1 / Math.sqrt(lines.size(i));
        for (int k = 0; k < lines.size(i); k++) {
            KERNELS.axpy(root, y.array(), lines.other(i, k) * r, sum, 0, r);
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

    double value() {
        double[] columns = penalties(v, c);
        double[] presences = penalties(y, null);
        double[] rows = penalties(u, b);
        Matrix a = rowFactors();
        double sum = 0;
        for (int i = 0; i < data.rows(); i++) {
            double present = 0;
            for (int k = 0; k < lines.size(i); k++) {
                present += presences[lines.other(i, k)];
            }
            for (int k = 0; k < lines.size(i); k++) {
                int j = lines.other(i, k);
                int at = lines.position(i, k);
                double e = data.values()[at] - mean - b[i] - c[j] - KERNELS.dot(a.array(), i * r, v.array(), j * r, r);
                double weight = data.weight(at);
                sum += 0.5 * weight * (e * e + ridge * (rows[i] + columns[j] + present));
            }
        }
        return sum;
    }

    private double[] penalties(Matrix factor, double[] biases) {
        double[] out = new double[factor.rows()];
        for (int line = 0; line < out.length; line++) {
            double bias = biases == null ? 0 : biases[line];
            out[line] = bias * bias + KERNELS.dot(factor.array(), line * r, factor.array(), line * r, r);
        }
        return out;
    }

    /* The rows u_i + z_i. */
    private Matrix rowFactors() {
        Matrix a = u.copy();
        double[] sum = new double[r];
        for (int i = 0; i < data.rows(); i++) {
            if (lines.size(i) > 0) {
                implicit(i, sum);
                KERNELS.axpy(1, sum, 0, a.array(), i * r, r);
            }
        }
        return a;
    }

    LowRankMatrix matrix() {
        return LowRankMatrix.of(
                TallProducts.beside(rowFactors(), Biases.columns(b, mean, 0)),
                TallProducts.beside(v, Biases.columns(c, 0, 1)));
    }
}
