package rung.completion.order;

import java.util.Arrays;
import java.util.Optional;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.CellValues;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.Side;
import rung.linalg.Svd;
import rung.linalg.Workers;

/**
 * A low-rank matrix and a {@link LocalPart} beside it, fitted in turns by variational Bayes:
 *
 * <pre>M_tj = u_t·v_j + f_j(t) + e_tj,   v_jk ~ N(0, 1/γ_k),   e_tj ~ N(0, s_j/w_tj)</pre>
 *
 * <p>It begins with a low-rank matrix that was found without the order. A round estimates f from what the matrix leaves, then u and v from
 * what f leaves. Under {@link FactorPrior#SMOOTH} each u_k is an Ornstein-Uhlenbeck process whose length the data decide. The rank
 * stays. If the order says nothing about what the first matrix leaves, that matrix is the result as it is. Costs |Ω|·r² + (m + n)·r³ for each round.
 *
 * <p>Subtract what has a mean, such as the mean of the table, before; both parts are centered at 0.
 */
public final class OrderedFit {
    /** The default for the number of rounds. After that the error on held-out stretches hardly changes. */
    public static final int ROUNDS = 12;

    /** The rounds that estimate the length and the ratio of the local part anew: later they hardly change. */
    private static final int[] ESTIMATED = {0, 2, 5};

    /** A singular value below this part of the largest is rounding. */
    private static final double RELATIVE_ZERO = 1e-12;

    private final Observations data;
    private final Order order;
    private final LowRankMatrix matrix;
    private final LocalPart local;
    private final double[]
            doubts; // the variance of the matrix at each observation, as of the last round that computed it
    private final Optional<OrderedFactors> factors; // none if there is nothing to go on with
    private final int round;
    private final Workers workers;

    private OrderedFit(
            Observations data,
            Order order,
            LowRankMatrix matrix,
            LocalPart local,
            double[] doubts,
            Optional<OrderedFactors> factors,
            int round,
            Workers workers) {
        this.data = data;
        this.order = order;
        this.matrix = matrix;
        this.local = local;
        this.doubts = doubts;
        this.factors = factors;
        this.round = round;
        this.workers = workers;
    }

    /**
     * Fits both parts with the default number of rounds.
     *
     * @param data the observed entries, centered; their weights are relative precisions
     * @param start a low-rank matrix that fits them, of any rank
     * @param doubt the variance of each of its entries; without it a matrix that follows the data closely passes for a certain one,
     *     which leaves nothing to the local part
     * @param order the order
     * @param prior what is assumed of the factors of the ordered side
     * @param workers the threads
     * @return both parts
     */
    public static OrderedFit of(
            Observations data, LowRankMatrix start, CellValues doubt, Order order, FactorPrior prior, Workers workers) {
        return of(data, start, doubt, order, prior, ROUNDS, workers);
    }

    /**
     * Fits both parts.
     *
     * @param data the observed entries, centered; their weights are relative precisions
     * @param start a low-rank matrix that fits them, of any rank
     * @param doubt the variance of each of its entries; without it a matrix that follows the data closely passes for a certain one,
     *     which leaves nothing to the local part
     * @param order the order
     * @param prior what is assumed of the factors of the ordered side
     * @param rounds the number of rounds; 0 leaves the matrix as it is and estimates the local part of what it leaves
     * @param workers the threads
     * @return both parts
     */
    public static OrderedFit of(
            Observations data,
            LowRankMatrix start,
            CellValues doubt,
            Order order,
            FactorPrior prior,
            int rounds,
            Workers workers) {
        order.require(data);
        if (start.rows() != data.rows() || start.columns() != data.columns()) {
            throw new IllegalArgumentException("the low-rank matrix must be " + data.rows() + "×" + data.columns()
                    + " as the table is, got " + start.rows() + "×" + start.columns());
        }
        if (rounds < 0) {
            throw new IllegalArgumentException("rounds must be at least 0, got " + rounds);
        }
        double[] doubts = new double[data.count()];
        int[] next = {0};
        data.forEach((i, j, value, weight) -> doubts[next[0]++] = doubt.at(i, j));
        LocalPart local =
                estimate(data, residuals(data, start, workers), doubts, order, LocalProcess.NONE, true, workers);
        LowRankMatrix balanced = balanced(start);
        Optional<OrderedFactors> factors =
                balanced.rank() == 0 || local.process().ratio() == 0
                        ? Optional.empty()
                        : Optional.of(new OrderedFactors(data, balanced, order, prior, workers));
        return new OrderedFit(data, order, start, local, doubts, factors, 0, workers).after(rounds);
    }

    /**
     * Goes on from here. This fit itself cannot go on after that.
     *
     * @param rounds the number of rounds in all, those that led here included
     * @return both parts after these rounds
     */
    public OrderedFit after(int rounds) {
        LowRankMatrix newMatrix = matrix;
        LocalPart newLocal = local;
        double[] newDoubts = doubts;
        int done = round;
        for (; done < rounds && factors.isPresent(); done++) {
            double[] rest = data.values().clone();
            double[] means = newLocal.at(data.pattern()).means();
            for (int k = 0; k < rest.length; k++) {
                rest[k] -= means[k];
            }
            if (!factors.get().update(rest, newLocal)) {
                return new OrderedFit(data, order, newMatrix, newLocal, newDoubts, Optional.empty(), done, workers);
            }
            newMatrix = factors.get().matrix();
            int number = done + 1;
            if (Integer.bitCount(number) == 1) { // rounds 1, 2, 4, 8: it changes ever more slowly
                newDoubts = factors.get().variances(data.pattern());
            }
            boolean isEstimated = Arrays.stream(ESTIMATED).anyMatch(k -> k == number);
            newLocal = estimate(
                    data,
                    residuals(data, newMatrix, workers),
                    newDoubts,
                    order,
                    newLocal.process(),
                    isEstimated,
                    workers);
        }
        return new OrderedFit(data, order, newMatrix, newLocal, newDoubts, factors, done, workers);
    }

    /**
     * The rounds that led here.
     *
     * @return their number
     */
    public int round() {
        return round;
    }

    /**
     * Whether a further round changes anything.
     *
     * @return false if the order says nothing about what the matrix leaves
     */
    public boolean canGoOn() {
        return factors.isPresent();
    }

    /* The local part of what the matrix leaves; none if the order says nothing about that. */
    private static LocalPart estimate(
            Observations data,
            double[] rest,
            double[] doubts,
            Order order,
            LocalProcess last,
            boolean anew,
            Workers workers) {
        Residuals residuals = Residuals.of(data, rest, doubts, order);
        if (!anew) {
            return LocalPart.of(residuals, order, last, workers);
        }
        LocalPart local = LocalPart.fit(residuals, order, last, workers);
        return local.isInformative() ? local : LocalPart.of(residuals, order, LocalProcess.NONE, workers);
    }

    private static double[] residuals(Observations data, LowRankMatrix matrix, Workers workers) {
        double[] rest = SampledProduct.of(matrix.left(), matrix.right(), data.pattern(), workers);
        for (int k = 0; k < rest.length; k++) {
            rest[k] = data.values()[k] - rest[k];
        }
        return rest;
    }

    /* The same matrix with orthogonal factors whose columns have the same norms on both sides, and none of norm 0. */
    private static LowRankMatrix balanced(LowRankMatrix a) {
        Svd all = a.orthonormal();
        double least = RELATIVE_ZERO * Arrays.stream(all.sigma()).max().orElse(0);
        Svd svd = all.first(
                (int) Arrays.stream(all.sigma()).filter(s -> s > least).count());
        double[] roots = new double[svd.u().columns()];
        Arrays.setAll(roots, k -> Math.sqrt(svd.sigma(k)));
        return LowRankMatrix.of(svd.u().scaledColumns(roots), svd.v().scaledColumns(roots));
    }

    /**
     * The low-rank part.
     *
     * @return the matrix, of the rank that the fit began with or below
     */
    public LowRankMatrix matrix() {
        return matrix;
    }

    /**
     * The local part.
     *
     * @return the part beside the matrix; of ratio 0 if the order says nothing about what the matrix leaves
     */
    public LocalPart local() {
        return local;
    }

    /**
     * Both parts together at some cells.
     *
     * @param cells the cells, observed or not
     * @return the sum of both at each cell, in row order
     */
    public double[] at(Pattern cells) {
        double[] sums = SampledProduct.of(matrix.left(), matrix.right(), cells, workers);
        double[] means = local.at(cells).means();
        for (int k = 0; k < sums.length; k++) {
            sums[k] += means[k];
        }
        return sums;
    }

    /**
     * The variance of what would be observed at some cells with weight 1: that of both parts, as if they were independent, and that of
     * the noise.
     *
     * @param cells the cells, observed or not
     * @return the variance of each cell, in row order
     */
    public double[] variances(Pattern cells) {
        double[] sums = local.at(cells).variances();
        double[] ofMatrix = factors.map(each -> each.variances(cells)).orElseGet(() -> new double[sums.length]);
        Pattern.Lines across = order.across(cells);
        for (int line = 0; line < across.count(); line++) {
            for (int k = 0; k < across.size(line); k++) {
                int cell = across.position(line, k);
                sums[cell] += ofMatrix[cell] + local.noise(line);
            }
        }
        return sums;
    }

    /**
     * The variance of what would be observed at each cell with weight 1, see {@link #variances(Pattern)}; that of the matrix is computed
     * when it is asked for. It is that of the fit as it is now, and must not be asked for once the fit went on.
     *
     * @return the variances
     */
    public CellValues variances() {
        double[] ofLocal = local.everywhere().variances();
        int columns = data.columns();
        boolean isByRow = order.side() == Side.LEFT;
        return (i, j) -> ofLocal[i * columns + j]
                + (factors.isPresent() ? factors.get().variance(i, j) : 0)
                + local.noise(isByRow ? j : i);
    }

    /**
     * Compares each observation with what is expected of it if it lay in a hole, without what its line across tells nearby.
     *
     * @param holes how far away the nearest observations of its line count as being
     * @return the square of each error over the variance that is expected of it, in row order; empty if there are no factors
     */
    Optional<double[]> leavingOut(Holes holes) {
        double[] near = local.at(data.pattern()).means();
        double[] rest = new double[data.count()];
        Arrays.setAll(rest, k -> data.values()[k] - near[k]);
        return factors.flatMap(each -> each.leavingOut(rest, local)).map(ofMatrix -> {
            CellEstimates ofLocal = local.leavingOut(holes);
            double[] squares = new double[data.count()];
            Pattern.Lines across = order.across(data.pattern());
            for (int line = 0; line < across.count(); line++) {
                for (int k = 0; k < across.size(line); k++) {
                    int c = across.position(line, k);
                    double error = data.values()[c] - ofMatrix.means()[c] - ofLocal.means()[c];
                    double expected =
                            ofMatrix.variances()[c] + ofLocal.variances()[c] + local.noise(line) / data.weight(c);
                    squares[c] = error * error / expected;
                }
            }
            return squares;
        });
    }

    Order order() {
        return order;
    }

    Observations data() {
        return data;
    }

    /**
     * Both parts together, everywhere.
     *
     * @return the completed table
     */
    public Matrix everywhere() {
        Pattern all = Pattern.full(matrix.rows(), matrix.columns());
        return new Matrix(matrix.rows(), matrix.columns(), at(all));
    }
}
