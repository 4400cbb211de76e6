package rung.engine.bayes;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.ExactIterate;
import rung.Iterate;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.engine.FactoredIterate;
import rung.engine.RankOneFit;
import rung.linalg.Lanczos;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.SparseMatrix;
import rung.objective.Entries;

/** The iterate of {@link Bayesian}: a posterior for each side, and the noise. */
public final class BayesianIterate implements Iterate<BayesianIterate> {
    /** The most that an entry's own prediction is taken to follow it. */
    private static final double MOST = 0.9;

    private final Entries entries;
    private final Space space;
    private final long seed;
    private Posterior left;
    private Posterior right;
    private Noise noise;

    /** Work space for the gradient in row order and in column order, shared by an iterate and its copies. */
    record Space(double[] byRow, double[] byColumn) {
        static Space of(int entries) {
            return new Space(new double[entries], new double[entries]);
        }
    }

    BayesianIterate(Entries entries, Space space, long seed, Posterior left, Posterior right, Noise noise) {
        this.entries = entries;
        this.space = space;
        this.seed = seed;
        this.left = left;
        this.right = right;
        this.noise = noise;
    }

    /** Whether this was fitted to these entries. */
    boolean isOf(Observations data) {
        return entries.data().pattern() == data.pattern()
                && Arrays.equals(entries.data().values(), data.values());
    }

    Posterior left() {
        return left;
    }

    Posterior right() {
        return right;
    }

    Noise noise() {
        return noise;
    }

    @Override
    public int rank() {
        return left.rank();
    }

    /** The free energy: that of the noise, ½·|Ω|·log s² if it is normal, plus the divergences of both posteriors from their priors. */
    @Override
    public double value() {
        return noise.energy() + left.divergence() + right.divergence();
    }

    /** The top pair of the weighted residuals of the posterior means, fitted to these residuals by {@link RankOneFit}. */
    @Override
    public SingularPair steepest() {
        SparseMatrix g = gradient();
        SingularPair top = new Lanczos(ExactIterate.FAST, FactoredIterate.PAIR_STEPS).top(g, seed);
        if (!Double.isFinite(top.sigma())) {
            return top;
        }
        double[] weights = noise.weights();
        RankOneFit fit = new RankOneFit(pattern(), g, entries.workers());
        return (weights == null ? fit : fit.withWeights(weights)).from(top);
    }

    private SparseMatrix gradient() {
        double[] g = space.byRow();
        entries.fitted(left.mean(), right.mean(), g);
        double[] b = noise.targets().byRow();
        double[] weights = noise.weights();
        Pattern.Lines rows = pattern().lines(Side.LEFT);
        entries.workers().run(rows.count(), rows::before, (from, to) -> {
            for (int k = (int) rows.before(from); k < rows.before(to); k++) {
                g[k] = (weights == null ? 1 : weights[k]) * (g[k] - b[k]);
            }
        });
        return new SparseMatrix(pattern(), g, space.byColumn(), entries.workers());
    }

    /** Minimizes the weighted squared loss alone along the pair, without the posterior. */
    @Override
    public double lineSearch(SingularPair pair) {
        double norm = squaredNorm(pair);
        return norm > 0 ? pair.sigma() / norm : 0;
    }

    /* Computes Σ over the entries of w_ij·(u_i·v_j)². */
    private double squaredNorm(SingularPair pair) {
        Pattern.Lines rows = pattern().lines(Side.LEFT);
        double[] weights = noise.weights();
        double[] squares = new double[rows.count()];
        entries.workers().run(rows.count(), rows::before, (from, to) -> {
            for (int i = from; i < to; i++) {
                double sum = 0;
                for (int k = 0; k < rows.size(i); k++) {
                    double v = pair.v(rows.other(i, k));
                    sum += (weights == null ? 1 : weights[rows.position(i, k)]) * v * v;
                }
                squares[i] = pair.u(i) * pair.u(i) * sum;
            }
        });
        return Arrays.stream(squares).sum();
    }

    @Override
    public void append(SingularPair pair, double s) {
        left = left.with(pair.u(), -Math.sqrt(s));
        right = right.with(pair.v(), Math.sqrt(s));
    }

    @Override
    public void remove(int i) {
        left = left.without(i);
        right = right.without(i);
    }

    @Override
    public double[] weights() {
        return FactoredIterate.weights(left.mean(), right.mean());
    }

    /** Does the mean-field update, which never raises the free energy, and then sets the noise that fits it. */
    @Override
    public void refit(Side side) {
        boolean isLeft = side == Side.LEFT;
        Pattern.Lines lines = pattern().lines(side);
        Posterior own = isLeft ? left : right;
        BayesianUpdate update = new BayesianUpdate(side, lines, isLeft ? right : left, own, own.prior(), noise);
        Posterior updated = update.run(entries.workers());
        left = isLeft ? updated : left;
        right = isLeft ? right : updated;
        noise = noise.refitted(left, right, update);
    }

    /**
     * Draws both sides, each given the other. After each side variances and noise are set to their likeliest values.
     *
     * @return the posterior mean of the right side, of which it was then drawn
     */
    Matrix draw(PosteriorMean sampling) {
        refit(Side.LEFT);
        left = sampling.certain(left);
        refit(Side.RIGHT);
        Matrix expected = right.mean();
        right = sampling.certain(right);
        return expected;
    }

    /**
     * The expected value of u_i·v_j.
     *
     * @param i the row
     * @param j the column
     * @return the mean under the posterior
     */
    public double mean(int i, int j) {
        double sum = 0;
        for (int k = 0; k < rank(); k++) {
            sum += left.mean().get(i, k) * right.mean().get(j, k);
        }
        return sum;
    }

    /**
     * The expected value of an entry as it would be observed: the mean of u_i·v_j if the likelihood of its column is normal, a
     * probability if it is logistic, a rate if it is Poisson's.
     *
     * @param i the row
     * @param j the column
     * @return the mean of what would be observed there
     */
    public double expected(int i, int j) {
        return noise.expected(j, mean(i, j), uncertainty(i, j));
    }

    /**
     * The variance of an entry as it would be observed: what is not known of u_i·v_j, and the noise.
     *
     * @param i the row
     * @param j the column
     * @return the variance of what would be observed there
     */
    public double variance(int i, int j) {
        return noise.variance(j, mean(i, j), uncertainty(i, j));
    }

    /**
     * The variance of the noise of an entry.
     *
     * @param j the column
     * @return the variance of what would be observed if u_i·v_j were known
     */
    public double noise(int j) {
        return noise.variance(j, 0, 0);
    }

    /**
     * The variance of u_i·v_j under the posterior.
     *
     * @param i the row
     * @param j the column
     * @return the variance, without noise
     */
    public double uncertainty(int i, int j) {
        double mean = mean(i, j);
        return Math.max(0, left.innerProduct(i, right, j) - mean * mean);
    }

    /**
     * The part that each observed entry has in its own prediction: by how much the mean of u_i·v_j there would move if the entry moved by one.
     *
     * @return a number from 0 to 1 for each observed entry, row after row
     */
    public double[] leverages() {
        double[] weights = noise.weights();
        double[] leverages = new double[entries.data().count()];
        int[] next = {0};
        entries.data().forEach((i, j, value, weight) -> {
            int k = next[0]++;
            leverages[k] = Math.min(MOST, (weights == null ? 1 : weights[k]) * uncertainty(i, j) / noise.variance());
        });
        return leverages;
    }

    /**
     * Draws both sides from their posteriors.
     *
     * @param key tells one draw from another
     * @return a matrix that may be the one behind the entries
     */
    public LowRankMatrix drawn(long key) {
        return LowRankMatrix.of(
                PosteriorDraw.of(left, 2 * key, entries.workers()),
                PosteriorDraw.of(right, 2 * key + 1, entries.workers()));
    }

    /**
     * Draws an entry as it would be observed, given what the product is there.
     *
     * @param j the column
     * @param product u_i·v_j
     * @param random the source of random numbers
     * @return a number, 0 or 1, or a count
     */
    public double observed(int j, double product, SplittableRandom random) {
        return noise.drawn(j, product, random);
    }

    /**
     * What is known of the columns, for rows that are not there yet.
     *
     * @return the columns
     */
    public ColumnFactors columnFactors() {
        return ColumnFactors.of(left, right, noise);
    }

    @Override
    public BayesianIterate copy() {
        return new BayesianIterate(entries, space, seed, left, right, noise);
    }

    @Override
    public LowRankMatrix matrix() {
        return LowRankMatrix.of(left.mean(), right.mean());
    }

    private Pattern pattern() {
        return entries.data().pattern();
    }
}
