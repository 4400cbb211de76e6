package rung.spark.engine;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.block.TallBlock;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.Side;
import rung.spark.block.BlockRdd;
import rung.spark.block.KeptRdd;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;

/** Numbers that are spread over a cluster, those of each block's lines in one array; see {@link FloatBlock}. */
final class SpreadNumbers implements TallBlock<SpreadNumbers> {
    private final RatingBlocks data;
    private final Side side;
    private final SpreadFactors.Storage storage;
    private final int width;
    private final SpreadNumbers
            source; // what these are computed from, line by line; itself if they are computed by a job
    private final JavaRDD<float[]> stored;
    private JavaRDD<float[]> scores; // without lineage once they are computed
    private int holders = 1;
    private double[] products; // null if they were not added up yet

    private SpreadNumbers(
            RatingBlocks data,
            Side side,
            SpreadFactors.Storage storage,
            int width,
            JavaRDD<float[]> scores,
            SpreadNumbers source) {
        this.data = data;
        this.side = side;
        this.storage = storage;
        this.width = width;
        this.scores = scores;
        this.stored = scores;
        this.source = source == null ? this : source;
    }

    /** The numbers of the lines of a block. */
    @FunctionalInterface
    interface OfBlock extends Serializable {
        float[] of(LineBlock block);
    }

    /** Numbers that are computed anew whenever they are needed. */
    static SpreadNumbers of(RatingBlocks data, Side side, SpreadFactors.Storage storage, int width, OfBlock numbers) {
        return of(data, side, storage, width, BlockRdd.ofOne(in -> numbers.of(in.one(0)), data.lines(side)));
    }

    /** Numbers that somebody else keeps, or that are computed anew whenever they are needed. */
    static SpreadNumbers of(
            RatingBlocks data, Side side, SpreadFactors.Storage storage, int width, JavaRDD<float[]> numbers) {
        return new SpreadNumbers(data, side, storage, width, numbers, null);
    }

    /** Random numbers to begin with: the first {@code count} of each line, the others are 0. */
    static SpreadNumbers random(
            RatingBlocks data, Side side, SpreadFactors.Storage storage, int width, int count, long key) {
        return of(
                data,
                side,
                storage,
                width,
                block -> FloatBlock.random(block.lines(), width, count, key, block.first())
                        .values());
    }

    /** Numbers that the cluster keeps once they are computed. */
    static SpreadNumbers computed(
            RatingBlocks data, Side side, SpreadFactors.Storage storage, int width, JavaRDD<float[]> scores) {
        return new SpreadNumbers(data, side, storage, width, scores.persist(KeptRdd.onDisk(storage.level())), null);
    }

    private JavaRDD<LineBlock> lines() {
        return data.lines(side);
    }

    /** One array for each block, in the order of {@link RatingBlocks}. */
    JavaRDD<float[]> scores() {
        return scores;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public double[] products() {
        products = products == null ? addedUp() : products;
        return products.clone();
    }

    private double[] addedUp() {
        int n = width;
        double[] sums = new double[n * n];
        BlockRdd.collect(in -> products(in.one(0), n, in.one(0), n, n), scores)
                .forEach(part -> Arrays.setAll(sums, k -> sums[k] + part[k]));
        if (isStored()) {
            scores = KeptRdd.of(stored);
        }
        return sums;
    }

    private boolean isStored() {
        return !stored.getStorageLevel().equals(StorageLevel.NONE());
    }

    /** Σ over the lines of a block of x·bᵀ, where b are a line's numbers and x the first n of its row; rows are w apart. */
    static double[] products(float[] scores, int width, float[] rows, int w, int n) {
        FloatBlock numbers = new FloatBlock(scores.length / width, width, scores);
        return numbers.products(rows, w, n, 0, numbers.lines());
    }

    @Override
    public SpreadNumbers times(float[] matrix) {
        int n = width;
        return with(BlockRdd.ofOne(in -> multiplied(in.one(0), n, matrix, n, n), scores));
    }

    private SpreadNumbers with(JavaRDD<float[]> others) {
        return new SpreadNumbers(data, side, storage, width, others, source);
    }

    private static float[] multiplied(float[] scores, int width, float[] matrix, int n, int w) {
        FloatBlock numbers = new FloatBlock(scores.length / width, width, scores);
        float[] out = new float[numbers.lines() * w];
        numbers.multiplied(matrix, n, 0, numbers.lines(), out, w);
        return out;
    }

    /** Gathers the numbers on the driver, for what is small enough. */
    @Override
    public SpreadNumbers withRandom(int column, long key) {
        int n = width;
        int count = data.count(side);
        return with(BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] changed = in.<float[]>one(1).clone();
                    new FloatBlock(block.lines(), n, changed)
                            .randomize(column, count, key, block.first(), 0, block.lines());
                    return changed;
                },
                lines(),
                scores));
    }

    /** For each of these lines: how its presence shifts the expected factors of a line on the other side, in rows as wide as the kernels want them. */
    JavaRDD<float[]> hints(float[] links, int r) {
        int n = width;
        int w = SampledSide.width(r);
        return BlockRdd.ofOne(
                in -> {
                    boolean isNone = links.length == 0 || n == 0;
                    float[] hints = isNone ? new float[0] : multiplied(in.one(1), n, links, r + 1, w);
                    if (hints.length > 0) {
                        EntryLines entries = in.<LineBlock>one(0).entries();
                        Presence.weigh(entries, hints, w, 0, entries.count());
                    }
                    return hints;
                },
                lines(),
                scores);
    }

    /** Has the cluster keep these numbers once they are computed; what they are computed from is kept as long as they are. */
    @Override
    public SpreadNumbers kept() {
        scores.persist(KeptRdd.onDisk(storage.level()));
        source.holders++;
        return this;
    }

    @Override
    public void release() {
        if (--holders == 0) {
            stored.unpersist(false);
            if (source != this) {
                source.release();
            }
        }
    }
}
