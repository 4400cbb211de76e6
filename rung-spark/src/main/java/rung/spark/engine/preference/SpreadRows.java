package rung.spark.engine.preference;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.preference.FactorRows;
import rung.engine.preference.PreferenceBlock;
import rung.spark.block.BlockRdd;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;
import rung.spark.engine.Generation;
import rung.spark.engine.SpreadFactors;

/** One side of {@link SpreadPair}: the factors of its lines, block by block, and their Gram matrix on the driver. */
final class SpreadRows {
    private final JavaRDD<LineBlock> lines;
    private final JavaRDD<LineBlock> others;
    private int rank;
    private Generation<float[]> generation;
    private double[] gram;
    private JavaRDD<float[]> sent; // null if they were not sent yet

    private SpreadRows(
            JavaRDD<LineBlock> lines,
            JavaRDD<LineBlock> others,
            int rank,
            Generation<float[]> generation,
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

    /** A side of rank 0. */
    static SpreadRows zero(JavaRDD<LineBlock> lines, JavaRDD<LineBlock> others, SpreadFactors.Storage storage) {
        JavaRDD<float[]> none = BlockRdd.ofOne(in -> new float[0], lines);
        Generation<float[]> first = Generation.first(none, storage.level());
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
        return generation.blocks();
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

    /** Replaces the factors by those that a refit gives, which are computed now. */
    void refitted(JavaRDD<float[]> moved, SpreadRows other, SpreadFactors.Storage storage) {
        replace(Generation.next(moved, generation, List.of(other.generation), storage), rank);
    }

    /** Replaces the factors by wider ones, which are computed now. */
    void widened(JavaRDD<float[]> wider, int toRank, SpreadFactors.Storage storage) {
        replace(Generation.next(wider, generation, List.of(), storage), toRank);
    }

    private void replace(Generation<float[]> next, int ofRank) {
        gram = gram(lines, next.blocks(), ofRank);
        next.markComputed();
        generation.release();
        generation = next;
        rank = ofRank;
        sent = null;
    }

    /* Blocks send their upper triangles alone. */
    private static double[] gram(JavaRDD<LineBlock> lines, JavaRDD<float[]> rows, int r) {
        List<double[]> parts = BlockRdd.collect(
                in -> {
                    int count = in.<LineBlock>one(0).lines();
                    return upper(PreferenceBlock.gram(FactorRows.of(count, r, in.one(1))), r);
                },
                lines,
                rows);
        double[] sums = new double[r * (r + 1) / 2];
        parts.forEach(part -> Arrays.setAll(sums, k -> sums[k] + part[k]));
        double[] full = new double[r * r];
        for (int a = 0, k = 0; a < r; a++) {
            for (int b = a; b < r; b++, k++) {
                full[a * r + b] = sums[k];
                full[b * r + a] = sums[k];
            }
        }
        return full;
    }

    private static double[] upper(double[] full, int r) {
        double[] upper = new double[r * (r + 1) / 2];
        for (int a = 0, k = 0; a < r; a++) {
            for (int b = a; b < r; b++, k++) {
                upper[k] = full[a * r + b];
            }
        }
        return upper;
    }
}
