package rung.engine.preference;

import rung.Side;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * G = ∇R(U·Vᵀ) = S + α·U·Vᵀ, where S has w·(A − t) at the seen entries and zeros elsewhere. S is kept in both orders, 8 bytes an
 * entry; a product with a vector costs |Ω| + (m + n)·r, and is in double precision.
 */
final class PreferenceGradient implements LinearOperator {
    private static final FloatKernels KERNELS = KernelChoice.single();

    private final Events events;
    private final double alpha;
    private final FactorRows u;
    private final FactorRows v;
    private final Workers workers;
    private final float[] byRow;
    private final double loss;
    private float[] byColumn; // made when it is first needed

    PreferenceGradient(Events events, double alpha, FactorRows u, FactorRows v, Workers workers) {
        this.events = events;
        this.alpha = alpha;
        this.u = u;
        this.v = v;
        this.workers = workers;
        this.byRow = new float[events.count()];
        double[] losses = new double[events.rows()];
        fill(Side.LEFT, byRow, losses);
        double sum = 0;
        for (double x : losses) {
            sum += x;
        }
        this.loss = sum;
    }

    /** ½·Σ w·(t − A)² over the seen entries. */
    double loss() {
        return loss;
    }

    /* Writes S in the order of a side, and what each of its lines adds to the loss. */
    private void fill(Side side, float[] out, double[] losses) {
        EventLines lines = events.lines(side);
        FactorRows own = side == Side.LEFT ? u : v;
        FactorRows other = side == Side.LEFT ? v : u;
        int w = own.width();
        workers.run(lines.count(), line -> (long) lines.start()[line] * Math.max(1, own.rank()), (from, to) -> {
            for (int line = from; line < to; line++) {
                if (own.rank() > 0) {
                    KERNELS.sampledProduct(
                            own.values(),
                            line * w,
                            other.values(),
                            w,
                            lines.index(),
                            lines.start()[line],
                            lines.start()[line + 1],
                            out);
                }
                double sum = 0;
                for (int k = lines.start()[line]; k < lines.start()[line + 1]; k++) {
                    float residual = out[k] - lines.target(k);
                    out[k] = lines.weight(k) * residual;
                    sum += (double) out[k] * residual;
                }
                losses[line] = 0.5 * sum;
            }
        });
    }

    @Override
    public int rows() {
        return events.rows();
    }

    @Override
    public int columns() {
        return events.columns();
    }

    @Override
    public Matrix multiply(Matrix x) {
        return product(events.byRow(), byRow, u, v, x);
    }

    @Override
    public Matrix multiplyTransposed(Matrix y) {
        if (byColumn == null) {
            float[] values = new float[events.count()];
            fill(Side.RIGHT, values, new double[events.columns()]);
            byColumn = values;
        }
        return product(events.byColumn(), byColumn, v, u, y);
    }

    private Matrix product(EventLines lines, float[] s, FactorRows own, FactorRows other, Matrix x) {
        int k = x.columns();
        double[] b = x.array();
        double[] inner = other.transposedTimes(b, k, workers);
        Matrix product = new Matrix(lines.count(), k);
        double[] out = product.array();
        workers.run(lines.count(), line -> ((long) lines.start()[line] + (long) line * own.rank()) * k, (from, to) -> {
            for (int line = from; line < to; line++) {
                for (int c = 0; c < k; c++) {
                    double sum = 0;
                    for (int e = lines.start()[line]; e < lines.start()[line + 1]; e++) {
                        sum += s[e] * b[lines.index()[e] * k + c];
                    }
                    out[line * k + c] = sum + alpha * own.dot(line, inner, c * own.rank());
                }
            }
        });
        return product;
    }
}
