package rung.spark.engine;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.posterior.Moments;
import rung.linalg.Side;
import rung.spark.block.BlockRdd;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;

/**
 * A vector over the lines of a side that stays on the cluster: a combination of the columns of a block of numbers, each line times its
 * scale. The driver knows its length, and its products with the traits.
 *
 * @param block the numbers
 * @param combination how they are combined
 * @param sums the sums over the block
 */
record SpreadColumn(Generation<float[]> block, Combination combination, BlockSums sums) {
    /**
     * How the vector follows from the block; sent with tasks.
     *
     * @param weights of the columns
     * @param scale the scales of the lines
     */
    record Combination(float[] weights, ColumnScale scale) implements Serializable {
        /** The elements of the lines of one block. */
        double[] of(LineBlock lines, float[] rows) {
            double[] out = new double[lines.lines()];
            new FloatBlock(lines.lines(), weights.length, rows).times(weights, 0, out.length, out);
            return scale.times(lines, out);
        }

        float[] floats(LineBlock lines, float[] rows) {
            double[] x = of(lines, rows);
            float[] out = new float[x.length];
            for (int k = 0; k < x.length; k++) {
                out[k] = (float) x[k];
            }
            return out;
        }
    }

    SpreadColumn negated() {
        float[] weights = combination.weights.clone();
        for (int k = 0; k < weights.length; k++) {
            weights[k] = -weights[k];
        }
        return new SpreadColumn(block, new Combination(weights, combination.scale), sums);
    }

    /** The moments of a side's draws once s times this vector is appended to them. */
    Moments appendedTo(Moments before, double s) {
        int r = before.squares().length - 1; // the bias is last
        double[] squares = inserted(before.squares(), r, 1);
        squares[r] = s * s * sums.squares(combination.weights);
        int width = before.products().length / (r + 1);
        double[] products = inserted(before.products(), r * width, width);
        double[] traits = sums.traits(combination.weights);
        for (int t = 0; t < width; t++) {
            products[r * width + t] = s * traits[t];
        }
        return new Moments(before.lines(), squares, before.strengths(), products);
    }

    private static double[] inserted(double[] x, int at, int count) {
        double[] out = new double[x.length + count];
        System.arraycopy(x, 0, out, 0, at);
        System.arraycopy(x, at, out, at + count, x.length - at);
        return out;
    }

    /** The elements where the blocks of the other side need them. */
    JavaRDD<float[]> sent(RatingBlocks data, Side side) {
        Combination combined = combination;
        JavaRDD<float[]> elements =
                BlockRdd.ofOne(in -> combined.floats(in.one(0), in.one(1)), data.lines(side), block.blocks());
        return Exchange.sendRows(data.lines(side), elements, data.lines(side.other()), 1);
    }

    /** Σ over the entries of a block of lines of (x_i·y_j)², where y are the elements that the block needs. */
    static double squaredNorm(LineBlock lines, double[] x, float[] y) {
        double[] squares = new double[x.length];
        lines.entries().squares(y, 0, x.length, squares);
        double sum = 0;
        for (int line = 0; line < x.length; line++) {
            sum += x[line] * x[line] * squares[line];
        }
        return sum;
    }

    /** Gathers the vector on the driver, for tests and for what is small enough. */
    double[] gathered(RatingBlocks data, Side side) {
        Combination combined = combination;
        List<VectorPart> parts = BlockRdd.collect(
                in -> {
                    LineBlock lines = in.one(0);
                    return new VectorPart(lines.first(), combined.of(lines, in.one(1)));
                },
                data.lines(side),
                block.blocks());
        return VectorPart.together(parts, data.count(side));
    }
}
