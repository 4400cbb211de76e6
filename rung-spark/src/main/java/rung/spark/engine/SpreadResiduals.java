package rung.spark.engine;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.block.BlockOperator;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.LineScale;
import rung.linalg.Side;
import rung.spark.block.BlockRdd;
import rung.spark.block.DrawnBlock;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;

/**
 * U·Vᵀ less the ratings, spread over a cluster; in products rows and columns have their {@link LineScale}. Residuals are
 * not kept: each product computes them anew, where the lines are.
 */
record SpreadResiduals(
        RatingBlocks data, SpreadSide left, SpreadSide right, SpreadFactors.Storage storage, double smoothing)
        implements BlockOperator<SpreadNumbers> {
    @Override
    public SpreadNumbers multiply(SpreadNumbers columns) {
        return product(Side.LEFT, left, right, columns);
    }

    @Override
    public SpreadNumbers multiplyTransposed(SpreadNumbers rows) {
        return product(Side.RIGHT, right, left, rows);
    }

    private SpreadNumbers product(Side side, SpreadSide own, SpreadSide other, SpreadNumbers ofOther) {
        int width = ofOther.width();
        double c = smoothing; // without this record, which the cluster must not be sent
        double mean = data.perLine(side);
        double meanOfOther = data.perLine(side == Side.LEFT ? Side.RIGHT : Side.LEFT);
        JavaRDD<float[]> scaled = BlockRdd.ofOne(
                in -> {
                    float[] rows = in.<float[]>one(1).clone();
                    scale(in.<LineBlock>one(0).entries(), meanOfOther, c, rows, width);
                    return rows;
                },
                other.lines(),
                ofOther.scores());
        JavaRDD<float[]> products = BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] out = new float[block.lines() * width];
                    block.entries()
                            .timesResiduals(
                                    in.<DrawnBlock>one(1).side(), in.one(2), in.one(3), width, 0, block.lines(), out);
                    scale(block.entries(), mean, c, out, width);
                    return out;
                },
                own.lines(),
                own.blocks(),
                other.sent(),
                Exchange.sendRows(other.lines(), scaled, own.lines(), width));
        return SpreadNumbers.computed(data, side, storage, width, products);
    }

    private static void scale(EntryLines lines, double mean, double smoothing, float[] rows, int width) {
        LineScale.multiply(LineScale.of(lines, mean, smoothing), rows, width, 0, lines.count());
    }

    /** The scales of all lines of a side. */
    static double[] scales(RatingBlocks data, Side side, double smoothing) {
        double mean = data.perLine(side);
        List<VectorPart> parts = BlockRdd.collect(
                in -> {
                    LineBlock block = in.one(0);
                    return new VectorPart(block.first(), LineScale.of(block.entries(), mean, smoothing));
                },
                data.lines(side));
        return VectorPart.together(parts, data.count(side));
    }

    /** The sum of the squared residuals. */
    double squares() {
        return BlockRdd.collect(
                        in -> {
                            LineBlock block = in.one(0);
                            double[] squares = new double[block.lines()];
                            block.entries()
                                    .squaredResiduals(
                                            in.<DrawnBlock>one(1).side(), in.one(2), 0, block.lines(), squares);
                            double sum = 0;
                            for (double x : squares) {
                                sum += x;
                            }
                            return sum;
                        },
                        left.lines(),
                        left.blocks(),
                        right.sent())
                .stream()
                .reduce(0.0, Double::sum);
    }
}
