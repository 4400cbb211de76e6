package rung.engine.bayes;

import java.util.List;
import java.util.Optional;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Problem;
import rung.data.Observations;
import rung.linalg.Side;
import rung.linalg.Workers;
import rung.loss.Loss;
import rung.objective.Entries;

/**
 * Minimizes a squared loss whose regularization the data itself decides: variational Bayes [LT07], where a refit of a side is the
 * mean-field update of its posterior.
 *
 * <pre>M_ij = u_i·v_j + noise,   u_i ~ N(p, diag(c)),   v_j ~ N(q, diag(d)),   noise ~ N(0, s²/w_j)</pre>
 *
 * <p>The means p and q and the variances s², c and d are estimated as well, for each column of a factor, so there is nothing to tune: a
 * column that explains only noise is shrunk away, and more rank than the data holds does no harm. A row without entries is expected to
 * be p. Where some entries are far off, the noise is better described by a distribution with heavy tails, see {@link #withHeavyTails};
 * where a column holds two values or counts, it has a likelihood of its own, see {@link #withLikelihoods}. The value is the free energy, minus a
 * lower bound of the log likelihood, which every refit lowers unless there are counts. A refit costs |Ω|·r²/2 + (m+n)·r³/2, and (m+n)·r²/2 numbers of memory.
 */
public final class Bayesian implements Problem<BayesianIterate> {
    /** How noise is spread over the entries. */
    private enum Spread {
        BY_COLUMN,
        EVEN,
        HEAVY_TAILED
    }

    private final Observations data;
    private final Spread spread;
    private final List<Likelihood> likelihoods; // of the columns; none if all are normal
    private final Optional<ColumnFactors> known;
    private final Optional<BayesianIterate> reached;
    private final long seed;
    private final int threads;

    private Bayesian(
            Observations data,
            Spread spread,
            List<Likelihood> likelihoods,
            Optional<ColumnFactors> known,
            Optional<BayesianIterate> reached,
            long seed,
            int threads) {
        this.data = data;
        this.spread = spread;
        this.likelihoods = likelihoods;
        this.known = known;
        this.reached = reached;
        this.seed = seed;
        this.threads = threads;
    }

    /**
     * A problem on as many threads as processors.
     *
     * @param data the observed entries, without weights
     * @return the problem
     */
    public static Bayesian of(Observations data) {
        if (data.weights().isPresent()) {
            throw new IllegalArgumentException("observations must not have weights here: the noise is estimated");
        }
        return new Bayesian(
                data,
                Spread.BY_COLUMN,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                0,
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * Sets whether the noise has heavy tails: Student's t in place of the normal distribution. An entry that is far off then counts for
     * next to nothing.
     *
     * @param heavyTails whether it has
     * @return a changed copy, all of whose columns are normal but for the tails
     */
    public Bayesian withHeavyTails(boolean heavyTails) {
        return new Bayesian(
                data,
                heavyTails ? Spread.HEAVY_TAILED : Spread.BY_COLUMN,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                seed,
                threads);
    }

    /**
     * Sets that the noise has one variance for all columns; else there is one for each, if they differ.
     *
     * @return a changed copy, all of whose columns are normal
     */
    public Bayesian withEvenNoise() {
        return new Bayesian(data, Spread.EVEN, List.of(), Optional.empty(), Optional.empty(), seed, threads);
    }

    /**
     * Sets the likelihood of each column. A logistic one is for entries that are 0 or 1, Poisson's for counts; then the product stands
     * for log odds and logarithms, around a level of each column, and {@link BayesianIterate#expected} is what is expected of an entry.
     *
     * @param likelihoods one for each column
     * @return a changed copy, without heavy tails
     * @throws IllegalArgumentException if an entry does not suit its column
     */
    public Bayesian withLikelihoods(List<Likelihood> likelihoods) {
        if (likelihoods.size() != data.columns()) {
            throw new IllegalArgumentException(
                    "there must be a likelihood for each of " + data.columns() + " columns, got " + likelihoods.size());
        }
        data.forEach((i, j, value, weight) -> {
            boolean suits = switch (likelihoods.get(j)) {
                case NORMAL -> true;
                case LOGISTIC -> value == 0 || value == 1;
                case POISSON -> value >= 0 && value == Math.rint(value);
            };
            if (!suits) {
                throw new IllegalArgumentException("an entry of a " + likelihoods.get(j) + " column must be "
                        + (likelihoods.get(j) == Likelihood.LOGISTIC ? "0 or 1" : "a whole number from 0 on")
                        + ", got " + value + " at (" + i + ", " + j + ")");
            }
        });
        return new Bayesian(
                data, Spread.BY_COLUMN, List.copyOf(likelihoods), Optional.empty(), Optional.empty(), seed, threads);
    }

    /**
     * Begins with what another fit knows of the columns, and so at its rank, instead of at zero.
     *
     * @param columns the columns of a fit of other rows, under the same likelihoods
     * @return a changed copy, without heavy tails
     */
    public Bayesian beginningWith(ColumnFactors columns) {
        return new Bayesian(data, Spread.BY_COLUMN, likelihoods, Optional.of(columns), Optional.empty(), seed, threads);
    }

    /**
     * Goes on from where a climb of the same entries ended, instead of from zero.
     *
     * @param iterate what that climb ended with, under the same noise and likelihoods; it stays as it is
     * @return a changed copy
     * @throws IllegalArgumentException if it is of other entries
     */
    public Bayesian goingOnFrom(BayesianIterate iterate) {
        if (!iterate.isOf(data)) {
            throw new IllegalArgumentException("a climb must go on with the entries that it began with, got others");
        }
        return new Bayesian(data, spread, likelihoods, known, Optional.of(iterate), seed, threads);
    }

    /**
     * Sets the seed of the search for pairs and of the draws.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Bayesian withSeed(long seed) {
        return new Bayesian(data, spread, likelihoods, known, reached, seed, threads);
    }

    /**
     * Sets the number of threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Bayesian withThreads(int threads) {
        return new Bayesian(data, spread, likelihoods, known, reached, seed, threads);
    }

    @Override
    public int rows() {
        return data.rows();
    }

    @Override
    public int columns() {
        return data.columns();
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public String description() {
        return "variational Bayes on " + data;
    }

    @Override
    public BayesianIterate start() {
        if (reached.isPresent()) {
            return reached.get().copy();
        }
        if (known.isPresent()) {
            return known.get().fit(data, seed, new Workers(threads));
        }
        Entries entries = new Entries(data, Loss.squared(), new Workers(threads));
        Posterior left = Posterior.none(data.pattern().lines(Side.LEFT));
        Posterior right = Posterior.none(data.pattern().lines(Side.RIGHT));
        return new BayesianIterate(
                entries, BayesianIterate.Space.of(data.count()), seed, left, right, noise(entries, left, right));
    }

    private Noise noise(Entries entries, Posterior left, Posterior right) {
        if (likelihoods.stream().anyMatch(likelihood -> likelihood != Likelihood.NORMAL)) {
            return MixedNoise.of(entries, likelihoods, left, right);
        }
        Targets targets = Targets.of(data.values(), entries);
        double meanSquare = meanSquare(data.values());
        return spread == Spread.HEAVY_TAILED
                ? StudentNoise.of(entries, targets, left, right, meanSquare)
                : NormalNoise.of(data.pattern(), targets, meanSquare, spread == Spread.BY_COLUMN);
    }

    /**
     * The mean of the product under the posterior.
     *
     * @param matrix the mean
     * @param stopped whether the listener ended the draws before all were done
     */
    public record Mean(LowRankMatrix matrix, boolean stopped) {}

    /**
     * Returns the mean of the product under the posterior, by draws from what a climb found: see {@link PosteriorMean}. If the
     * listener ends the draws before enough are done to be of use, that is what the climb found itself.
     *
     * @param found what a climb of this problem ended with; it stays as it is
     * @param draws how many draws of both sides to take
     * @param listener sees each draw as a step, and can end them
     * @return the mean
     */
    public Mean mean(BayesianIterate found, int draws, Listener listener) {
        if (draws < 1 || found.rank() < 1) {
            throw new IllegalArgumentException(
                    "there must be draws of at least one column, got " + draws + " of " + found.rank());
        }
        BayesianIterate a = found.copy();
        PosteriorMean mean = new PosteriorMean(rows(), columns(), a.rank(), seed, new Workers(threads));
        int done = mean.draw(a, draws, listener);
        boolean isUseful = done == draws || done >= PosteriorMean.FEWEST;
        return new Mean(isUseful ? mean.matrix(a) : found.matrix(), done < draws);
    }

    private static double meanSquare(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return values.length == 0 ? 0 : sum / values.length;
    }
}
