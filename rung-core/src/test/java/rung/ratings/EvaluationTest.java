package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Standard errors of RMSE and MAE against how much they really vary when users are drawn anew. */
class EvaluationTest {
    @Test
    void standardErrorsAreThoseOfUsersDrawnAnew() {
        SplittableRandom random = new SplittableRandom(5);
        int worlds = 400;
        double[] rmse = new double[worlds];
        double[] mae = new double[worlds];
        double saidRmse = 0;
        double saidMae = 0;
        for (int world = 0; world < worlds; world++) {
            Evaluation.Sum sum = new Evaluation.Sum();
            for (int user = 0; user < 60; user++) {
                double shift = random.nextGaussian(); // errors of one user are alike
                int count = 1 + random.nextInt(30);
                for (int e = 0; e < count; e++) {
                    sum.add(user, shift + 0.5 * random.nextGaussian(), false);
                }
            }
            Evaluation total = sum.total();
            rmse[world] = total.rmse();
            mae[world] = total.mae();
            saidRmse += total.rmseStandardError().orElseThrow() / worlds;
            saidMae += total.maeStandardError().orElseThrow() / worlds;
        }
        assertThat(saidRmse).isCloseTo(deviation(rmse), within(0.12 * deviation(rmse)));
        assertThat(saidMae).isCloseTo(deviation(mae), within(0.12 * deviation(mae)));
    }

    private static double deviation(double[] values) {
        double mean = 0;
        for (double value : values) {
            mean += value / values.length;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares / (values.length - 1));
    }
}
