package rung.spark;

import org.apache.spark.api.java.JavaRDD;
import rung.Side;
import rung.engine.LineOperator;

/** U·Vᵀ less the ratings, spread over a cluster. Nothing of it is kept: each product computes them anew, where the lines are. */
record SpreadResiduals(RatingBlocks data, SpreadSide left, SpreadSide right, SpreadFactors.Storage storage)
        implements LineOperator<SpreadNumbers> {
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
        JavaRDD<float[]> products = BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] out = new float[block.lines() * width];
                    block.entries()
                            .timesResiduals(
                                    in.<SideBlock>one(1).side(), in.one(2), in.one(3), width, 0, block.lines(), out);
                    return out;
                },
                own.lines(),
                own.blocks(),
                other.sent(),
                Exchange.sendRows(other.lines(), ofOther.scores(), own.lines(), width));
        return SpreadNumbers.computed(data, side, storage, width, products);
    }

    /** The sum of their squares. */
    double squares() {
        return BlockRdd.collect(
                        in -> {
                            LineBlock block = in.one(0);
                            double[] squares = new double[block.lines()];
                            block.entries()
                                    .squaredResiduals(
                                            in.<SideBlock>one(1).side(), in.one(2), 0, block.lines(), squares);
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
