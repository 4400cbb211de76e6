package rung.spark.engine;

import rung.Problem;
import rung.engine.sampling.SamplingIterate;
import rung.spark.block.RatingBlocks;

/**
 * {@link rung.engine.sampling.Sampling} on ratings that are spread over a cluster: the same draws, to rounding, however many blocks
 * there are.
 */
public final class SpreadSampling implements Problem<SamplingIterate<SpreadFactors>> {
    private final RatingBlocks data;
    private final SpreadFactors.Storage storage;
    private final long seed;
    private final double ridge;
    private final SamplingIterate<SpreadFactors> from;

    /**
     * @param ridge see {@link rung.engine.sampling.biased.Prior}; 0 for none
     * @param from what was found with other ratings of the same users and items, to go on from; or null
     */
    public SpreadSampling(
            RatingBlocks data,
            SpreadFactors.Storage storage,
            long seed,
            double ridge,
            SamplingIterate<SpreadFactors> from) {
        this.data = data;
        this.storage = storage;
        this.seed = seed;
        this.ridge = ridge;
        this.from = from;
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
        return data.users().context().defaultParallelism();
    }

    @Override
    public String description() {
        return "posterior sampling on " + data.count() + " entries of a " + rows() + "×" + columns() + " matrix, in "
                + data.users().getNumPartitions() + "×" + data.items().getNumPartitions() + " blocks on Spark";
    }

    @Override
    public SamplingIterate<SpreadFactors> start() {
        SharedPresence presence =
                ridge > 0 ? SharedPresence.nothing(data, storage) : SharedPresence.of(data, storage, seed);
        return from == null
                ? SamplingIterate.start(
                        SpreadFactors.zero(data, presence, storage, seed), data.mean(), data.squares(), seed, ridge)
                : from.on(from.factors().on(data, presence));
    }
}
