package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.data.Observations;
import rung.file.table.TableFile;
import rung.linalg.Matrix;

class GrossErrorsTest {
    /* What several tests compare with: completed tables without errors, by what they were drawn from. */
    private static final Map<List<Object>, Completion.Completed> WITHOUT_ERRORS = new ConcurrentHashMap<>();

    private static Completion.Completed withoutErrors(Observations clean, Object... drawnFrom) {
        return WITHOUT_ERRORS.computeIfAbsent(
                List.of(drawnFrom), key -> Completion.byDefault().complete(clean));
    }

    /* With gross errors the default stays near its error without them, and finds them. */
    @ParameterizedTest
    @CsvSource({"0.01", "0.05", "0.1"})
    void grossErrorsAreFoundAndLeftOut(double part) {
        SplittableRandom random = new SplittableRandom(12);
        Matrix truth = Instances.lowRank(80, 40, 3, random);
        double deviation = truth.norm() / Math.sqrt(80 * 40);
        Observations clean = Instances.sampled(Instances.noisy(truth, 0.2 * deviation, random), 0.5, random);
        Observations.Builder spoiled = Observations.builder(80, 40);
        boolean[] wrong = new boolean[80 * 40];
        int[] count = {0};
        clean.forEach((i, j, value, weight) -> {
            boolean isWrong = random.nextDouble() < part;
            wrong[i * 40 + j] = isWrong;
            count[0] += isWrong ? 1 : 0;
            double sign = random.nextBoolean() ? 1 : -1;
            spoiled.add(i, j, value + (isWrong ? sign * (10 + 30 * random.nextDouble()) * deviation : 0));
        });
        Completion.Completed usual = withoutErrors(clean, 0.2, 12);
        Completion.Completed robust = Completion.byDefault().complete(spoiled.build());
        assertThat(usual.grossErrors()).isEmpty();
        long found = robust.grossErrors().stream()
                .filter(error -> wrong[error.row() * 40 + error.column()])
                .count();
        assertThat(found).isEqualTo(count[0]);
        assertThat(robust.grossErrors()).hasSizeLessThanOrEqualTo(count[0] + 3);
        assertThat(distance(robust, truth)).isLessThan(1.5 * distance(usual, truth));
    }

    /*
     * One cell in a hundred is off by up to thirty times the deviation of the table, so that a fit of all cells is spoiled by few of
     * them, and hardly worse than one that trusts none; some are seen at once, and the others are found because of these.
     */
    @ParameterizedTest
    @ValueSource(longs = {408, 417, 427})
    void fewErrorsAreFoundBesideWildOnes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix truth = Matrix.gaussian(80, 3, random).multiplyByTransposed(Matrix.gaussian(40, 3, random));
        double deviation = truth.norm() / Math.sqrt(80 * 40);
        Observations.Builder clean = Observations.builder(80, 40);
        Observations.Builder spoiled = Observations.builder(80, 40);
        for (int i = 0; i < 80; i++) {
            for (int j = 0; j < 40; j++) {
                double value = truth.get(i, j) + 0.1 * deviation * random.nextGaussian();
                double gross = 30 * random.nextGaussian();
                boolean isGross = random.nextDouble() < 0.01;
                if (random.nextDouble() < 0.5) {
                    clean.add(i, j, value);
                    spoiled.add(i, j, value + (isGross ? gross : 0));
                }
            }
        }
        double without = distance(Completion.byDefault().complete(clean.build()), truth);
        assertThat(distance(Completion.byDefault().complete(spoiled.build()), truth))
                .isLessThan(1.5 * without);
    }

    /* So they are in a table so small that few of them are held out: the median of five tables stays near its error without them. */
    @ParameterizedTest
    @CsvSource({"1, 0.05", "2, 0.1"})
    void manyErrorsInSmallTablesAreFound(int rank, double part) {
        double[] ratios = new double[5];
        for (int seed = 0; seed < ratios.length; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix truth = Instances.lowRank(60, 8, rank, random);
            double deviation = truth.norm() / Math.sqrt(60 * 8);
            Observations clean = Instances.sampled(Instances.noisy(truth, 0.1 * deviation, random), 0.85, random);
            Observations.Builder spoiled = Observations.builder(60, 8);
            clean.forEach((i, j, value, weight) -> {
                boolean isWrong = random.nextDouble() < part;
                spoiled.add(i, j, value + (isWrong ? 20 * deviation * random.nextGaussian() : 0));
            });
            Completion completion = Completion.byDefault();
            ratios[seed] =
                    distance(completion.complete(spoiled.build()), truth) / distance(completion.complete(clean), truth);
        }
        Arrays.sort(ratios);
        assertThat(ratios[2]).as(Arrays.toString(ratios)).isLessThan(1.6);
        assertThat(ratios[4])
                .as(Arrays.toString(ratios))
                .isLessThan(3); // a row of few cells may not tell which of them is wrong
    }

    /*
     * Numbers that are ten times too large lie in the direction that a fit of all cells foresees, because they have drawn it out; still they are
     * errors. Those that are 5 times as large as the table's numbers are in part no larger than its noise, and only few of these stay.
     */
    @ParameterizedTest
    @CsvSource({"11, ten", "13, ten", "11, five", "13, five"})
    void errorsAreFoundWhereverTheyPoint(long seed, String kind) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix truth = Instances.lowRank(80, 40, 3, random);
        double deviation = truth.norm() / Math.sqrt(80 * 40);
        Observations clean = Instances.sampled(Instances.noisy(truth, 0.1 * deviation, random), 0.5, random);
        Observations.Builder spoiled = Observations.builder(80, 40);
        clean.forEach((i, j, value, weight) -> {
            double wrong = kind.equals("ten") ? 10 * value : value + 3 * deviation * random.nextGaussian();
            spoiled.add(i, j, random.nextDouble() < 0.08 ? wrong : value);
        });
        double without = distance(withoutErrors(clean, 0.1, seed), truth);
        assertThat(distance(Completion.byDefault().complete(spoiled.build()), truth))
                .isLessThan(1.5 * without);
    }

    /* A factor of rank one tells a cell from its row, to within the noise; the median of the column knows nothing of the row. */
    @Test
    void whatIsExpectedOfANumberBeyondAllOthersComesFromItsRow() {
        SplittableRandom random = new SplittableRandom(11);
        int rows = 60;
        Observations.Builder cells = Observations.builder(rows, 6);
        double[] size = random.doubles(rows, 1, 9).toArray();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < 6; j++) {
                double value = size[i] * (2 + j) + 0.05 * random.nextGaussian();
                cells.add(i, j, i == 7 && j == 2 ? 1000 * value : value);
            }
        }
        Completion.Completed completed = Completion.byDefault().complete(cells.build());
        assertThat(completed.grossErrors()).hasSize(1);
        GrossError error = completed.grossErrors().get(0);
        assertThat(error.row()).isEqualTo(7);
        assertThat(error.column()).isEqualTo(2);
        assertThat(error.expected()).isEqualTo(completed.fill(7, 2)).isCloseTo(4 * size[7], within(0.3));
        assertThat(Math.abs(4 * size[7] - 4 * 5)).as("the median is another").isGreaterThan(1);
    }

    /* One error is found wherever it is, among what is held out too, and nothing but it. */
    @Test
    void anErrorThatIsHeldOutIsFound() {
        SplittableRandom random = new SplittableRandom(5);
        Matrix truth = Instances.lowRank(100, 8, 2, random);
        double deviation = truth.norm() / Math.sqrt(100 * 8);
        Observations clean = Instances.sampled(Instances.noisy(truth, 0.1 * deviation, random), 0.85, random);
        Observations.Builder spoiled = Observations.builder(100, 8);
        int[] at = {0};
        int[] cell = new int[2];
        clean.forEach((i, j, value, weight) -> {
            boolean isWrong = at[0]++ == 300;
            if (isWrong) {
                cell[0] = i;
                cell[1] = j;
            }
            spoiled.add(i, j, value + (isWrong ? 100 * deviation : 0));
        });
        Observations data = spoiled.build();
        int heldOut = 0;
        for (int seed = 0; seed < 100 && heldOut < 3; seed++) {
            boolean[] isHeldOut = {false};
            data.split(Completion.HELD_OUT, seed)
                    .heldOut()
                    .forEach((i, j, value, weight) -> isHeldOut[0] |= i == cell[0] && j == cell[1]);
            if (isHeldOut[0]) {
                heldOut++;
                Completion.Completed completed =
                        Completion.byDefault().withSeed(seed).complete(data);
                assertThat(completed.grossErrors())
                        .as("seed %s", seed)
                        .extracting(GrossError::row, GrossError::column)
                        .containsExactly(tuple(cell[0], cell[1]));
                assertThat(distance(completed, truth))
                        .isLessThan(1.3
                                * distance(Completion.byDefault().withSeed(seed).complete(clean), truth));
            }
        }
        assertThat(heldOut).isEqualTo(3);
    }

    /* Jams are far from what a low-rank matrix expects, and no errors; speeds of which the decimal point was lost are, and nothing else is. */
    @Test
    @Tag("slow")
    void lostDecimalPointsAreFoundInTraffic() throws IOException {
        Matrix speeds = traffic();
        SplittableRandom random = new SplittableRandom(4);
        int rows = 300; // of which three have errors
        Observations.Builder spoiled = Observations.builder(rows, 40);
        Set<List<Integer>> wrong = new HashSet<>();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < 40; j++) {
                if (random.nextDouble() < 0.7) {
                    boolean isWrong = i % 97 == 50 && j == i % 40;
                    if (isWrong) {
                        wrong.add(List.of(i, j));
                    }
                    spoiled.add(i, j, (isWrong ? 100 : 1) * speeds.get(i, j));
                }
            }
        }
        Completion.Completed completed = Completion.byDefault().complete(spoiled.build());
        assertThat(wrong).hasSizeGreaterThan(2);
        assertThat(completed.grossErrors())
                .extracting(error -> List.of(error.row(), error.column()))
                .containsExactlyInAnyOrderElementsOf(wrong);
    }

    /* Jams in a small part of the traffic are no errors either. */
    @Test
    @Tag("slow")
    void jamsInFewHoursAreNoErrors() throws IOException {
        Matrix speeds = traffic();
        for (int seed = 1; seed < 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Observations.Builder some = Observations.builder(150, 20);
            for (int i = 0; i < 150; i++) {
                for (int j = 0; j < 20; j++) {
                    if (random.nextDouble() < 0.7) {
                        some.add(i, j, speeds.get(200 + i, 30 + j));
                    }
                }
            }
            Completion.Completed completed =
                    Completion.byDefault().withSeed(seed).complete(some.build());
            assertThat(completed.grossErrors()).as("seed %s", seed).isEmpty();
        }
    }

    /* A table so small that nothing may be held out of it is completed as well, whatever the seed. */
    @Test
    void anErrorInASmallTableIsFound() {
        SplittableRandom random = new SplittableRandom(8);
        Observations.Builder small = Observations.builder(22, 2);
        for (int i = 0; i < 22; i++) {
            double level = random.nextGaussian();
            small.add(i, 0, i == 5 ? 1e4 : 20 + level);
            if (i % 5 > 0) {
                small.add(i, 1, 30 + 2 * level + 0.1 * random.nextGaussian());
            }
        }
        Observations data = small.build();
        for (int seed = 0; seed < 20; seed++) {
            assertThat(Completion.byDefault().withSeed(seed).complete(data).grossErrors())
                    .as("seed %s", seed)
                    .extracting(GrossError::row, GrossError::column)
                    .contains(tuple(5, 0));
        }
    }

    private static Matrix traffic() throws IOException {
        Path file = Stream.of("..", "../..", "../../..")
                .map(root -> Path.of(root, "shared", "data", "traffic", "los_speed.csv"))
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
        assumeTrue(file != null, "traffic/los_speed.csv is absent: it belongs into ../shared/data");
        return TableFile.read(file).values();
    }

    private static double distance(Completion.Completed completed, Matrix truth) {
        double sum = 0;
        for (int i = 0; i < truth.rows(); i++) {
            for (int j = 0; j < truth.columns(); j++) {
                double error = completed.fill(i, j) - truth.get(i, j);
                sum += error * error;
            }
        }
        return Math.sqrt(sum);
    }
}
