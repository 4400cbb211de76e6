package rung.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every loss: its derivative, its curvature, convexity, and sense at extreme values. */
class LossTest {
    static Stream<Loss> losses() {
        return Stream.of(
                Loss.squared(),
                Loss.huber(0.7),
                Loss.huber(20),
                Loss.absolute(0.1),
                Loss.absolute(2),
                Loss.quantile(0.1, 0.3),
                Loss.quantile(0.5, 1),
                Loss.quantile(0.95, 0.01),
                Loss.logistic(),
                Loss.poisson());
    }

    private static double observation(Loss loss, SplittableRandom random) {
        return loss.complaint(0.5).isPresent()
                        && loss.complaint(1).isEmpty()
                        && loss.complaint(2).isPresent()
                ? random.nextInt(2)
                : loss.complaint(-1).isPresent() ? random.nextInt(9) : 3 * random.nextGaussian();
    }

    /* φ(a+h) − φ(a) − h·φ′(a) shrinks like h²: by 100 when h shrinks by 10 (or is exactly 0 where φ is linear). */
    @ParameterizedTest
    @MethodSource("losses")
    void theDerivativeIsThatOfTheValue(Loss loss) {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 500; trial++) {
            double a = 3 * random.nextGaussian();
            double b = observation(loss, random);
            double h = 1e-3;
            double error = Math.abs(taylor(loss, a, b, h));
            double smaller = Math.abs(taylor(loss, a, b, h / 10));
            assertThat(error).isLessThan(1e-3 * Math.max(1, loss.value(a, b)) * 200 * h);
            if (error > 1e-9) {
                assertThat(smaller / error).as("%s at a=%s b=%s", loss, a, b).isBetween(0.0, 0.05);
            }
        }
    }

    private static double taylor(Loss loss, double a, double b, double h) {
        return loss.value(a + h, b) - loss.value(a, b) - h * loss.derivative(a, b);
    }

    @ParameterizedTest
    @MethodSource("losses")
    void theCurvatureIsThatOfTheDerivative(Loss loss) {
        SplittableRandom random = new SplittableRandom(2);
        for (int trial = 0; trial < 500; trial++) {
            double a = 3 * random.nextGaussian();
            double b = observation(loss, random);
            double h = 1e-6;
            double slope = (loss.derivative(a + h, b) - loss.derivative(a - h, b)) / (2 * h);
            boolean atKink = loss instanceof Huber huber && Math.abs(Math.abs(a - b) - huber.delta()) < 2 * h;
            if (!atKink) {
                near(loss.curvature(a, b), slope, 1e-4);
            }
            assertThat(loss.curvature(a, b)).isGreaterThanOrEqualTo(loss.strongConvexity());
        }
    }

    @ParameterizedTest
    @MethodSource("losses")
    void itIsConvex(Loss loss) {
        SplittableRandom random = new SplittableRandom(3);
        for (int trial = 0; trial < 2000; trial++) {
            double p = 20 * random.nextGaussian();
            double q = 20 * random.nextGaussian();
            double b = observation(loss, random);
            double t = random.nextDouble();
            double between = loss.value(t * p + (1 - t) * q, b);
            double chord = t * loss.value(p, b) + (1 - t) * loss.value(q, b);
            assertThat(between).isLessThanOrEqualTo(chord + 1e-12 * Math.max(1, Math.abs(chord)));
            if (p < q) {
                assertThat(loss.derivative(p, b)).isLessThanOrEqualTo(loss.derivative(q, b));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("losses")
    void itIsFiniteAtExtremeValues(Loss loss) {
        for (double a : new double[] {0, -0.0, 1e-300, 50, 710, -710, 1e10, -1e10, 1e100, -1e100}) {
            for (double b : new double[] {0, 1, 1e9}) {
                if (loss.complaint(b).isEmpty()) {
                    assertThat(loss.value(a, b))
                            .as("%s value(%s, %s)", loss, a, b)
                            .isFinite();
                    assertThat(loss.derivative(a, b))
                            .as("%s derivative(%s, %s)", loss, a, b)
                            .isFinite();
                    assertThat(loss.curvature(a, b))
                            .as("%s curvature(%s, %s)", loss, a, b)
                            .isBetween(0.0, 1e14);
                }
            }
        }
    }

    /* The derivative vanishes at the statistic the loss is made for: the sample's mean, median, quantile, log odds. */
    @Test
    void theMinimizerIsTheStatisticItIsMadeFor() {
        double[] sample = {1, 2, 3, 4, 100};
        near(slope(Loss.squared(), 22, sample), 0, 1e-12);
        near(slope(Loss.absolute(1e-9), 3, sample), 0, 1e-6);
        assertThat(slope(Loss.quantile(0.2, 1e-9), 0.999, sample)).isNegative();
        assertThat(slope(Loss.quantile(0.2, 1e-9), 2.001, sample)).isPositive();
        near(slope(Loss.logistic(), Math.log(3), 1, 1, 1, 0), 0, 1e-12); // odds 3:1
        near(slope(Loss.poisson(), Math.log(5), 2, 5, 8), 0, 1e-12);
        near(slope(Loss.huber(1e9), 22, sample), 0, 1e-12);
    }

    private static double slope(Loss loss, double a, double... sample) {
        double sum = 0;
        for (double b : sample) {
            sum += loss.derivative(a, b);
        }
        return sum;
    }

    @Test
    void badParametersAreRefused() {
        assertThatThrownBy(() -> Loss.huber(0)).hasMessage("delta must be positive and finite, got 0.0");
        assertThatThrownBy(() -> Loss.huber(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Loss.absolute(-1)).hasMessage("epsilon must be positive and finite, got -1.0");
        assertThatThrownBy(() -> Loss.quantile(1, 1)).hasMessage("q must be above 0 and below 1, got 1.0");
        assertThatThrownBy(() -> Loss.quantile(0.5, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
