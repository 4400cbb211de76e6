package rung.engine.bayes;

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
 * <pre>M_ij = u_i·v_j + noise,   u_i ~ N(p, diag(c)),   v_j ~ N(q, diag(d)),   noise ~ N(0, s²)</pre>
 *
 * <p>The means p and q and the variances s², c and d are estimated as well, for each column of a factor, so there is nothing to tune: a
 * column that explains only noise is shrunk away, and more rank than the data holds does no harm. A row without entries is expected to
 * be p. Where some entries are far off, the noise is better described by a distribution with heavy tails, see {@link
 * #withHeavyTails}. The value is the free energy, minus a lower bound
 * of the log likelihood, which every refit lowers. A refit costs |Ω|·r²/2 + (m+n)·r³/2, and (m+n)·r²/2 numbers of memory.
 */
public final class Bayesian implements Problem<BayesianIterate> {
    private final Observations data;
    private final boolean heavyTails;
    private final long seed;
    private final int threads;

    private Bayesian(Observations data, boolean heavyTails, long seed, int threads) {
        this.data = data;
        this.heavyTails = heavyTails;
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
        if (data.weights() != null) {
            throw new IllegalArgumentException("observations must not have weights here: the noise is estimated");
        }
        return new Bayesian(data, false, 0, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Sets whether the noise has heavy tails: Student's t in place of the normal distribution. An entry that is far off then counts for
     * next to nothing.
     *
     * @param heavyTails whether it has
     * @return a changed copy
     */
    public Bayesian withHeavyTails(boolean heavyTails) {
        return new Bayesian(data, heavyTails, seed, threads);
    }

    /**
     * Sets the seed of the search for pairs and of the draws.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Bayesian withSeed(long seed) {
        return new Bayesian(data, heavyTails, seed, threads);
    }

    /**
     * Sets the number of threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Bayesian withThreads(int threads) {
        return new Bayesian(data, heavyTails, seed, threads);
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
        Entries entries = new Entries(data, Loss.squared(), new Workers(threads));
        Posterior left = Posterior.none(data.pattern().lines(Side.LEFT));
        Posterior right = Posterior.none(data.pattern().lines(Side.RIGHT));
        double meanSquare = meanSquare(data.values());
        Noise noise = heavyTails
                ? StudentNoise.of(entries, left, right, meanSquare)
                : new NormalNoise(meanSquare, data.count());
        return new BayesianIterate(
                entries,
                BayesianIterate.byColumn(data.values(), entries),
                BayesianIterate.Space.of(data.count()),
                seed,
                left,
                right,
                noise);
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
