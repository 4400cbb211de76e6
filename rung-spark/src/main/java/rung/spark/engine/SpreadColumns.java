package rung.spark.engine;

import org.apache.spark.api.java.JavaRDD;
import rung.kernel.FloatKernels;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.spark.block.BlockRdd;
import rung.spark.block.RatingBlocks;

/**
 * Columns over the lines of a side, kept by the cluster; the driver has their products.
 *
 * @param block the columns
 * @param sums the sums over them
 */
record SpreadColumns(Generation<float[]> block, BlockSums sums) {
    /** Computes the columns, rows of whole width for the kernels. */
    static SpreadColumns of(
            RatingBlocks data,
            Side side,
            JavaRDD<float[]> rows,
            SharedPresence presence,
            int columns,
            SpreadFactors.Storage storage) {
        int n = FloatKernels.padded(columns);
        Generation<float[]> block = Generation.first(rows, storage.level());
        block.hold();
        BlockSums sums = BlockSums.total(BlockRdd.collect(
                in -> BlockSums.of(in.one(0), in.one(1), n, ColumnScale.NONE, in.one(2)),
                data.lines(side),
                block.blocks(),
                presence.scores(side)));
        block.markComputed();
        return new SpreadColumns(block, sums);
    }

    /** The products of the first r columns. */
    Matrix gram(int r) {
        Matrix gram = new Matrix(r, r);
        for (int a = 0; a < r; a++) {
            for (int b = 0; b < r; b++) {
                gram.set(a, b, sums.products()[a * sums.n() + b]);
            }
        }
        return gram;
    }

    /** A combination of the columns. */
    SpreadColumn combined(double[] weights) {
        float[] padded = new float[sums.n()];
        for (int k = 0; k < weights.length; k++) {
            padded[k] = (float) weights[k];
        }
        return new SpreadColumn(block, new SpreadColumn.Combination(padded, ColumnScale.NONE), sums);
    }
}
