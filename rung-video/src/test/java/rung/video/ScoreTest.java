package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Scores and curves of scores against counting pixel by pixel. */
class ScoreTest {
    private static byte[] truth(int length, SplittableRandom random) {
        byte[] truth = new byte[length];
        for (int k = 0; k < length; k++) {
            truth[k] = (byte) random.nextInt(3);
        }
        return truth;
    }

    @Test
    void precisionRecallAndTheirMean() {
        Score score = new Score(6, 2, 4, 100);
        assertThat(score.precision().orElseThrow()).isEqualTo(0.75);
        assertThat(score.recall().orElseThrow()).isEqualTo(0.6);
        assertThat(score.f().orElseThrow()).isCloseTo(2 / (1 / 0.75 + 1 / 0.6), within(1e-15));
        assertThat(Score.NONE.f()).isEmpty();
        assertThat(score.plus(new Score(1, 2, 3, 4))).isEqualTo(new Score(7, 4, 7, 104));
    }

    /** Thresholds on the grid, between values, at values and beyond them: one pass and many agree. */
    @Test
    void theCurveIsTheScoreAtEveryThreshold() {
        SplittableRandom random = new SplittableRandom(7);
        ScoreCurve curve = new ScoreCurve();
        float[][] magnitudes = new float[3][400];
        byte[][] truths = new byte[3][];
        for (int frame = 0; frame < 3; frame++) {
            truths[frame] = truth(400, random);
            for (int k = 0; k < 400; k++) {
                double wide = random.nextDouble() * (truths[frame][k] == GroundTruth.FOREGROUND ? 300 : 90);
                magnitudes[frame][k] = (float) (k % 3 == 0 ? Math.rint(wide * 4) / 4 : wide);
            }
            curve.add(magnitudes[frame], truths[frame]);
        }
        Score best = null;
        double threshold = 0;
        for (double t = 0; t <= 255; t += 0.25) {
            Score sum = Score.NONE;
            for (int frame = 0; frame < 3; frame++) {
                boolean[] mask = new boolean[400];
                for (int k = 0; k < 400; k++) {
                    mask[k] = magnitudes[frame][k] > t;
                }
                sum = sum.plus(byHand(mask, truths[frame]));
                assertThat(Score.of(mask, truths[frame])).isEqualTo(byHand(mask, truths[frame]));
            }
            assertThat(curve.at(t)).as("threshold %s", t).isEqualTo(sum);
            if (best == null || sum.f().orElseThrow() > best.f().orElseThrow()) {
                best = sum;
                threshold = t;
            }
        }
        assertThat(curve.best()).isEqualTo(new ScoreCurve.Point(threshold, best));
    }

    private static Score byHand(boolean[] mask, byte[] truth) {
        long[] counts = new long[4];
        for (int k = 0; k < mask.length; k++) {
            if (truth[k] == GroundTruth.FOREGROUND && mask[k]) {
                counts[0]++;
            } else if (truth[k] == GroundTruth.BACKGROUND && mask[k]) {
                counts[1]++;
            } else if (truth[k] == GroundTruth.FOREGROUND) {
                counts[2]++;
            } else if (truth[k] == GroundTruth.BACKGROUND) {
                counts[3]++;
            }
        }
        return new Score(counts[0], counts[1], counts[2], counts[3]);
    }

    @Test
    void aTruthThatCanBeMet() {
        ScoreCurve curve = new ScoreCurve();
        curve.add(new float[] {1, 2, 30, 31}, new byte[] {0, 0, 1, 1});
        assertThat(curve.best()).isEqualTo(new ScoreCurve.Point(2, new Score(2, 0, 0, 2)));
    }

    @Test
    void wrongArguments() {
        ScoreCurve curve = new ScoreCurve();
        for (double threshold : new double[] {-0.25, 0.1, 255.25, Double.NaN}) {
            assertThatThrownBy(() -> curve.at(threshold))
                    .hasMessage("a threshold must be a multiple of 0.25 between 0 and 255.0, got " + threshold);
        }
        assertThatThrownBy(() -> curve.add(new float[] {Float.NaN}, new byte[1]))
                .hasMessage("a magnitude must be at least 0, got NaN");
        assertThatThrownBy(() -> curve.add(new float[2], new byte[1])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Score.of(new boolean[2], new byte[1])).isInstanceOf(IllegalArgumentException.class);
    }
}
