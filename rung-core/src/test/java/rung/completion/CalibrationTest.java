package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sizes of errors that are alike within stretches: what intervals hold for the next stretch. */
class CalibrationTest {
    private static final int CELLS = 24;
    private static final int TRIALS = 4_000;

    /* The errors of a stretch: normal ones times what all of them share. */
    private static double[] stretch(double alike, SplittableRandom random) {
        double shared = Math.exp(alike * random.nextGaussian());
        double[] sizes = new double[CELLS];
        Arrays.setAll(sizes, k -> Math.abs(shared * random.nextGaussian()));
        return sizes;
    }

    /* The part of the cells of a next stretch that are within nine of ten, if the sizes are taken with their stretches or without. */
    private static double within(int stretches, double alike, boolean isByStretches) {
        SplittableRandom random = new SplittableRandom(stretches);
        double within = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] sizes = new double[stretches * CELLS];
            int[] stretch = new int[sizes.length];
            for (int k = 0; k < stretches; k++) {
                System.arraycopy(stretch(alike, random), 0, sizes, k * CELLS, CELLS);
                Arrays.fill(stretch, k * CELLS, (k + 1) * CELLS, k);
            }
            Calibration calibration = isByStretches ? Calibration.ofStretches(sizes, stretch) : Calibration.of(sizes);
            double most = calibration.quantile(0.9);
            within += Arrays.stream(stretch(alike, random))
                    .filter(size -> size <= most)
                    .count();
        }
        return within / TRIALS / CELLS;
    }

    @Test
    void intervalsHoldForTheNextStretch() {
        for (int stretches : new int[] {6, 9, 30}) {
            assertThat(within(stretches, 1.3, true))
                    .as("%d stretches", stretches)
                    .isBetween(0.895, 0.93);
            assertThat(within(stretches, 0, true))
                    .as("%d stretches, none of its own", stretches)
                    .isBetween(0.895, 0.915);
        }
        assertThat(within(6, 1.3, false)).isLessThan(0.885);
    }

    /* A cell that is a stretch of its own counts as it did without stretches. */
    @Test
    void singleCellsAreIndependent() {
        double[] sizes = new SplittableRandom(3).doubles(57).toArray();
        int[] each = new int[sizes.length];
        Arrays.setAll(each, k -> k);
        for (double part : new double[] {0.1, 0.5, 0.9, 0.99}) {
            assertThat(Calibration.ofStretches(sizes, each).quantile(part))
                    .isEqualTo(Calibration.of(sizes).quantile(part));
        }
    }
}
