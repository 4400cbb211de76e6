package rung.separation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static rung.Near.minus;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.LowRankMatrix;
import rung.data.Tiles;
import rung.linalg.Matrix;
import rung.separation.Separation.Separated;

/** Matrices that a separation could stumble over: constant, empty, tiny, noise alone, cancelling or exact. */
class UnusualSeparationTest extends SeparationCase {
    @Test
    void aConstantMatrixIsItsOwnLowRankPart() {
        for (double constant : new double[] {1, 5, 100, 255, 0.1, -3.7, 1e-20}) {
            Matrix matrix = new Matrix(90, 40);
            Arrays.fill(matrix.array(), constant);
            Separated found = Separation.byDefault().separate(Tiles.of(matrix));
            assertThat(found.low().rank()).as("all %s", constant).isEqualTo(1);
            assertThat(minus(found.low().toDense(), matrix).norm())
                    .as("all %s", constant)
                    .isLessThanOrEqualTo(1e-6 * matrix.norm());
        }
    }

    /** Noise has no rank: what the steepest pair takes of it is what a matrix of its size leaves to chance. */
    @ParameterizedTest
    @CsvSource({"128, 64", "130, 60", "300, 80", "1000, 10", "1000, 4", "10, 500"})
    void noiseAloneIsNotTakenForARank(int m, int n) {
        SplittableRandom random = new SplittableRandom(20);
        Matrix noise = Matrix.gaussian(m, n, random);
        assertThat(Separation.byDefault().separate(Tiles.of(noise)).low().rank())
                .isZero();
        Matrix low = Instances.lowRank(m, n, 1, random);
        for (int k = 0; k < noise.array().length; k++) {
            noise.array()[k] = 20 * low.array()[k] + 0.1 * noise.array()[k];
        }
        assertThat(Separation.byDefault().separate(Tiles.of(noise)).low().rank())
                .isEqualTo(1);
    }

    /** Every other pixel of a drawing that stands still, then a speck: where more than half fit exactly, the median is 0. */
    @Test
    void whatFitsExactlyLeavesTheRest() {
        Matrix matrix = new Matrix(100, 30);
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 30; j++) {
                matrix.set(i, j, i);
            }
        }
        matrix.set(17, 3, 200);
        matrix.set(40, 9, 0);
        Separated found = Separation.byDefault().separate(Tiles.of(matrix));
        Matrix low = found.low().toDense();
        assertThat(low.isFinite()).isTrue();
        assertThat(found.low().rank()).isEqualTo(1);
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 30; j++) {
                assertThat(Math.abs(low.get(i, j) - i))
                        .as("row %d, column %d", i, j)
                        .isLessThan(1e-3);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void theZeroMatrixIsZero(Method method) {
        Separated found = Separation.byDefault().withMethod(method).separate(Tiles.of(new Matrix(70, 9)));
        assertThat(found.low().rows()).isEqualTo(70);
        assertThat(found.low().columns()).isEqualTo(9);
        assertThat(found.low().toDense().norm()).isZero();
        assertThat(found.scale()).isLessThan(1e-30);
    }

    @Test
    void oneRowOneColumnOneEntry() {
        SplittableRandom random = new SplittableRandom(13);
        for (int[] size : new int[][] {{1, 40}, {40, 1}, {1, 1}, {2, 2}, {64, 1}, {65, 2}}) {
            Matrix matrix = Matrix.gaussian(size[0], size[1], random);
            Separated found = Separation.byDefault().separate(Tiles.of(matrix));
            assertThat(found.low().rows()).isEqualTo(size[0]);
            assertThat(found.low().columns()).isEqualTo(size[1]);
            assertThat(found.low().toDense().isFinite()).isTrue();
            if (Math.min(size[0], size[1]) == 1) {
                near(found.low().toDense(), matrix, 1e-5);
            }
        }
    }

    @Test
    void whereAllIsMissingNothingIsFound() {
        Matrix matrix = new Matrix(30, 20);
        Arrays.fill(matrix.array(), Double.NaN);
        for (Separation separation : new Separation[] {
            Separation.byDefault(),
            Separation.byDefault().withDelta(1),
            Separation.byDefault().withRank(2)
        }) {
            Separated found = separation.separate(Tiles.of(matrix));
            assertThat(found.low().rows()).isEqualTo(30);
            assertThat(found.low().columns()).isEqualTo(20);
            assertThat(found.low().toDense().norm()).isZero();
        }
    }

    @Test
    void linesWithoutEntriesDoNoHarm() {
        Mixture mixture = Mixture.of(130, 60, 2, 0.05, 0.02, 0, 14);
        Matrix holed = mixture.sum().copy();
        for (int j = 0; j < 60; j++) {
            holed.set(77, j, Double.NaN);
        }
        for (int i = 0; i < 130; i++) {
            holed.set(i, 5, Double.NaN);
        }
        Separated found = Separation.byDefault().separate(Tiles.of(holed));
        assertThat(found.low().rank()).isEqualTo(2);
        Matrix low = found.low().toDense();
        assertThat(low.isFinite()).isTrue();
        for (int i = 0; i < 130; i++) {
            for (int j = 0; j < 60; j++) {
                if (i != 77 && j != 5) {
                    assertThat(low.get(i, j))
                            .isBetween(
                                    mixture.low().get(i, j) - 0.5, mixture.low().get(i, j) + 0.5);
                }
            }
        }
    }

    @Test
    void whatCannotBeIsRefusedInASentence() {
        Separation separation = Separation.byDefault();
        assertThatThrownBy(() -> separation.withRank(0)).hasMessage("rank must be at least 1, got 0");
        assertThatThrownBy(() -> separation.withThreads(0)).hasMessage("threads must be at least 1, got 0");
        for (double bad : new double[] {0, -1, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> separation.withDelta(bad))
                    .hasMessage("delta must be a positive number, got " + bad);
        }
        assertThat(separation
                        .withThreads(3)
                        .withRank(2)
                        .withDelta(1)
                        .withSeed(4)
                        .threads())
                .isEqualTo(3);
    }

    /** Rows that cancel in their sum hide a pair from a search that begins with that sum. */
    @Test
    void rowsThatCancelHideNothing() {
        SplittableRandom random = new SplittableRandom(41);
        Matrix m = new Matrix(300, 100);
        double small = 0; // what the best matrix of rank 1 leaves
        for (int i = 0; i < 300; i++) {
            for (int j = 0; j < 100; j++) {
                double large = i < 200 && j < 50 ? (i % 2 == 0 ? 5 : -5) * (1 + 0.01 * j) : 0;
                double rest = (i >= 200 && j >= 50 ? 2 : 0) + 0.01 * random.nextGaussian();
                m.set(i, j, large + rest);
                small += rest * rest / 2;
            }
        }
        Separated found = Separation.byDefault().withRank(1).withDelta(100).separate(Tiles.of(m));
        assertThat(found.path().get(found.path().size() - 1).step().value()).isLessThan(1.001 * small);
    }

    /** A letterbox tells nothing about noise: rank, δ and the typical residual stay as they are without it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 40, 55, 70})
    void constantRowsChangeNothing(int percent) {
        SplittableRandom random = new SplittableRandom(42);
        Tiles.Builder builder = Tiles.ofBytes(1500);
        for (int j = 0; j < 60; j++) {
            byte[] frame = new byte[1500];
            for (int i = 0; i < 1500; i++) {
                frame[i] = (byte) Math.round(i * 100 < percent * 1500 ? 16 : 50 + i % 100 + 2 * random.nextGaussian());
            }
            builder.add(frame);
        }
        Separated found = Separation.byDefault().separate(builder.build());
        assertThat(found.low().rank()).isEqualTo(1);
        assertThat(found.scale()).isBetween(1.7, 2.3);
        assertThat(found.low().get(0, 30)).isCloseTo(percent == 0 ? 50 : 16, within(1.0));
    }

    @Test
    void aWideMatrixIsSeparatedAsItsTransposeIs() {
        SplittableRandom random = new SplittableRandom(43);
        Matrix m = Matrix.gaussian(60, 2, random).multiplyByTransposed(Matrix.gaussian(400, 2, random));
        for (int k = 0; k < m.array().length; k++) {
            m.array()[k] += random.nextDouble() < 0.05 ? 30 : 0;
        }
        LowRankMatrix wide = Separation.byDefault().separate(Tiles.of(m)).low();
        LowRankMatrix tall =
                Separation.byDefault().separate(Tiles.of(m.transposed())).low();
        assertThat(wide.rank()).isEqualTo(2);
        assertThat(wide.toDense().plus(-1, tall.toDense().transposed()).norm()).isLessThan(1e-5 * tall.norm());
    }

    @Test
    void twoColumnsHaveABackground() {
        Matrix m = new Matrix(300, 2);
        for (int i = 0; i < 300; i++) {
            m.set(i, 0, 100 + i % 7);
            m.set(i, 1, 100 + i % 7 + (i < 20 ? 50 : 0.1 * (i % 3)));
        }
        assertThat(Separation.byDefault().separate(Tiles.of(m)).low().rank()).isEqualTo(1);
    }

    @Test
    void aDeltaThatIsNoNumberIsRefused() {
        assertThatThrownBy(() -> Separation.byDefault().withDelta(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("delta must be a positive number, got NaN");
    }

    @Test
    void entriesBeyondSinglePrecisionAreRefused() {
        assertThatThrownBy(() -> Tiles.of(Matrix.of(new double[][] {{1, 1e39}})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("row 1, column 2");
    }

    /** Where more than half of the entries are zero there is no scale to go by, whatever the rank asked for. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void exactBytesNeedNoScale(int rank) {
        Tiles.Builder builder = Tiles.ofBytes(9000); // more rows than are sampled
        for (int j = 0; j < 30; j++) {
            byte[] frame = new byte[9000];
            for (int i = 0; i < 9000; i++) {
                frame[i] = (byte) (i % 300 / 10 == j ? 50 : 0);
            }
            builder.add(frame);
        }
        Separation separation = Separation.byDefault();
        Separated found = (rank == 0 ? separation : separation.withRank(rank)).separate(builder.build());
        assertThat(found.scale()).isZero();
        assertThat(found.low().get(17, 1)).isCloseTo(0, within(0.5));
        assertThat(found.low().get(8000, 20)).isCloseTo(0, within(0.5));
    }
}
