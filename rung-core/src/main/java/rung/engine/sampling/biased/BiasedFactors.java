package rung.engine.sampling.biased;

import rung.engine.sampling.block.SampledSide;

/**
 * A factor model with biases, in single precision: A_ij = μ + b_i + c_j + u_i·v_j.
 *
 * @param mean μ
 * @param noise the variance of what the model leaves unexplained
 * @param iterations how a line is fitted: 0 for the mean of its posterior; else so many LSQR iterations from zero, without
 *     biases, as the paper does
 */
public record BiasedFactors(double mean, double noise, Lines rows, Lines columns, int iterations) {
    public BiasedFactors {
        if (rows.rank != columns.rank) {
            throw new IllegalArgumentException(
                    "both sides must have the same rank, got " + rows.rank + " and " + columns.rank);
        }
        if (iterations < 0 || !Double.isFinite(mean) || !(noise >= 0)) {
            throw new IllegalArgumentException("the mean must be finite, noise and iterations not negative, got " + mean
                    + ", " + noise + " and " + iterations);
        }
        if (iterations == 0 && (rows.priors.length == 0 || columns.priors.length == 0)) {
            throw new IllegalArgumentException("both sides must have priors, by which lines are fitted, got none");
        }
    }

    /**
     * One side.
     *
     * @param rank the number of columns of the arrays
     * @param factors one row of {@code rank} numbers after another
     * @param biases one each
     * @param variances how uncertain each number of {@code factors} is; or empty, if that is not known
     * @param priors the variance of each column over the lines around what is expected of them, that of the bias last; or empty
     * @param hints what an entry at each of these lines adds to what is expected of a line of the other side: rows of {@code rank}
     *     numbers and one for the bias, see {@link Presence}; or empty, if nothing is
     */
    public record Lines(int rank, float[] factors, float[] biases, float[] variances, double[] priors, float[] hints) {
        public Lines {
            long cells = (long) biases.length * rank;
            if (factors.length != cells || variances.length != 0 && variances.length != cells) {
                throw new IllegalArgumentException("there must be " + cells + " factors, for " + biases.length
                        + " lines of rank " + rank + ", and as many variances or none, got " + factors.length + " and "
                        + variances.length);
            }
            if (priors.length != 0 && priors.length != rank + 1) {
                throw new IllegalArgumentException(
                        "there must be " + (rank + 1) + " priors or none, got " + priors.length);
            }
            if (hints.length != 0 && hints.length != cells + biases.length) {
                throw new IllegalArgumentException(
                        "there must be " + (cells + biases.length) + " hints or none, got " + hints.length);
            }
        }

        /** Without hints. */
        public Lines(int rank, float[] factors, float[] biases, float[] variances, double[] priors) {
            this(rank, factors, biases, variances, priors, new float[0]);
        }

        /* From rows as wide as the kernels want them. */
        public static Lines of(int lines, int r, float[] rows, float[] variances, double[] priors, float[] hints) {
            int w = SampledSide.width(r);
            float[] narrow = new float[hints.length == 0 ? 0 : lines * (r + 1)];
            Lines out = new Lines(r, new float[lines * r], new float[lines], new float[lines * r], priors, narrow);
            for (int line = 0; line < lines; line++) {
                System.arraycopy(rows, line * w, out.factors, line * r, r);
                System.arraycopy(variances, line * w, out.variances, line * r, r);
                out.biases[line] = rows[line * w + r];
            }
            copyRows(hints, w, narrow, r + 1, r + 1);
            return out;
        }

        private static void copyRows(float[] from, int width, float[] to, int toWidth, int n) {
            for (int line = 0; line < from.length / width; line++) {
                System.arraycopy(from, line * width, to, line * toWidth, n);
            }
        }

        /** How many lines there are. */
        public int count() {
            return biases.length;
        }

        /* Rows (x, bias, 1), as wide as the kernels want them: see SampledSide. */
        float[] wideRows() {
            int w = SampledSide.width(rank);
            float[] out = new float[count() * w];
            for (int line = 0; line < count(); line++) {
                System.arraycopy(factors, line * rank, out, line * w, rank);
                out[line * w + rank] = biases[line];
                out[line * w + rank + 1] = 1;
            }
            return out;
        }

        float[] wideVariances() {
            int w = SampledSide.width(rank);
            float[] out = new float[count() * w];
            copyRows(variances, Math.max(1, rank), out, w, rank);
            return out;
        }

        float[] wideHints() {
            int w = SampledSide.width(rank);
            float[] out = new float[hints.length == 0 ? 0 : count() * w];
            copyRows(hints, rank + 1, out, w, rank + 1);
            return out;
        }
    }

    public int rank() {
        return rows.rank;
    }

    /** μ + b_i + c_j + u_i·v_j. */
    public double get(int i, int j) {
        double sum = mean + rows.biases[i] + columns.biases[j];
        int r = rank();
        for (int k = 0; k < r; k++) {
            sum += rows.factors[i * r + k] * columns.factors[j * r + k];
        }
        return sum;
    }

    /** Folds new rows in: see {@link FoldIn}. */
    public FoldIn rowFoldIn() {
        return new FoldIn(this, rows, columns);
    }

    /** Folds new columns in: see {@link FoldIn}. */
    public FoldIn columnFoldIn() {
        return new FoldIn(this, columns, rows);
    }
}
