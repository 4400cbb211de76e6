package rung.spark.engine;

import java.util.List;
import java.util.Optional;
import rung.Problem;
import rung.engine.sampling.ChainSettings;
import rung.engine.sampling.SamplingIterate;
import rung.spark.block.RatingBlocks;

/**
 * {@link rung.engine.sampling.Sampling} on ratings that are spread over a cluster: the same draws, to rounding, however many blocks
 * there are.
 */
public final class SpreadSampling implements Problem<SamplingIterate<SpreadFactors>> {
    private final RatingBlocks data;
    private final SpreadFactors.Storage storage;
    private final ChainSettings settings;
    private final Optional<GivenTraits> traits;
    private final SamplingIterate<SpreadFactors> from; // null to begin at rank 0

    /**
     * Draws from nothing.
     *
     * @param data the ratings
     * @param storage how the cluster stores what is computed
     * @param settings seed, ridge and penalty
     */
    public SpreadSampling(RatingBlocks data, SpreadFactors.Storage storage, ChainSettings settings) {
        this(data, storage, settings, Optional.empty(), null);
    }

    private SpreadSampling(
            RatingBlocks data,
            SpreadFactors.Storage storage,
            ChainSettings settings,
            Optional<GivenTraits> traits,
            SamplingIterate<SpreadFactors> from) {
        this.data = data;
        this.storage = storage;
        this.settings = settings;
        this.traits = traits;
        this.from = from;
    }

    /**
     * Starts from this solution, found on other ratings of the same users and items, instead of from rank 0.
     *
     * @param solution the solution to start from
     * @return a changed copy
     */
    public SpreadSampling withStart(SamplingIterate<SpreadFactors> solution) {
        return new SpreadSampling(data, storage, settings, traits, solution);
    }

    /**
     * Expects ratings by numbers of users and items that are given, in place of what the pattern of the ratings tells; see {@link
     * rung.engine.sampling.Sampling#withTraits}.
     *
     * @param given the numbers, which the cluster must keep as long as they are used
     * @return a changed copy
     */
    public SpreadSampling withTraits(GivenTraits given) {
        return new SpreadSampling(data, storage, settings, Optional.of(given), from);
    }

    /**
     * The problems to choose from by held-out ratings, see {@link ChainSettings#alternatives}; often this one alone.
     *
     * @return the problems, this one among them
     */
    public List<SpreadSampling> alternatives() {
        return settings.alternatives(data.rows(), data.columns(), data.count()).stream()
                .map(others -> new SpreadSampling(data, storage, others, traits, from))
                .toList();
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
        return settings.seed();
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
        SharedPresence presence = presence();
        return from == null
                ? SamplingIterate.start(
                        SpreadFactors.zero(data, presence, storage, seed()), data.mean(), data.squares(), settings)
                : from.on(from.factors().on(data, presence));
    }

    private SharedPresence presence() {
        if (settings.ridge() > 0) {
            return SharedPresence.nothing(data, storage);
        }
        return traits.map(given -> SharedPresence.given(data, storage, given))
                .orElseGet(() -> SharedPresence.of(data, storage, seed()));
    }
}
