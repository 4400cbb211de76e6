package rung.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.LowRankMatrix;
import rung.baseline.Baseline;
import rung.completion.GrossError;
import rung.data.Duplicates;
import rung.data.Observations;
import rung.data.Ratings;
import rung.linalg.Matrix;

class ComparisonTest {
    private static final int ROWS = 40;
    private static final int COLUMNS = 30;
    private static final LowRankMatrix TRUTH = truth();

    private static LowRankMatrix truth() {
        SplittableRandom random = new SplittableRandom(5);
        return LowRankMatrix.of(Matrix.gaussian(ROWS, 2, random), Matrix.gaussian(COLUMNS, 2, random));
    }

    private static LowRankMatrix shifted(double by) {
        Matrix ones = new Matrix(ROWS, 1);
        Arrays.fill(ones.array(), by);
        Matrix columns = new Matrix(COLUMNS, 1);
        Arrays.fill(columns.array(), 1);
        Matrix u = TRUTH.left().withColumn(ones.array(), 1);
        return LowRankMatrix.of(u, TRUTH.right().withColumn(columns.array(), 1));
    }

    /** Two thirds of the truth with a little noise. */
    private static Observations data(DoubleUnaryOperator change) {
        SplittableRandom random = new SplittableRandom(6);
        Observations.Builder builder = Observations.builder(ROWS, COLUMNS);
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                double value = TRUTH.get(i, j) + 0.1 * random.nextGaussian();
                if (random.nextDouble() < 0.66) {
                    builder.add(i, j, change.applyAsDouble(value));
                }
            }
        }
        return builder.build();
    }

    private static Ratings ratings() {
        Ratings.Builder builder = Ratings.builder();
        data(x -> x).forEach((i, j, value, weight) -> builder.add("u" + i, "m" + j, value));
        return builder.build(Duplicates.ERROR);
    }

    private static Contestant fixed(String key, double shift) {
        return Scripted.contestant(key, Scaling.AS_IT_IS, Scripted.of(key, shifted(shift)));
    }

    private static Standing standing(Compared compared, String key) {
        return compared.standings().stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whoKnowsTheTruthWinsAndWhoIsFarOffLoses() {
        Compared compared = Comparison.ofTable(data(x -> x))
                .withContestants(List.of(fixed("far", 5), fixed("near", 0.5), fixed("there", 0)))
                .compare();
        assertThat(compared.ranked()).extracting(Standing::key).containsExactly("there", "near", "far");
        assertThat(compared.best().orElseThrow().key()).isEqualTo("there");
        assertThat(standing(compared, "near")
                        .behind(standing(compared, "far"))
                        .orElseThrow()
                        .mean())
                .isCloseTo(
                        standing(compared, "near").error().orElseThrow().mean()
                                - standing(compared, "far")
                                        .error()
                                        .orElseThrow()
                                        .mean(),
                        within(1e-12));
    }

    @Test
    void theStandardErrorIsThatOfTheMean() {
        Estimate estimate = Estimate.of(1, 2, 4, 9);
        assertThat(estimate.mean()).isEqualTo(4);
        assertThat(estimate.standardError().orElseThrow())
                .isCloseTo(Math.sqrt((9 + 4 + 0 + 25) / 3.0) / 2, within(1e-15));
        assertThat(Estimate.of(3).standardError()).isEmpty();
        assertThat(Estimate.ofAny()).isEmpty();
        assertThatThrownBy(Estimate::of).hasMessage("a mean needs at least one number");
        // of many means of n numbers with variance 1 the standard deviation is 1/√n, and the estimates are right on
        // average
        SplittableRandom random = new SplittableRandom(1);
        double squares = IntStream.range(0, 20_000)
                .mapToDouble(k -> Estimate.of(random.nextGaussian(), random.nextGaussian(), random.nextGaussian())
                        .standardError()
                        .orElseThrow())
                .map(x -> x * x)
                .average()
                .orElseThrow();
        assertThat(squares).isCloseTo(1.0 / 3, within(0.01));
    }

    /** The error of a table is by definition in standard deviations of the columns of the training part. */
    @Test
    void theErrorIsWhatItIsByDefinition() {
        Observations data = data(x -> x);
        Compared compared = Comparison.ofTable(data)
                .withSplits(1)
                .withContestants(List.of(fixed("near", 0.5)))
                .compare();
        SplittableRandom seeds = new SplittableRandom(0);
        Observations.Split split = data.split(Comparison.TEST, seeds.nextLong());
        double[][] columns = new double[COLUMNS][0];
        split.train().forEach((i, j, value, weight) -> {
            columns[j] = Arrays.copyOf(columns[j], columns[j].length + 1);
            columns[j][columns[j].length - 1] = value;
        });
        double[] sum = new double[1];
        split.heldOut().forEach((i, j, value, weight) -> {
            double mean = Arrays.stream(columns[j]).average().orElseThrow();
            double variance =
                    Arrays.stream(columns[j]).map(x -> (x - mean) * (x - mean)).sum() / (columns[j].length - 1);
            sum[0] += Math.pow(TRUTH.get(i, j) + 0.5 - value, 2) / variance;
        });
        assertThat(standing(compared, "near").error().orElseThrow().mean())
                .isCloseTo(Math.sqrt(sum[0] / split.heldOut().count()), within(1e-9));
        assertThat(compared.parts().get(0).test()).isEqualTo(split.heldOut().count());
    }

    @Test
    void everyoneMayTryAsMuch() {
        AtomicInteger fits = new AtomicInteger();
        Baseline counting = new Scripted("counting", data -> {
            fits.incrementAndGet();
            return List.of(TRUTH);
        });
        Baseline[] ten = new Baseline[10];
        Arrays.fill(ten, counting);
        Compared compared = Comparison.ofTable(data(x -> x))
                .withSplits(2)
                .withTrials(4)
                .withContestants(List.of(
                        Scripted.contestant("ten", Scaling.AS_IT_IS, ten),
                        Scripted.contestant("one", Scaling.AS_IT_IS, counting)))
                .compare();
        // each split: the trials and the fit; and once the best trial for how its error falls, and the fit for its
        // memory
        assertThat(fits.get()).isEqualTo(2 * (4 + 1) + 2 + 2 * (1 + 1) + 2);
        assertThat(standing(compared, "ten").rounds()).allMatch(round -> round.trials() == 4);
        assertThat(standing(compared, "one").rounds()).allMatch(round -> round.trials() == 1);
    }

    @Test
    void theBestConfigurationAndTheBestStepAreTaken() {
        Baseline poor = new Scripted("poor", data -> List.of(shifted(3), shifted(1), shifted(2)));
        Baseline good = new Scripted("good", data -> List.of(TRUTH.truncated(1), TRUTH, shifted(0.5), shifted(2)));
        Compared compared = Comparison.ofTable(data(x -> x))
                .withContestants(List.of(Scripted.contestant("both", Scaling.AS_IT_IS, poor, good), fixed("there", 0)))
                .compare();
        Standing both = standing(compared, "both");
        assertThat(both.rounds()).allSatisfy(round -> {
            assertThat(round.configuration()).isEqualTo("good: good");
            assertThat(round.steps()).isEqualTo(2);
            assertThat(round.rank()).isEqualTo(2);
            assertThat(round.errorByRank()).containsOnlyKeys(1, 2, 3);
        });
        assertThat(both.error()).isEqualTo(standing(compared, "there").error());
        assertThat(both.errorOverTime()).hasSize(4);
        assertThat(both.errorOverTime().get(1).validationError())
                .isEqualTo(both.rounds().get(0).validationError().orElseThrow());
    }

    @Test
    void oneThatFailsIsARowWithAReason() {
        Baseline broken = new Scripted("broken", data -> {
            throw new IllegalStateException("no luck");
        });
        Baseline infinite = Scripted.of("infinite", shifted(Double.NaN));
        Contestant refusing = new Contestant.Tuned() {
            @Override
            public String key() {
                return "refusing";
            }

            @Override
            public String name() {
                return "Refusing";
            }

            @Override
            public Scaling scaling() {
                return Scaling.AS_IT_IS;
            }

            @Override
            public List<Baseline> configurations(Observations data, Budget budget) {
                throw new IllegalArgumentException("values must not be negative, got -1");
            }
        };
        Compared compared = Comparison.ofTable(data(x -> x))
                .withContestants(List.of(
                        Scripted.contestant("broken", Scaling.AS_IT_IS, broken),
                        Scripted.contestant("infinite", Scaling.AS_IT_IS, infinite),
                        refusing,
                        Scripted.contestant("half", Scaling.AS_IT_IS, broken, Scripted.of("there", TRUTH)),
                        fixed("far", 5)))
                .compare();
        assertThat(compared.ranked()).extracting(Standing::key).startsWith("half", "far");
        assertThat(standing(compared, "broken").failure().orElseThrow()).contains("no luck");
        assertThat(standing(compared, "infinite").failure().orElseThrow()).contains("finite");
        assertThat(standing(compared, "refusing").failure()).hasValue("values must not be negative, got -1");
        assertThat(standing(compared, "half").hasFailed()).isFalse();
        assertThat(standing(compared, "broken").error()).isEmpty();
    }

    /** Whatever the test part says, nothing is chosen or fitted otherwise. */
    @Test
    void nothingLooksAtTheTestPart() {
        Observations data = data(x -> x);
        SplittableRandom seeds = new SplittableRandom(3);
        Observations.Split split = data.split(Comparison.TEST, seeds.nextLong());
        Set<Long> test = new HashSet<>();
        split.heldOut().forEach((i, j, value, weight) -> test.add((long) i * COLUMNS + j));
        Observations.Builder corrupted = Observations.builder(ROWS, COLUMNS);
        data.forEach((i, j, value, weight) ->
                corrupted.add(i, j, test.contains((long) i * COLUMNS + j) ? 1e6 * (value + i) : value));
        List<Double> seen = new ArrayList<>();
        List<Contestant> contestants = new ArrayList<>(Contestants.forTables());
        contestants.add(Scripted.contestant("spy", Scaling.AS_IT_IS, new Scripted("spy", part -> {
            part.forEach((i, j, value, weight) -> seen.add(value));
            return List.of(TRUTH);
        })));
        Comparison honest = Comparison.ofTable(data)
                .withSplits(1)
                .withTrials(2)
                .withMaxRank(3)
                .withSeed(3)
                .withContestants(contestants);
        Compared first = honest.compare();
        List<Double> seenFirst = List.copyOf(seen);
        seen.clear();
        Compared second = Comparison.ofTable(corrupted.build())
                .withSplits(1)
                .withTrials(2)
                .withMaxRank(3)
                .withSeed(3)
                .withContestants(contestants)
                .compare();
        assertThat(seen).isEqualTo(seenFirst);
        for (int k = 0; k < contestants.size(); k++) {
            Standing one = first.standings().get(k);
            Standing other = second.standings().get(k);
            assertThat(other.failure()).isEqualTo(one.failure());
            for (int r = 0; r < one.rounds().size(); r++) {
                Round a = one.rounds().get(r);
                Round b = other.rounds().get(r);
                assertThat(b.configuration()).as(one.name()).isEqualTo(a.configuration());
                assertThat(b.rank()).as(one.name()).isEqualTo(a.rank());
                assertThat(b.steps()).as(one.name()).isEqualTo(a.steps());
                assertThat(b.validationError()).as(one.name()).isEqualTo(a.validationError());
                assertThat(b.errorByRank()).as(one.name()).isEqualTo(a.errorByRank());
                assertThat(b.testError()).as(one.name()).isGreaterThan(1000 * a.testError());
            }
        }
    }

    @Test
    void theSameOnAnyNumberOfThreads() {
        Comparison comparison =
                Comparison.ofRatings(ratings()).withSplits(1).withTrials(1).withMaxRank(3);
        Compared one = comparison.withThreads(1).compare();
        Compared three = comparison.withThreads(3).compare();
        for (int k = 0; k < one.standings().size(); k++) {
            Standing a = one.standings().get(k);
            Standing b = three.standings().get(k);
            assertThat(b.failure()).isEqualTo(a.failure());
            assertThat(b.rounds()).hasSameSizeAs(a.rounds());
            for (int r = 0; r < a.rounds().size(); r++) {
                assertThat(b.rounds().get(r).testError())
                        .as(a.name())
                        .isEqualTo(a.rounds().get(r).testError());
                assertThat(b.rounds().get(r).errorByRank())
                        .as(a.name())
                        .isEqualTo(a.rounds().get(r).errorByRank());
            }
        }
        Compared another = comparison
                .withSeed(1)
                .withContestants(List.of(comparison.contestants().get(0)))
                .compare();
        assertThat(another.standings().get(0).error())
                .isNotEqualTo(one.standings().get(0).error());
    }

    @Test
    void unitsDoNotMatter() {
        Observations data = data(x -> x);
        Observations.Builder scaled = Observations.builder(ROWS, COLUMNS);
        data.forEach((i, j, value, weight) -> scaled.add(i, j, j == 3 ? 1000 * value + 7 : value));
        List<Contestant> prepared = Contestants.forTables().stream()
                .filter(each -> each instanceof Contestant.Tuned tuned && tuned.scaling() == Scaling.CENTERED)
                .toList();
        assertThat(prepared).isNotEmpty();
        Compared plain = Comparison.ofTable(data)
                .withSplits(1)
                .withTrials(2)
                .withMaxRank(3)
                .withContestants(prepared)
                .compare();
        Compared other = Comparison.ofTable(scaled.build())
                .withSplits(1)
                .withTrials(2)
                .withMaxRank(3)
                .withContestants(prepared)
                .compare();
        for (int k = 0; k < prepared.size(); k++) {
            assertThat(other.standings().get(k).error().orElseThrow().mean())
                    .as(prepared.get(k).name())
                    .isCloseTo(plain.standings().get(k).error().orElseThrow().mean(), within(1e-6));
        }
    }

    /** Of a user who is not in the training part everybody predicts its mean; else predictions stay within its range. */
    @Test
    void unknownUsersAndWildPredictionsAreTheSameForAll() {
        Observations.Builder fit = Observations.builder(3, 2);
        fit.add(0, 0, 1).add(0, 1, 2).add(1, 0, 4).add(1, 1, 5);
        Observations.Builder other = Observations.builder(3, 2);
        other.add(2, 0, 4).add(0, 0, 2);
        Task task = Task.ofRatings(fit.build(), other.build());
        LowRankMatrix wild =
                LowRankMatrix.of(Matrix.of(new double[][] {{-50}, {1}, {99}}), Matrix.of(new double[][] {{1}, {1}}));
        assertThat(task.error(Scaling.AS_IT_IS, wild)).isEqualTo(Math.sqrt((1.0 * 1 + 1.0 * 1) / 2)); // 3 and 1
        assertThat(task.leftOut()).isEqualTo(1);
    }

    @Test
    void aColumnWithoutSpreadHasNoUnitToMeasureIn() {
        Observations.Builder fit = Observations.builder(3, 2);
        fit.add(0, 0, 1).add(1, 0, 3).add(0, 1, 7).add(1, 1, 7);
        Observations.Builder other = Observations.builder(3, 2);
        other.add(2, 0, 2).add(2, 1, 1e9);
        Task task = Task.ofTable(fit.build(), other.build(), List.of());
        assertThat(task.leftOut()).isEqualTo(1);
        assertThat(task.error(Scaling.CENTERED, LowRankMatrix.zero(3, 2))).isZero();
        assertThat(task.error(Scaling.SCALED, LowRankMatrix.zero(3, 2))).isCloseTo(Math.sqrt(2), within(1e-12));
        assertThat(task.error(Scaling.AS_IT_IS, LowRankMatrix.zero(3, 2))).isCloseTo(Math.sqrt(2), within(1e-12));
    }

    /** Cells that no method is measured on say nothing, however wrong they are; those beside them count as before. */
    @Test
    void cellsThatAreNotMeasuredDecideNothing() {
        Observations.Builder wrong = Observations.builder(ROWS, COLUMNS);
        List<GrossError> errors = new ArrayList<>();
        data(x -> x).forEach((i, j, value, weight) -> {
            boolean isWrong = i < 12 && j == i;
            wrong.add(i, j, isWrong ? 1e6 : value);
            if (isWrong) {
                errors.add(new GrossError(i, j, 1e6, value, 1e6));
            }
        });
        Comparison comparison = Comparison.ofTable(wrong.build()).withContestants(List.of(fixed("there", 0)));
        Comparison spared = comparison.withUnmeasured(errors);
        assertThat(comparison
                        .compare()
                        .best()
                        .orElseThrow()
                        .error()
                        .orElseThrow()
                        .mean())
                .as("decided by what is wrong")
                .isGreaterThan(1000);
        Compared compared = spared.compare();
        assertThat(compared.best().orElseThrow().error().orElseThrow().mean()).isLessThan(0.3);
        assertThat(compared.parts().stream().mapToInt(Compared.Parts::leftOut).sum())
                .isPositive();
        Comparison ofRatings = Comparison.ofRatings(ratings());
        assertThatThrownBy(() -> ofRatings.withUnmeasured(errors))
                .hasMessage("cells must be those of a table, got ratings");
    }

    @Test
    void whatIsStoppedKeepsTheSplitsThatAllHaveFinished() {
        Comparison comparison =
                Comparison.ofTable(data(x -> x)).withContestants(List.of(fixed("there", 0), fixed("far", 5)));
        Compared inTheSecond = comparison
                .withListener(progress -> {
                    if (progress.task().startsWith("split 2 of 3, method 2 of ")) {
                        progress.stop();
                    }
                })
                .compare();
        assertThat(inTheSecond.stopped()).isTrue();
        assertThat(inTheSecond.parts()).hasSize(1);
        assertThat(inTheSecond.standings()).allMatch(each -> each.rounds().size() == 1);
        Compared inTheFirst = comparison
                .withListener(progress -> {
                    if (progress.task().startsWith("split 1 of 3, method 2 of ")) {
                        progress.stop();
                    }
                })
                .compare();
        assertThat(inTheFirst.best().orElseThrow().key()).isEqualTo("there");
        assertThat(standing(inTheFirst, "far").rounds()).isEmpty();
        assertThat(standing(inTheFirst, "far").failure()).isEmpty();
    }

    @Test
    void tooLittleDataIsSaid() {
        Observations.Builder two = Observations.builder(3, 3);
        two.add(0, 0, 1).add(1, 1, 2);
        assertThatThrownBy(() -> Comparison.ofTable(two.build()).compare())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got 2");
    }

    /** The numbers behind the point of 1, 2, 3, … in base 2 are 0.1, 0.01, 0.11, 0.001, …. */
    @Test
    void trialsAreSpreadEvenly() {
        assertThat(IntStream.range(1, 8).mapToDouble(k -> Contestants.halton(k, 2)))
                .containsExactly(1.0 / 2, 1.0 / 4, 3.0 / 4, 1.0 / 8, 5.0 / 8, 3.0 / 8, 7.0 / 8);
        Observations data = data(x -> x);
        for (int trials : new int[] {1, 6, 25}) {
            for (Contestant each : Contestants.forTables()) {
                if (each instanceof Contestant.Tuned tuned && tuned.scaling() == Scaling.CENTERED) {
                    List<Baseline> all = tuned.configurations(data, new Contestant.Budget(trials, 7));
                    assertThat(all).as(each.name()).isNotEmpty().hasSizeLessThanOrEqualTo(trials);
                    assertThat(all)
                            .as(each.name())
                            .extracting(configuration -> configuration.name() + configuration.settings())
                            .doesNotHaveDuplicates();
                }
            }
        }
    }

    @Test
    void timeIsThatOfAllThreads() {
        Cost.Meter meter = Cost.begin();
        double sum = 0;
        while (meter.read().cpuSeconds().orElse(1) < 0.05) {
            sum += Math.sin(sum + 1);
        }
        assertThat(meter.read().seconds()).isPositive();
        assertThat(sum).isNotNaN();
    }

    @Test
    void memoryIsThatOfWhatIsKept() {
        long[][] kept = new long[1][];
        long bytes = HeapWatch.peak(() -> {
            kept[0] = new long[4_000_000];
            return kept[0];
        });
        assertThat(bytes).isBetween(31_000_000L, 40_000_000L);
    }
}
