package rung.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rung.baseline.FitOptions;
import rung.baseline.SoftImpute;
import rung.baseline.table.NearestNeighbors;
import rung.baseline.table.TableFill;
import rung.completion.Completion;
import rung.completion.GrossError;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/** The methods for tables: those that fill in cells without a matrix, and the freedom that all have. */
class TableContestantsTest {
    private static Contestant contestant(String key) {
        return Contestants.forTables().stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    /** Smooth along the rows and different in each column, so that neither means nor matrices of low rank find it. */
    private static Observations smooth(int rows, int columns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Observations.Builder builder = Observations.builder(rows, columns);
        for (int j = 0; j < columns; j++) {
            double frequency = 0.02 + 0.1 * random.nextDouble();
            double phase = 6 * random.nextDouble();
            for (int i = 0; i < rows; i++) {
                if (random.nextDouble() < 0.8) {
                    double noise = 0.02 * random.nextGaussian();
                    builder.add(i, j, 100 * j + Math.sin(phase + frequency * i) + noise);
                }
            }
        }
        return builder.build();
    }

    /** A fill that adds a constant to what is there, so that its error is that constant. */
    private record Off(double by, Matrix truth) implements TableFill {
        @Override
        public String name() {
            return "off";
        }

        @Override
        public String settings() {
            return "off by " + by;
        }

        @Override
        public double[] fill(Observations data, Pattern cells, Workers workers) {
            Pattern.Lines rows = cells.lines(Side.LEFT);
            double[] filled = new double[cells.count()];
            for (int i = 0; i < cells.rows(); i++) {
                for (int k = 0; k < rows.size(i); k++) {
                    filled[rows.position(i, k)] = truth.get(i, rows.other(i, k)) + by;
                }
            }
            return filled;
        }
    }

    private record Offs(List<TableFill> all) implements Contestant.TunedFill {
        @Override
        public String key() {
            return "off";
        }

        @Override
        public String name() {
            return "Off";
        }

        @Override
        public List<TableFill> configurations(Observations data, Budget budget) {
            return all.subList(0, Math.min(all.size(), budget.trials()));
        }
    }

    /** Errors are in standard deviations of the column, here one with −1 and 1, and the best of the trials is taken. */
    @Test
    void theValidationPartChoosesAmongFills() {
        Matrix truth = new Matrix(400, 2);
        for (int k = 0; k < truth.array().length; k++) {
            truth.array()[k] = (k % 2 == 0 ? 1 : 1e3) * (k / 2 % 2 == 0 ? 1 : -1);
        }
        List<TableFill> all = List.of(new Off(0.5, truth), new Off(-0.25, truth), new Off(2, truth), new Off(0, truth));
        Comparison comparison =
                Comparison.ofTable(Observations.dense(truth)).withSplits(2).withContestants(List.of(new Offs(all)));
        Standing three = comparison.withTrials(3).compare().standings().get(0);
        assertThat(three.failure()).isEmpty();
        assertThat(three.rounds()).hasSize(2).allSatisfy(round -> {
            assertThat(round.configuration()).isEqualTo("off by -0.25");
            assertThat(round.trials()).isEqualTo(3);
            // half of the cells are off by a quarter of a deviation, the others by a four-thousandth
            assertThat(round.testError()).isCloseTo(0.25 / Math.sqrt(2), within(0.02));
            assertThat(round.errorByRank()).containsOnlyKeys(0);
        });
        assertThat(three.errorOverTime()).hasSize(1);
        assertThat(three.errorOverTime().get(0).validationError())
                .isEqualTo(three.rounds().get(0).validationError().orElseThrow());
        assertThat(three.memory()).isPresent();
        Standing four = comparison.withTrials(4).compare().standings().get(0);
        assertThat(four.error().orElseThrow().mean()).isZero();
        Off infinite = new Off(Double.NaN, truth);
        Standing none = comparison
                .withContestants(List.of(new Offs(List.of(infinite))))
                .compare()
                .standings()
                .get(0);
        assertThat(none.failure().orElseThrow()).contains("finite");
    }

    /** Groups of twenty rows that are the same but for noise: fewer neighbors keep the noise, more are from other groups. */
    @Test
    void asManyNeighborsAsHelp() {
        SplittableRandom random = new SplittableRandom(2);
        Observations.Builder builder = Observations.builder(200, 12);
        Matrix centers = Matrix.gaussian(10, 12, random);
        for (int i = 0; i < 200; i++) {
            for (int j = 0; j < 12; j++) {
                builder.add(i, j, centers.get(i % 10, j) + 0.5 * random.nextGaussian());
            }
        }
        Comparison comparison = Comparison.ofTable(builder.build())
                .withSplits(1)
                .withContestants(List.of(contestant("neighbors"), contestant("mean")));
        List<Standing> standings = comparison.compare().standings();
        assertThat(standings.get(0).rounds().get(0).configuration()).containsPattern("^k (10|20), ");
        assertThat(standings.get(0).error().orElseThrow().mean())
                .isLessThan(0.6 * standings.get(1).error().orElseThrow().mean());
        assertThat(standings.get(0).rounds().get(0).trials()).isEqualTo(Comparison.TRIALS);
        Contestant.TunedFill neighbors = (Contestant.TunedFill) contestant("neighbors");
        assertThat(neighbors.configurations(builder.build(), new Contestant.Budget(1, 5)))
                .containsExactly(NearestNeighbors.of(NearestNeighbors.NEIGHBORS, builder.build()));
    }

    @Test
    void interpolationIsAmongThem() {
        Compared compared = Comparison.ofTable(smooth(150, 8, 3))
                .withSplits(1)
                .withContestants(List.of(
                        contestant("mean"),
                        contestant("median"),
                        contestant("interpolation"),
                        contestant("soft-impute")))
                .compare();
        assertThat(compared.ranked().get(0).key()).isEqualTo("interpolation");
        assertThat(compared.ranked().get(0).error().orElseThrow().mean()).isLessThan(0.1);
        assertThat(compared.standings().get(0).error().orElseThrow().mean()).isCloseTo(1, within(0.15));
    }

    /** What counts is what the default fills in: with what neighbors add, and within the bounds of a column. */
    @Test
    void theDefaultIsMeasuredByWhatItFillsIn() {
        Observations data = smooth(150, 8, 4);
        Contestant.Finding found = new Defaults.OfTables()
                .fit(data, new Contestant.Budget(1, 8), FitOptions.byDefault().withSeed(5));
        Completion.Completed completed =
                Completion.byDefault().withMaxRank(8).withSeed(5).complete(data);
        assertThat(completed.order()).isPresent(); // so that there is more than the matrix
        assertThat(found.configuration()).contains("neighbors");
        double most = 0;
        for (int i = 0; i < 150; i++) {
            for (int j = 0; j < 8; j++) {
                assertThat(found.values().at(i, j)).isEqualTo(completed.fill(i, j));
                most = Math.max(
                        most, Math.abs(completed.fill(i, j) - completed.matrix().get(i, j)));
            }
        }
        assertThat(most).isPositive();
    }

    /** As high as the completion goes, unless the table is smaller, or so large that it would not fit. */
    @Test
    void everyoneHasTheRanksOfTheCompletion() {
        Observations small = smooth(60, 40, 6);
        Comparison comparison = Comparison.ofTable(small).withSplits(1).withContestants(List.of(contestant("mean")));
        assertThat(comparison.compare().budget().maxRank()).isEqualTo(40);
        assertThat(Comparison.TABLE_RANK).isEqualTo(Completion.MAX_RANK);
        long memory = Runtime.getRuntime().maxMemory();
        int rows = (int) Math.min(20_000_000, memory / (100 * 20)); // takes all of it at rank 20
        Observations.Builder builder = Observations.builder(rows, 400);
        IntStream.range(0, 500).forEach(k -> builder.add(k, k % 5, k % 7));
        Comparison tall =
                Comparison.ofTable(builder.build()).withSplits(1).withContestants(List.of(contestant("mean")));
        assertThat(tall.compare().budget().maxRank()).isBetween(5, Math.max(20, Comparison.TABLE_RANK));
        if (rows < 20_000_000) {
            assertThatThrownBy(() -> tall.withMaxRank(256).compare()).hasMessageContaining("larger -Xmx");
        }
    }

    /** A high rank for SoftImpute where the table has one: a bound of 32 would cost it a third. */
    @Test
    @Tag("slow")
    void softImputeGoesAsHighAsItNeeds() {
        SplittableRandom random = new SplittableRandom(7);
        int rank = 60;
        Matrix truth = Matrix.gaussian(300, rank, random).multiplyByTransposed(Matrix.gaussian(100, rank, random));
        Observations.Builder builder = Observations.builder(300, 100);
        for (int i = 0; i < 300; i++) {
            for (int j = 0; j < 100; j++) {
                if (random.nextDouble() < 0.95) {
                    builder.add(i, j, truth.get(i, j));
                }
            }
        }
        Comparison comparison = Comparison.ofTable(builder.build())
                .withSplits(1)
                .withTrials(2)
                .withTestFraction(0.1)
                .withContestants(List.of(contestant("soft-impute")));
        Standing free = comparison.compare().standings().get(0);
        Standing bounded = comparison.withMaxRank(32).compare().standings().get(0);
        assertThat(free.rounds().get(0).rank()).isGreaterThan(32);
        assertThat(free.error().orElseThrow().mean())
                .isLessThan(0.8 * bounded.error().orElseThrow().mean());
        Contestant.Tuned soft = (Contestant.Tuned) contestant("soft-impute");
        assertThat(soft.configurations(builder.build(), new Contestant.Budget(6, 90)))
                .extracting(each -> ((SoftImpute) each).maxRank())
                .contains(90)
                .anyMatch(bound -> bound < 20);
        assertThat(Arrays.stream(free.rounds().get(0).configuration().split(", ")))
                .anyMatch(word -> word.startsWith("rank at most"));
    }

    /** The default leaves gross errors out where its error is measured over time, as it does where it is fitted. */
    @Test
    void theErrorOverTimeEndsNearTheTestErrorBesideGrossErrors() {
        SplittableRandom random = new SplittableRandom(3);
        double[][] left = new double[150][2];
        double[][] right = new double[6][2];
        for (double[][] side : new double[][][] {left, right}) {
            for (double[] line : side) {
                Arrays.setAll(line, k -> random.nextGaussian());
            }
        }
        Observations.Builder builder = Observations.builder(150, 6);
        List<GrossError> errors = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            for (int j = 0; j < 6; j++) {
                double value = left[i][0] * right[j][0]
                        + left[i][1] * right[j][1]
                        + 0.1 * random.nextGaussian()
                        + 20 * (j + 1);
                if (i % 15 == j) {
                    errors.add(new GrossError(i, j, 300 + value, value, 100));
                }
                builder.add(i, j, i % 15 == j ? 300 + value : value);
            }
        }
        Standing found = Comparison.ofTable(builder.build())
                .withUnmeasured(errors)
                .withSplits(1)
                .withContestants(List.of(contestant("rung")))
                .compare()
                .standings()
                .get(0);
        double last =
                found.errorOverTime().get(found.errorOverTime().size() - 1).validationError();
        double tested = found.error().orElseThrow().mean();
        assertThat(last).isLessThan(1.5 * tested);
    }
}
