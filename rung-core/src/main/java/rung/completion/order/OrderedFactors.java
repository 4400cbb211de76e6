package rung.completion.order;

import java.util.Arrays;
import java.util.Optional;
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

    /** The most that an observation counts as having told of its own estimate: beyond that the others say next to nothing. */
    private static final double MOST_SHARE = 0.99;

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
        double[] weights = weights(local);
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

    /* The precision of each observation. */
    private double[] weights(LocalPart local) {
        double[] weights = new double[data.count()];
        workers.run(across.lines.count(), across.lines::before, (from, to) -> {
            for (int line = from; line < to; line++) {
                for (int k = 0; k < across.lines.size(line); k++) {
                    int cell = across.lines.position(line, k);
                    weights[cell] = data.weight(cell) / local.noise(line);
                }
            }
        });
        return weights;
    }

    /* Collects the precision and the right-hand side of each line from the other side; solves for each line alone, if asked to. */
    private boolean gather(Factor factor, Factor other, double[] values, double[] weights, boolean solves) {
        Pattern.Lines lines = factor.lines;
        int longest = lines.longest();
        AtomicBoolean isDefinite = new AtomicBoolean(true);
        workers.run(lines.count(), line -> lines.before(line) * size + (long) line * r * r * r, () -> {
            LineSystem system = new LineSystem(longest);
            return (from, to) -> {
                for (int line = from; line < to; line++) {
                    double[] x = factor.means.array();
                    system.gather(factor, other, line, values, weights, factor.moments, line * size, x, line * r);
                    if (solves && !system.solve(factor.precision, factor.moments, line * size, x, line * r)) {
                        isDefinite.set(false);
                    }
                }
            };
        });
        if (solves) {
            factor.addProducts();
        }
        return isDefinite.get();
    }

    /** The normal equations of one line at a time. Not for several threads. */
    private final class LineSystem {
        private final double[] weight;
        private final double[] weighted;
        private final int[] index;
        private final double[] square = new double[r * r];
        private final double[] inverse = new double[r * r];
        private final double[] work = new double[r * r];
        private final double[] solution = new double[r];

        LineSystem(int longest) {
            this.weight = new double[longest];
            this.weighted = new double[longest];
            this.index = new int[longest];
        }

        /** Writes what the data say of a line: the triangle of its precision, and the right-hand side. */
        void gather(
                Factor factor,
                Factor other,
                int line,
                double[] values,
                double[] weights,
                double[] triangles,
                int triangle,
                double[] x,
                int at) {
            int n = factor.lines.size(line);
            for (int k = 0; k < n; k++) {
                int cell = factor.lines.position(line, k);
                weight[k] = weights[cell];
                weighted[k] = weights[cell] * values[cell];
                index[k] = factor.lines.other(line, k);
            }
            KERNELS.sparseTimesBlock(weight, index, 0, n, other.moments, size, triangles, triangle);
            KERNELS.sparseTimesBlock(weighted, index, 0, n, other.means.array(), r, x, at);
        }

        /** Turns precision and right-hand side into covariance and mean; returns false if the precision is not positive definite. */
        boolean solve(double[] precision, double[] triangles, int triangle, double[] x, int at) {
            Packed.load(triangles, triangle, r, square);
            for (int k = 0; k < r; k++) {
                square[k * r + k] += precision[k];
            }
            boolean isDefinite = Packed.invert(square, r, inverse, work);
            KERNELS.multiply(inverse, r, r, x, at, solution);
            System.arraycopy(solution, 0, x, at, r);
            Packed.store(inverse, r, triangles, triangle);
            return isDefinite;
        }
    }

    /**
     * Estimates each observed cell as if the line across that it lies in had not been observed there: by the other cells of its line along
     * the order, and by what is known of all lines across. Neighbors along the order say nothing here, because they have seen the cell's own line.
     *
     * <pre>m₋ = (m − h·y)/(1 − h),   Var₋ = Var + a·h/(1 − h),   h = w·a,   a = vᵀ·C·v</pre>
     *
     * @param values what the factors explain, in row order
     * @param local says how large the noise of each line across is
     * @return the mean and the variance of each cell; empty if a matrix was not positive definite
     */
    Optional<CellEstimates> leavingOut(double[] values, LocalPart local) {
        double[] means = new double[values.length];
        double[] variances = new double[values.length];
        double[] weights = weights(local);
        double[] v = across.means.array();
        Pattern.Lines lines = along.lines;
        AtomicBoolean isDefinite = new AtomicBoolean(true);
        workers.run(lines.count(), line -> 2 * lines.before(line) * size + (long) line * r * r * r, () -> {
            LineSystem system = new LineSystem(lines.longest());
            double[] moments = new double[size];
            double[] mean = new double[r];
            double[] product = new double[r];
            double[] diagonal = new double[r];
            return (from, to) -> {
                for (int line = from; line < to; line++) {
                    system.gather(along, across, line, values, weights, moments, 0, mean, 0);
                    if (!system.solve(along.precision, moments, 0, mean, 0)) {
                        isDefinite.set(false);
                        continue;
                    }
                    for (int i = 0, e = 0; i < r; i++) {
                        for (int j = 0; j <= i; j++, e++) {
                            moments[e] += mean[i] * mean[j];
                        }
                        diagonal[i] = moments[e - 1];
                    }
                    for (int k = 0; k < lines.size(line); k++) {
                        int cell = lines.position(line, k);
                        int other = lines.other(line, k);
                        KERNELS.multiply(system.inverse, r, r, v, other * r, product);
                        double a = KERNELS.dot(product, 0, v, other * r, r);
                        double share = Math.min(MOST_SHARE, weights[cell] * a);
                        double m = KERNELS.dot(mean, 0, v, other * r, r);
                        means[cell] = (m - share * values[cell]) / (1 - share);
                        variances[cell] = variance(moments, 0, diagonal, 0, m, other) + a * share / (1 - share);
                    }
                }
            };
        });
        return isDefinite.get() ? Optional.of(new CellEstimates(data.pattern(), means, variances)) : Optional.empty();
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
        return variance(along.moments, t * size, along.diagonals, t * r, mean, j);
    }

    /* The variance of the product with a line across, of a line along that has these second moments. */
    private double variance(double[] moments, int at, double[] diagonals, int from, double mean, int j) {
        double triangle = KERNELS.dot(moments, at, across.moments, j * size, size);
        double diagonal = KERNELS.dot(diagonals, from, across.diagonals, j * r, r);
        return Math.max(0, 2 * triangle - diagonal - mean * mean); // the other triangle is the same
    }

    /** The product of the means. */
    LowRankMatrix matrix() {
        Matrix u = along.means.copy();
        Matrix v = across.means.copy();
        return order.side() == Side.LEFT ? LowRankMatrix.of(u, v) : LowRankMatrix.of(v, u);
    }
}
