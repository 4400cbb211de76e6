package rung.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Shapes between two heights: all of what lies there, and nothing else. */
class ClippingTest {
    private static final double TOP = 2;
    private static final double BOTTOM = 7;

    /** x rises by 1; heights are often just on a border. */
    private static double[] line(SplittableRandom random, int points) {
        double[] line = new double[2 * points];
        for (int k = 0; k < points; k++) {
            line[2 * k] = k;
            line[2 * k + 1] = random.nextInt(10);
        }
        return line;
    }

    /** NaN where the line is not. */
    private static double height(double[] line, double x) {
        for (int k = 0; k + 3 < line.length; k += 2) {
            if (x >= line[k] && x <= line[k + 2]) {
                return line[k + 1] + (x - line[k]) / (line[k + 2] - line[k]) * (line[k + 3] - line[k + 1]);
            }
        }
        return Double.NaN;
    }

    @Test
    void aLineKeepsWhatLiesBetween() {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 300; trial++) {
            double[] line = line(random, 1 + trial % 9);
            List<double[]> pieces = Clipping.line(line, TOP, BOTTOM);
            for (double[] piece : pieces) {
                for (int k = 1; k < piece.length; k += 2) {
                    assertThat(piece[k]).isBetween(TOP, BOTTOM);
                }
            }
            for (double x = 0.005; x < line.length / 2.0 - 1; x += 0.01) {
                double at = x;
                double expected = height(line, x);
                double[] found = pieces.stream()
                        .mapToDouble(piece -> height(piece, at))
                        .filter(y -> !Double.isNaN(y))
                        .toArray();
                boolean isInside = expected > TOP + 1e-9 && expected < BOTTOM - 1e-9;
                boolean isOutside = expected < TOP - 1e-9 || expected > BOTTOM + 1e-9;
                assertThat(found.length).as("trial %d, x %s", trial, x).isBetween(isInside ? 1 : 0, isOutside ? 0 : 1);
                if (found.length == 1) {
                    assertThat(found[0]).isCloseTo(expected, within(1e-9));
                }
            }
        }
        assertThat(Clipping.line(new double[] {1, 5}, TOP, BOTTOM)).hasSize(1);
        assertThat(Clipping.line(new double[] {1, 1}, TOP, BOTTOM)).isEmpty();
        assertThat(Clipping.line(new double[0], TOP, BOTTOM)).isEmpty();
    }

    /** Twice, with a sign. */
    private static double area(double[] polygon) {
        double area = 0;
        for (int k = 0; k < polygon.length; k += 2) {
            int next = (k + 2) % polygon.length;
            area += polygon[k] * polygon[next + 1] - polygon[next] * polygon[k + 1];
        }
        return area;
    }

    @Test
    void aBandKeepsItsAreaBetween() {
        SplittableRandom random = new SplittableRandom(2);
        for (int trial = 0; trial < 100; trial++) {
            int n = 2 + trial % 6;
            double[] upper = line(random, n);
            double[] outline = new double[4 * n];
            double[] lower = upper.clone();
            for (int k = 0; k < n; k++) {
                lower[2 * k + 1] += random.nextInt(8);
                outline[2 * k] = upper[2 * k];
                outline[2 * k + 1] = upper[2 * k + 1];
                outline[4 * n - 2 - 2 * k] = lower[2 * k];
                outline[4 * n - 1 - 2 * k] = lower[2 * k + 1];
            }
            double[] shown = Clipping.polygon(outline, TOP, BOTTOM);
            double expected = 0;
            double step = 1e-3;
            for (double x = step / 2; x < n - 1; x += step) {
                double from = Math.max(TOP, Math.min(BOTTOM, height(upper, x)));
                double to = Math.max(TOP, Math.min(BOTTOM, height(lower, x)));
                expected += step * (to - from);
            }
            assertThat(area(shown) / 2).as("trial %d", trial).isCloseTo(expected, within(1e-4));
            for (int k = 1; k < shown.length; k += 2) {
                assertThat(shown[k]).isBetween(TOP, BOTTOM);
            }
        }
    }
}
