package rung.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import rung.LowRankMatrix;
import rung.Refit;
import rung.cuda.device.Device;
import rung.cuda.device.Pieces;
import rung.engine.PreferenceClimbContract;
import rung.engine.device.DeviceException;
import rung.engine.preference.PreferenceClimb;
import rung.engine.preference.PreferenceIterate;
import rung.engine.preference.Preferences;
import rung.linalg.Side;

/** What a device must do for preferences: what the core does in memory. Each subclass names a device. */
abstract class ChoiceContract extends PreferenceClimbContract<ChoicePair> {
    private static final double ALPHA = 0.4;
    private static final double LAMBDA = 0.8;
    private static final double NU = 0.5;

    /** The device under test. */
    abstract Device device();

    /** Who chose what: groups of rows like groups of columns; the first columns have most entries, of several pieces. */
    private static final class Chosen {
        private final int rows;
        private final int columns;
        private final int[] i;
        private final int[] j;
        private final float[] weights;
        private final float[] rowScales;
        private final float[] columnScales;
        private final boolean isWeighted;

        Chosen(int rows, int columns, int count, boolean isWeighted) {
            Random random = new Random(4);
            this.isWeighted = isWeighted;
            this.rows = rows;
            this.columns = columns;
            this.i = new int[count];
            this.j = new int[count];
            this.weights = new float[count];
            this.rowScales = new float[rows];
            this.columnScales = new float[columns];
            for (int e = 0; e < count; e++) {
                i[e] = (int) (rows * Math.pow(random.nextDouble(), 1.5));
                int column = (int) (columns * Math.pow(random.nextDouble(), 2));
                j[e] = random.nextInt(3) == 0 ? column : column / 6 * 6 + i[e] % Math.min(6, columns - column / 6 * 6);
                weights[e] = isWeighted ? 0.5f + random.nextFloat() : 1;
            }
            for (int k = 0; k < rows; k++) {
                rowScales[k] = 0.7f + 0.6f * random.nextFloat();
            }
            for (int k = 0; k < columns; k++) {
                columnScales[k] = 0.7f + 0.6f * random.nextFloat();
            }
        }

        PreferenceIterate inMemory() {
            return Preferences.of(rows, columns, i, j, weights)
                    .withScales(rowScales, columnScales)
                    .withAlpha(ALPHA)
                    .withRidge(LAMBDA, NU)
                    .start();
        }

        DeviceChoices on(Device device) {
            return DeviceChoices.of(
                            device, rows, columns, i, j, isWeighted ? Optional.of(weights) : Optional.empty(), ALPHA, 0)
                    .withScales(rowScales, columnScales);
        }
    }

    @Override
    protected ChoicePair start() {
        return WEIGHTED.on(device()).start(LAMBDA, NU);
    }

    @Override
    protected double loss(LowRankMatrix a) {
        double sum = 0;
        for (int row = 0; row < WEIGHTED.rows; row++) {
            for (int column = 0; column < WEIGHTED.columns; column++) {
                sum += ALPHA * Math.pow(a.get(row, column), 2) / 2;
            }
        }
        for (int e = 0; e < WEIGHTED.i.length; e++) {
            double target = (double) WEIGHTED.rowScales[WEIGHTED.i[e]] * WEIGHTED.columnScales[WEIGHTED.j[e]];
            double rest = target - a.get(WEIGHTED.i[e], WEIGHTED.j[e]);
            sum += WEIGHTED.weights[e] * rest * rest / 2;
        }
        return sum;
    }

    /** A device computes in single precision, and in another order. */
    @Override
    protected double precision() {
        return 1e-3;
    }

    private static final Chosen PLAIN = new Chosen(400, 24, 24_000, false);
    private static final Chosen WEIGHTED = new Chosen(150, 70, 6_000, true);

    @Test
    void someLineHasSeveralPieces() {
        int[] counts = PLAIN.on(device()).columnCounts();
        assertThat(Arrays.stream(counts).max().orElseThrow()).isGreaterThan(Pieces.MOST);
        assertThat(Arrays.stream(counts).min().orElseThrow()).isLessThan(Pieces.MOST);
        assertThat(Arrays.stream(counts).sum()).isEqualTo(PLAIN.i.length);
    }

    private static <A extends PreferenceClimb<A>> A fitted(A a, int rank, int rounds) {
        a.appendTop(rank);
        for (int round = 0; round < rounds; round++) {
            a.refit(Side.LEFT, Refit.exact());
            a.refit(Side.RIGHT, Refit.exact());
        }
        return a;
    }

    @Test
    void rankZeroHasTheCoresValue() {
        for (Chosen chosen : new Chosen[] {PLAIN, WEIGHTED}) {
            ChoicePair a = chosen.on(device()).start(LAMBDA, NU);
            assertThat(a.rank()).isZero();
            near(a.value(), chosen.inMemory().value(), 1e-5);
        }
    }

    @Test
    void pairsAreAsGoodAsTheCores() {
        for (Chosen chosen : new Chosen[] {PLAIN, WEIGHTED}) {
            PreferenceIterate core = chosen.inMemory();
            ChoicePair here = chosen.on(device()).start(LAMBDA, NU);
            assertThat(here.appendTop(5)).isEqualTo(core.appendTop(5)).isPositive();
            near(here.value(), core.value(), 0.01);
            assertThat(here.appendTop(4)).isPositive(); // of the gradient at a rank above 0
            core.appendTop(4);
            near(here.value(), core.value(), 0.01);
            here.refit(Side.RIGHT, Refit.exact());
            core.refit(Side.RIGHT, Refit.exact());
            near(here.value(), core.value(), 0.01);
        }
    }

    @Test
    void refitsEndWhereTheCoresDo() {
        for (Chosen chosen : new Chosen[] {PLAIN, WEIGHTED}) {
            double core = fitted(chosen.inMemory(), 6, 30).value();
            ChoicePair here = fitted(chosen.on(device()).start(LAMBDA, NU), 6, 30);
            near(here.value(), core, 2e-3);
        }
    }

    @Test
    void aRefitSolvesTheEquationsOfEveryLine() {
        for (int rank : new int[] {4, 33}) {
            ChoicePair a = fitted(WEIGHTED.on(device()).start(LAMBDA, NU), rank, 2);
            int r = a.rank();
            a.refit(Side.LEFT, Refit.exact());
            float[] u = a.factors(Side.LEFT).unpadded();
            float[] v = a.factors(Side.RIGHT).unpadded();
            for (int line = 0; line < WEIGHTED.rows; line += 17) {
                double[] gradient = new double[r];
                double[] size = new double[r];
                double n = 0;
                for (int e = 0; e < WEIGHTED.i.length; e++) {
                    if (WEIGHTED.i[e] == line) {
                        n += WEIGHTED.weights[e];
                        double target = WEIGHTED.rowScales[line] * WEIGHTED.columnScales[WEIGHTED.j[e]];
                        add(gradient, size, u, v, line, WEIGHTED.j[e], WEIGHTED.weights[e], target);
                    }
                }
                for (int column = 0; column < WEIGHTED.columns; column++) {
                    add(gradient, size, u, v, line, column, ALPHA, 0);
                }
                double c = LAMBDA * Math.pow(n + ALPHA * WEIGHTED.columns, NU);
                for (int k = 0; k < r; k++) {
                    gradient[k] += c * u[line * r + k];
                    assertThat(Math.abs(gradient[k]))
                            .isLessThan(5e-3 * Arrays.stream(size).max().orElseThrow());
                }
            }
        }
    }

    /* Adds weight·(u·v − target)·v, and how large its terms are. */
    private static void add(
            double[] gradient,
            double[] size,
            float[] u,
            float[] v,
            int line,
            int column,
            double weight,
            double target) {
        int r = gradient.length;
        double dot = 0;
        for (int k = 0; k < r; k++) {
            dot += (double) u[line * r + k] * v[column * r + k];
        }
        for (int k = 0; k < r; k++) {
            gradient[k] += weight * (dot - target) * v[column * r + k];
            size[k] += Math.abs(weight * (Math.abs(dot) + target) * v[column * r + k]);
        }
    }

    @Test
    void manyColumnsAtOnce() {
        Chosen large = new Chosen(180, 150, 5_000, false);
        ChoicePair a = large.on(device()).start(0, NU);
        PreferenceIterate core = Preferences.of(large.rows, large.columns, large.i, large.j)
                .withScales(large.rowScales, large.columnScales)
                .withAlpha(ALPHA)
                .start();
        a.appendTop(100);
        core.appendTop(100);
        double before = a.value();
        a.refit(Side.LEFT, Refit.exact());
        core.refit(Side.LEFT, Refit.exact());
        assertThat(a.value()).isLessThan(before);
        near(a.value(), core.value(), 0.02);
        assertThatThrownBy(() -> a.appendTop(40))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("up to rank 128");
    }

    @Test
    void aCopyIsIndependentAndTheSameSeedGivesTheSameNumbers() {
        ChoicePair a = fitted(PLAIN.on(device()).start(LAMBDA, NU), 4, 2);
        ChoicePair copy = a.copy();
        float[] before = a.factors(Side.LEFT).unpadded();
        copy.appendTop(2);
        copy.refit(Side.LEFT, Refit.exact());
        assertThat(a.factors(Side.LEFT).unpadded()).isEqualTo(before);
        ChoicePair again = fitted(PLAIN.on(device()).start(LAMBDA, NU), 4, 2);
        assertThat(again.factors(Side.LEFT).unpadded()).isEqualTo(before);
        assertThat(again.matrix().rank()).isEqualTo(4);
    }
}
