package rung.engine.bayes;

import rung.Listener;
import rung.LowRankMatrix;
import rung.Problem;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;
import rung.loss.Loss;
import rung.objective.Entries;

/**
 * Minimizes a squared loss whose regularization the data itself decides: variational Bayes [LT07], where a refit of a side is the
 * mean-field update of its posterior.
 *
 * <pre>M_ij = u_i·v_j + noise,   u_i ~ N(0, diag(c)),   v_j ~ N(0, diag(d)),   noise ~ N(0, s²)</pre>
 *
 * <p>The variances s², c and d are estimated as well, c and d for each column of a factor, so there is nothing to tune: a column that
 * explains only noise is shrunk away, and more rank than the data holds does no harm. The value is the free energy, minus a lower bound
 * of the log likelihood, which every refit lowers. A refit costs |Ω|·r²/2 + (m+n)·r³/2, and (m+n)·r²/2 numbers of memory.
 */
public final class Bayesian implements Problem<BayesianIterate> {
    private final Observations data;
    private final long seed;
    private final int threads;

    private Bayesian(Observations data, long seed, int threads) {
        this.data = data;
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
        return new Bayesian(data, 0, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Sets the seed of the search for pairs and of the draws.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Bayesian withSeed(long seed) {
        return new Bayesian(data, seed, threads);
    }

    /**
     * Sets the number of threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Bayesian withThreads(int threads) {
        return new Bayesian(data, seed, threads);
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
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        double[] byColumn = new double[data.count()];
        entries.workers().run(columns(), columns::before, (from, to) -> {
            for (int column = from; column < to; column++) {
                int at = (int) columns.before(column);
                for (int k = 0; k < columns.size(column); k++) {
                    byColumn[at + k] = data.values()[columns.position(column, k)];
                }
            }
        });
        return new BayesianIterate(
                entries,
                byColumn,
                BayesianIterate.Space.of(data.count()),
                seed,
                Posterior.none(rows()),
                Posterior.none(columns()),
                meanSquare(data.values()));
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
