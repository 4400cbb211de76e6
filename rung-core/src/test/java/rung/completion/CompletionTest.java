package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static rung.Near.minus;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import rung.Execution;
import rung.Instances;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Stage;
import rung.data.Observations;
import rung.linalg.Matrix;

/** Tables with holes, completed by what is in them. */
class CompletionTest {
    /**
     * The settings of [AS21], Section 4.2, and the error that the best of the known methods reached on them with rank and
     * regularization chosen by the answer; SNR is the ratio of standard deviations.
     */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"5, 0.2, 10, 0.0267", "6, 0.5, 1, 0.323", "10, 0.5, 1, 0.553", "10, 0.3, 3, 0.238"})
    void itBeatsTheBestKnownMethodWithoutBeingToldAnything(int rank, double p, double snr, double best) {
        double sum = 0;
        int matrices = 3;
        for (long seed = 50; seed < 50 + matrices; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix truth = Instances.lowRank(100, 100, rank, random);
            Observations.Builder observed = Observations.builder(100, 100);
            boolean[] seen = new boolean[10_000];
            double noise = truth.norm() / 100 / snr;
            for (int k = 0; k < seen.length; k++) {
                seen[k] = random.nextDouble() < p;
                if (seen[k]) {
                    observed.add(k / 100, k % 100, truth.array()[k] + noise * random.nextGaussian());
                }
            }
            double[] found = Completion.byDefault()
                    .complete(observed.build())
                    .matrix()
                    .toDense()
                    .array();
            double error = 0;
            double size = 0;
            for (int k = 0; k < seen.length; k++) {
                if (!seen[k]) {
                    error += Math.pow(found[k] - truth.array()[k], 2);
                    size += Math.pow(truth.array()[k], 2);
                }
            }
            sum += error / size;
        }
        assertThat(sum / matrices).isLessThan(best);
    }

    @Test
    void columnsInDifferentUnitsAreCompletedAlike() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix truth = Instances.lowRank(120, 12, 2, random);
        for (int i = 0; i < 120; i++) {
            for (int j = 0; j < 12; j++) {
                truth.set(i, j, Math.pow(10, j - 6) * (truth.get(i, j) + 7 * j));
            }
        }
        Observations some = Instances.sampled(truth, 0.7, random);
        Completion.Completed completed = Completion.byDefault().complete(some);
        assertThat(completed.preparation()).isNotEqualTo(Preparation.NONE);
        assertThat(completed.heldOutError().orElseThrow())
                .isLessThan(0.2 * completed.baselineError().orElseThrow());
        Matrix found = completed.matrix().toDense();
        for (int j = 0; j < 12; j++) {
            Matrix column = Matrix.column(truth.column(j));
            near(minus(Matrix.column(found.column(j)), column).norm() / column.norm(), 0, 0.05);
        }
    }

    /*
     * Five entries a line, of rank 1 with levels: who knows the levels alone has an error of about 1. Missed while scales came from
     * two or three entries, levels were not shrunk, and the pair that entered was the top pair of the gradient.
     */
    @Test
    void whatIsSharedIsFoundWithFiveEntriesALine() {
        int n = 1_000;
        SplittableRandom random = new SplittableRandom(6);
        double[] u = random.doubles(2 * n, -1, 1).toArray();
        double[] v = random.doubles(2 * n, -1, 1).toArray();
        Observations.Builder data = Observations.builder(n, n);
        for (int k = 0; k < 5 * n; k++) {
            int i = random.nextInt(n);
            int j = random.nextInt(n);
            double levels = 3.5 + 0.4 * u[n + i] + 0.6 * v[n + j];
            data.add(i, j, 1_000 * (levels + 3 * u[i] * v[j] + 0.1 * random.nextGaussian())); // in a unit of its own
        }
        Observations.Split split = data.build().split(0.1, 1);
        Completion.Completed completed = Completion.byDefault().withMaxRank(5).complete(split.train());
        assertThat(split.heldOut().rmse(completed.matrix())).isBetween(100.0, 850.0);
    }

    /* Where many cells are held out, a higher rank is taken only if it is nearly as good. */
    @Test
    void manyHeldOutCellsLeaveLittleToChance() {
        SplittableRandom random = new SplittableRandom(14);
        Observations data =
                Instances.sampled(Instances.noisy(Instances.lowRank(600, 300, 3, random), 0.5, random), 0.7, random);
        Completion.Completed completed =
                Completion.byDefault().withSmoothness(Smoothness.none()).complete(data);
        double heldOut = Completion.HELD_OUT * data.count();
        for (Completion.Trial trial : completed.trials()) {
            double slack = 1.05 * Completion.SLACK * Math.sqrt(1_000 / heldOut);
            assertThat(trial.errors().get(trial.rank()))
                    .as("%s", trial)
                    .isLessThanOrEqualTo((1 + slack) * trial.error());
        }
        assertThat(completed.rank()).isBetween(3, 8);
    }

    @Test
    void theTrialsTellWhatWasChosen() {
        SplittableRandom random = new SplittableRandom(4);
        Observations some = Instances.sampled(Instances.lowRank(60, 30, 3, random), 0.6, random);
        Completion.Completed completed = Completion.byDefault().withMaxRank(6).complete(some);
        assertThat(completed.trials())
                .extracting(Completion.Trial::preparation)
                .startsWith(Preparation.NONE, Preparation.COLUMNS, Preparation.ROWS_AND_COLUMNS)
                .doesNotHaveDuplicates();
        for (Completion.Trial trial : completed.trials()) {
            assertThat(trial.errors()).hasSizeBetween(2, 7);
            assertThat(trial.error()).isEqualTo(Collections.min(trial.errors()));
            assertThat(trial.errors().get(trial.rank())).isLessThanOrEqualTo((1 + Completion.SLACK) * trial.error());
            assertThat(completed.heldOutError().orElseThrow()).isLessThanOrEqualTo(trial.error());
        }
        Completion.Trial columns = completed.trials().get(Preparation.COLUMNS.ordinal());
        near(columns.errors().get(0), completed.baselineError().orElseThrow(), 1e-12);
        Completion.Trial chosen = completed.trials().stream()
                .filter(trial -> trial.preparation() == completed.preparation())
                .findFirst()
                .orElseThrow();
        assertThat(chosen.rank()).isEqualTo(completed.rank());
        assertThat(chosen.error()).isCloseTo(completed.heldOutError().orElseThrow(), within(1e-9)); // there is no noise
    }

    /* Where there is noise the mean under the posterior is taken, and the error is its own. */
    @Test
    void theErrorIsThatOfTheMeanWhereItIsTaken() {
        SplittableRandom random = new SplittableRandom(5);
        Matrix truth = Instances.lowRank(60, 50, 3, random);
        Matrix noisy = Instances.noisy(truth, truth.norm() / Math.sqrt(60 * 50), random); // as much as there is of it
        Observations some = Instances.sampled(noisy, 0.6, random);
        Completion.Completed completed = Completion.byDefault().withMaxRank(6).complete(some);
        Completion.Trial chosen = completed.trials().get(completed.preparation().ordinal());
        assertThat(completed.heldOutError().orElseThrow()).isNotEqualTo(chosen.error());
        assertThat(completed.heldOutError().orElseThrow()).isBetween(0.8 * chosen.error(), 1.05 * chosen.error());
    }

    @ParameterizedTest
    @EnumSource(Preparation.class)
    void whatAPreparationTakesOffItPutsBack(Preparation preparation) {
        SplittableRandom random = new SplittableRandom(2);
        Matrix m = Matrix.gaussian(9, 7, random).plus(1, constant(9, 7, 5));
        Observations data = Instances.sampled(m, 0.6, random);
        Preparation.Fitted fitted = preparation.fit(data);
        LowRankMatrix z = LowRankMatrix.of(Matrix.gaussian(9, 2, random), Matrix.gaussian(7, 2, random));
        LowRankMatrix restored = fitted.restore(z);
        Observations all = fitted.apply(Observations.dense(restored.toDense()));
        all.forEach((i, j, value, weight) -> near(value, z.get(i, j), 1e-10));
        assertThat(restored.rank()).isLessThanOrEqualTo(4);
    }

    private static Matrix constant(int m, int n, double value) {
        Matrix a = new Matrix(m, n);
        for (int k = 0; k < a.array().length; k++) {
            a.array()[k] = value;
        }
        return a;
    }

    @Test
    void smallTablesAreChosenBySeveralSplits() {
        double hole = Double.NaN;
        Matrix multiples = Matrix.of(new double[][] {{1, 2, hole}, {2, 4, 6}, {3, 6, 9}, {4, hole, 12}});
        Matrix twice = Matrix.of(new double[][] {
            {1, 2}, {2, 4.1}, {3, hole}, {4, 8}, {5, 9.9}, {6, 12.2}, {7, hole}, {8, 16}, {9, 18.1}, {10, 19.8}
        });
        for (long seed = 0; seed < 5; seed++) {
            LowRankMatrix a = Completion.byDefault()
                    .withSeed(seed)
                    .complete(Observations.withHoles(multiples))
                    .matrix();
            near(a.get(0, 2), 3, 0.05);
            near(a.get(3, 1), 8, 0.05);
            LowRankMatrix b = Completion.byDefault()
                    .withSeed(seed)
                    .complete(Observations.withHoles(twice))
                    .matrix();
            near(b.get(2, 1), 6, 0.1);
            near(b.get(6, 1), 14, 0.1);
        }
    }

    /*
     * Three columns, each a multiple of one number but for hundredths, so that any cell of a row tells the others. A held-out cell whose row
     * keeps nothing would be off by about a standard deviation; ten splits of these rows would have some.
     */
    @Test
    void heldOutCellsHaveSomethingToBePredictedFrom() {
        Matrix table = new Matrix(39, 3);
        for (int i = 0; i < 39; i++) {
            for (int j = 0; j < 3; j++) {
                double rest = 0.01 * ((7 * i + 3 * j) % 5);
                table.set(i, j, j == 1 && i % 4 == 3 ? Double.NaN : (j + 1.5) * (i + 1) + rest);
            }
        }
        Completion.Completed completed =
                Completion.byDefault().withSmoothness(Smoothness.none()).complete(Observations.withHoles(table));
        assertThat(completed.heldOutError().orElseThrow()).isLessThan(0.03);
        assertThat(completed.selection().heldOutCells())
                .isEqualTo(HeldOutParts.splits(
                                Observations.withHoles(table),
                                Execution.byDefault().seed())
                        .stream()
                        .mapToInt(split -> split.heldOut().count())
                        .sum());
    }

    @Test
    void oddTables() {
        assertThatThrownBy(() -> Completion.byDefault()
                        .complete(Observations.builder(3, 3).build()))
                .hasMessage("a table must have at least one observed entry, got none");
        Observations one = Observations.builder(3, 2).add(1, 1, 5).build();
        Matrix filled = Completion.byDefault().complete(one).matrix().toDense();
        for (double value : filled.array()) {
            near(value, 5, 1e-6);
        }
        // too few cells to fit anything: the levels of rows and columns, and no claim about the error
        Completion.Completed few = Completion.byDefault()
                .complete(Observations.builder(3, 3)
                        .add(0, 0, 1)
                        .add(0, 1, 2)
                        .add(1, 0, 2)
                        .add(1, 1, 4)
                        .build());
        assertThat(few.heldOutError()).isEmpty();
        assertThat(few.rank()).isZero();
        // a constant column, an empty column, an empty row
        Observations.Builder builder = Observations.builder(20, 4);
        for (int i = 0; i < 19; i++) {
            builder.add(i, 0, 3).add(i, 1, i).add(i, 2, 2.0 * i + (i % 3));
        }
        Matrix odd = Completion.byDefault().complete(builder.build()).matrix().toDense();
        assertThat(odd.isFinite()).isTrue();
        near(odd.get(19, 0), 3, 0.2);
        near(odd.get(4, 0), 3, 0.2);
    }

    @Test
    void aTallTableIsChosenByAPartOfItsRowsAndCompletedWhole() {
        SplittableRandom random = new SplittableRandom(4);
        Matrix truth = Instances.lowRank(6_000, 6, 2, random);
        Completion.Completed completed = Completion.byDefault().complete(Instances.sampled(truth, 0.8, random));
        assertThat(completed.matrix().rows()).isEqualTo(6_000);
        assertThat(minus(completed.matrix().toDense(), truth).norm()).isLessThan(0.2 * truth.norm());
        assertThat(completed.heldOutError().orElseThrow())
                .isLessThan(0.3 * completed.baselineError().orElseThrow());
    }

    @Test
    void theSameBitsOnAnyNumberOfThreads() {
        SplittableRandom random = new SplittableRandom(3);
        Observations data = Instances.sampled(Instances.lowRank(60, 50, 3, random), 0.5, random);
        LowRankMatrix one = Completion.byDefault().withThreads(1).complete(data).matrix();
        assertThat(Completion.byDefault().withThreads(3).complete(data).matrix())
                .isEqualTo(one);
    }

    /* Rows of which nothing is known get what the columns have in common, whatever their level. */
    @Test
    void emptyRowsAreFilledLikeTheOthers() {
        SplittableRandom random = new SplittableRandom(11);
        for (double offset : new double[] {0, 10, 1e6}) {
            Observations.Builder builder = Observations.builder(60, 4);
            double[] sums = new double[4];
            for (int i = 0; i < 50; i++) {
                double u = random.nextGaussian();
                for (int j = 0; j < 4; j++) {
                    double value = offset * (j + 1) + u * (j - 1.5) + 0.3 * random.nextGaussian();
                    sums[j] += value / 50;
                    builder.add(i, j, value);
                }
            }
            builder.add(55, 2, offset * 3 + 1); // a row of one
            Completion.Completed completed = Completion.byDefault().complete(builder.build());
            for (int j = 0; j < 4; j++) {
                assertThat(completed.fill(58, j))
                        .as("offset %s, column %s", offset, j)
                        .isCloseTo(sums[j], within(0.4));
                assertThat(Math.abs(completed.fill(55, j) - offset * (j + 1))).isLessThan(4);
            }
        }
    }

    private static Observations noisyTable() {
        SplittableRandom random = new SplittableRandom(5);
        Matrix truth = Instances.lowRank(60, 50, 3, random);
        return Instances.sampled(Instances.noisy(truth, truth.norm() / Math.sqrt(60 * 50), random), 0.6, random);
    }

    private static Listener stoppingAt(Stage stage, int step) {
        return progress -> {
            if (progress.stage() == stage && progress.step().step() >= step) {
                progress.stop();
            }
        };
    }

    /* Columns that have nothing in common: a pair follows the noise, and is worse than column means in most tables. */
    @Test
    void whoStopsEarlyGetsNothingWorseThanColumnMeans() {
        int tables = 12;
        double squares = 0;
        for (int seed = 0; seed < tables; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix table = new Matrix(200, 6);
            for (int i = 0; i < 200; i++) {
                for (int j = 0; j < 6; j++) {
                    table.set(i, j, Math.pow(10, -j) * (100 + 5 * random.nextGaussian()));
                }
            }
            Completion.Completed stopped = Completion.byDefault()
                    .withListener(stoppingAt(Stage.CHOOSING, 1))
                    .complete(Observations.dense(table).split(0.2, seed).train());
            assertThat(stopped.stopped()).isTrue();
            for (int i = 0; i < 200; i++) {
                for (int j = 0; j < 6; j++) {
                    double error = stopped.fill(i, j) * Math.pow(10, j) - 100;
                    squares += error * error / (200 * 6 * tables);
                }
            }
        }
        assertThat(Math.sqrt(squares)).isLessThan(0.9); // the standard error of a column's mean is 0.4
    }

    /** A stop in any stage ends the completion there, and a table is completed by what was found until then. */
    @ParameterizedTest
    @CsvSource({
        "CHOOSING, 1",
        "CHOOSING, 3",
        "CHECKING, 2",
        "CHECKING, 50",
        "FITTING, 2",
        "AVERAGING, 5",
        "AVERAGING, 300"
    })
    void aStopKeepsWhatWasFound(Stage stage, int step) {
        Observations table = noisyTable();
        List<Stage> stages = new ArrayList<>();
        Listener stopping = stoppingAt(stage, step);
        Completion.Completed completed = Completion.byDefault()
                .withMaxRank(6)
                .withListener(progress -> {
                    stages.add(progress.stage());
                    stopping.onStep(progress);
                })
                .complete(table);
        assertThat(completed.stopped()).isTrue();
        assertThat(stages.get(stages.size() - 1)).isEqualTo(stage);
        assertThat(completed.matrix().rows()).isEqualTo(60);
        assertThat(completed.matrix().toDense().isFinite()).isTrue();
        assertThat(completed.rank()).isPositive();
        assertThat(table.rmse(completed.matrix())).isLessThan(table.rmse(LowRankMatrix.zero(60, 50)));
    }

    /** Few draws are worth less than what the climb found; many are averaged. */
    @Test
    void aStopOfTheDrawsKeepsTheirMeanIfThereAreEnough() {
        Observations table = noisyTable();
        Completion completion = Completion.byDefault().withMaxRank(6);
        Completion.Completed few =
                completion.withListener(stoppingAt(Stage.AVERAGING, 5)).complete(table);
        LowRankMatrix climbed =
                few.preparation().fit(table).restore(few.solution().matrix());
        near(few.matrix().toDense(), climbed.toDense(), 1e-12);
        Completion.Completed many =
                completion.withListener(stoppingAt(Stage.AVERAGING, 300)).complete(table);
        Matrix whole = completion.complete(table).matrix().toDense();
        double distance = minus(many.matrix().toDense(), whole).norm();
        assertThat(distance)
                .isPositive()
                .isLessThan(0.5 * minus(climbed.toDense(), whole).norm());
    }

    /** Of a tall table only some rows are looked at while the rank is chosen, and all of them are completed nevertheless. */
    @Test
    void aStopOfATallTableCompletesAllRows() {
        SplittableRandom random = new SplittableRandom(7);
        Observations tall = Instances.sampled(Instances.lowRank(6_000, 8, 2, random), 0.7, random);
        Completion.Completed completed = Completion.byDefault()
                .withMaxRank(3)
                .withListener(stoppingAt(Stage.CHOOSING, 1))
                .complete(tall);
        assertThat(completed.stopped()).isTrue();
        assertThat(completed.matrix().rows()).isEqualTo(6_000);
        assertThat(tall.rmse(completed.matrix())).isLessThan(tall.rmse(LowRankMatrix.zero(6_000, 8)));
    }

    @Test
    void aRankIsTakenExactlyAndAHighestRankIsNot() {
        SplittableRandom random = new SplittableRandom(8);
        Observations some = Instances.sampled(Instances.lowRank(60, 30, 3, random), 0.6, random);
        for (int rank = 1; rank <= 5; rank++) {
            Completion.Completed exact = Completion.byDefault().withRank(rank).complete(some);
            assertThat(exact.rank())
                    .isEqualTo(Math.min(rank, exact.solution().matrix().rank()));
            assertThat(exact.trials())
                    .allMatch(trial -> trial.rank() == exact.trials().get(0).rank());
            if (rank <= 3) {
                assertThat(exact.rank()).isEqualTo(rank);
                assertThat(Completion.byDefault()
                                .withMaxRank(rank)
                                .complete(some)
                                .rank())
                        .isLessThanOrEqualTo(rank);
            }
        }
        assertThatThrownBy(() -> Completion.byDefault().withRank(0)).hasMessage("rank must be at least 1, got 0");
        assertThatThrownBy(() -> Completion.byDefault().withMaxRank(0))
                .hasMessage("max-rank must be at least 1, got 0");
    }

    /* Too few cells to fit anything: a row's level in a column of large numbers says nothing about one of small numbers. */
    @Test
    void aTinyTableWithUnitsFarApartIsFilledNearTheColumnsMeans() {
        Observations.Builder data = Observations.builder(8, 3);
        for (int i = 0; i < 4; i++) {
            data.add(i, 0, 1e6 * (1 + 0.3 * i));
            data.add(i + 4, 1, 1 + 0.1 * i);
        }
        data.add(0, 1, 1.2);
        data.add(1, 2, 5);
        data.add(2, 2, 6);
        Completion.Completed completed = Completion.byDefault().complete(data.build());
        for (int i = 1; i < 4; i++) {
            assertThat(completed.matrix().get(i, 1)).as("row %d", i).isBetween(0.5, 2.0);
        }
    }
}
