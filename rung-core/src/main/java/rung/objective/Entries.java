package rung.objective;

import java.util.Locale;
import rung.ConvexFunction;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.Side;
import rung.linalg.SparseMatrix;
import rung.linalg.Workers;
import rung.loss.Loss;

/**
 * A loss summed over the observed entries: R(A) = Σ over the observed entries of w_ij·φ(A_ij; M_ij). The value and the gradient cost
 * |Ω|·r.
 */
public final class Entries implements ConvexFunction {
    private final Observations data;
    private final Loss loss;
    private final Workers workers;

    /**
     * Creates the function on as many threads as there are processors.
     *
     * @param data the observed entries M_ij and their weights w_ij
     * @param loss the loss φ
     */
    public Entries(Observations data, Loss loss) {
        this(data, loss, Workers.all());
    }

    /**
     * Creates the function.
     *
     * @param data the observed entries M_ij and their weights w_ij
     * @param loss the loss φ; an {@link IllegalArgumentException} is thrown if an entry does not suit it
     * @param workers the threads
     */
    public Entries(Observations data, Loss loss, Workers workers) {
        for (int k = 0; k < data.values().length; k++) {
            int at = k;
            loss.complaint(data.values()[k]).ifPresent(rule -> {
                throw new IllegalArgumentException(
                        "an observed value must be " + rule + ", got " + data.values()[at] + " at " + place(at, data));
            });
        }
        this.data = data;
        this.loss = loss;
        this.workers = workers;
    }

    @Override
    public int rows() {
        return data.rows();
    }

    @Override
    public int columns() {
        return data.columns();
    }

    /**
     * The observed entries.
     *
     * @return the entries
     */
    public Observations data() {
        return data;
    }

    /**
     * The loss of one entry.
     *
     * @return the loss φ
     */
    public Loss loss() {
        return loss;
    }

    /**
     * The threads that compute values and gradients.
     *
     * @return the workers
     */
    public Workers workers() {
        return workers;
    }

    @Override
    public double value(LowRankMatrix a) {
        return value(fitted(a.left(), a.right()));
    }

    @Override
    public LinearOperator gradient(LowRankMatrix a) {
        double[] g = fitted(a.left(), a.right());
        derivatives(g, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, g);
        return new SparseMatrix(data.pattern(), g, workers);
    }

    @Override
    public double strongConvexity() {
        return data.smallestWeight() * loss.strongConvexity();
    }

    /**
     * Computes the entries of U·Vᵀ on Ω.
     *
     * @param u the left factor, m×r
     * @param v the right factor, n×r
     * @return the fitted entries, in row order
     */
    public double[] fitted(Matrix u, Matrix v) {
        return SampledProduct.of(u, v, data.pattern(), workers);
    }

    /**
     * Computes the entries of U·Vᵀ on Ω, into a given array.
     *
     * @param u the left factor, m×r
     * @param v the right factor, n×r
     * @param out receives the fitted entries, in row order
     */
    public void fitted(Matrix u, Matrix v, double[] out) {
        SampledProduct.into(out, u, v, data.pattern(), workers);
    }

    /**
     * Computes R from fitted entries.
     *
     * @param fitted the fitted entries, in row order
     * @return R
     */
    public double value(double[] fitted) {
        double[] b = data.values();
        double[] w = data.weights().orElse(null);
        return sum(data.pattern().lines(Side.LEFT), workers, k -> (w == null ? 1 : w[k]) * loss.value(fitted[k], b[k]));
    }

    /**
     * Computes the entries of the gradient, after the fitted entries are clipped to [low, high].
     *
     * @param fitted the fitted entries, in row order
     * @param low the lower bound of clipping; −∞ for none
     * @param high the upper bound of clipping; ∞ for none
     * @param out receives the gradient's entries, in row order; may be {@code fitted}
     */
    public void derivatives(double[] fitted, double low, double high, double[] out) {
        double[] b = data.values();
        double[] w = data.weights().orElse(null);
        Pattern.Lines lines = data.pattern().lines(Side.LEFT);
        workers.run(lines.count(), lines::before, (from, to) -> {
            for (int k = (int) lines.before(from); k < lines.before(to); k++) {
                double a = Math.max(low, Math.min(high, fitted[k]));
                out[k] = (w == null ? 1 : w[k]) * loss.derivative(a, b[k]);
            }
        });
    }

    /**
     * Computes d/ds R(fitted + s·direction).
     *
     * @param fitted the fitted entries, in row order
     * @param direction a direction, in row order
     * @param s how far along the direction
     * @return the derivative at s
     */
    public double slope(double[] fitted, double[] direction, double s) {
        double[] b = data.values();
        double[] w = data.weights().orElse(null);
        return sum(
                data.pattern().lines(Side.LEFT),
                workers,
                k -> (w == null ? 1 : w[k]) * loss.derivative(fitted[k] + s * direction[k], b[k]) * direction[k]);
    }

    /**
     * Computes d²/ds² R(fitted + s·direction) at s = 0.
     *
     * @param fitted the fitted entries, in row order
     * @param direction a direction, in row order
     * @return the second derivative
     */
    public double curvature(double[] fitted, double[] direction) {
        double[] b = data.values();
        double[] w = data.weights().orElse(null);
        return sum(
                data.pattern().lines(Side.LEFT),
                workers,
                k -> (w == null ? 1 : w[k]) * loss.curvature(fitted[k], b[k]) * direction[k] * direction[k]);
    }

    /** A number for each observed entry, which {@link #sum} adds up. */
    @FunctionalInterface
    interface Term {
        double at(int k);
    }

    /* Sums each row and then the rows, always in the same order, so that the result does not depend on the number of threads. */
    private static double sum(Pattern.Lines lines, Workers workers, Term term) {
        double[] partial = new double[lines.count()];
        workers.run(lines.count(), lines::before, (from, to) -> {
            for (int line = from; line < to; line++) {
                double sum = 0;
                for (int k = (int) lines.before(line); k < lines.before(line + 1); k++) {
                    sum += term.at(k);
                }
                partial[line] = sum;
            }
        });
        double total = 0;
        for (double p : partial) {
            total += p;
        }
        return total;
    }

    private static String place(int k, Observations data) {
        Pattern.Lines lines = data.pattern().lines(Side.LEFT);
        int row = 0;
        while (lines.before(row + 1) <= k) {
            row++;
        }
        int column = lines.other(row, k - (int) lines.before(row));
        return "(" + row + ", " + column + ")";
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s loss on %s", loss, data);
    }
}
