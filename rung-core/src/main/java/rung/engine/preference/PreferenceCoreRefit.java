package rung.engine.preference;

import java.util.Arrays;
import rung.Refit;
import rung.engine.FactoredIterate;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Lsqr;
import rung.linalg.Matrix;
import rung.linalg.Qr;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * OPTIMIZE for preferences: min over the r×r matrix X of R(U·X·Vᵀ), by LSQR in double precision; an iteration costs 2·|Ω|·r.
 *
 * <p>U is replaced by an orthonormal basis Q of its span, and so is V unless there is a ridge. The value of a ridge depends on how the
 * product is split into factors; with one, the penalty ½·Σ_i c_i·‖(Q·X)_i‖² is minimized as well. As Q is orthonormal, ‖Q·X·Vᵀ‖ is that
 * of X·Tᵀ, where T is the triangle of V, so that the entries not seen add r² equations; the penalty adds a row for each row of U.
 */
final class PreferenceCoreRefit implements Lsqr.Equations {
    private static final Kernels KERNELS = KernelChoice.active();
    private static final int MAX_ITERATIONS = 5_000;

    private final EventLines rows;
    private final double root; // √α
    private final double[] ridge;
    private final boolean isPenalized;
    private final Workers workers;
    private final Matrix q;
    private final Matrix v;
    private final Matrix triangle;
    private final Matrix current;
    private final int r;
    private Matrix x;

    PreferenceCoreRefit(Events events, double alpha, LineRidge ridge, Matrix u, Matrix v, Workers workers) {
        this.rows = events.byRow();
        this.root = Math.sqrt(alpha);
        this.ridge = ridge.of(Side.LEFT);
        this.isPenalized = !ridge.isZero();
        this.workers = workers;
        this.r = u.columns();
        Qr left = Qr.of(u);
        Qr right = Qr.of(v);
        this.q = left.q();
        this.v = isPenalized ? v : right.q();
        this.triangle = isPenalized ? right.r() : Matrix.identity(r);
        this.current = isPenalized ? left.r() : left.r().multiplyByTransposed(right.r());
    }

    /** The new U, after {@link #solve}. */
    Matrix left() {
        return q.multiply(x);
    }

    /** The new V, after {@link #solve}. */
    Matrix right() {
        return v;
    }

    /**
     * Solves for X.
     *
     * @param sigma the size of the gradients of this run, by which an exact solution is measured
     */
    void solve(Refit refit, double sigma) {
        Matrix start = refit.fromZero() ? new Matrix(r, r) : current;
        double[] rhs = new double[rows()];
        multiply(start.array(), rhs);
        for (int k = 0; k < rhs.length; k++) {
            rhs[k] = -rhs[k];
        }
        for (int line = 0; line < rows.count(); line++) {
            for (int k = rows.start()[line]; k < rows.start()[line + 1]; k++) {
                rhs[k] += Math.sqrt(rows.weight(k)) * rows.target(line, k);
            }
        }
        double[] delta = new double[r * r];
        int iterations = Math.min(refit.iterations(), MAX_ITERATIONS);
        new Lsqr().solve(this, rhs, iterations, refit.isExact() ? FactoredIterate.EXACT * sigma : 0, delta);
        x = start.copy();
        for (int k = 0; k < delta.length; k++) {
            x.array()[k] += delta[k];
        }
    }

    private int seen() {
        return rows.index().length;
    }

    @Override
    public int rows() {
        return seen() + r * r + (isPenalized ? q.rows() * r : 0);
    }

    @Override
    public int columns() {
        return r * r;
    }

    @Override
    public void multiply(double[] in, double[] out) {
        Matrix core = new Matrix(r, r, in.length == r * r ? in : Arrays.copyOf(in, r * r));
        Matrix u = q.multiply(core);
        workers.run(rows.count(), line -> (long) rows.start()[line] * r, (from, to) -> {
            for (int line = from; line < to; line++) {
                int start = rows.start()[line];
                int end = rows.start()[line + 1];
                KERNELS.sampledProduct(u.array(), line * r, v.array(), r, rows.index(), start, end, out);
                for (int k = start; k < end && rows.weights() != null; k++) {
                    out[k] *= Math.sqrt(rows.weights()[k]);
                }
            }
        });
        double[] all = core.multiplyByTransposed(triangle).array();
        for (int k = 0; k < all.length; k++) {
            out[seen() + k] = root * all[k];
        }
        for (int k = 0; isPenalized && k < u.array().length; k++) {
            out[seen() + r * r + k] = Math.sqrt(ridge[k / r]) * u.array()[k];
        }
    }

    @Override
    public void multiplyTransposed(double[] in, double[] out) {
        Matrix product = new Matrix(q.rows(), r);
        workers.run(rows.count(), line -> (long) rows.start()[line] * r, () -> {
            double[] values = new double[rows.longest()];
            int[] positions = new int[values.length];
            return (from, to) -> {
                for (int line = from; line < to; line++) {
                    int start = rows.start()[line];
                    int count = rows.size(line);
                    System.arraycopy(rows.index(), start, positions, 0, count);
                    for (int k = 0; k < count; k++) {
                        values[k] = in[start + k] * Math.sqrt(rows.weight(start + k));
                    }
                    KERNELS.sparseTimesBlock(values, positions, 0, count, v.array(), r, product.array(), line * r);
                }
            };
        });
        int penalty = seen() + r * r;
        for (int k = 0; isPenalized && k < product.array().length; k++) {
            product.array()[k] += Math.sqrt(ridge[k / r]) * in[penalty + k];
        }
        Matrix all = new Matrix(r, r, Arrays.copyOfRange(in, seen(), penalty)).multiply(triangle);
        double[] sum = q.multiplyTransposed(product).plus(root, all).array();
        System.arraycopy(sum, 0, out, 0, r * r);
    }
}
