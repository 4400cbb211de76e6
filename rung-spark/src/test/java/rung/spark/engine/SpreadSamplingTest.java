package rung.spark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Climbed;
import rung.Iterate;
import rung.LowRankMatrix;
import rung.Problem;
import rung.Settings;
import rung.algorithm.FastGreedy;
import rung.data.Meaning;
import rung.engine.sampling.ChainSettings;
import rung.engine.sampling.MemoryFactors;
import rung.engine.sampling.NextDraw;
import rung.engine.sampling.NoiseRule;
import rung.engine.sampling.SamplingIterate;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.posterior.LinePrior;
import rung.linalg.Side;
import rung.spark.Generated;
import rung.spark.LocalSpark;
import rung.spark.block.DuplicatePairs;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;
import scala.Option;

/** The chain of draws on a cluster against that of the core in one memory. */
@Tag("slow")
class SpreadSamplingTest {
    private static final Generated DATA = Generated.of(300, 90, 25, 3, 0.3, 1);
    private static final int RANK = 5;

    private static final Climbed<SamplingIterate<MemoryFactors>> CORE =
            climbed(DATA.core().withSeed(7));

    private static <A extends Iterate<A>> Climbed<A> climbed(Problem<A> problem) {
        return new FastGreedy(Settings.ofRank(RANK).withRefits(1).withFinishing(6)).minimize(problem);
    }

    private static SpreadFactors.Storage storage(int interval) {
        return new SpreadFactors.Storage(StorageLevel.MEMORY_AND_DISK(), interval, true);
    }

    private static RatingBlocks blocks(int partitions, int userBlocks, int itemBlocks) {
        return RatingBlocks.of(
                DATA.chunks(partitions, partitions),
                userBlocks,
                itemBlocks,
                DuplicatePairs.ERROR,
                Meaning.RATING,
                StorageLevel.MEMORY_ONLY(),
                Generated.UNREFUSED);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 10", "3, 3, 3, 3", "8, 8, 8, 2", "2, 5, 1, -1", "2, 3, 120, 3"})
    void givesTheAnswerOfTheCore(int partitions, int userBlocks, int itemBlocks, int interval) {
        RatingBlocks data = blocks(partitions, userBlocks, itemBlocks);
        assertThat(data.rows()).isEqualTo(DATA.rows());
        assertThat(data.columns()).isEqualTo(DATA.columns());
        assertThat(data.count()).isEqualTo(DATA.count());
        Climbed<SamplingIterate<SpreadFactors>> spread =
                climbed(new SpreadSampling(data, storage(interval), ChainSettings.of(7)));
        sameAnswer(spread, CORE);
        data.unpersist();
    }

    private static void sameAnswer(
            Climbed<SamplingIterate<SpreadFactors>> spread, Climbed<SamplingIterate<MemoryFactors>> core) {
        LowRankMatrix expected = core.matrix();
        assertThat(spread.matrix().distance(expected)).isLessThan(1e-4 * expected.norm());
        assertThat(spread.trace()).hasSameSizeAs(core.trace());
        for (int k = 0; k < core.trace().size(); k++) {
            double value = core.trace().get(k).value();
            assertThat(Math.abs(spread.trace().get(k).value() - value)).isLessThan(1e-4 * value);
        }
        BiasedFactors kept = core.iterate().posteriorModel();
        BiasedFactors settled = spread.iterate().posteriorModel();
        near(settled.rows().hints(), kept.rows().hints());
        near(settled.columns().hints(), kept.columns().hints());
        for (int i = 0; i < DATA.rows(); i++) {
            for (int j = 0; j < DATA.columns(); j++) {
                assertThat(Math.abs(settled.get(i, j) - kept.get(i, j))).isLessThan(1e-3);
            }
        }
    }

    private static void near(float[] actual, float[] expected) {
        assertThat(actual).hasSameSizeAs(expected);
        double size = 0;
        double difference = 0;
        for (int k = 0; k < expected.length; k++) {
            size += Math.pow(expected[k], 2);
            difference += Math.pow(actual[k] - expected[k], 2);
        }
        assertThat(difference).isLessThanOrEqualTo(1e-4 * size);
    }

    /* To the bit, whether the means begin anew between the draws or not; and so do several rounds in few jobs. */
    @ParameterizedTest
    @ValueSource(doubles = {0, Double.POSITIVE_INFINITY})
    void drawsBothSidesInOneJobAsInTwo(double settled) {
        RatingBlocks data = blocks(2, 3, 2);
        double noise = data.squares() / data.count();
        SamplingIterate<SpreadFactors> start = new SpreadSampling(data, storage(-1), ChainSettings.of(7)).start();
        SpreadFactors one = start.factors();
        one.appendRandom(2, noise, 5);
        NextDraw rows = new NextDraw(prior(one, Side.LEFT, noise), new float[0], 3);
        NextDraw columns = new NextDraw(prior(one, Side.RIGHT, noise), new float[0], 4);
        one.drawBoth(rows, columns, new NoiseRule(data.count(), 0, 0)); // so that there are means
        SpreadFactors two = one.copy();
        NoiseRule rule = new NoiseRule(data.count(), 0, settled);
        double[] sums = one.drawBoth(rows, columns, rule);
        double first = two.draw(Side.LEFT, rows.prior(), rows.scale(), rows.key());
        if (rule.resetsMeans(rule.noise(first))) {
            two.resetMeans();
        }
        NextDraw second = columns.at(rule.noise(first));
        assertThat(sums).containsExactly(first, two.draw(Side.RIGHT, second.prior(), second.scale(), second.key()));
        sameMeans(one, two);
        one.drawRounds(rows.prior(), columns.prior(), 6);
        for (int round = 0; round < 6; round++) {
            two.resetMeans();
            two.draw(Side.LEFT, rows.prior(), new float[0], 0);
            two.draw(Side.RIGHT, columns.prior(), new float[0], 0);
        }
        sameMeans(one, two);
        two.release();
        start.release();
        data.unpersist();
    }

    private static void sameMeans(SpreadFactors one, SpreadFactors two) {
        assertThat(one.matrix(0).left().array()).isEqualTo(two.matrix(0).left().array());
        assertThat(one.matrix(0).right().array())
                .isEqualTo(two.matrix(0).right().array());
    }

    private static LinePrior prior(SpreadFactors factors, Side side, double noise) {
        return LinePrior.of(factors.moments(side), noise, 0, null);
    }

    @Test
    void hasTheRidgeOfTheCore() {
        RatingBlocks data = blocks(2, 3, 2);
        Climbed<SamplingIterate<MemoryFactors>> core =
                climbed(DATA.core().withSeed(7).withRidge(0.2));
        sameAnswer(
                climbed(new SpreadSampling(data, storage(3), ChainSettings.of(7).withRidge(0.2))), core);
        assertThat(core.matrix().distance(CORE.matrix()))
                .isGreaterThan(1e-2 * CORE.matrix().norm());
        data.unpersist();
    }

    /* More numbers than the pattern has traits, in wider rows, and links to these numbers alone. */
    @Test
    void expectsRatingsByGivenTraitsAsTheCoreDoes() {
        RatingBlocks data = blocks(2, 3, 2);
        int count = 20;
        int width = 48;
        Climbed<SamplingIterate<MemoryFactors>> core = climbed(DATA.core()
                .withSeed(7)
                .withTraits(
                        FloatBlock.random(DATA.rows(), width, count, 1, 0),
                        FloatBlock.random(DATA.columns(), width, count, 2, 0)));
        SpreadSampling problem = new SpreadSampling(data, storage(3), ChainSettings.of(7))
                .withTraits(new GivenTraits(
                        count, width, random(data.users(), width, count, 1), random(data.items(), width, count, 2)));
        Climbed<SamplingIterate<SpreadFactors>> spread = climbed(problem);
        sameAnswer(spread, core);
        assertThat(core.matrix().distance(CORE.matrix()))
                .isGreaterThan(1e-2 * CORE.matrix().norm());
        float[] wide = core.iterate().posteriorModel().rows().links();
        float[] narrow = new float[(RANK + 1) * count];
        for (int k = 0; k <= RANK; k++) {
            System.arraycopy(wide, k * width, narrow, k * count, count);
        }
        near(spread.iterate().posteriorModel().rows().links(), narrow);
        data.unpersist();
    }

    private static JavaRDD<float[]> random(JavaRDD<LineBlock> blocks, int width, int count, long key) {
        return blocks.map(block -> FloatBlock.random(block.lines(), width, count, key, block.first())
                .values());
    }

    @Test
    void cutsLineagesByCheckpointsAndDeletesThem(@TempDir Path folder) throws IOException {
        SparkContext context = LocalSpark.context().sc();
        context.setCheckpointDir(folder.toString());
        try {
            RatingBlocks data = blocks(2, 2, 2);
            Climbed<SamplingIterate<SpreadFactors>> spread =
                    climbed(new SpreadSampling(data, storage(2), ChainSettings.of(7)));
            sameAnswer(spread, CORE);
            assertThat(checkpoints(folder)).isBetween(1L, 8L); // of some twenty that were written
            spread.iterate().release();
            assertThat(checkpoints(folder)).isZero();
            data.unpersist();
        } finally {
            context.checkpointDir_$eq(Option.empty());
        }
    }

    private static long checkpoints(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("rdd-"))
                    .count();
        }
    }

    @Test
    void leavesNothingInTheCacheButTheSolution() {
        RatingBlocks data = blocks(2, 2, 2);
        Set<Integer> before = cached();
        Climbed<SamplingIterate<SpreadFactors>> spread =
                climbed(new SpreadSampling(data, storage(3), ChainSettings.of(7)));
        assertThat(cached()).anyMatch(id -> !before.contains(id));
        spread.iterate().release();
        assertThat(before).containsAll(cached()); // others' may have been collected since
        data.unpersist();
    }

    private static Set<Integer> cached() {
        return Set.copyOf(LocalSpark.context().getPersistentRDDs().keySet());
    }
}
