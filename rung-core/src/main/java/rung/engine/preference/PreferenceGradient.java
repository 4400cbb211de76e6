package rung.engine.preference;

import java.util.Arrays;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * The gradient G = ∇R(U·Vᵀ) = S + α·U·Vᵀ, where S has w·(A − t) at the seen entries and zeros elsewhere. S is stored in both orders, 8
 * bytes per entry. A product with a vector costs |Ω| + (m + n)·r and is in double precision; a product with several vectors is in
 * single precision.
 */
final class PreferenceGradient implements LinearOperator {
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

    /** The loss ½·Σ w·(t − A)² over the seen entries. */
    double loss() {
        return loss;
    }

    /* Writes S in the order of a side, and what each of its lines adds to the loss. */
    private void fill(Side side, float[] out, double[] losses) {
        EventLines lines = events.lines(side);
        FactorRows own = side == Side.LEFT ? u : v;
        FactorRows other = side == Side.LEFT ? v : u;
        workers.run(
                lines.count(),
                line -> (long) lines.start()[line] * Math.max(1, own.rank()),
                (from, to) -> lines.residuals(own, other, from, to, out, losses));
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
        double[] inner = other.transposedTimes(x.array(), x.columns(), workers);
        return x.columns() == 1 ? vector(lines, s, own, inner, x.array()) : block(lines, s, own, inner, x);
    }

    private Matrix vector(EventLines lines, float[] s, FactorRows own, double[] inner, double[] x) {
        double[] out = new double[lines.count()];
        workers.run(out.length, line -> lines.start()[line] + (long) line * own.rank(), (from, to) -> {
            for (int line = from; line < to; line++) {
                double sum = 0;
                for (int e = lines.start()[line]; e < lines.start()[line + 1]; e++) {
                    sum += s[e] * x[lines.index()[e]];
                }
                out[line] = sum + alpha * own.dot(line, inner);
            }
        });
        return new Matrix(out.length, 1, out);
    }

    private Matrix block(EventLines lines, float[] s, FactorRows own, double[] inner, Matrix x) {
        double[] scaled = Arrays.stream(inner).map(number -> alpha * number).toArray();
        GradientProduct task = new GradientProduct(lines, s, own, FactorRows.of(x), scaled);
        Matrix product = new Matrix(lines.count(), x.columns());
        workers.run(
                lines.count(),
                line -> (lines.start()[line] + (long) line * own.rank()) * x.columns(),
                (from, to) -> task.multiply(from, to, product));
        return product;
    }
}
