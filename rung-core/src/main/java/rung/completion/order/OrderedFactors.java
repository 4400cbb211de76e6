package rung.completion.order;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * The factors of a low-rank matrix and their uncertainty: normal posteriors, one for each line, that are updated one side after the
 * other. The ordered side has a {@link FactorPrior}.
 */
final class OrderedFactors {
    private static final Kernels KERNELS = KernelChoice.active();

    private final Observations data;
    private final Order order;
    private final int r;
    private final int size;
    private final FactorPrior prior;
    private final FactorChain chain;
    private final Factor along;
    private final Factor across;
    private final Workers workers;

    /** One side: means, second moments E[u·uᵀ] as packed triangles, and the precisions of the prior. */
    private static final class Factor {
        private final Pattern.Lines lines;
        private final Matrix means;
        private final double[] moments;
        private final double[] diagonals; // of the moments
        private final double[] precision;

        Factor(Pattern.Lines lines, Matrix means) {
            int r = means.columns();
            this.lines = lines;
            this.means = means;
            this.moments = new double[Math.multiplyExact(lines.count(), Packed.size(r))];
            this.diagonals = new double[lines.count() * r];
            this.precision = new double[r];
            addProducts();
            estimatePrecision();
        }

        /* Turns covariances into second moments. */
        void addProducts() {
            int r = means.columns();
            double[] x = means.array();
            for (int line = 0, e = 0; line < lines.count(); line++) {
                for (int i = 0; i < r; i++) {
                    for (int j = 0; j <= i; j++, e++) {
                        moments[e] += x[line * r + i] * x[line * r + j];
                    }
                    diagonals[line * r + i] = moments[e - 1];
                }
            }
        }

        void estimatePrecision() {
            int r = means.columns();
            Arrays.fill(precision, 0);
            for (int line = 0; line < lines.count(); line++) {
                for (int k = 0; k < r; k++) {
                    precision[k] += diagonals[line * r + k];
                }
            }
            for (int k = 0; k < r; k++) {
                precision[k] = lines.count() / Math.max(precision[k], Double.MIN_NORMAL);
            }
        }
    }

    /** Begins with a matrix that is taken to be certain. */
    OrderedFactors(Observations data, LowRankMatrix start, Order order, FactorPrior prior, Workers workers) {
        boolean isByRow = order.side() == Side.LEFT;
        this.data = data;
        this.order = order;
        this.r = start.rank();
        this.size = Packed.size(r);
        this.prior = prior;
        this.along = new Factor(data.pattern().lines(order.side()), isByRow ? start.left() : start.right());
        this.across = new Factor(order.across(data.pattern()), isByRow ? start.right() : start.left());
        this.chain = new FactorChain(order, r);
        this.workers = workers;
        chain.setPrecision(along.precision);
    }

    /**
     * Updates both sides.
     *
     * @param values what the factors are to explain, in row order
     * @param local says how large the noise of each line across is
     * @return false if a matrix was not positive definite; the factors are then of no use
     */
    boolean update(double[] values, LocalPart local) {
        double[] weights = new double[values.length];
        workers.run(across.lines.count(), across.lines::before, (from, to) -> {
            for (int line = from; line < to; line++) {
                for (int k = 0; k < across.lines.size(line); k++) {
                    int cell = across.lines.position(line, k);
                    weights[cell] = data.weight(cell) / local.noise(line);
                }
            }
        });
        boolean isSmooth = prior == FactorPrior.SMOOTH;
        boolean isDefinite = gather(along, across, values, weights, !isSmooth);
        if (isSmooth && isDefinite) {
            isDefinite = chain.update(along.moments, along.means.array());
            along.addProducts();
        }
        along.estimatePrecision();
        isDefinite = isDefinite && gather(across, along, values, weights, true);
        across.estimatePrecision();
        return isDefinite;
    }

    /* Collects the precision and the right-hand side of each line from the other side; solves for each line alone, if asked to. */
    private boolean gather(Factor factor, Factor other, double[] values, double[] weights, boolean solves) {
        Pattern.Lines lines = factor.lines;
        int longest = lines.longest();
        AtomicBoolean isDefinite = new AtomicBoolean(true);
        workers.run(lines.count(), line -> lines.before(line) * size + (long) line * r * r * r, () -> {
            double[] weight = new double[longest];
            double[] weighted = new double[longest];
            int[] index = new int[longest];
            double[] square = new double[r * r];
            double[] inverse = new double[r * r];
            double[] work = new double[r * r];
            double[] solution = new double[r];
            return (from, to) -> {
                for (int line = from; line < to; line++) {
                    int n = lines.size(line);
                    for (int k = 0; k < n; k++) {
                        int cell = lines.position(line, k);
                        weight[k] = weights[cell];
                        weighted[k] = weights[cell] * values[cell];
                        index[k] = lines.other(line, k);
                    }
                    double[] x = factor.means.array();
                    KERNELS.sparseTimesBlock(weight, index, 0, n, other.moments, size, factor.moments, line * size);
                    KERNELS.sparseTimesBlock(weighted, index, 0, n, other.means.array(), r, x, line * r);
                    if (solves) {
                        Packed.load(factor.moments, line * size, r, square);
                        for (int k = 0; k < r; k++) {
                            square[k * r + k] += factor.precision[k];
                        }
                        if (!Packed.invert(square, r, inverse, work)) {
                            isDefinite.set(false);
                        }
                        KERNELS.multiply(inverse, r, r, x, line * r, solution);
                        System.arraycopy(solution, 0, x, line * r, r);
                        Packed.store(inverse, r, factor.moments, line * size);
                    }
                }
            };
        });
        if (solves) {
            factor.addProducts();
        }
        return isDefinite.get();
    }

    /**
     * The variance of the product u·v at some cells, in row order.
     *
     * <pre>Var(u·v) = ⟨E[u·uᵀ], E[v·vᵀ]⟩ − (E[u]·E[v])²</pre>
     */
    double[] variances(Pattern cells) {
        double[] variances = new double[cells.count()];
        Pattern.Lines lines = cells.lines(Side.LEFT);
        workers.run(lines.count(), line -> lines.before(line) * size, (from, to) -> {
            for (int row = from; row < to; row++) {
                for (int k = 0; k < lines.size(row); k++) {
                    variances[lines.position(row, k)] = variance(row, lines.other(row, k));
                }
            }
        });
        return variances;
    }

    /** The variance of u·v at a cell. */
    double variance(int row, int column) {
        int t = order.side() == Side.LEFT ? row : column;
        int j = order.side() == Side.LEFT ? column : row;
        double mean = KERNELS.dot(along.means.array(), t * r, across.means.array(), j * r, r);
        double triangle = KERNELS.dot(along.moments, t * size, across.moments, j * size, size);
        double diagonal = KERNELS.dot(along.diagonals, t * r, across.diagonals, j * r, r);
        return Math.max(0, 2 * triangle - diagonal - mean * mean); // the other triangle is the same
    }

    /** The product of the means. */
    LowRankMatrix matrix() {
        Matrix u = along.means.copy();
        Matrix v = across.means.copy();
        return order.side() == Side.LEFT ? LowRankMatrix.of(u, v) : LowRankMatrix.of(v, u);
    }
}
