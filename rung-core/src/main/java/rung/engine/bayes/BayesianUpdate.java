package rung.engine.bayes;

import java.util.Arrays;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * The mean-field update of one side of {@link BayesianIterate}, line by line:
 *
 * <pre>H = Σ_j w_j·E[f_j·f_jᵀ] + s²·diag(1/c),   S = s²·H⁻¹,   x = H⁻¹·(Σ_j w_j·b_j·f_j + s²·m/c)</pre>
 *
 * <p>Here w are the weights of the entries, s² is the variance of the noise, and m and c are the mean and the variance of the prior.
 */
final class BayesianUpdate {
    /*
     * The sums are the bulk of the work. Those of a short line are computed when the line is solved. Where lines are few and long, as
     * the columns of a tall table are, each of them would go through all moments of the other side, which no cache holds; so there the
     * sums are computed beforehand, block by block of the other side, for all lines in turn. Blocks depend on sizes alone, so the order
     * of additions does not depend on the threads.
     */
    private static final Kernels KERNELS = KernelChoice.active();

    /** The number of moments that stay in a processor's cache while all lines go through them. */
    private static final int CACHED = 1 << 14;

    /** The least number of moments in all for which blocks are faster. */
    private static final int MANY = 1 << 17;

    /** A block has this many rows per line, so that the sums of all blocks take little memory. */
    private static final int ROWS_PER_LINE = 16;

    private final Side side;
    private final Pattern.Lines lines;
    private final double[] values;
    private final Posterior other;
    private final Noise noise;
    private final double[] shrinkage;
    private final double[] center;
    private final boolean[] observed;
    private final double[] means; // the means of the other side, padded
    private final Matrix mean;
    private final Matrix moments;
    private final double[] squares;
    private final double[] logDeterminants;
    private final int r;
    private final int width;
    private final int meanWidth;

    /**
     * Prepares the update of one side.
     *
     * @param side this side
     * @param lines the observed positions, cut into lines of this side
     * @param other the posterior of the other side
     * @param own the posterior of this side
     * @param prior the prior of its rows
     * @param noise what the entries are fitted to, and their weights
     */
    BayesianUpdate(Side side, Pattern.Lines lines, Posterior other, Posterior own, Prior prior, Noise noise) {
        this.side = side;
        this.lines = lines;
        this.values = noise.targets().of(side);
        this.other = other;
        this.noise = noise;
        this.observed = own.observed();
        this.r = own.rank();
        this.width = Posterior.width(r);
        this.meanWidth = Kernels.padded(r);
        this.center = prior.means();
        this.shrinkage = new double[r];
        Arrays.setAll(shrinkage, k -> noise.variance() / prior.variances()[k]);
        this.means = padded(other.mean());
        this.mean = new Matrix(own.rows(), r);
        this.moments = new Matrix(own.rows(), width);
        this.squares = new double[own.rows()];
        this.logDeterminants = new double[own.rows()];
    }

    private double[] padded(Matrix matrix) {
        if (r == meanWidth) {
            return matrix.array();
        }
        double[] wide = new double[matrix.rows() * meanWidth];
        for (int i = 0; i < matrix.rows(); i++) {
            System.arraycopy(matrix.array(), i * r, wide, i * meanWidth, r);
        }
        return wide;
    }

    Posterior run(Workers workers) {
        boolean isTall = !lines.isFull()
                && other.moments().array().length >= MANY
                && other.rows() >= 2L * ROWS_PER_LINE * lines.count();
        double[] sums = isTall ? sums(workers) : null;
        int groups = (lines.count() + Kernels.PAD - 1) / Kernels.PAD; // lines that are solved together
        Workers.Work work = group -> {
            int line = firstOf(group);
            return (isTall ? 0 : lines.before(line)) * r * r + line * (long) r * r * r;
        };
        workers.run(groups, work, () -> {
            GroupSolver solver = new GroupSolver(sums);
            return (from, to) -> solver.solve(firstOf(from), firstOf(to));
        });
        double determinants = 0;
        for (int line = 0; line < logDeterminants.length; line++) {
            determinants += observed[line] ? logDeterminants[line] : 0;
        }
        return new Posterior(mean, moments, observed, determinants);
    }

    private int firstOf(int group) {
        return Math.min(lines.count(), group * Kernels.PAD);
    }

    /** The side that was updated. */
    Side side() {
        return side;
    }

    /** The sum of the expected squared residuals of a line, weighted. */
    double squares(int line) {
        return squares[line];
    }

    /** The sum of the expected squared residuals, weighted. */
    double squares() {
        double sum = 0;
        for (double square : squares) {
            sum += square;
        }
        return sum;
    }

    /** Computes Σ_j w_j·E[f_j·f_jᵀ] and then Σ_j w_j·b_j·f_j for each line, block by block. */
    private double[] sums(Workers workers) {
        int size = lines.count() * (width + meanWidth);
        int rows = Math.max(ROWS_PER_LINE * lines.count(), CACHED / width);
        int blocks = (other.rows() + rows - 1) / rows;
        double[] partial = new double[blocks * size];
        workers.run(blocks, block -> (long) block * rows * lines.count() * width, (from, to) -> {
            double[] one = new double[Math.max(width, meanWidth)];
            double[] weights = new double[CACHED / width + 1];
            Arrays.fill(weights, 1);
            for (int block = from; block < to; block++) {
                int end = Math.min(other.rows(), (block + 1) * rows);
                for (int row = block * rows; row < end; row += CACHED / width) {
                    add(row, Math.min(end, row + CACHED / width), weights, one, partial, block * size);
                }
            }
        });
        double[] sums = new double[size];
        for (int block = 0; block < blocks; block++) {
            KERNELS.axpy(1, partial, block * size, sums, 0, size);
        }
        return sums;
    }

    /** Adds to the sums of each line the terms of the other side's rows from (inclusive) to (exclusive). */
    private void add(int from, int to, double[] weights, double[] one, double[] sums, int sumsFrom) {
        int[] near = new int[weights.length];
        double[] b = new double[weights.length];
        for (int line = 0, at = sumsFrom; line < lines.count(); line++, at += width + meanWidth) {
            int begin = (int) lines.before(line);
            int end = begin + lines.size(line);
            int first = firstAt(from, begin, end);
            int n = firstAt(to, first, end) - first;
            System.arraycopy(lines.index(), first, near, 0, n);
            weigh(line, first, n, weights, b);
            KERNELS.sparseTimesBlock(weights, near, 0, n, other.moments().array(), width, one, 0);
            KERNELS.axpy(1, one, 0, sums, at, width);
            KERNELS.sparseTimesBlock(b, near, 0, n, means, meanWidth, one, 0);
            KERNELS.axpy(1, one, 0, sums, at + width, meanWidth);
        }
    }

    /** Loads the weights w of some entries, and w·b. */
    private void weigh(int line, int from, int n, double[] w, double[] b) {
        noise.load(side, line, from, n, w);
        for (int k = 0; k < n; k++) {
            b[k] = w[k] * values[from + k];
        }
    }

    /** The position of the first element of a line's index, which ascends, that is not below {@code row}. */
    private int firstAt(int row, int begin, int end) {
        int found = Arrays.binarySearch(lines.index(), begin, end, row);
        return found < 0 ? -found - 1 : found;
    }

    /** Solves lines in groups, on one thread and with work space of its own. */
    private final class GroupSolver {
        private final double[] sums;
        private final double[] b = new double[lines.longest()];
        private final double[] weights = new double[b.length];
        private final int[] index = new int[b.length];
        private final double[] g = new double[Kernels.PAD * width];
        private final double[] rhs = new double[Kernels.PAD * meanWidth];
        private final LineGroup group = new LineGroup(r);

        GroupSolver(double[] sums) {
            this.sums = sums;
            Arrays.fill(weights, 1);
            Arrays.setAll(index, k -> k);
        }

        /*
         * Short methods for the compiler's sake: it compiles each once. One method with all of these loops was compiled up to four times,
         * once for each loop that became hot while it ran.
         */
        void solve(int from, int to) {
            for (int first = from; first < to; first += Kernels.PAD) {
                solveGroup(first, Math.min(Kernels.PAD, to - first));
            }
        }

        private void solveGroup(int first, int count) {
            for (int k = 0; k < count; k++) {
                put(first + k, k);
            }
            group.invert();
            for (int k = 0; k < count; k++) {
                take(first + k, k);
            }
        }

        private void put(int line, int k) { // as line k of the group
            load(line, k * width, k * meanWidth);
            group.put(k, g, k * width, shrinkage, center, rhs, k * meanWidth);
        }

        private void take(int line, int k) {
            group.get(k, noise.variance(), mean.array(), line * r, moments.array(), line * width);
            logDeterminants[line] = r * Math.log(noise.variance()) + group.logDeterminant(k);
            squares[line] -= 2 * KERNELS.dot(rhs, k * meanWidth, mean.array(), line * r, r);
            squares[line] += product(k * width, line);
        }

        private void load(int line, int gFrom, int rhsFrom) {
            int begin = (int) lines.before(line);
            int n = lines.size(line);
            weigh(line, begin, n, weights, b);
            squares[line] = KERNELS.dot(b, 0, values, begin, n);
            if (sums != null) {
                int at = line * (width + meanWidth);
                System.arraycopy(sums, at, g, gFrom, width);
                System.arraycopy(sums, at + width, rhs, rhsFrom, meanWidth);
                return;
            }
            if (!lines.isFull()) {
                System.arraycopy(lines.index(), begin, index, 0, n);
            }
            KERNELS.sparseTimesBlock(weights, index, 0, n, other.moments().array(), width, g, gFrom);
            KERNELS.sparseTimesBlock(b, index, 0, n, means, meanWidth, rhs, rhsFrom);
        }

        /** The inner product of two symmetric matrices: one of {@code g}, and the moments of a line. */
        private double product(int gFrom, int line) {
            double diagonal = 0;
            for (int k = 0; k < r; k++) {
                diagonal += g[gFrom + Posterior.at(k, k)] * moments.get(line, Posterior.at(k, k));
            }
            return 2 * KERNELS.dot(g, gFrom, moments.array(), line * width, width) - diagonal;
        }
    }
}
