package rung.spark.engine;

import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.LinePrior;
import rung.linalg.Matrix;
import rung.spark.block.BlockRdd;
import rung.spark.block.DrawnBlock;
import rung.spark.block.LineBlock;
import scala.Tuple2;

/** What is read off the means of factors block by block: errors of predictions, and the factors themselves. */
final class GatheredFactors {
    private GatheredFactors() {}

    /** The sum of the squared errors on other ratings of a block's users, and their number. */
    static double[] squaredErrors(
            LineBlock block, SampledSide side, float[] inbox, double mean, double low, double high) {
        int w = side.width();
        int r = side.rank();
        double sum = 0;
        for (int line = 0; line < block.lines(); line++) {
            for (int k = block.entries().start()[line]; k < block.entries().start()[line + 1]; k++) {
                int other = block.entries().index()[k] * w;
                double predicted = mean + side.mean()[line * w + r] + inbox[other + r];
                for (int l = 0; l < r; l++) {
                    predicted += (double) side.mean()[line * w + l] * inbox[other + l];
                }
                double error = Math.min(high, Math.max(low, predicted))
                        - (block.entries().values()[k] + mean);
                sum += error * error;
            }
        }
        return new double[] {sum, block.entries().values().length};
    }

    /** Copies the means of all lines of a side to the driver. */
    static void gather(JavaRDD<LineBlock> blocks, JavaRDD<DrawnBlock> sides, Matrix out) {
        JavaRDD<Tuple2<Integer, SampledSide>> placed = BlockRdd.ofOne(
                in -> new Tuple2<>(
                        in.<LineBlock>one(0).first(), in.<DrawnBlock>one(1).side()),
                blocks,
                sides);
        for (Tuple2<Integer, SampledSide> part : placed.collect()) {
            SampledSide side = part._2();
            for (int line = 0; line < side.lines(); line++) {
                for (int k = 0; k < out.columns(); k++) {
                    out.set(part._1() + line, k, side.mean()[line * side.width() + k]);
                }
            }
        }
    }

    /** The factors of all lines of a side, with what is not known of them. */
    static BiasedFactors.Lines lines(JavaRDD<PosteriorBlock> posteriors, int count, int r, LinePrior prior) {
        float[] factors = new float[count * r];
        float[] biases = new float[count];
        float[] variances = new float[count * r];
        float[] hints = new float[prior.links().length == 0 ? 0 : count * (r + 1)];
        for (PosteriorBlock part : posteriors.collect()) {
            int w = SampledSide.width(r);
            for (int line = 0; line < part.block().lines(); line++) {
                int to = part.block().first() + line;
                System.arraycopy(part.means(), line * w, factors, to * r, r);
                System.arraycopy(part.variances(), line * w, variances, to * r, r);
                biases[to] = part.means()[line * w + r];
                if (part.hints().length > 0) {
                    System.arraycopy(part.hints(), line * w, hints, to * (r + 1), r + 1);
                }
            }
        }
        return new BiasedFactors.Lines(r, factors, biases, variances, prior.variances(), hints);
    }
}
