package rung.spark.engine;

import rung.spark.block.BlockRdd;
import rung.spark.block.DrawnBlock;
import rung.spark.block.LineBlock;

/** U·Vᵀ less the ratings. Residuals are not kept: what needs them computes them anew, where the lines are. */
final class SpreadResiduals {
    private SpreadResiduals() {}

    /** The sum of the squared residuals. */
    static double squares(SpreadSide left, SpreadSide right) {
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
