package rung.spark.engine.preference;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.preference.PreferenceBlock;
import rung.linalg.Side;
import rung.preferences.PreferenceEntries;
import rung.preferences.PreferenceModel;
import rung.preferences.TargetScales;
import rung.preferences.TypicalCount;
import rung.spark.block.BlockRdd;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;
import rung.spark.engine.SpreadFactors;

/**
 * Who chose what, spread over a cluster, as a problem for the engine of preferences: what the core has in one memory, with the same
 * targets and weights. Each block keeps the scales of its own lines and of those it needs, 4 bytes each.
 */
public final class SpreadEntries implements PreferenceEntries<SpreadPair> {
    /** The steps of the search for the typical count that one job answers, with 2⁴ − 1 sums. */
    private static final int STEPS_A_JOB = 4;

    private final RatingBlocks data; // the values are weights, if those are not all one
    private final SpreadFactors.Storage storage;
    private final long seed;
    private final double alpha;
    private final double typical;
    private final JavaRDD<float[]> userScales;
    private final JavaRDD<float[]> itemScales;
    private final JavaRDD<float[]> scalesForUsers; // of the items that each block of users needs
    private final JavaRDD<float[]> scalesForItems;

    /**
     * States the problem.
     *
     * @param counts who chose what, and how often
     * @param typical the count whose weight is one; 0 if all weights are one
     * @param alpha how much an entry that is not there counts beside one that is
     * @param storage how the cluster stores what is computed
     * @param seed the seed of the search for pairs
     */
    public SpreadEntries(RatingBlocks counts, double typical, double alpha, SpreadFactors.Storage storage, long seed) {
        this.data = typical == 0
                ? counts
                : counts.withValues(count -> PreferenceModel.weight(count, typical), storage.level());
        this.storage = storage;
        this.seed = seed;
        this.alpha = alpha;
        this.typical = typical;
        TargetScales scales = scales();
        this.userScales =
                BlockRdd.ofOne(in -> ofUsers(in.one(0), scales), data.users()).persist(storage.level());
        JavaRDD<float[]> unscaled = BlockRdd.ofOne(in -> ofItems(in.one(0), scales, 1), data.items());
        float norm = scales.norm(squares(Exchange.sendRows(data.items(), unscaled, data.users(), 1)));
        this.itemScales = BlockRdd.ofOne(in -> ofItems(in.one(0), scales, norm), data.items())
                .persist(storage.level());
        this.scalesForUsers =
                Exchange.sendRows(data.items(), itemScales, data.users(), 1).persist(storage.level());
        this.scalesForItems =
                Exchange.sendRows(data.users(), userScales, data.items(), 1).persist(storage.level());
    }

    private TargetScales scales() {
        return new TargetScales(data.rows(), data.columns(), data.count());
    }

    private static float[] ofUsers(LineBlock block, TargetScales scales) {
        float[] of = new float[block.lines()];
        for (int line = 0; line < of.length; line++) {
            of[line] = scales.ofUser(block.entries().size(line));
        }
        return of;
    }

    private static float[] ofItems(LineBlock block, TargetScales scales, float norm) {
        float[] of = new float[block.lines()];
        for (int line = 0; line < of.length; line++) {
            of[line] = scales.ofItem(block.entries().size(line)) * norm;
        }
        return of;
    }

    private double squares(JavaRDD<float[]> unscaledForUsers) {
        return BlockRdd.collect(
                        in -> {
                            LineBlock block = in.one(0);
                            float[] own = in.one(1);
                            float[] others = in.one(2);
                            double sum = 0;
                            for (int line = 0; line < block.lines(); line++) {
                                for (int k = block.entries().start()[line];
                                        k < block.entries().start()[line + 1];
                                        k++) {
                                    double target = (double) own[line]
                                            * others[block.entries().index()[k]];
                                    sum += target * target;
                                }
                            }
                            return sum;
                        },
                        data.users(),
                        userScales,
                        unscaledForUsers)
                .stream()
                .reduce(0.0, Double::sum);
    }

    /**
     * Finds the count whose weight is one, if the mean weight of these entries is one.
     *
     * @param counts who chose what, and how often
     * @return the count; 0 if all counts are the same
     */
    public static double typicalCount(RatingBlocks counts) {
        return TypicalCount.of(
                counts.lowest(), counts.highest(), counts.count(), STEPS_A_JOB, typical -> weights(counts, typical));
    }

    private static double[] weights(RatingBlocks counts, double[] typical) {
        double[] sums = new double[typical.length];
        for (double[] part : BlockRdd.collect(
                in -> {
                    double[] ofBlock = new double[typical.length];
                    for (float count : in.<LineBlock>one(0).entries().values()) {
                        for (int k = 0; k < typical.length; k++) {
                            ofBlock[k] += PreferenceModel.weight(count, typical[k]);
                        }
                    }
                    return ofBlock;
                },
                counts.users())) {
            Arrays.setAll(sums, k -> sums[k] + part[k]);
        }
        return sums;
    }

    @Override
    public SpreadPair start(double factor) {
        return SpreadPair.zero(this, factor * unit());
    }

    @Override
    public SpreadPair start(double factor, SpreadPair from) {
        return from.on(this, factor * unit());
    }

    /** {@return the penalty λ that stands for the factor 1} */
    public double unit() {
        return scales().unit(alpha);
    }

    /** {@return how much an entry that is not there counts beside one that is} */
    public double alpha() {
        return alpha;
    }

    /** {@return the count whose weight is one; 0 if all weights are one} */
    public double typical() {
        return typical;
    }

    RatingBlocks data() {
        return data;
    }

    SpreadFactors.Storage storage() {
        return storage;
    }

    long seed() {
        return seed;
    }

    /**
     * The scales of the lines of a side.
     *
     * @param side the side
     * @return a scale for each line of each block
     */
    public JavaRDD<float[]> scales(Side side) {
        return side == Side.LEFT ? userScales : itemScales;
    }

    /** The scales of the lines that the blocks of a side need. */
    JavaRDD<float[]> neededScales(Side side) {
        return side == Side.LEFT ? scalesForUsers : scalesForItems;
    }

    /** The arithmetic on the lines of a block, by the scales of these lines and of those it needs. */
    static PreferenceBlock arithmetic(LineBlock block, float[] own, float[] needed, boolean isWeighted) {
        PreferenceBlock plain =
                PreferenceBlock.of(block.entries().start(), block.entries().index(), own, needed);
        return isWeighted ? plain.withWeights(block.entries().values()) : plain;
    }

    boolean isWeighted() {
        return typical > 0;
    }

    /** α times the number of lines of the other side. */
    double unseen(Side side) {
        return alpha * data.count(side.other());
    }

    /** Tells the cluster that the scales and weights are not needed any more; the counts stay. */
    public void release() {
        List.of(userScales, itemScales, scalesForUsers, scalesForItems).forEach(scales -> scales.unpersist(false));
        if (isWeighted()) {
            data.unpersist();
        }
    }
}
