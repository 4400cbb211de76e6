package rung.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import rung.Climbed;
import rung.LowRankMatrix;
import rung.Near;
import rung.RatingInstance;
import rung.engine.IterateContract;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/** Posterior sampling: what it recovers, what it does not depend on, and what of the iterates' contract holds for it. */
class SamplingTest extends SamplingCase {
    private static double noise(Climbed<SamplingIterate<MemoryFactors>> solution, RatingInstance data) {
        return 2 * solution.iterate().value() / data.count();
    }

    @Test
    void threadsDoNotMatterAndSeedsDo() {
        RatingInstance data = RatingInstance.of(300, 200, 4, 0.3, 0.5, 2);
        Climbed<SamplingIterate<MemoryFactors>> one =
                climbed(sampling(data).withThreads(1).withSeed(5), 6, 4);
        for (int threads : new int[] {2, 3, 8}) {
            Climbed<SamplingIterate<MemoryFactors>> other =
                    climbed(sampling(data).withThreads(threads).withSeed(5), 6, 4);
            assertThat(other.matrix()).as("%s threads", threads).isEqualTo(one.matrix());
            assertThat(other.value()).isEqualTo(one.value());
        }
        assertThat(climbed(sampling(data).withSeed(5), 6, 4).matrix()).isEqualTo(one.matrix());
        for (long seed : new long[] {0, 6, -5, 5 + (1L << 32), 5L << 32, Long.MIN_VALUE + 5}) {
            Climbed<SamplingIterate<MemoryFactors>> other =
                    climbed(sampling(data).withSeed(seed), 6, 4);
            assertThat(other.matrix()).as("seed %s", seed).isNotEqualTo(one.matrix());
            assertThat(other.value()).as("seed %s", seed).isNotEqualTo(one.value());
        }
    }

    /* The biases alone are drawn before any pair, so that these differ by the draws and nothing else. */
    @Test
    void everyBitOfTheSeedReachesTheDraws() {
        double plain = sampling(DATA).start().value();
        for (int bit = 0; bit < 64; bit++) {
            assertThat(sampling(DATA).withSeed(1L << bit).start().value())
                    .as("bit %s", bit)
                    .isNotEqualTo(plain);
        }
    }

    /* Little noise: the first draws are far off compared with it, and means that kept them would be too. */
    @Test
    void meansForgetDrawsThatWereFarOff() {
        RatingInstance data = RatingInstance.of(200, 150, 3, 0.3, 0.02, 7);
        double error = data.distance(climbed(sampling(data), 3, 12).matrix().toDense());
        assertThat(error).isLessThan(1.3 * data.unavoidable(3));
    }

    /* The chain has settled where next to no noise is, and goes on with entries of the opposite sign: noise rises before it falls. */
    @Test
    void meansForgetDrawsThatLostTheirWay() {
        RatingInstance data = RatingInstance.of(200, 150, 3, 0.3, 0.02, 7);
        float[] opposite = new float[data.count()];
        for (int e = 0; e < opposite.length; e++) {
            opposite[e] = (float) (2 * RatingInstance.MEAN) - data.values[e];
        }
        SamplingIterate<MemoryFactors> found =
                climbed(sampling(data.with(opposite)), 3, 30).iterate();
        SamplingIterate<MemoryFactors> on = sampling(data).withStart(found).start();
        for (int k = 0; k < 40; k++) {
            on.refitBoth();
        }
        assertThat(data.distance(on.matrix().toDense())).isLessThan(1.3 * data.unavoidable(3));
    }

    /* From half of the entries to all of them: same rank, the value is that on all, and the means are those on all. */
    @Test
    void goesOnWithOtherEntries() {
        int half = DATA.count() / 2;
        Sampling part = Sampling.of(
                DATA.truth.rows(),
                DATA.truth.columns(),
                Arrays.copyOf(DATA.i, half),
                Arrays.copyOf(DATA.j, half),
                Arrays.copyOf(DATA.values, half));
        SamplingIterate<MemoryFactors> found = climbed(part, 3, 200).iterate();
        SamplingIterate<MemoryFactors> on = sampling(DATA).withStart(found).start();
        assertThat(on.rank()).isEqualTo(3);
        assertThat(on.value()).isGreaterThan(1.5 * found.value());
        double before = DATA.distance(on.matrix().toDense());
        for (int k = 0; k < 20; k++) {
            on.refit(Side.LEFT);
            on.refit(Side.RIGHT);
        }
        assertThat(DATA.distance(on.matrix().toDense()))
                .isLessThan(1.3 * DATA.unavoidable(3))
                .isLessThan(0.85 * before);
    }

    /* Least squares that knew the rank would be off by s·√(unknowns/|Ω|); a prior can do a little better. */
    @Test
    void theTruthIsRecoveredAsFarAsTheoryAllows() {
        for (int seed = 0; seed < 3; seed++) {
            RatingInstance data = RatingInstance.of(200, 150, 3, 0.3, 0.5, 10 + seed);
            double unavoidable = data.unavoidable(3);
            Climbed<SamplingIterate<MemoryFactors>> three =
                    climbed(sampling(data).withSeed(seed), 3, 30);
            double exact = data.distance(three.matrix().toDense());
            assertThat(exact).as("seed %s", seed).isBetween(0.7 * unavoidable, 1.25 * unavoidable);
            near(noise(three, data) / 0.25, 1, 0.08);
            double lower = data.distance(
                    climbed(sampling(data).withSeed(seed), 2, 30).matrix().toDense());
            assertThat(lower).as("one rank less").isGreaterThan(2 * exact);
            double higher = data.distance(
                    climbed(sampling(data).withSeed(seed), 10, 30).matrix().toDense());
            assertThat(higher).as("surplus rank").isLessThan(1.5 * exact);
        }
    }

    @Test
    void withoutNoiseLittleIsLeft() {
        RatingInstance data = RatingInstance.of(100, 80, 2, 0.5, 0, 3);
        Climbed<SamplingIterate<MemoryFactors>> solution = climbed(sampling(data), 2, 60);
        assertThat(data.distance(solution.matrix().toDense())).isLessThan(0.02);
    }

    @Test
    void theTransposedDataIsRecoveredAsWell() {
        Sampling transposed = Sampling.of(150, 200, DATA.j, DATA.i, DATA.values);
        double plain = DATA.distance(climbed(sampling(DATA), 3, 20).matrix().toDense());
        double swapped =
                DATA.distance(climbed(transposed, 3, 20).matrix().transposed().toDense());
        assertThat(swapped).isBetween(0.9 * plain, 1.1 * plain);
    }

    @Test
    void aConstantOnAllRatingsIsOneOnAllPredictions() {
        float[] shifted = DATA.values.clone();
        for (int e = 0; e < shifted.length; e++) {
            shifted[e] += 100;
        }
        Matrix plain = climbed(sampling(DATA), 4, 5).matrix().toDense();
        Matrix moved = climbed(sampling(DATA.with(shifted)), 4, 5).matrix().toDense();
        for (int k = 0; k < plain.array().length; k++) {
            near(moved.array()[k] - 100, plain.array()[k], 0.02);
        }
    }

    @Test
    void otherUnitsGiveTheSamePredictionsInOtherUnits() {
        for (double unit : new double[] {1e-6, 0.01, 3, 1e6}) {
            float[] scaled = DATA.values.clone();
            for (int e = 0; e < scaled.length; e++) {
                scaled[e] = (float) (unit * scaled[e]);
            }
            Matrix plain = climbed(sampling(DATA), 4, 5).matrix().toDense();
            Matrix large = climbed(sampling(DATA.with(scaled)), 4, 5).matrix().toDense();
            for (int k = 0; k < plain.array().length; k++) {
                near(large.array()[k] / unit, plain.array()[k], 0.02);
            }
        }
    }

    @Test
    void theOrderOfTheEntriesDoesNotMatter() {
        int count = DATA.count();
        int[] i = new int[count];
        int[] j = new int[count];
        float[] values = new float[count];
        for (int e = 0; e < count; e++) {
            i[e] = DATA.i[count - 1 - e];
            j[e] = DATA.j[count - 1 - e];
            values[e] = DATA.values[count - 1 - e];
        }
        Matrix plain = climbed(sampling(DATA), 4, 5).matrix().toDense();
        Matrix reversed =
                climbed(Sampling.of(200, 150, i, j, values), 4, 5).matrix().toDense();
        near(reversed, plain, 1e-3);
    }

    /* Rank 0 is the mean and biases: close to those of the two-way layout, from which ridge moves them a little. */
    @Test
    void theStartIsTheMeanAndTheBiases() {
        RatingInstance data = RatingInstance.of(60, 50, 0, 0.8, 0.3, 4);
        SamplingIterate<MemoryFactors> a = sampling(data).start();
        assertThat(a.rank()).isZero();
        assertThat(a.matrix().rows()).isEqualTo(60);
        assertThat(a.matrix().columns()).isEqualTo(50);
        assertThat(a.matrix().rank()).isEqualTo(2);
        assertThat(data.distance(a.matrix().toDense())).isLessThan(2 * data.unavoidable(0));
        near(2 * a.value() / data.count() / 0.09, 1, 0.2);
    }

    @Test
    void theMatrixHasTwoColumnsMoreThanTheRank() {
        for (int rank : new int[] {1, 3, 14, 15}) {
            SamplingIterate<MemoryFactors> a = iterate(rank);
            assertThat(a.rank()).isEqualTo(rank);
            assertThat(a.matrix().rank()).isEqualTo(rank + 2);
            for (int j = 0; j < 150; j++) {
                assertThat(a.matrix().right().get(j, rank)).isEqualTo(1);
            }
            for (int i = 0; i < 200; i++) {
                assertThat(a.matrix().left().get(i, rank + 1)).isEqualTo(1);
            }
        }
    }

    /* The gradient of ½·Σ(a − y)² is the residual a − y: the step that minimizes along a pair is ⟨G, uvᵀ⟩/‖uvᵀ‖². */
    @Test
    void theLineSearchDividesByTheNormOnTheEntries() {
        SamplingIterate<MemoryFactors> a = iterate(2);
        SingularPair pair = a.steepest();
        double norm = 0;
        for (int e = 0; e < DATA.count(); e++) {
            norm += Math.pow(pair.u()[DATA.i[e]] * pair.v()[DATA.j[e]], 2);
        }
        near(a.lineSearch(pair), pair.sigma() / norm, 1e-5);
        assertThat(a.lineSearch(new SingularPair(1, new double[200], new double[150])))
                .isZero();
    }

    /* R at three steps along the pair is a parabola, whose slope at 0 is −σ and whose minimum the line search finds. */
    @Test
    void theValueFollowsAnAppendedPair() {
        SamplingIterate<MemoryFactors> a = iterate(2);
        SingularPair pair = a.steepest();
        double s = a.lineSearch(pair);
        double before = a.value();
        double at = IterateContract.appended(a, pair, s).value();
        double twice = IterateContract.appended(a, pair, 2 * s).value();
        near(before - at, 0.5 * s * pair.sigma(), 1e-2);
        near(twice, before, 1e-4);
        assertThat(at).isLessThan(before);
    }

    @Test
    void anAppendedPairHasTheWeightOfItsStep() {
        SamplingIterate<MemoryFactors> a = iterate(2);
        SingularPair pair = a.steepest();
        LowRankMatrix before = a.matrix();
        a.append(pair, 2.5);
        assertThat(a.rank()).isEqualTo(3);
        near(a.weights()[2], 2.5 * Matrix.norm(pair.u()) * Matrix.norm(pair.v()), 1e-5);
        near(a.matrix().toDense(), before.toDense(), 1e-6); // its mean is known after the first draw
        a.refit(Side.LEFT);
        a.refit(Side.RIGHT);
        assertThat(a.matrix().distance(before)).isGreaterThan(0.1);
    }

    @Test
    void removeDropsOneColumnAndLeavesTheBiases() {
        SamplingIterate<MemoryFactors> a = iterate(4);
        double[] weights = a.weights();
        Matrix u = a.matrix().left();
        Matrix v = a.matrix().right();
        a.remove(1);
        assertThat(a.rank()).isEqualTo(3);
        near(a.matrix().toDense(), u.withoutColumn(1).multiplyByTransposed(v.withoutColumn(1)), 1e-12);
        assertThat(a.weights()).containsExactly(weights[0], weights[2], weights[3]);
        double removed = a.value();
        a.refit(Side.LEFT);
        assertThat(a.value()).as("a draw fits better than what a removal left").isLessThan(removed);
    }

    /* ‖u_k‖·‖v_k‖ of the last draw; the mean of many draws around it is near, for columns that the data determine. */
    @Test
    void weightsAreTheNormsOfTheColumns() {
        SamplingIterate<MemoryFactors> a = climbed(sampling(DATA), 3, 40).iterate();
        Matrix u = a.matrix().left();
        Matrix v = a.matrix().right();
        double total = 0;
        double expected = 0;
        for (int k = 0; k < 3; k++) {
            total += a.weights()[k];
            expected += Matrix.norm(u.column(k)) * Matrix.norm(v.column(k));
        }
        assertThat(total).isBetween(0.8 * expected, 1.3 * expected);
    }

    @Test
    void aCopyIsIndependentAndGoesOnTheSameWay() {
        SamplingIterate<MemoryFactors> a = iterate(3);
        LowRankMatrix before = a.matrix();
        double value = a.value();
        SamplingIterate<MemoryFactors> copy = a.copy();
        copy.append(copy.steepest(), 1);
        copy.refit(Side.LEFT);
        copy.refit(Side.RIGHT);
        copy.remove(0);
        assertThat(a.matrix()).isEqualTo(before);
        assertThat(a.value()).isEqualTo(value);
        SamplingIterate<MemoryFactors> twin = a.copy();
        a.refit(Side.RIGHT);
        assertThat(a.matrix()).isNotEqualTo(before);
        assertThat(twin.matrix()).isEqualTo(before);
        twin.refit(Side.RIGHT);
        assertThat(twin.matrix()).isEqualTo(a.matrix());
        assertThat(twin.value()).isEqualTo(a.value());
    }

    @Test
    void whatIsRefused() {
        assertThatThrownBy(() -> Sampling.of(2, 2, new int[1], new int[2], new float[1]))
                .hasMessage("the arrays must be equally long, got 1, 2 and 1");
        assertThatThrownBy(() -> Sampling.of(2, 2, new int[0], new int[0], new float[0]))
                .hasMessage("there must be at least one entry, got none");
    }

    @Test
    void itSaysWhatItIs() {
        Sampling problem = sampling(DATA).withSeed(7).withThreads(3);
        assertThat(problem.seed()).isEqualTo(7);
        assertThat(problem.threads()).isEqualTo(3);
        assertThat(problem.description()).isEqualTo("posterior sampling on 9000 entries of a 200×150 matrix");
        assertThat(Near.minus(problem.start().matrix().toDense(), DATA.truth).rows())
                .isEqualTo(problem.rows());
    }
}
