package rung.spark;

import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.EntryLines;
import rung.engine.LineNumbers;
import rung.engine.Presence;
import rung.engine.SampledSide;
import rung.engine.Traits;

/**
 * Numbers that are spread over a cluster, those of each block's lines in one array; see {@link Traits}. A product with the pattern
 * is one job.
 */
final class SpreadNumbers implements LineNumbers<SpreadNumbers> {
    private static final int D = Traits.COUNT;

    private final RatingBlocks data;
    private final SpreadFactors.Storage storage;
    private final boolean isLeft;
    private final JavaRDD<float[]> scores;

    private SpreadNumbers(RatingBlocks data, SpreadFactors.Storage storage, boolean isLeft, JavaRDD<float[]> scores) {
        this.data = data;
        this.storage = storage;
        this.isLeft = isLeft;
        this.scores = scores;
    }

    /** What is told by the ratings; nothing, if there are too few lines. */
    static Presence<SpreadNumbers> presence(RatingBlocks data, SpreadFactors.Storage storage, long seed) {
        int count = Presence.count(data.rows(), data.columns());
        JavaRDD<float[]> random = BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    return Traits.random(block.lines(), count, seed, block.first())
                            .scores();
                },
                data.items());
        return count == 0 ? nothing(data, storage) : Presence.of(new SpreadNumbers(data, storage, false, random));
    }

    static Presence<SpreadNumbers> nothing(RatingBlocks data, SpreadFactors.Storage storage) {
        SpreadNumbers rows = empty(data, storage, true);
        SpreadNumbers columns = empty(data, storage, false);
        double[] none = new double[0];
        return new Presence<>(new Presence.OneSide<>(rows, none, columns), new Presence.OneSide<>(columns, none, rows));
    }

    private static SpreadNumbers empty(RatingBlocks data, SpreadFactors.Storage storage, boolean isLeft) {
        JavaRDD<LineBlock> blocks = isLeft ? data.users() : data.items();
        return new SpreadNumbers(data, storage, isLeft, BlockRdd.ofOne(in -> new float[0], blocks));
    }

    private JavaRDD<LineBlock> lines() {
        return isLeft ? data.users() : data.items();
    }

    /** One array for each block, in the order of {@link RatingBlocks}. */
    JavaRDD<float[]> scores() {
        return scores;
    }

    @Override
    public SpreadNumbers other() {
        JavaRDD<LineBlock> others = isLeft ? data.items() : data.users();
        JavaRDD<float[]> weighed = BlockRdd.ofOne(
                in -> {
                    float[] rows = in.<float[]>one(1).clone();
                    Traits.weigh(in.<LineBlock>one(0).entries(), rows, D);
                    return rows;
                },
                lines(),
                scores);
        JavaRDD<float[]> gathered = BlockRdd.ofOne(
                in -> {
                    EntryLines entries = in.<LineBlock>one(0).entries();
                    float[] out = new float[entries.count() * D];
                    Traits.gather(entries, in.one(1), 0, entries.count(), out);
                    return out;
                },
                others,
                Exchange.sendRows(lines(), weighed, others, D));
        return new SpreadNumbers(data, storage, !isLeft, gathered.persist(storage.level()));
    }

    @Override
    public double[] products() {
        double[] sums = new double[D * D];
        BlockRdd.collect(in -> products(in.one(0), in.one(0), D, D), scores)
                .forEach(part -> Arrays.setAll(sums, k -> sums[k] + part[k]));
        return sums;
    }

    /** Σ over the lines of a block of x·tᵀ, where x are the first n numbers of a row; rows are w apart. */
    static double[] products(float[] scores, float[] rows, int w, int n) {
        Traits traits = new Traits(scores.length / D, scores);
        return traits.products(rows, w, n, 0, traits.lines());
    }

    @Override
    public SpreadNumbers times(float[] matrix) {
        return new SpreadNumbers(
                data, storage, isLeft, BlockRdd.ofOne(in -> multiplied(in.one(0), matrix, D, D), scores));
    }

    private static float[] multiplied(float[] scores, float[] matrix, int n, int w) {
        Traits traits = new Traits(scores.length / D, scores);
        float[] out = new float[traits.lines() * w];
        traits.multiplied(matrix, n, 0, traits.lines(), out, w);
        return out;
    }

    /** What an entry at each of these lines adds to what is expected of one of the other side, rows as wide as the kernels want them. */
    JavaRDD<float[]> hints(float[] links, int r) {
        int w = SampledSide.width(r);
        return BlockRdd.ofOne(
                in -> {
                    float[] hints = links.length == 0 ? new float[0] : multiplied(in.one(1), links, r + 1, w);
                    if (hints.length > 0) {
                        Traits.weigh(in.<LineBlock>one(0).entries(), hints, w);
                    }
                    return hints;
                },
                lines(),
                scores);
    }

    /** Computed, kept by the cluster, and independent of where they came from, unless lineages are never cut. */
    @Override
    public SpreadNumbers kept() {
        if (storage.interval() > 0) {
            Generation.cutLineage(scores, storage.level());
        } else {
            scores.persist(storage.level());
        }
        BlockRdd.collect(in -> in.<float[]>one(0).length, scores);
        return this;
    }

    @Override
    public void release() {
        scores.unpersist(false);
        Generation.deleteCheckpoint(scores);
    }
}
