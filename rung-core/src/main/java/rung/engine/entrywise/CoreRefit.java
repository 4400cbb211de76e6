package rung.engine.entrywise;

import java.util.Arrays;
import rung.Refit;
import rung.engine.FactoredIterate;
import rung.linalg.Lbfgs;
import rung.linalg.Lsqr;
import rung.linalg.Matrix;
import rung.linalg.Qr;
import rung.linalg.Side;
import rung.linalg.SparseMatrix;
import rung.loss.Squared;
import rung.objective.Entries;

/**
 * OPTIMIZE for a loss over entries: min over the r×r matrix X of R(U·X·Vᵀ), with |Ω| terms and r² unknowns. The squared loss is solved
 * by LSQR, any other by L-BFGS; either needs |Ω|·r for an iteration, because X is applied to U first.
 *
 * <p>U is replaced by an orthonormal basis Q of its span, and so is V unless there is a ridge. The value of a ridge depends on how the
 * product is split into factors; with one, the penalty ½·Σ_i c_i·‖(Q·X)_i‖² is minimized as well.
 */
final class CoreRefit implements Lsqr.Equations, Lbfgs.Function {
    private static final int MAX_ITERATIONS = 5_000;

    private final Entries entries;
    private final double[] ridge;
    private final boolean penalized;
    private final Matrix q;
    private final Matrix v;
    private final Matrix current;
    private final double target;
    private final int r;
    private Matrix x;

    CoreRefit(Entries entries, FactorRidge ridge, Matrix u, Matrix v, double target) {
        this.entries = entries;
        this.ridge = ridge.coefficients(Side.LEFT);
        this.penalized = !ridge.isZero();
        this.target = target;
        this.r = u.columns();
        Qr left = Qr.of(u);
        Qr right = Qr.of(v);
        this.q = left.q();
        this.v = penalized ? v : right.q();
        this.current = penalized ? left.r() : left.r().multiplyByTransposed(right.r());
    }

    Matrix left() {
        return q.multiply(x);
    }

    Matrix right() {
        return v;
    }

    void solve(Refit refit) {
        Matrix start = refit.fromZero() ? new Matrix(r, r) : current;
        int iterations = Math.min(refit.iterations(), MAX_ITERATIONS);
        if (entries.loss() != Squared.INSTANCE) {
            Lbfgs.Minimum minimum = Lbfgs.minimize(
                    this, start.array(), iterations, FactoredIterate.EXACT, target / FactoredIterate.EXACT);
            x = new Matrix(r, r, minimum.x());
            return;
        }
        double[] rhs = new double[rows()];
        multiply(start.array(), rhs);
        for (int k = 0; k < rhs.length; k++) {
            rhs[k] = (k < count() ? root(k) * entries.data().values()[k] : 0) - rhs[k];
        }
        double[] delta = new double[r * r];
        new Lsqr().solve(this, rhs, iterations, refit.isExact() ? target : 0, delta);
        x = start.copy();
        for (int k = 0; k < delta.length; k++) {
            x.array()[k] += delta[k];
        }
    }

    private int count() {
        return entries.data().count();
    }

    private double root(int k) {
        double[] weights = entries.data().weights().orElse(null);
        return weights == null ? 1 : Math.sqrt(weights[k]);
    }

    @Override
    public int rows() {
        return penalized ? count() + q.rows() * r : count();
    }

    @Override
    public int columns() {
        return r * r;
    }

    @Override
    public void multiply(double[] in, double[] out) {
        Matrix u = q.multiply(new Matrix(r, r, in.length == r * r ? in : Arrays.copyOf(in, r * r)));
        double[] fitted = entries.fitted(u, v);
        for (int k = 0; k < fitted.length; k++) {
            out[k] = root(k) * fitted[k];
        }
        for (int k = 0; penalized && k < u.array().length; k++) {
            out[fitted.length + k] = Math.sqrt(ridge[k / r]) * u.array()[k];
        }
    }

    @Override
    public void multiplyTransposed(double[] in, double[] out) {
        double[] weighted = new double[count()];
        for (int k = 0; k < weighted.length; k++) {
            weighted[k] = root(k) * in[k];
        }
        Matrix product = new SparseMatrix(entries.data().pattern(), weighted, entries.workers()).multiply(v);
        for (int k = 0; penalized && k < product.array().length; k++) {
            product.array()[k] += Math.sqrt(ridge[k / r]) * in[weighted.length + k];
        }
        System.arraycopy(q.multiplyTransposed(product).array(), 0, out, 0, r * r);
    }

    @Override
    public double evaluate(double[] at, double[] gradient) {
        Matrix u = q.multiply(new Matrix(r, r, at));
        double[] fitted = entries.fitted(u, v);
        double value = entries.value(fitted);
        entries.derivatives(fitted, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, fitted);
        Matrix product = new SparseMatrix(entries.data().pattern(), fitted, entries.workers()).multiply(v);
        for (int k = 0; penalized && k < product.array().length; k++) {
            double c = ridge[k / r];
            value += 0.5 * c * u.array()[k] * u.array()[k];
            product.array()[k] += c * u.array()[k];
        }
        System.arraycopy(q.multiplyTransposed(product).array(), 0, gradient, 0, r * r);
        return value;
    }
}
