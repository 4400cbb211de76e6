package rung.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.LowRankMatrix;
import rung.Settings;
import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.engine.sampling.posterior.LinePrior;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/** What is found in lines of five entries, where singular vectors of the residuals show nothing. */
class JointFitTest {
    private static final int LINES = 4_000;
    private static final int COUNT = 5 * LINES;
    private static final double NOISE = 0.1;
    private static final ChainSettings WEAKEST = new ChainSettings(0, 0, JointFit.PENALTIES[0]);

    /* The second half of the entries is for testing. */
    private final double[] u;
    private final double[] v;
    private final int[] i = new int[2 * COUNT];
    private final int[] j = new int[2 * COUNT];
    private final float[] values = new float[2 * COUNT];

    JointFitTest() {
        SplittableRandom random = new SplittableRandom(11);
        u = Matrix.gaussian(LINES, 1, random).array();
        v = Matrix.gaussian(LINES, 1, random).array();
        for (int k = 0; k < 2 * COUNT; k++) {
            i[k] = random.nextInt(LINES);
            j[k] = random.nextInt(LINES);
            double bias = 0.2 * Math.sin(i[k]) + 0.3 * Math.cos(j[k]);
            values[k] = (float) (bias + u[i[k]] * v[j[k]] + NOISE * random.nextGaussian());
        }
    }

    private Sampling problem() {
        return Sampling.of(
                LINES, LINES, Arrays.copyOf(i, COUNT), Arrays.copyOf(j, COUNT), Arrays.copyOf(values, COUNT));
    }

    /* Who knows nothing has an error of about 1; with pairs of the residuals it was 1.16. */
    @Test
    void whatAllLinesShareIsFoundWithFiveEntriesALine() {
        LowRankMatrix found = new FastGreedy(Settings.ofRank(1).withFinishing(30))
                .minimize(problem())
                .matrix();
        double squares = 0;
        for (int k = COUNT; k < 2 * COUNT; k++) {
            double error = found.get(i[k], j[k]) - values[k];
            squares += error * error;
        }
        assertThat(Math.sqrt(squares / COUNT)).isBetween(NOISE, 0.8);
    }

    @Test
    void theFirstPairIsNearTheTruthAndLowersTheValue() {
        SamplingIterate<MemoryFactors> a = problem().start();
        double before = a.value();
        SingularPair pair = a.steepest();
        assertThat(Math.abs(cosine(pair.u(), u))).isGreaterThan(0.6);
        assertThat(Math.abs(cosine(pair.v(), v))).isGreaterThan(0.6);
        a.append(pair, a.lineSearch(pair));
        assertThat(a.value()).isLessThan(0.9 * before);
    }

    @Test
    void rankZeroIsTheBiases() {
        Solution solution = new FastGreedy(Settings.ofRank(0).withFinishing(5)).minimize(problem());
        assertThat(solution.trace()).hasSize(5);
        assertThat(solution.matrix().rank()).isEqualTo(2); // a column for the biases of either side
        double[] biases = new double[LINES];
        Arrays.setAll(biases, Math::cos);
        double[] found = new double[LINES];
        Arrays.setAll(
                found,
                column -> solution.matrix().get(0, column) - solution.matrix().get(0, 0));
        assertThat(cosine(found, biases)).isGreaterThan(0.3);
    }

    private static double cosine(double[] x, double[] y) {
        double product = Matrix.column(x).multiplyTransposed(Matrix.column(y)).get(0, 0);
        return product / Matrix.norm(x) / Matrix.norm(y);
    }

    @Test
    void pairsComeInTheOrderOfTheirStrength() {
        SamplingIterate<MemoryFactors> a = problem().start();
        List<SingularPair> pairs = JointFit.pairs(a.factors(), a.noise(), WEAKEST).stream()
                .map(ColumnPair::gathered)
                .toList();
        assertThat(pairs).hasSizeGreaterThan(1);
        double last = Double.POSITIVE_INFINITY;
        for (SingularPair pair : pairs) {
            near(Matrix.norm(pair.u()), 1, 1e-9);
            near(Matrix.norm(pair.v()), 1, 1e-9);
            assertThat(pair.sigma()).isPositive().isLessThanOrEqualTo(last);
            last = pair.sigma();
        }
        assertThat(a.rank()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theSameOnAnyNumberOfThreads(int threads) {
        SamplingIterate<MemoryFactors> one = problem().withThreads(1).start();
        SamplingIterate<MemoryFactors> other = problem().withThreads(threads).start();
        assertThat(other.steepest().u()).isEqualTo(one.steepest().u());
    }

    @Test
    void aCopyGoesOnWithTheSamePairs() {
        SamplingIterate<MemoryFactors> a = problem().alternatives().get(0).start(); // with more than one pair
        a.steepest();
        SamplingIterate<MemoryFactors> copy = a.copy();
        SingularPair second = a.steepest();
        near(Matrix.norm(second.v()), 1, 1e-9); // those of the residuals are not of unit length
        assertThat(copy.steepest().v()).isEqualTo(second.v());
    }

    @Test
    void linesWithManyEntriesTakeTheirPairsFromTheResiduals() {
        assertThat(JointFit.isBetter(LINES, LINES, COUNT)).isTrue();
        assertThat(JointFit.isBetter(200, 200, 200 * 100)).isFalse();
        assertThat(JointFit.isBetter(50, 50, 50 * 5)).isFalse(); // too few lines
    }

    @Test
    void thereAreSeveralPenaltiesToChooseFromWherePairsAreFitted() {
        ChainSettings settings = ChainSettings.of(3);
        assertThat(settings.alternatives(LINES, LINES, COUNT))
                .hasSizeGreaterThan(1)
                .doesNotHaveDuplicates()
                .contains(settings);
        assertThat(settings.alternatives(200, 200, 200 * 100)).containsExactly(settings);
        ChainSettings ridge = settings.withRidge(0.1);
        assertThat(ridge.alternatives(LINES, LINES, COUNT)).containsExactly(ridge);
    }

    @Test
    void aStrongerPenaltyFitsWeakerPairs() {
        SamplingIterate<MemoryFactors> a = problem().start();
        double last = Double.POSITIVE_INFINITY;
        for (ChainSettings settings : ChainSettings.of(0).alternatives(LINES, LINES, COUNT)) {
            List<SingularPair> pairs = JointFit.pairs(a.factors(), a.noise(), settings).stream()
                    .map(ColumnPair::gathered)
                    .toList();
            double sum = pairs.stream().mapToDouble(SingularPair::sigma).sum();
            assertThat(sum).isLessThan(last);
            last = sum;
        }
    }

    /* A line's mean solves its normal equations, whatever the random numbers. */
    @Test
    void withoutChanceALineIsTheMeanOfItsPosterior() {
        SamplingIterate<MemoryFactors> a = problem().start();
        MemoryFactors one = a.factors().copy();
        MemoryFactors other = a.factors().copy();
        LinePrior prior = LinePrior.of(new double[] {0.3}, a.noise());
        one.draw(Side.LEFT, prior.withoutChance(), new float[0], 1);
        other.draw(Side.LEFT, prior.withoutChance(), new float[0], 2);
        assertThat(other.squares()).isEqualTo(one.squares());
        other.draw(Side.LEFT, prior, new float[0], 2);
        assertThat(other.squares()).isGreaterThan(one.squares());
    }
}
