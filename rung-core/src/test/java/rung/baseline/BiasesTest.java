package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Instances;
import rung.Solution;
import rung.StopReason;
import rung.data.Observations;
import rung.linalg.Matrix;

/** The effects by their normal equations, and under permutations. */
class BiasesTest {
    private static final FitOptions ONE = FitOptions.byDefault().withThreads(1);

    private static Observations instance(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Observations.Builder builder = Observations.builder(20, 15);
        Instances.sampled(Matrix.gaussian(20, 15, random), 0.5, random)
                .forEach((i, j, value, weight) -> builder.add(i, j, 3 + value + 0.1 * i, 0.5 + random.nextDouble()));
        return builder.build();
    }

    @ParameterizedTest
    @CsvSource({"15, 10", "0.1, 3", "0, 2", "1, 0"})
    void solvesTheNormalEquations(double rowRidge, double columnRidge) {
        Observations data = instance(1);
        Solution solution = new Biases(rowRidge, columnRidge).fit(data, ONE);
        assertThat(solution.stop()).isEqualTo(StopReason.CONVERGED);
        assertThat(solution.trace()).allMatch(step -> step.rank() == 0);
        double mean = Biases.mean(data);
        Matrix left = solution.matrix().left();
        Matrix right = solution.matrix().right();
        double[] rows = new double[20];
        double[] columns = new double[15];
        double[] value = new double[1];
        for (int i = 0; i < 20; i++) {
            assertThat(left.get(i, 1)).isEqualTo(1);
            rows[i] = -rowRidge * (left.get(i, 0) - mean);
            value[0] += 0.5 * rowRidge * Math.pow(left.get(i, 0) - mean, 2);
        }
        for (int j = 0; j < 15; j++) {
            assertThat(right.get(j, 0)).isEqualTo(1);
            columns[j] = -columnRidge * right.get(j, 1);
            value[0] += 0.5 * columnRidge * Math.pow(right.get(j, 1), 2);
        }
        data.forEach((i, j, observed, weight) -> {
            double residual = observed - left.get(i, 0) - right.get(j, 1);
            rows[i] += weight * residual;
            columns[j] += weight * residual;
            value[0] += 0.5 * weight * residual * residual;
        });
        assertThat(Matrix.norm(rows)).isLessThan(1e-10);
        assertThat(Matrix.norm(columns)).isLessThan(1e-10);
        near(solution.value(), value[0], 1e-12);
    }

    @Test
    void permutedDataHasPermutedEffects() {
        Observations data = instance(2);
        Observations.Builder permuted = Observations.builder(20, 15);
        data.forEach((i, j, value, weight) -> permuted.add((7 * i + 3) % 20, (4 * j + 1) % 15, value, weight));
        Matrix a = Biases.byDefault().fit(data, ONE).matrix().toDense();
        Matrix b = Biases.byDefault().fit(permuted.build(), ONE).matrix().toDense();
        for (int i = 0; i < 20; i++) {
            for (int j = 0; j < 15; j++) {
                near(b.get((7 * i + 3) % 20, (4 * j + 1) % 15), a.get(i, j), 1e-11);
            }
        }
    }

    @Test
    void transposedDataSwapsTheSides() {
        Observations data = instance(3);
        near(
                new Biases(2, 5).fit(data.transposed(), ONE).matrix().toDense(),
                new Biases(5, 2).fit(data, ONE).matrix().toDense().transposed(),
                1e-11);
    }

    @Test
    void withoutPenaltiesAnAdditiveTableIsExact() {
        SplittableRandom random = new SplittableRandom(4);
        double[] rows = new double[12];
        double[] columns = new double[9];
        Arrays.setAll(rows, i -> random.nextGaussian());
        Arrays.setAll(columns, j -> random.nextGaussian());
        Matrix a = new Matrix(12, 9);
        for (int k = 0; k < 108; k++) {
            a.array()[k] = 2 + rows[k / 9] + columns[k % 9];
        }
        near(
                new Biases(0, 0)
                        .fit(Instances.sampled(a, 0.7, random), ONE)
                        .matrix()
                        .toDense(),
                a,
                1e-9);
    }

    @Test
    void equalValuesAreTheirOwnMean() {
        Observations data =
                Observations.builder(3, 4).add(0, 1, 2.5).add(2, 3, 2.5).build();
        Solution solution = Biases.byDefault().fit(data, ONE);
        assertThat(solution.value()).isZero();
        for (double value : solution.matrix().toDense().array()) {
            assertThat(value).isEqualTo(2.5);
        }
        assertThat(Biases.byDefault()
                        .fit(Observations.builder(2, 2).build(), ONE)
                        .matrix()
                        .toDense()
                        .norm())
                .isZero();
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> new Biases(-1, 0)).hasMessage("rowRidge must be finite and not negative, got -1.0");
        assertThatThrownBy(() -> new Biases(0, Double.NaN))
                .hasMessage("columnRidge must be finite and not negative, got NaN");
    }
}
