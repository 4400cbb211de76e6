package rung.spark.engine;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.ResidualBins;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.LinePrior;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.spark.block.BlockRdd;
import rung.spark.block.DrawnBlock;
import rung.spark.block.LineBlock;
import scala.Tuple2;

/** What is read off the means of factors block by block: errors of predictions, and the factors themselves. */
final class GatheredFactors {
    private GatheredFactors() {}

    /** Σ over the ratings of (u_i·v_j)². */
    static double squaredNorm(JavaRDD<LineBlock> users, SingularPair pair) {
        double[] u = pair.u();
        double[] v = pair.v();
        return BlockRdd.collect(
                        in -> {
                            LineBlock block = in.one(0);
                            double[] own = Arrays.copyOfRange(u, block.first(), block.first() + block.lines());
                            float[] others = new float[block.numbers().length];
                            for (int k = 0; k < others.length; k++) {
                                others[k] = (float) v[block.numbers()[k]];
                            }
                            return SpreadColumn.squaredNorm(block, own, others);
                        },
                        users)
                .stream()
                .reduce(0.0, Double::sum);
    }

    /** The root mean squared error on other ratings, by the means of both sides; the items' are sent to where they are needed. */
    static double rmse(
            JavaRDD<LineBlock> others,
            JavaRDD<DrawnBlock> users,
            JavaRDD<float[]> items,
            double mean,
            double low,
            double high) {
        double sum = 0;
        double count = 0;
        for (double[] part : BlockRdd.collect(
                in -> {
                    LineBlock block = in.one(0);
                    SampledSide side = in.<DrawnBlock>one(1).side();
                    double[] squares = {0, block.entries().values().length};
                    residuals(block, side.rank(), side.mean(), in.one(2), mean, low, high, x -> squares[0] += x * x);
                    return squares;
                },
                others,
                users,
                items)) {
            sum += part[0];
            count += part[1];
        }
        return Math.sqrt(sum / count);
    }

    /** Counts the residuals on other ratings, by the posteriors of the users and the means of the items. */
    static ResidualBins residuals(
            JavaRDD<LineBlock> others,
            JavaRDD<PosteriorBlock> users,
            JavaRDD<float[]> items,
            double mean,
            double low,
            double high) {
        ResidualBins all = new ResidualBins(low, high);
        for (long[] part : BlockRdd.collect(
                in -> {
                    PosteriorBlock posteriors = in.one(1);
                    ResidualBins bins = new ResidualBins(low, high);
                    residuals(in.one(0), posteriors.r(), posteriors.means(), in.one(2), mean, low, high, bins::add);
                    return bins.counts();
                },
                others,
                users,
                items)) {
            all.add(part);
        }
        return all;
    }

    /* Ratings of a block less what is predicted for them, one after another. */
    private static void residuals(
            LineBlock block,
            int r,
            float[] users,
            float[] items,
            double mean,
            double low,
            double high,
            DoubleConsumer take) {
        int w = SampledSide.width(r);
        for (int line = 0; line < block.lines(); line++) {
            for (int k = block.entries().start()[line]; k < block.entries().start()[line + 1]; k++) {
                int other = block.entries().index()[k] * w;
                double predicted = mean + users[line * w + r] + items[other + r];
                for (int l = 0; l < r; l++) {
                    predicted += (double) users[line * w + l] * items[other + l];
                }
                take.accept(clipped(block.entries().values()[k] + mean, low, high) - clipped(predicted, low, high));
            }
        }
    }

    /* A rating without its mean is rounded, so that with it again it may be beyond the bounds. */
    private static double clipped(double value, double low, double high) {
        return Math.min(high, Math.max(low, value));
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
        List<PosteriorBlock> parts = posteriors.collect();
        boolean hasHints = parts.stream().anyMatch(part -> part.hints().length > 0);
        float[] hints = new float[hasHints ? count * (r + 1) : 0];
        for (PosteriorBlock part : parts) {
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
