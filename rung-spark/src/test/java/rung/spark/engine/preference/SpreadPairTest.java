package rung.spark.engine.preference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Limits;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Refit;
import rung.data.Meaning;
import rung.engine.PreferenceClimbContract;
import rung.engine.preference.FactorRows;
import rung.engine.preference.PreferenceIterate;
import rung.engine.preference.Preferences;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.preferences.PenaltyChoice;
import rung.preferences.PreferenceFit;
import rung.preferences.PreferenceModel;
import rung.preferences.TargetScales;
import rung.spark.Generated;
import rung.spark.LocalSpark;
import rung.spark.block.DuplicatePairs;
import rung.spark.block.RatingBlocks;
import rung.spark.engine.SpreadFactors;

/** Preferences on a cluster keep the contract of pairs that climb, and agree with the core's engine in one memory. */
class SpreadPairTest extends PreferenceClimbContract<SpreadPair> {
    private static final Generated DATA = Generated.choices(300, 90, 4, 5, 1);
    private static final double ALPHA = 0.3;
    private static final double LAMBDA = 0.8;

    private static SpreadFactors.Storage storage(int interval) {
        return new SpreadFactors.Storage(StorageLevel.MEMORY_AND_DISK(), interval, false);
    }

    private static RatingBlocks blocks(int partitions, int userBlocks, int itemBlocks) {
        return RatingBlocks.of(
                DATA.chunks(partitions, partitions),
                userBlocks,
                itemBlocks,
                DuplicatePairs.ERROR,
                Meaning.WEIGHT,
                StorageLevel.MEMORY_ONLY(),
                Generated.UNREFUSED);
    }

    private record Scales(float[] users, float[] items) {}

    /* The scales of the targets, written down from the definition. */
    private static Scales scales() {
        int[] byUser = new int[DATA.rows()];
        int[] byItem = new int[DATA.columns()];
        for (int e = 0; e < DATA.count(); e++) {
            byUser[DATA.users()[e]]++;
            byItem[DATA.items()[e]]++;
        }
        TargetScales scales = new TargetScales(DATA.rows(), DATA.columns(), DATA.count());
        float[] a = new float[byUser.length];
        float[] b = new float[byItem.length];
        for (int i = 0; i < a.length; i++) {
            a[i] = scales.ofUser(byUser[i]);
        }
        for (int j = 0; j < b.length; j++) {
            b[j] = scales.ofItem(byItem[j]);
        }
        double squares = 0;
        for (int e = 0; e < DATA.count(); e++) {
            squares += Math.pow((double) a[DATA.users()[e]] * b[DATA.items()[e]], 2);
        }
        float norm = scales.norm(squares);
        for (int j = 0; j < b.length; j++) {
            b[j] *= norm;
        }
        return new Scales(a, b);
    }

    /* The problem that the entries state, written down from the definition. */
    private static Preferences core(double typical) {
        Scales scales = scales();
        float[] weights = new float[DATA.count()];
        for (int e = 0; e < weights.length; e++) {
            weights[e] = PreferenceModel.weight(DATA.values()[e], typical);
        }
        return Preferences.of(DATA.rows(), DATA.columns(), DATA.users(), DATA.items(), weights)
                .withAlpha(ALPHA)
                .withRidge(LAMBDA, TargetScales.NU)
                .withScales(scales.users, scales.items)
                .withSeed(7);
    }

    @Override
    protected SpreadPair start() {
        SpreadEntries entries = new SpreadEntries(blocks(2, 2, 3), 0, ALPHA, storage(3), 7);
        return entries.start(0.1 * LAMBDA / entries.unit()); // so little that many columns help
    }

    @Override
    protected double loss(LowRankMatrix a) {
        Scales scales = scales();
        double sum = 0;
        for (int row = 0; row < DATA.rows(); row++) {
            for (int column = 0; column < DATA.columns(); column++) {
                sum += ALPHA * Math.pow(a.get(row, column), 2) / 2;
            }
        }
        for (int e = 0; e < DATA.count(); e++) {
            double target = (double) scales.users[DATA.users()[e]] * scales.items[DATA.items()[e]];
            sum += Math.pow(target - a.get(DATA.users()[e], DATA.items()[e]), 2) / 2;
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 10, 0", "3, 3, 3, 3, 2.5", "2, 5, 1, -1, 0", "2, 3, 17, 1, 2.5"})
    void climbsAsTheCoreDoes(int partitions, int userBlocks, int itemBlocks, int interval, double typical) {
        RatingBlocks data = blocks(partitions, userBlocks, itemBlocks);
        SpreadEntries entries = new SpreadEntries(data, typical, ALPHA, storage(interval), 7);
        SpreadPair pair = entries.start(LAMBDA / entries.unit());
        PreferenceIterate core = core(typical).start();
        near(pair.value(), core.value());
        for (int count : new int[] {6, 4}) {
            assertThat(pair.appendTop(count)).isEqualTo(core.appendTop(count));
            same(pair, core);
            for (Side side : Side.values()) {
                pair.refit(side, Refit.warm(3));
                core.refit(side, Refit.warm(3));
                same(pair, core);
            }
        }
        pair.refit(Side.LEFT, Refit.exact());
        core.refit(Side.LEFT, Refit.exact());
        same(pair, core);
        pair.release();
        entries.release();
        data.unpersist();
    }

    private static void near(double actual, double expected) {
        assertThat(Math.abs(actual - expected)).isLessThan(1e-6 * Math.abs(expected));
    }

    private static void same(SpreadPair pair, PreferenceIterate core) {
        near(pair.value(), core.value());
        LowRankMatrix expected = core.matrix();
        LowRankMatrix found = pair.matrix();
        assertThat(found.distance(expected)).isLessThan(1e-6 * expected.norm());
        sameColumns(found.left(), core.left());
        sameColumns(found.right(), core.right());
    }

    /* Signs, too, on which the ratings that are expected by these factors depend. */
    private static void sameColumns(Matrix found, FactorRows expected) {
        for (int line = 0; line < found.rows(); line++) {
            float[] row = expected.row(line);
            for (int k = 0; k < row.length; k++) {
                assertThat(Math.abs(found.get(line, k) - row[k])).isLessThan(1e-4);
            }
        }
    }

    @Test
    void findsTheCountOfWeightOne() {
        RatingBlocks data = blocks(2, 3, 2);
        double typical = SpreadEntries.typicalCount(data);
        double sum = 0;
        for (float count : DATA.values()) {
            sum += PreferenceModel.weight(count, typical);
        }
        assertThat(Math.abs(sum / DATA.count() - 1)).isLessThan(1e-4);
        data.unpersist();
    }

    @Test
    void leavesNothingInTheCache() {
        RatingBlocks data = blocks(2, 2, 2);
        Set<Integer> before = cached();
        SpreadEntries entries = new SpreadEntries(data, 2, ALPHA, storage(3), 7);
        PenaltyChoice.Choice<SpreadPair> choice =
                new PenaltyChoice<SpreadPair>(20, SpreadPair::value, Limits.NONE, Listener.NONE).choose(entries);
        PreferenceFit<SpreadPair> fit =
                PreferenceFit.from(choice.best(), entries, 1, 20, PreferenceFit.How.usual(Listener.NONE));
        assertThat(cached()).anyMatch(id -> !before.contains(id));
        choice.best().release();
        fit.pair().release();
        entries.release();
        assertThat(before).containsAll(cached());
        data.unpersist();
    }

    private static Set<Integer> cached() {
        return Set.copyOf(LocalSpark.context().getPersistentRDDs().keySet());
    }

    @Test
    void appendsNothingWhereNothingIsLeft() {
        RatingBlocks data = blocks(1, 2, 2);
        SpreadEntries entries = new SpreadEntries(data, 0, ALPHA, storage(1), 7);
        SpreadPair pair = entries.start(1e6);
        assertThat(pair.appendTop(5)).isZero();
        assertThat(pair.rank()).isZero();
        assertThat(Arrays.stream(new Side[] {Side.LEFT, Side.RIGHT}).allMatch(side -> {
                    pair.refit(side, Refit.exact());
                    return pair.rank() == 0;
                }))
                .isTrue();
        data.unpersist();
    }
}
