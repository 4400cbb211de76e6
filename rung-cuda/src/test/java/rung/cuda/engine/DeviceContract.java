package rung.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static rung.Near.near;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.LowRankMatrix;
import rung.Settings;
import rung.algorithm.FastGreedy;
import rung.cuda.device.Device;
import rung.cuda.device.Memory;
import rung.cuda.device.Pieces;
import rung.engine.IterateContract;
import rung.engine.device.DeviceException;
import rung.engine.sampling.ColumnPair;
import rung.engine.sampling.HeldOutEntries;
import rung.engine.sampling.SampledFactors;
import rung.engine.sampling.Sampling;
import rung.engine.sampling.SamplingIterate;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.posterior.LinePrior;
import rung.engine.sampling.posterior.Moments;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/** What a device must do: what the core does in memory. Each subclass names a device; the contract of every iterate is part of it. */
abstract class DeviceContract extends IterateContract<SamplingIterate<DeviceFactors>> {
    private static final Planted SMALL = new Planted(120, 60, 1500, 3, 0.3, 1);

    /** Lines of several pieces among others, and some without an entry. */
    private static final Planted SKEWED = new Planted(300, 80, 15_000, 2, 0.5, 2);

    /** The device under test. */
    abstract Device device();

    @Override
    protected DeviceSampling problem() {
        return SMALL.on(device()).withSeed(7);
    }

    /** Half of the squared residuals of the last draw. */
    @Override
    protected double loss(SamplingIterate<DeviceFactors> a) {
        return a.value();
    }

    @Override
    protected double precision() {
        return 1e-5;
    }

    private float[] floats(Memory memory, int count) {
        float[] out = new float[count];
        device().get(memory, MemorySegment.ofArray(out));
        return out;
    }

    private static LinePrior prior(int rank) {
        double[] variances = new double[rank + 1];
        Arrays.fill(variances, 0.7);
        return LinePrior.of(variances, 0.25);
    }

    /* Fits random columns by the means of posteriors, which leaves nothing to chance. */
    private static <F extends SampledFactors<F>> F fitted(SamplingIterate<F> start, int rank, int rounds) {
        F factors = start.factors();
        for (int k = 0; k < rank; k++) {
            factors.append(SKEWED.pair(k), 0.01);
        }
        for (int round = 0; round < rounds; round++) {
            factors.resetMeans();
            factors.draw(Side.LEFT, prior(rank).withoutChance(), new float[0], 0);
            factors.draw(Side.RIGHT, prior(rank).withoutChance(), new float[0], 0);
        }
        return factors;
    }

    @Test
    void entriesAreSortedByEitherSideAndKeepTheirOrder() {
        DeviceEntries entries = SKEWED.entries(device());
        int n = SKEWED.values().length;
        for (Side side : Side.values()) {
            int[] own = side == Side.LEFT ? SKEWED.i() : SKEWED.j();
            int[] other = side == Side.LEFT ? SKEWED.j() : SKEWED.i();
            Comparator<Integer> byLine = Comparator.comparingInt(k -> own[k]);
            List<Integer> sorted = IntStream.range(0, n)
                    .boxed()
                    .sorted(side == Side.LEFT ? byLine : byLine.thenComparingInt(k -> other[k]))
                    .toList();
            int[] sizes = entries.order(side).sizes();
            int[] index = new int[n];
            Object[] fields = entries.order(side).entries().fields();
            device().get((Memory) fields[1], MemorySegment.ofArray(index));
            float[] values = floats((Memory) fields[2], n);
            int[] counted = new int[sizes.length];
            for (int k = 0; k < n; k++) {
                int from = sorted.get(k);
                counted[own[from]]++;
                assertThat(index[k]).isEqualTo(other[from]);
                near(values[k], SKEWED.values()[from] - entries.mean(), 1e-5);
            }
            assertThat(sizes).isEqualTo(counted);
        }
        assertThat(Arrays.stream(entries.order(Side.RIGHT).sizes()).max().orElseThrow())
                .isGreaterThan(Pieces.MOST); // so that lines of several pieces are tested everywhere here
        assertThat(entries.mean())
                .isEqualTo(
                        IntStream.range(0, n)
                                .mapToDouble(k -> SKEWED.values()[k])
                                .average()
                                .orElseThrow(),
                        within(1e-9));
    }

    @Test
    void posteriorMeansAreTheCores() {
        for (int rank : new int[] {0, 2}) {
            LowRankMatrix expected = fitted(SKEWED.inMemory().start(), rank, 40).matrix(0);
            DeviceFactors factors = fitted(SKEWED.on(device()).start(), rank, 40);
            LowRankMatrix found = factors.matrix(0);
            double sum = 0;
            double all = 0;
            for (int e = 0; e < SKEWED.values().length; e++) {
                double x = expected.get(SKEWED.i()[e], SKEWED.j()[e]);
                double d = x - found.get(SKEWED.i()[e], SKEWED.j()[e]);
                sum += d * d;
                all += x * x;
            }
            assertThat(Math.sqrt(sum / all)).isLessThan(2e-3); // products are rounded to 11 bits
        }
    }

    @Test
    void aDrawKnowsItsSquaredResiduals() {
        DeviceFactors factors = SKEWED.on(device()).start().factors();
        for (int k = 0; k < 17; k++) { // the rows get wider on the way
            factors.append(SKEWED.pair(k), 0.02);
            double known = factors.draw(Side.of(k), prior(k + 1), new float[0], k);
            near(factors.squares(), known, 1e-3);
        }
    }

    @Test
    void errorsOnHeldOutEntriesAreThoseOfTheMatrix() {
        SamplingIterate<DeviceFactors> a = SKEWED.on(device()).start();
        fitted(a, 3, 2);
        HeldOutEntries heldOut = new HeldOutEntries(SKEWED.i(), SKEWED.j(), SKEWED.values());
        double expected = SampledFactors.squaredErrors(a.matrix(), heldOut, 2, 4.5, 0, SKEWED.values().length);
        near(a.rmse(heldOut, 2, 4.5), Math.sqrt(expected / SKEWED.values().length), 1e-6);
        near(a.rmse(heldOut, 2, 4.5), a.rmse(heldOut, 2, 4.5), 0);
    }

    @Test
    void momentsAreSumsOverTheLines() {
        DeviceFactors factors = fitted(SKEWED.on(device()).start(), 2, 2);
        Moments moments = factors.moments(Side.LEFT);
        assertThat(moments.squares()).hasSize(3);
        assertThat(moments.products()).hasSize(3 * moments.strengths().length);
        double[] weights = new double[2];
        LowRankMatrix means = factors.matrix(0);
        for (int line = 0; line < SKEWED.rows(); line++) {
            for (int k = 0; k < 2; k++) {
                double x = means.left().get(line, k); // one draw since the means began, so it is the draw
                weights[k] += x * x;
            }
        }
        near(moments.squares()[0], weights[0], 1e-5);
        near(moments.squares()[1], weights[1], 1e-5);
    }

    @Test
    void traitsSpanWhatTheCoresDo() {
        Moments host = SKEWED.inMemory().start().factors().moments(Side.LEFT);
        Moments here = SKEWED.on(device()).start().factors().moments(Side.LEFT);
        near(
                here.strengths()[0],
                host.strengths()[0],
                1e-3); // that of the number of entries: the others depend on the random start
        near(
                Arrays.stream(here.strengths()).sum(),
                Arrays.stream(host.strengths()).sum(),
                0.03);
    }

    @Test
    void traitsThatAreGivenAreTurnedAsTheCoresAre() {
        FloatBlock ofRows = FloatBlock.random(SKEWED.rows(), 128, 100, 1, 0);
        FloatBlock ofColumns = FloatBlock.random(SKEWED.columns(), 128, 100, 2, 0);
        Sampling inMemory = SKEWED.inMemory().withTraits(ofRows, ofColumns);
        DeviceSampling here = SKEWED.on(device()).withTraits(ofRows, ofColumns);
        for (Side side : Side.values()) {
            double[] expected = inMemory.start().factors().moments(side).strengths();
            double[] found = here.start().factors().moments(side).strengths();
            assertThat(found).hasSameSizeAs(expected);
            for (int t = 0; t < expected.length; t++) {
                near(found[t], expected[t], 1e-4);
            }
        }
        double error = error(climbed(here));
        assertThat(error).isLessThan(0.5).isPositive(); // they say nothing, and do not disturb much
    }

    @Test
    void aPairIsThatOfTheResiduals() {
        DeviceFactors factors = fitted(SKEWED.on(device()).start(), 1, 3);
        double squares = factors.squares();
        ColumnPair<DeviceFactors> pair = factors.top(10);
        double norm = pair.squaredNorm();
        double h = 0.1 * pair.sigma() / norm;
        DeviceFactors further = factors.copy();
        pair.appendTo(further, h);
        // the squares fall by 2hσ − h²N if σ = uᵀ·G·v
        near(squares - further.squares(), 2 * h * pair.sigma() - h * h * norm, 0.02);
        SingularPair gathered = pair.gathered();
        double expected = 0;
        for (int e = 0; e < SKEWED.values().length; e++) {
            double product = gathered.u(SKEWED.i()[e]) * gathered.v(SKEWED.j()[e]);
            expected += product * product;
        }
        near(norm, expected, 1e-9);
        near(factors.squaredNorm(gathered), expected, 1e-9);
    }

    @Test
    void drawsHaveTheMeanAndTheVarianceOfThePosterior() {
        DeviceFactors factors = fitted(SKEWED.on(device()).start(), 2, 3);
        int times = 200;
        double[] sums = new double[3];
        double[] squares = new double[3];
        DeviceFactors fixed = factors.copy();
        fixed.resetMeans();
        fixed.draw(Side.LEFT, prior(2).withoutChance(), new float[0], 0);
        int line = 150;
        LowRankMatrix mean = fixed.matrix(0);
        for (int key = 0; key < times; key++) {
            DeviceFactors drawn = factors.copy();
            drawn.resetMeans();
            drawn.draw(Side.LEFT, prior(2), new float[0], 1000 + key);
            float[] rows = drawn.draws(Side.LEFT);
            for (int k = 0; k < 3; k++) {
                double x = rows[line * 16 + k];
                sums[k] += x / times;
                squares[k] += x * x / times;
            }
        }
        for (int k = 0; k < 3; k++) {
            double deviation = Math.sqrt(squares[k] - sums[k] * sums[k]);
            assertThat(Math.abs(sums[k] - mean.left().get(line, k))).isLessThan(4 * deviation / Math.sqrt(times));
            double byCore = deviations(line)[k];
            near(deviation, byCore, 0.25);
        }
    }

    /* The standard deviations of the posterior of a line, by the inverse of its equations. */
    private double[] deviations(int line) {
        DeviceFactors factors = fitted(SKEWED.on(device()).start(), 2, 3);
        float[] others = factors.draws(Side.RIGHT);
        double[][] g = new double[3][3];
        for (int e = 0; e < SKEWED.values().length; e++) {
            if (SKEWED.i()[e] == line) {
                double[] f = {others[SKEWED.j()[e] * 16], others[SKEWED.j()[e] * 16 + 1], 1};
                for (int a = 0; a < 3; a++) {
                    for (int b = 0; b < 3; b++) {
                        g[a][b] += f[a] * f[b];
                    }
                }
            }
        }
        for (int a = 0; a < 3; a++) {
            g[a][a] += 0.25 / 0.7;
        }
        double determinant = 0;
        double[] out = new double[3];
        for (int a = 0; a < 3; a++) {
            int b = (a + 1) % 3;
            int c = (a + 2) % 3;
            out[a] = g[b][b] * g[c][c] - g[b][c] * g[c][b];
            determinant += g[0][a] * (g[1][b] * g[2][c] - g[1][c] * g[2][b]);
        }
        for (int a = 0; a < 3; a++) {
            out[a] = Math.sqrt(0.25 * out[a] / determinant);
        }
        return out;
    }

    @Test
    void aClimbFindsWhatTheCoreFinds() {
        double here = error(climbed(SKEWED.on(device()).withSeed(3)));
        double inMemory = error(new FastGreedy(Settings.ofRank(4).withRefits(1).withFinishing(12))
                .minimize(SKEWED.inMemory().withSeed(3))
                .iterate()
                .posteriorModel());
        near(here, inMemory, 0.05);
    }

    private static BiasedFactors climbed(DeviceSampling problem) {
        return new FastGreedy(Settings.ofRank(4).withRefits(1).withFinishing(12))
                .minimize(problem)
                .iterate()
                .posteriorModel();
    }

    private static double error(BiasedFactors model) {
        Random random = new Random(9);
        double sum = 0;
        for (int k = 0; k < 20_000; k++) {
            int row = (int) (SKEWED.rows() * Math.pow(random.nextDouble(), 2));
            int column = (int) (SKEWED.columns() * Math.pow(random.nextDouble(), 3));
            double d = model.get(row, column) - SKEWED.truth(row, column);
            sum += d * d;
        }
        return Math.sqrt(sum / 20_000);
    }

    @Test
    void theSameSeedGivesTheSameNumbers() {
        BiasedFactors one = climbed(problem());
        BiasedFactors two = climbed(problem());
        assertThat(one.rows().factors()).isEqualTo(two.rows().factors());
        assertThat(one.columns().biases()).isEqualTo(two.columns().biases());
        assertThat(climbed(problem().withSeed(8)).rows().factors())
                .isNotEqualTo(one.rows().factors());
    }

    @Test
    void aRankThatIsTooHighIsRefused() {
        DeviceFactors factors = problem().start().factors();
        for (int k = 0; k < DeviceFactors.MOST; k++) {
            factors.append(SMALL.pair(k), 0.01);
        }
        assertThatThrownBy(() -> factors.append(SMALL.pair(99), 0.01))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("up to rank 30");
    }
}
