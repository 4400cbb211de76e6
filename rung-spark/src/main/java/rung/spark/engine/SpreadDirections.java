package rung.spark.engine;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.Directions;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.Rotation;
import rung.linalg.Side;
import rung.spark.block.BlockRdd;
import rung.spark.block.DrawnBlock;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;

/**
 * The search of {@link Directions} on a cluster: the same subspace iteration, with few jobs. A product of the residuals with the
 * directions is part of the job that draws the side it belongs to, if the draw follows the pair before; one more job has the squared norm of
 * the pair, and the directions for the next. Directions and pairs stay on the cluster, the driver gets {@link BlockSums}.
 */
final class SpreadDirections {
    private static final int N = Directions.COUNT;

    private final RatingBlocks data;
    private final SharedPresence presence;
    private final SpreadFactors.Storage storage;
    private final long seed;
    private final double smoothing;
    private Side side = Side.RIGHT; // of the directions
    private Generation<float[]> block; // the directions
    private BlockSums sums; // of the directions; null for the first, which are random
    private boolean isOrthonormal = true; // the first ones need not be
    private int searches;
    private List<Generation<float[]>> taken = List.of(); // what the last pair is made of
    private Product product; // computed with the last draw; null if there is none
    private boolean isDrawNext; // since a pair was taken
    private boolean isDrawOnce = true; // no pair was followed by two draws yet

    /** The residuals, or their transpose, times the directions. */
    private record Product(Generation<float[]> block, BlockSums sums) {}

    /** What a block sends the driver about a pair and the next directions. */
    @DefaultSerializer(JavaSerializer.class)
    private record TurnSums(double squaredNorm, BlockSums sums) implements Serializable {}

    SpreadDirections(
            RatingBlocks data, SharedPresence presence, SpreadFactors.Storage storage, long seed, double smoothing) {
        this.data = data;
        this.presence = presence;
        this.storage = storage;
        this.seed = seed;
        this.smoothing = smoothing;
        long key = Directions.key(seed);
        this.block = Generation.first(
                BlockRdd.ofOne(
                        in -> {
                            LineBlock lines = in.one(0);
                            return FloatBlock.random(lines.lines(), N, N, key, lines.first())
                                    .values();
                        },
                        data.items()),
                storage.level());
        block.hold();
    }

    double smoothing() {
        return smoothing;
    }

    private ColumnScale scale(Side of) {
        return ColumnScale.of(data, of, smoothing);
    }

    /** Takes a pair, as {@link Directions#top} does. */
    SpreadColumnPair top(SpreadSide left, SpreadSide right) {
        if (searches == 0) {
            turnFirst(multiplied(left, right));
        }
        Product to = product == null ? multiplied(left, right) : product;
        product = null;
        taken.forEach(Generation::release);
        Rotation rotation = Rotation.of(N, to.sums.products());
        float[] from = combined(Arrays.copyOf(rotation.plain(), N));
        SpreadColumn x = new SpreadColumn(block, new SpreadColumn.Combination(from, scale(side)), sums);
        SpreadColumn y = new SpreadColumn(
                to.block,
                new SpreadColumn.Combination(Arrays.copyOf(rotation.toUnits(), N), scale(side.other())),
                to.sums);
        searches++;
        double norm = turn(to, rotation, x, y);
        isDrawNext = true;
        double sigma = Math.sqrt(rotation.values()[0]);
        boolean isOfItems = side == Side.RIGHT; // the new directions
        return new SpreadColumnPair(data, sigma, isOfItems ? x : y, isOfItems ? y : x, norm);
    }

    /* The weights of the directions themselves that give the combination x of those made orthonormal. */
    private float[] combined(float[] x) {
        if (isOrthonormal) {
            return x;
        }
        float[] m = Directions.orthonormalizing(sums.products().clone());
        float[] out = new float[N];
        for (int k = 0; k < N; k++) {
            double sum = 0;
            for (int t = 0; t < N; t++) {
                sum += (double) m[t * N + k] * x[t];
            }
            out[k] = (float) sum;
        }
        return out;
    }

    private Product multiplied(SpreadSide left, SpreadSide right) {
        SpreadSide own = side == Side.LEFT ? right : left;
        Generation<float[]> to = multiply(own.blocks(), own.generation(), side == Side.LEFT ? left : right);
        ColumnScale scale = scale(side.other());
        BlockSums ofProduct = BlockSums.total(BlockRdd.collect(
                in -> BlockSums.of(in.one(0), in.one(1), N, scale, in.one(2)),
                data.lines(side.other()),
                to.blocks(),
                presence.scores(side.other())));
        return computed(to, ofProduct);
    }

    private Product computed(Generation<float[]> to, BlockSums ofProduct) {
        to.markComputed();
        block.markComputed();
        return new Product(to, ofProduct);
    }

    /**
     * The product with the directions, which is not computed yet.
     *
     * @param own the draws of the lines of the product
     * @param generation the generation that they belong to
     * @param otherSide the side of the directions
     */
    private Generation<float[]> multiply(JavaRDD<DrawnBlock> own, Generation<?> generation, SpreadSide otherSide) {
        Side to = side.other();
        ColumnScale ofOther = scale(side);
        ColumnScale ofOwn = scale(to);
        boolean isTurned = !isOrthonormal;
        float[] m = isTurned ? Directions.orthonormalizing(sums.products().clone()) : new float[0];
        JavaRDD<float[]> rows = BlockRdd.ofOne(
                in -> {
                    LineBlock lines = in.one(0);
                    float[] directions = in.one(1);
                    return ofOther.times(lines, isTurned ? times(directions, lines.lines(), m) : directions, N);
                },
                data.lines(side),
                block.blocks());
        JavaRDD<float[]> products = BlockRdd.ofOne(
                in -> {
                    LineBlock lines = in.one(0);
                    float[] out = new float[lines.lines() * N];
                    lines.entries()
                            .timesResiduals(
                                    in.<DrawnBlock>one(1).side(), in.one(2), in.one(3), N, 0, lines.lines(), out);
                    return ofOwn.times(lines, out, N);
                },
                data.lines(to),
                own,
                otherSide.sent(),
                Exchange.sendRows(data.lines(side), rows, data.lines(to), N));
        return Generation.next(products, block, List.of(generation, otherSide.generation()), storage);
    }

    private static float[] times(float[] rows, int lines, float[] m) {
        float[] out = new float[rows.length];
        new FloatBlock(lines, N, rows).multiplied(m, N, 0, lines, out, N);
        return out;
    }

    /* The first product gives directions only; nothing is taken. */
    private void turnFirst(Product to) {
        Rotation rotation = Rotation.of(N, to.sums.products());
        Generation<float[]> next = next(to, rotation, 0);
        boolean isFull = rotation.count() == N;
        BlockSums ofNext = isFull ? to.sums.times(rotation.toUnits()) : BlockSums.total(sums(next));
        taken = List.of(block, to.block);
        replace(next, ofNext, isFull);
    }

    private List<BlockSums> sums(Generation<float[]> next) {
        ColumnScale scale = scale(side.other());
        return BlockRdd.collect(
                in -> BlockSums.of(in.one(0), in.one(1), N, scale, in.one(2)),
                data.lines(side.other()),
                next.blocks(),
                presence.scores(side.other()));
    }

    /* Turns to the directions of the other side; returns the squared norm of the pair that is taken. */
    private double turn(Product to, Rotation rotation, SpreadColumn x, SpreadColumn y) {
        Generation<float[]> next = next(to, rotation, 1);
        SpreadColumn.Combination own = y.combination();
        ColumnScale scale = scale(side.other());
        List<TurnSums> parts = BlockRdd.collect(
                in -> {
                    LineBlock lines = in.one(0);
                    double norm = SpreadColumn.squaredNorm(lines, own.of(lines, in.one(1)), in.one(2));
                    return new TurnSums(norm, BlockSums.of(lines, in.one(3), N, scale, in.one(4)));
                },
                data.lines(side.other()),
                to.block.blocks(),
                x.sent(data, side),
                next.blocks(),
                presence.scores(side.other()));
        replace(next, BlockSums.total(parts.stream().map(TurnSums::sums).toList()), false);
        next.markComputed();
        taken = List.of(x.block(), to.block);
        return parts.stream().mapToDouble(TurnSums::squaredNorm).reduce(0, Double::sum);
    }

    /* The directions after a product, with random ones in place of those that were taken or are missing. */
    private Generation<float[]> next(Product to, Rotation rotation, int taken) {
        float[] others = new float[N * N];
        System.arraycopy(rotation.toUnits(), taken * N, others, 0, others.length - taken * N);
        int known = Math.max(0, rotation.count() - taken);
        int count = data.count(side.other());
        long key = Directions.key(seed) + ((long) searches << 32);
        JavaRDD<float[]> next = BlockRdd.ofOne(
                in -> {
                    LineBlock lines = in.one(0);
                    float[] turned = times(in.one(1), lines.lines(), others);
                    if (known < N) {
                        new FloatBlock(lines.lines(), N, turned)
                                .randomize(known, count, key, lines.first(), 0, lines.lines());
                    }
                    return turned;
                },
                data.lines(side.other()),
                to.block.blocks());
        return Generation.next(next, to.block, List.of(), storage);
    }

    private void replace(Generation<float[]> next, BlockSums ofNext, boolean isFull) {
        block = next;
        sums = ofNext;
        isOrthonormal = isFull;
        side = side.other();
    }

    /** Whether the product for the next pair is to be computed with a draw of this side. */
    boolean isDueWith(Side drawn) {
        return isDrawNext && isDrawOnce && drawn == side.other();
    }

    /** Prepares the product for the next pair, which the job that draws its side computes. */
    Generation<float[]> prepare(Generation<DrawnBlock> drawn, SpreadSide otherSide) {
        return multiply(drawn.blocks(), drawn, otherSide);
    }

    /** The sums that the job of a prepared product has to compute for each block. */
    ColumnScale scaleOfProduct() {
        return scale(side.other());
    }

    /** Takes the product that was prepared and is computed now. */
    void take(Generation<float[]> prepared, List<BlockSums> parts) {
        isDrawNext = false;
        product = computed(prepared, BlockSums.total(parts));
    }

    /** Tells that the residuals have changed since the last product. */
    void outdate() {
        isDrawNext = false;
        if (product != null) {
            product.block.release();
            product = null;
            isDrawOnce = false;
        }
    }

    void release() {
        taken.forEach(Generation::release);
        block.release();
        if (product != null) {
            product.block.release();
        }
    }
}
