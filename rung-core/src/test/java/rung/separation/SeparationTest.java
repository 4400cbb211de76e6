package rung.separation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.minus;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Settings;
import rung.Step;
import rung.algorithm.FastLocalSearch;
import rung.data.Observations;
import rung.data.Tiles;
import rung.engine.entrywise.Entrywise;
import rung.linalg.Matrix;
import rung.linalg.Qr;
import rung.loss.Loss;
import rung.objective.Entries;
import rung.separation.Separation.Reached;
import rung.separation.Separation.Separated;

/** Matrices of low rank found again below gross errors, noise and holes, and what must not matter. */
class SeparationTest extends SeparationCase {
    /** Methods whose subspaces come from least squares, or from a gradient that is not refitted along its sides. */
    private static final Set<Method> LEAST_SQUARES = Set.of(Method.PCA, Method.GREEDY, Method.LOCAL_SEARCH);

    @ParameterizedTest
    @CsvSource({
        "200, 150, 5, 0.05",
        "200, 150, 5, 0.1",
        "150, 200, 5, 0.1",
        "100, 100, 1, 0.1",
        "300, 80, 3, 0.2",
        "64, 64, 2, 0"
    })
    void exactMixturesAreTakenApart(int m, int n, int rank, double spoilt) {
        for (long seed = 0; seed < 3; seed++) {
            Mixture mixture = Mixture.of(m, n, rank, spoilt, 0, 0, seed);
            Separated found = separated(mixture);
            assertThat(found.low().rank()).as("seed %d", seed).isEqualTo(rank);
            assertThat(mixture.error(found)).as("seed %d", seed).isLessThan(1e-5);
            assertThat(mixture.wrong(found)).as("seed %d", seed).isZero();
            assertThat(found.stopped()).isFalse();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.1})
    void largeExactMixturesAreTakenApart(double spoilt) {
        Mixture mixture = Mixture.of(500, 500, 25, spoilt, 0, 0, 1);
        Separated found = separated(mixture);
        assertThat(found.low().rank()).isEqualTo(25);
        assertThat(mixture.error(found)).isLessThan(1e-5);
        assertThat(mixture.wrong(found)).isZero();
    }

    /** Many directions alike: the first takes less than 3 % of the typical residual, two or three of them take enough. */
    @Tag("slow")
    @Test
    void ranksThatAreWorthItTogetherAreTaken() {
        int rank = 28;
        SplittableRandom random = new SplittableRandom(21);
        Matrix left = Qr.of(Matrix.gaussian(240, rank, random)).q();
        Matrix right = Qr.of(Matrix.gaussian(200, rank, random)).q();
        Matrix low = left.multiplyByTransposed(right);
        Separated found = Separation.byDefault().separate(Tiles.of(low));
        assertThat(found.low().rank()).isEqualTo(rank);
        near(found.low().toDense(), low, 1e-5);
    }

    /** The best one can hope for is the noise that lies in the space of such matrices, r·(m + n − r) of m·n directions. */
    @ParameterizedTest
    @CsvSource({"200, 150, 5, 0.05", "300, 100, 2, 0.1", "120, 120, 3, 0"})
    void noiseIsHeldDownToWhatTheRankLeaves(int m, int n, int rank, double spoilt) {
        for (double noise : new double[] {0.01, 0.1}) {
            Mixture mixture = Mixture.of(m, n, rank, spoilt, noise, 0, 4);
            Separated found = separated(mixture);
            assertThat(found.low().rank()).isEqualTo(rank);
            double least = noise * Math.sqrt(rank * (m + n - rank) / (double) (m * n));
            assertThat(mixture.error(found)).isBetween(0.5 * least, 1.5 * least);
            double typical = mixture.low().norm() / Math.sqrt(m * n);
            assertThat(found.scale()).isBetween(0.8 * noise * typical, 1.3 * noise * typical);
            assertThat(found.delta().orElseThrow())
                    .isBetween(Separation.TUNING * 0.9 * found.scale(), 1.6 * found.scale());
        }
    }

    @Test
    void missingEntriesAreFoundToo() {
        Mixture exact = Mixture.of(200, 150, 4, 0.05, 0, 0.2, 5);
        Separated found = separated(exact);
        assertThat(found.low().rank()).isEqualTo(4);
        assertThat(exact.error(found)).isLessThan(1e-5);
        Mixture noisy = Mixture.of(200, 150, 4, 0.05, 0.05, 0.2, 6);
        Separated near = separated(noisy);
        assertThat(near.low().rank()).isEqualTo(4);
        assertThat(noisy.error(near)).isLessThan(1.6 * 0.05 * Math.sqrt(4 * 346 / (0.8 * 200 * 150)));
    }

    @Test
    void manyRowsAreFittedByTheColumnsOfASample() {
        int m = 20_000;
        Mixture mixture = Mixture.of(m, 60, 3, 0.1, 0.02, 0, 7);
        Separated found = separated(mixture);
        assertThat(found.low().rows()).isEqualTo(m);
        assertThat(found.low().columns()).isEqualTo(60);
        assertThat(found.low().rank()).isEqualTo(3);
        double least = 0.02 * Math.sqrt(3 / 60.0);
        assertThat(mixture.error(found)).isBetween(0.5 * least, 1.5 * least);
        Mixture exact = Mixture.of(m, 60, 3, 0.1, 0, 0, 8);
        Separated exactly = separated(exact);
        assertThat(exactly.low().rank()).isEqualTo(3);
        assertThat(exact.error(exactly)).isLessThan(1e-5);
        assertThat(exact.wrong(exactly)).isZero();
    }

    /** A column may be anywhere, and everything else stays where it was. */
    @Test
    void theOrderOfColumnsDoesNotMatter() {
        Mixture mixture = Mixture.of(150, 90, 3, 0.1, 0.05, 0.1, 9);
        Matrix reversed = new Matrix(150, 90);
        for (int i = 0; i < 150; i++) {
            for (int j = 0; j < 90; j++) {
                reversed.set(i, (7 * j + 5) % 90, mixture.sum().get(i, j));
            }
        }
        Matrix one = separated(mixture).low().toDense();
        Matrix other = Separation.byDefault().separate(Tiles.of(reversed)).low().toDense();
        Matrix back = new Matrix(150, 90);
        for (int i = 0; i < 150; i++) {
            for (int j = 0; j < 90; j++) {
                back.set(i, j, other.get(i, (7 * j + 5) % 90));
            }
        }
        near(back, one, 1e-3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 1e-6, 1e4, 1e-12, 1e12})
    void theUnitOfMeasurementDoesNotMatter(double unit) {
        Mixture mixture = Mixture.of(150, 90, 3, 0.1, 0.02, 0, 10);
        Separated one = separated(mixture);
        Matrix scaled = mixture.sum().plus(unit - 1, mixture.sum());
        Separated other = Separation.byDefault().separate(Tiles.of(scaled));
        assertThat(other.low().rank()).isEqualTo(one.low().rank());
        assertThat(other.scale() / Math.abs(unit)).isBetween(0.99 * one.scale(), 1.01 * one.scale());
        Matrix expected = one.low().toDense();
        Matrix found = other.low().toDense();
        for (int k = 0; k < expected.array().length; k++) {
            found.array()[k] /= unit;
        }
        near(found, expected, 2e-3);
    }

    @Test
    void aPowerOfTwoAsUnitChangesNoBit() {
        Mixture mixture = Mixture.of(100, 70, 2, 0.1, 0.02, 0.1, 11);
        Separated one = separated(mixture);
        Separated other = Separation.byDefault().separate(Tiles.of(mixture.sum().plus(15, mixture.sum())));
        assertThat(other.low().rank()).isEqualTo(one.low().rank());
        near(other.low().toDense(), one.low().toDense().plus(15, one.low().toDense()), 1e-4);
    }

    @Test
    void threadsAndRepetitionChangeNoBit() {
        Mixture mixture = Mixture.of(4_000, 270, 2, 0.1, 0.02, 0.05, 12); // more rows than the sample
        Tiles tiles = mixture.tiles();
        Separated one = Separation.byDefault().withThreads(1).separate(tiles);
        assertThat(Separation.byDefault().withThreads(1).separate(tiles).low()).isEqualTo(one.low());
        for (int threads : new int[] {3}) {
            Separated other = Separation.byDefault().withThreads(threads).separate(tiles);
            assertThat(other.low()).isEqualTo(one.low());
            assertThat(other.delta()).isEqualTo(one.delta());
            assertThat(other.scale()).isEqualTo(one.scale());
        }
        Separated seeded = Separation.byDefault().withSeed(5).separate(tiles);
        assertThat(seeded.low()).isNotEqualTo(one.low());
        near(seeded.low().toDense(), one.low().toDense(), 0.01);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 7})
    void aGivenRankIsKept(int rank) {
        Mixture mixture = Mixture.of(120, 80, 4, 0.05, 0.05, 0, 15);
        for (Method method : Method.values()) {
            if (method.isHuber() || method == Method.PCA) {
                Separated found =
                        Separation.byDefault().withMethod(method).withRank(rank).separate(mixture.tiles());
                assertThat(found.low().rank()).as("%s", method).isEqualTo(rank);
                assertThat(found.low().columns()).isEqualTo(80);
            }
        }
        Separated most = Separation.byDefault()
                .withRank(1000)
                .separate(Tiles.of(Matrix.gaussian(5, 9, new SplittableRandom(1))));
        assertThat(most.low().rank()).isLessThanOrEqualTo(5);
    }

    /** A long run of another engine, in double precision, is the measure of what there is to gain. */
    @ParameterizedTest
    @EnumSource(names = {"FAST_GREEDY", "FAST_LOCAL_SEARCH", "GREEDY", "LOCAL_SEARCH"})
    void aGivenDeltaIsMinimized(Method method) {
        Mixture mixture = Mixture.of(60, 40, 3, 0.1, 0.1, 0, 16);
        double delta = 0.5;
        Separated found = Separation.byDefault()
                .withMethod(method)
                .withRank(3)
                .withDelta(delta)
                .separate(mixture.tiles());
        assertThat(found.delta()).hasValue(delta);
        Entrywise problem = Entrywise.of(Observations.dense(mixture.sum()), Loss.huber(delta));
        Entries function = new Entries(Observations.dense(mixture.sum()), Loss.huber(delta));
        double least = new FastLocalSearch(Settings.ofRank(3).withRefits(40))
                .minimize(problem)
                .value();
        double reached = function.value(found.low());
        double zero = function.value(LowRankMatrix.zero(60, 40));
        double slack = method.name().startsWith("FAST") ? 0.01 : 0.5; // the others refit the core alone
        assertThat(reached - least).isLessThan(slack * (zero - least));
        Reached last = found.path().get(found.path().size() - 1);
        near(last.step().value(), reached, 1e-4);
        assertThat(last.delta()).hasValue(delta);
    }

    @Test
    void progressSeesEveryStageAndCanStop() {
        Mixture mixture = Mixture.of(150, 100, 6, 0.1, 0.01, 0, 17);
        List<Step> seen = new ArrayList<>();
        Separated whole = Separation.byDefault()
                .withListener(progress -> seen.add(progress.step()))
                .separate(mixture.tiles());
        assertThat(whole.path().stream().map(Reached::step)).containsExactlyElementsOf(seen);
        assertThat(whole.stopped()).isFalse();
        for (int k = 1; k < seen.size(); k++) {
            assertThat(seen.get(k).elapsed())
                    .isGreaterThanOrEqualTo(seen.get(k - 1).elapsed());
            assertThat(whole.path().get(k).scale()).isPositive();
        }
        for (int stages : new int[] {1, 2, 5}) {
            int[] count = {0};
            Separated some = Separation.byDefault()
                    .withListener(progress -> {
                        if (++count[0] == stages) {
                            progress.stop();
                        }
                    })
                    .separate(mixture.tiles());
            assertThat(some.stopped()).isTrue();
            assertThat(some.low().rows()).isEqualTo(150);
            assertThat(some.low().toDense().isFinite()).isTrue();
            assertThat(some.low().rank()).isLessThan(whole.low().rank());
            assertThat(some.path().size()).isLessThan(whole.path().size());
            assertThat(some.scale()).isGreaterThan(whole.scale());
        }
    }

    @Test
    void aStopOfThePapersAlgorithmKeepsWhatWasFound() {
        Separated some = Separation.byDefault()
                .withDelta(0.5)
                .asInPaper()
                .withListener(Listener.Progress::stop)
                .separate(Mixture.of(60, 40, 3, 0.1, 0.1, 0, 16).tiles());
        assertThat(some.stopped()).isTrue();
        assertThat(some.low().rank()).isEqualTo(1);
        assertThat(some.path()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void everyMethodTakesAVideoApart(Method method) {
        Tiles.Builder builder = Tiles.ofBytes(600);
        for (int j = 0; j < 40; j++) {
            byte[] frame = new byte[600];
            for (int i = 0; i < 600; i++) {
                frame[i] = (byte) (i / 3 + (i / 15 == j ? 50 : 0));
            }
            builder.add(frame);
        }
        Separated found = Separation.byDefault().withMethod(method).separate(builder.build());
        assertThat(found.low().rows()).isEqualTo(600);
        assertThat(found.low().columns()).isEqualTo(40);
        assertThat(found.delta().isPresent()).isEqualTo(method.isHuber());
        assertThat(found.path()).isNotEmpty();
        double worst = 0;
        for (int i = 0; i < 600; i++) {
            for (int j = 0; j < 40; j++) {
                worst = Math.max(worst, Math.abs(found.low().get(i, j) - i / 3));
            }
        }
        assertThat(worst).as("%s", method).isLessThan(LEAST_SQUARES.contains(method) ? 10 : 0.5);
    }

    @Test
    void huberMethodsAreTheFirstFour() {
        assertThat(Arrays.stream(Method.values()).filter(Method::isHuber))
                .containsExactly(Method.FAST_GREEDY, Method.FAST_LOCAL_SEARCH, Method.GREEDY, Method.LOCAL_SEARCH);
    }

    /** The second half of a video begins where the first ended: other columns of the same rows. */
    @Test
    void laterColumnsFollowTheFirst() {
        Mixture mixture = Mixture.of(300, 200, 3, 0.1, 0.02, 0.05, 18);
        Matrix first = columns(mixture.sum(), 0, 120);
        Matrix second = columns(mixture.sum(), 120, 200);
        Separated before = Separation.byDefault().separate(Tiles.of(first));
        Separated after = Separation.byDefault().separate(Tiles.of(second), before);
        assertThat(after.low().rank()).isEqualTo(3);
        assertThat(after.delta()).isEqualTo(before.delta());
        assertThat(after.low().columns()).isEqualTo(80);
        Matrix truth = columns(mixture.low(), 120, 200);
        double least = 0.02 * Math.sqrt(3 * (300 + 80 - 3) / (0.95 * 300 * 80));
        assertThat(minus(after.low().toDense(), truth).norm()).isLessThan(2 * least * truth.norm());
        assertThat(after.path()).hasSize(1);
        assertThat(after.scale()).isBetween(0.8 * before.scale(), 1.2 * before.scale());
        Separated given =
                Separation.byDefault().withDelta(before.delta().orElseThrow()).separate(Tiles.of(second), before);
        assertThat(minus(given.low().toDense(), truth).norm()).isLessThan(2 * least * truth.norm());
        assertThatThrownBy(() -> Separation.byDefault().separate(Tiles.of(new Matrix(299, 5)), before))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the factors of a 299×5 matrix must have as many rows");
    }

    private static Matrix columns(Matrix matrix, int from, int to) {
        Matrix some = new Matrix(matrix.rows(), to - from);
        for (int i = 0; i < matrix.rows(); i++) {
            for (int j = from; j < to; j++) {
                some.set(i, j - from, matrix.get(i, j));
            }
        }
        return some;
    }

    /** Under Cauchy's loss gross errors stop pulling, so that the answer has less of them. */
    @Test
    void sharpeningLetsGoOfGrossErrors() {
        Mixture mixture = Mixture.of(200, 100, 3, 0.3, 0.05, 0, 19);
        double sharp = mixture.error(Separation.byDefault().withRank(3).separate(mixture.tiles()));
        double plain = mixture.error(
                Separation.byDefault().withRank(3).withSharpening(false).separate(mixture.tiles()));
        assertThat(sharp).isLessThan(0.95 * plain);
    }
}
