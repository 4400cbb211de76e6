package rung.spark;

import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.SamplingIterate;
import rung.engine.sampling.block.SampledSide;
import rung.linalg.Side;
import rung.ratings.Blend;
import rung.ratings.BlendChoice;
import rung.spark.block.BlockRdd;
import rung.spark.block.RatingBlocks;
import rung.spark.engine.PosteriorBlock;
import rung.spark.engine.SpreadFactors;
import rung.spark.engine.preference.SpreadJudges;
import rung.spark.engine.preference.SpreadPair;

/**
 * Chooses how much expected ratings count in lists, by lists of held-out entries, as {@link BlendChoice} does in one memory. That is one job,
 * on the users whose lists have chosen the penalty.
 *
 * @param judges these users
 * @param preferred the preferences, learned without the held-out entries
 * @param rated the ratings, learned without them, too
 * @param data all ratings
 */
record SpreadBlend(SpreadJudges judges, SpreadPair preferred, SamplingIterate<SpreadFactors> rated, RatingBlocks data) {
    Blend choose(RatingBlocks train, double mean, double spread) {
        return BlendChoice.best(mean, spread, blends -> qualities(blends, train, mean, spread));
    }

    private double[] qualities(List<Blend> blends, RatingBlocks train, double mean, double spread) {
        int r = rated.rank();
        int s = preferred.rank();
        double[] powers = blends.stream().mapToDouble(Blend::power).toArray();
        ListRule rule =
                new ListRule(true, true, r, rated.mean(), data.lowest(), data.highest(), s, new double[] {0, 0, 0});
        SpreadFactors factors = rated.factors();
        SpreadFactors.Priors priors = factors.priors(rated.noise(), rated.ridge());
        return judges.qualities(
                powers.length,
                (block, in) -> {
                    List<Blend> tried = DoubleStream.of(powers)
                            .mapToObj(power -> new Blend(mean, spread, power))
                            .toList();
                    Recommendations.Lines users = lines(in.one(4), r, in.one(5), new float[0]);
                    Recommendations.Lines items = lines(in.one(3), r, in.one(1), in.one(2));
                    ListScores scores = new ListScores(rule, items, Side.LEFT);
                    return (judge, out) -> scores.of(users, judge, tried, out);
                },
                train.items(),
                preferred.rows(Side.RIGHT),
                preferred.entries().scales(Side.RIGHT),
                bare(factors.itemPosteriors(priors)),
                judges.sent(train, bare(factors.userPosteriors(priors)), r + 1),
                judges.sent(train, preferred.tastes(), s));
    }

    /* The means of each line, its bias last, without what pads the rows. */
    private static JavaRDD<float[]> bare(JavaRDD<PosteriorBlock> posteriors) {
        return BlockRdd.ofOne(
                in -> {
                    PosteriorBlock part = in.one(0);
                    int n = part.r() + 1;
                    float[] rows = new float[part.block().lines() * n];
                    for (int line = 0; line < part.block().lines(); line++) {
                        System.arraycopy(part.means(), line * SampledSide.width(part.r()), rows, line * n, n);
                    }
                    return rows;
                },
                posteriors);
    }

    private static Recommendations.Lines lines(float[] rated, int r, float[] tastes, float[] scales) {
        int count = rated.length / (r + 1);
        float[] features = new float[count * r];
        float[] biases = new float[count];
        for (int line = 0; line < count; line++) {
            System.arraycopy(rated, line * (r + 1), features, line * r, r);
            biases[line] = rated[line * (r + 1) + r];
        }
        return new Recommendations.Lines(new int[count], new Object[0], features, biases, tastes, scales, new int[0][]);
    }
}
