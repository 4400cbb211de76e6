package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rung.Instances;
import rung.data.Observations;
import rung.linalg.Matrix;

class UncertaintyTest {
    /* Nine of ten cells that were never seen lie within the intervals for nine of ten; standard errors are errors. */
    @Test
    @Tag("slow")
    void intervalsHoldWhatTheyPromise() {
        double inside = 0;
        double squares = 0;
        double expected = 0;
        int cells = 0;
        for (int seed = 0; seed < 4; seed++) {
            SplittableRandom random = new SplittableRandom(14 + seed);
            Matrix noisy = Instances.noisy(Instances.lowRank(150, 40, 2 + seed, random), 1, random);
            Observations.Split split = Observations.dense(noisy).split(0.4, seed);
            Completion.Completed completed = Completion.byDefault().complete(split.train());
            Uncertainty sure = completed.uncertainty().orElseThrow();
            double[] sums = new double[3];
            split.heldOut().forEach((i, j, value, weight) -> {
                double error = Math.abs(value - completed.fill(i, j));
                sums[0] += error <= sure.halfWidth(i, j, 0.9) ? 1 : 0;
                sums[1] += error * error;
                sums[2] += sure.standardError(i, j) * sure.standardError(i, j);
            });
            inside += sums[0];
            squares += sums[1];
            expected += sums[2];
            cells += split.heldOut().count();
        }
        assertThat(inside / cells).isBetween(0.87, 0.93);
        assertThat(Math.sqrt(expected / squares)).isBetween(0.9, 1.1);
    }
}
