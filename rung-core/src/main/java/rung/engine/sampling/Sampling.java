package rung.engine.sampling;

import java.util.List;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.MemoryBlock;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.block.SingleEntries;
import rung.engine.sampling.posterior.LinePrior;
import rung.engine.sampling.posterior.MemoryPattern;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * Fits ratings by drawing from the posterior: Gibbs sampling [SM08] of a biased factor model, in single precision.
 *
 * <pre>M_ij = μ + b_i + c_j + u_i·v_j + noise,   u_ik ~ N(e_ik, α_k),   v_jk ~ N(f_jk, β_k),   noise ~ N(0, s²)</pre>
 *
 * <p>What is expected of a line, e_i and f_j, is learned from which entries it has: see {@link Presence}. A refit of a side draws each
 * of its lines, given the other side; all variances are estimated as well, so there is nothing to tune. The matrix is the product of
 * the <em>means</em> of the factors since their column was added, of which old draws fade (see {@link SampledSide#MEMORY}): the ensemble along
 * the path, at the rank and the size of one of its members. Measured by a prototype on a tenth held out of the training part of one split of MovieLens 1M, at rank 30: the last draw has
 * 0.8635, the average of the draws' predictions 0.8437, the product of the averages 0.8429.
 *
 * <p>A refit costs |Ω|·r²/2 + (m+n)·r³/6; memory 16 bytes an entry. Immutable: each {@code with…} returns a changed copy.
 */
public final class Sampling implements SamplingProblem<MemoryFactors> {
    /** Makes the traits of the lines. */
    @FunctionalInterface
    private interface Traits {
        Presence<MemoryBlock> of(SingleEntries entries, long seed);
    }

    private final int rows;
    private final int columns;
    private final int[] i;
    private final int[] j;
    private final float[] values;
    private final ChainSettings settings;
    private final int threads;
    private final Traits traits;
    private final SamplingIterate<MemoryFactors> from;

    private Sampling(
            int rows,
            int columns,
            int[] i,
            int[] j,
            float[] values,
            ChainSettings settings,
            int threads,
            Traits traits,
            SamplingIterate<MemoryFactors> from) {
        this.rows = rows;
        this.columns = columns;
        this.i = i;
        this.j = j;
        this.values = values;
        this.settings = settings;
        this.threads = threads;
        this.traits = traits;
        this.from = from;
    }

    /**
     * A problem of given entries (i_k, j_k), in any order, on as many threads as processors.
     *
     * @param rows the number m of rows: users
     * @param columns the number n of columns: items
     * @param i the row of each entry; not copied
     * @param j the column of each entry; not copied
     * @param values the value of each entry; not copied
     * @return the problem
     */
    public static Sampling of(int rows, int columns, int[] i, int[] j, float[] values) {
        if (i.length != j.length || i.length != values.length) {
            throw new IllegalArgumentException(
                    "the arrays must be equally long, got " + i.length + ", " + j.length + " and " + values.length);
        }
        if (rows > Presence.MOST_LINES || columns > Presence.MOST_LINES) {
            throw new IllegalArgumentException("there must be at most " + Presence.MOST_LINES
                    + " rows and columns, got " + rows + " and " + columns);
        }
        if (values.length == 0) {
            throw new IllegalArgumentException("there must be at least one entry, got none");
        }
        return new Sampling(
                rows,
                columns,
                i,
                j,
                values,
                ChainSettings.of(0),
                Runtime.getRuntime().availableProcessors(),
                MemoryPattern::presence,
                null);
    }

    /**
     * Sets the seed of all draws.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Sampling withSeed(long seed) {
        return with(settings.withSeed(seed));
    }

    private Sampling with(ChainSettings others) {
        return new Sampling(rows, columns, i, j, values, others, threads, traits, from);
    }

    @Override
    public List<Sampling> alternatives() {
        return settings.alternatives(rows, columns, values.length).stream()
                .map(this::with)
                .toList();
    }

    /**
     * Sets the number of threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Sampling withThreads(int threads) {
        return new Sampling(rows, columns, i, j, values, settings, threads, traits, from);
    }

    /**
     * Uses a ridge in place of the estimated variances of the factors: λ·n·|x|² for a line x of n entries, see {@link LinePrior}.
     *
     * @param lambda λ, above 0
     * @return a changed copy
     */
    public Sampling withRidge(double lambda) {
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the ridge must be positive and finite, got " + lambda);
        }
        return with(settings.withRidge(lambda));
    }

    /**
     * Ignores which entries are observed: the factors get a prior of mean zero. For comparisons.
     *
     * @return a changed copy
     */
    public Sampling withoutPresence() {
        return new Sampling(
                rows,
                columns,
                i,
                j,
                values,
                settings,
                threads,
                (entries, seed) -> MemoryPattern.nothing(entries),
                from);
    }

    @Override
    public Sampling withTraits(FloatBlock ofRows, FloatBlock ofColumns) {
        if (ofRows.lines() != rows || ofColumns.lines() != columns) {
            throw new IllegalArgumentException("there must be traits of " + rows + " rows and " + columns
                    + " columns, got " + ofRows.lines() + " and " + ofColumns.lines());
        }
        Traits given = (entries, seed) -> MemoryPattern.given(entries, ofRows, ofColumns);
        return new Sampling(rows, columns, i, j, values, settings, threads, given, from);
    }

    @Override
    public Sampling withStart(SamplingIterate<MemoryFactors> from) {
        return new Sampling(rows, columns, i, j, values, settings, threads, traits, from);
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public long seed() {
        return settings.seed();
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public String description() {
        return "posterior sampling on " + values.length + " entries of a " + rows + "×" + columns + " matrix";
    }

    /** {@inheritDoc} They are in memory already. */
    @Override
    public void prepare() {}

    /** Creates the iterate of rank 0, the mean and the biases; or that of the solution to start from. */
    @Override
    public SamplingIterate<MemoryFactors> start() {
        Workers workers = new Workers(threads);
        double mean = from == null ? sum(values, workers, false) / values.length : from.mean();
        SingleEntries entries = SingleEntries.of(rows, columns, i, j, values, mean, workers);
        Presence<MemoryBlock> known =
                settings.ridge() == 0 ? traits.of(entries, seed()) : MemoryPattern.nothing(entries);
        if (from != null) {
            return from.on(from.factors().on(entries, known));
        }
        double squares = sum(entries.lines(Side.LEFT).values(), workers, true);
        return SamplingIterate.start(MemoryFactors.zero(entries, known, seed()), mean, squares, settings);
    }

    private static double sum(float[] values, Workers workers, boolean ofSquares) {
        return workers.sum(values.length, 1, (from, to) -> {
            double sum = 0;
            for (int k = from; k < to; k++) {
                sum += ofSquares ? (double) values[k] * values[k] : values[k];
            }
            return new double[] {sum};
        })[0];
    }
}
