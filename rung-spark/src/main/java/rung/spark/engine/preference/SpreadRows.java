package rung.spark.engine.preference;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.preference.FactorRows;
import rung.engine.preference.PreferenceBlock;
import rung.spark.block.BlockRdd;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;
import rung.spark.engine.Generation;
import rung.spark.engine.SpreadFactors;

/**
 * One side of {@link SpreadPair}: the factors of its lines, block by block, and their Gram matrix on the driver. Wider factors are not
 * computed before a job needs them.
 */
final class SpreadRows {
    private final JavaRDD<LineBlock> lines;
    private final JavaRDD<LineBlock> others;
    private int rank;
    private Generation<FittedRows> generation;
    private double[] gram;
    private JavaRDD<float[]> sent; // null if they were not sent yet

    private SpreadRows(
            JavaRDD<LineBlock> lines,
            JavaRDD<LineBlock> others,
            int rank,
            Generation<FittedRows> generation,
            double[] gram,
            JavaRDD<float[]> sent) {
        this.lines = lines;
        this.others = others;
        this.rank = rank;
        this.generation = generation;
        this.gram = gram;
        this.sent = sent;
        generation.hold();
    }

    /** What a block sends the driver about its factors: the upper triangle of their Gram matrix, and its parts of R. */
    @DefaultSerializer(JavaSerializer.class)
    private record BlockSums(double[] gram, double loss, double ridge) implements Serializable {}

    /**
     * What a refit of this side has found out about R.
     *
     * @param loss the loss; not a number if it was not asked for
     * @param ridge this side's part of the penalty
     */
    record Sums(double loss, double ridge) {}

    /** A side of rank 0. */
    static SpreadRows zero(JavaRDD<LineBlock> lines, JavaRDD<LineBlock> others, SpreadFactors.Storage storage) {
        JavaRDD<FittedRows> none = BlockRdd.ofOne(in -> FittedRows.of(new float[0]), lines);
        Generation<FittedRows> first = Generation.first(none, storage.level());
        return new SpreadRows(lines, others, 0, first, new double[0], null);
    }

    /** A copy that goes on with other entries of the same users and items, or with the same. */
    SpreadRows on(JavaRDD<LineBlock> otherLines, JavaRDD<LineBlock> othersOfThem) {
        return new SpreadRows(otherLines, othersOfThem, rank, generation, gram, sent);
    }

    void release() {
        generation.release();
    }

    int rank() {
        return rank;
    }

    /** The entries of the lines. */
    JavaRDD<LineBlock> lines() {
        return lines;
    }

    /** The factors: rank floats for each line of a block. */
    JavaRDD<float[]> rows() {
        return BlockRdd.ofOne(in -> in.<FittedRows>one(0).numbers(), generation.blocks());
    }

    /** What the factors are stored as. */
    Generation<FittedRows> generation() {
        return generation;
    }

    /** XᵀX over all lines: rank×rank numbers, row by row. */
    double[] gram() {
        return gram;
    }

    /** The factors where the other side's blocks need them. */
    JavaRDD<float[]> sent() {
        if (sent == null) {
            sent = rank == 0
                    ? BlockRdd.ofOne(in -> new float[0], others)
                    : Exchange.sendRows(lines, rows(), others, rank);
        }
        return sent;
    }

    /** Replaces the factors by those that a refit gives, in one job; the factors of the other side are computed in it if need be. */
    Sums refitted(JavaRDD<FittedRows> moved, SpreadRows other, SpreadFactors.Storage storage) {
        Generation<FittedRows> next = Generation.next(moved, generation, List.of(other.generation), storage);
        int r = rank;
        List<BlockSums> parts = BlockRdd.collect(
                in -> {
                    int count = in.<LineBlock>one(0).lines();
                    FittedRows fitted = in.one(1);
                    double[] products = PreferenceBlock.gram(FactorRows.of(count, r, fitted.numbers()));
                    return new BlockSums(upper(products, r), fitted.loss(), fitted.ridge());
                },
                lines,
                next.blocks());
        other.generation.markComputed();
        generation.markComputed();
        next.markComputed();
        replace(next, r, full(parts, r));
        return new Sums(
                parts.stream().mapToDouble(BlockSums::loss).reduce(0, Double::sum),
                parts.stream().mapToDouble(BlockSums::ridge).reduce(0, Double::sum));
    }

    /**
     * Replaces the factors by wider ones, which the next job computes.
     *
     * @param wider the new factors
     * @param from what they are computed from, beside the factors before
     * @param toRank their number of columns
     * @param ofWider their Gram matrix
     */
    void widened(
            JavaRDD<FittedRows> wider,
            Generation<?> from,
            int toRank,
            double[] ofWider,
            SpreadFactors.Storage storage) {
        replace(Generation.next(wider, generation, List.of(from), storage), toRank, ofWider);
    }

    private void replace(Generation<FittedRows> next, int ofRank, double[] ofNext) {
        generation.release();
        generation = next;
        gram = ofNext;
        rank = ofRank;
        sent = null;
    }

    /* Blocks send their upper triangles alone. */
    private static double[] upper(double[] full, int r) {
        double[] upper = new double[r * (r + 1) / 2];
        for (int a = 0, k = 0; a < r; a++) {
            for (int b = a; b < r; b++, k++) {
                upper[k] = full[a * r + b];
            }
        }
        return upper;
    }

    private static double[] full(List<BlockSums> parts, int r) {
        double[] full = new double[r * r];
        for (int a = 0, k = 0; a < r; a++) {
            for (int b = a; b < r; b++, k++) {
                double sum = 0;
                for (BlockSums part : parts) {
                    sum += part.gram[k];
                }
                full[a * r + b] = sum;
                full[b * r + a] = sum;
            }
        }
        return full;
    }
}
