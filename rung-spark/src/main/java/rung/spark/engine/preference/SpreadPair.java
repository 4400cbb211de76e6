package rung.spark.engine.preference;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import rung.LowRankMatrix;
import rung.Refit;
import rung.engine.preference.FactorRows;
import rung.engine.preference.PreferenceBlock;
import rung.engine.preference.PreferenceClimb;
import rung.kernel.FloatKernels;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.preferences.TargetScales;
import rung.spark.block.BlockRdd;
import rung.spark.block.LineBlock;
import rung.spark.engine.GivenTraits;
import scala.Tuple2;

/**
 * U and V for preferences, spread over a cluster. A refit of a side is one job: the other side's lines go to the blocks that need
 * them, each block refits its lines, and the driver adds up one Gram matrix a block, and its part of R, in the order of blocks.
 */
public final class SpreadPair implements PreferenceClimb<SpreadPair> {
    private final SpreadEntries entries;
    private final double lambda;
    private final SpreadRows left;
    private final SpreadRows right;
    private double loss = Double.NaN; // unless it is known
    private final double[] ridges = {Double.NaN, Double.NaN}; // each side's part of the penalty, unless it is known

    private SpreadPair(SpreadEntries entries, double lambda, SpreadRows left, SpreadRows right) {
        this.entries = entries;
        this.lambda = lambda;
        this.left = left;
        this.right = right;
    }

    static SpreadPair zero(SpreadEntries entries, double lambda) {
        JavaRDD<LineBlock> users = entries.data().users();
        JavaRDD<LineBlock> items = entries.data().items();
        return new SpreadPair(
                entries,
                lambda,
                SpreadRows.zero(users, items, entries.storage()),
                SpreadRows.zero(items, users, entries.storage()));
    }

    /** A copy that goes on with other entries of the same users and items, or with another penalty. */
    SpreadPair on(SpreadEntries others, double otherLambda) {
        JavaRDD<LineBlock> users = others.data().users();
        JavaRDD<LineBlock> items = others.data().items();
        return new SpreadPair(others, otherLambda, left.on(users, items), right.on(items, users));
    }

    @Override
    public SpreadPair copy() {
        SpreadPair copy = on(entries, lambda);
        copy.loss = loss;
        System.arraycopy(ridges, 0, copy.ridges, 0, ridges.length);
        return copy;
    }

    @Override
    public void release() {
        left.release();
        right.release();
    }

    @Override
    public int rank() {
        return left.rank();
    }

    /** {@return the penalty λ} */
    public double lambda() {
        return lambda;
    }

    /** {@return what this pair is fitted to} */
    public SpreadEntries entries() {
        return entries;
    }

    SpreadRows side(Side side) {
        return side == Side.LEFT ? left : right;
    }

    /**
     * The factors of a side.
     *
     * @param side the side
     * @return rank floats for each line of each block
     */
    public JavaRDD<float[]> rows(Side side) {
        return side(side).rows();
    }

    /**
     * The tastes of the users: their factors without their scales.
     *
     * @return rank floats for each user of each block
     */
    public JavaRDD<float[]> tastes() {
        int r = rank();
        return BlockRdd.ofOne(
                in -> {
                    float[] scales = in.one(0);
                    float[] tastes = in.<float[]>one(1).clone();
                    for (int k = 0; k < tastes.length; k++) {
                        tastes[k] /= scales[k / r];
                    }
                    return tastes;
                },
                entries.scales(Side.LEFT),
                rows(Side.LEFT));
    }

    /**
     * What these factors tell a model of ratings: the tastes of the users and the factors of the items are traits by which ratings are
     * expected, as in the core.
     *
     * @return the traits
     */
    public GivenTraits traits() {
        return new GivenTraits(rank(), FloatKernels.padded(rank()), padded(tastes()), padded(rows(Side.RIGHT)));
    }

    private JavaRDD<float[]> padded(JavaRDD<float[]> rows) {
        int r = rank();
        int width = FloatKernels.padded(r);
        return BlockRdd.ofOne(
                in -> {
                    float[] bare = in.one(0);
                    float[] wide = new float[bare.length / r * width];
                    for (int from = 0, to = 0; from < bare.length; from += r, to += width) {
                        System.arraycopy(bare, from, wide, to, r);
                    }
                    return wide;
                },
                rows);
    }

    /** {@inheritDoc} No job is needed after a round of refits, which ends with the items. */
    @Override
    public double value() {
        double product = 0;
        for (int k = 0; k < left.gram().length; k++) {
            product += left.gram()[k] * right.gram()[k];
        }
        if (Double.isNaN(loss + ridges[0] + ridges[1])) {
            computeParts();
        }
        return loss + 0.5 * entries.alpha() * product + ridges[0] + ridges[1];
    }

    /* The loss, and each side's part of the penalty, in one job. */
    private void computeParts() {
        int r = rank();
        boolean isWeighted = entries.isWeighted();
        JavaRDD<Double> losses = BlockRdd.ofOne(
                in -> {
                    LineBlock lines = in.one(0);
                    return SpreadEntries.arithmetic(lines, in.one(1), in.one(2), isWeighted)
                            .loss(
                                    FactorRows.of(lines.lines(), r, in.one(3)),
                                    FactorRows.of(lines.needed(), r, in.one(4)));
                },
                left.lines(),
                entries.scales(Side.LEFT),
                entries.neededScales(Side.LEFT),
                left.rows(),
                right.sent());
        int users = left.lines().getNumPartitions();
        List<Double> parts = BlockRdd.collectBoth(losses, ridgeParts(Side.LEFT).union(ridgeParts(Side.RIGHT)));
        loss = sum(parts.subList(0, users));
        ridges[Side.LEFT.ordinal()] = sum(parts.subList(users, 2 * users));
        ridges[Side.RIGHT.ordinal()] = sum(parts.subList(2 * users, parts.size()));
    }

    private JavaRDD<Double> ridgeParts(Side side) {
        int r = rank();
        double c = lambda;
        double unseen = entries.unseen(side);
        boolean isWeighted = entries.isWeighted();
        return BlockRdd.ofOne(
                in -> {
                    PreferenceBlock block = SpreadEntries.arithmetic(in.one(0), in.one(1), in.one(2), isWeighted);
                    return ridge(block.ridge(c, TargetScales.NU, unseen), in.one(3), r);
                },
                side(side).lines(),
                entries.scales(side),
                entries.neededScales(side),
                side(side).rows());
    }

    private static double ridge(double[] coefficients, float[] rows, int r) {
        double sum = 0;
        for (int line = 0; line < coefficients.length; line++) {
            double square = 0;
            for (int k = line * r; k < (line + 1) * r; k++) {
                square += (double) rows[k] * rows[k];
            }
            sum += coefficients[line] * square;
        }
        return 0.5 * sum;
    }

    private static double sum(List<Double> parts) {
        double sum = 0;
        for (double part : parts) {
            sum += part;
        }
        return sum;
    }

    @Override
    public void refit(Side side, Refit refit) {
        if (rank() == 0) {
            return;
        }
        SpreadRows own = side(side);
        SpreadRows other = side == Side.LEFT ? right : left;
        int r = rank();
        double c = lambda;
        double unseen = entries.unseen(side);
        boolean isWeighted = entries.isWeighted();
        int iterations = refit.iterations();
        boolean isFromZero = refit.fromZero();
        double[] common = other.gram().clone();
        for (int k = 0; k < common.length; k++) {
            common[k] *= entries.alpha();
        }
        boolean withLoss = side == Side.RIGHT; // which ends a round
        JavaRDD<FittedRows> moved = BlockRdd.ofOne(
                in -> {
                    LineBlock lines = in.one(0);
                    PreferenceBlock block = SpreadEntries.arithmetic(lines, in.one(1), in.one(2), isWeighted);
                    double[] ridge = block.ridge(c, TargetScales.NU, unseen);
                    FactorRows others = FactorRows.of(lines.needed(), r, in.one(4));
                    FactorRows rows = block.refit(
                            FactorRows.of(lines.lines(), r, in.one(3)),
                            others,
                            common,
                            ridge,
                            new Refit(iterations, isFromZero));
                    return new FittedRows(
                            rows.unpadded(),
                            withLoss ? block.loss(rows, others) : Double.NaN,
                            ridge(ridge, rows.unpadded(), r));
                },
                own.lines(),
                entries.scales(side),
                entries.neededScales(side),
                own.rows(),
                other.sent());
        SpreadRows.Sums sums = own.refitted(moved, other, entries.storage());
        loss = sums.loss();
        ridges[side.ordinal()] = sums.ridge();
    }

    @Override
    public int appendTop(int count) {
        int appended = new SpreadSearch(this).append(count);
        if (appended > 0) {
            loss = Double.NaN;
            Arrays.fill(ridges, Double.NaN);
        }
        return appended;
    }

    /** Gathers all factors on the driver, for tests and for what is small enough. */
    @Override
    public LowRankMatrix matrix() {
        return LowRankMatrix.of(gathered(Side.LEFT), gathered(Side.RIGHT));
    }

    private Matrix gathered(Side side) {
        Matrix all = new Matrix(entries.data().count(side), rank());
        List<Tuple2<Integer, float[]>> parts = BlockRdd.collect(
                in -> new Tuple2<>(in.<LineBlock>one(0).first(), in.<float[]>one(1)),
                side(side).lines(),
                side(side).rows());
        for (Tuple2<Integer, float[]> part : parts) {
            for (int k = 0; k < part._2().length; k++) {
                all.set(part._1() + k / rank(), k % rank(), part._2()[k]);
            }
        }
        return all;
    }
}
