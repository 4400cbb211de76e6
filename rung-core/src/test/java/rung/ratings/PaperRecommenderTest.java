package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import org.junit.jupiter.api.Test;
import rung.RatingInstance;
import rung.algorithm.FastGreedy;
import rung.data.Ratings;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;

/** A model that is trained to the letter of the paper fits new users as it fitted those it was given. */
class PaperRecommenderTest {
    private static final Ratings RATINGS =
            RatingInstance.of(60, 40, 3, 0.4, 0.3, 1).ratings();

    private static Model trained(FastGreedy algorithm) {
        return PaperRecommender.train(RATINGS, algorithm, 0, 2).model();
    }

    /* The first iteration of LSQR from zero is a step along g = Vᵀy to the least of |y − V·x|². */
    @Test
    void oneIterationIsOneStepDownhill() {
        Model model = trained(FastGreedy.asInPaper(3, 1));
        int[] items = {2, 7, 11, 30};
        float[] values = {4, 1, 3, 5};
        BiasedFactors.Lines v = model.factors().columns();
        double[] g = new double[3];
        for (int k = 0; k < items.length; k++) {
            for (int l = 0; l < 3; l++) {
                g[l] += values[k] * v.factor(items[k], l);
            }
        }
        double slope = 0;
        double curvature = 0;
        for (int l = 0; l < 3; l++) {
            slope += g[l] * g[l];
        }
        for (int item : items) {
            double along = 0;
            for (int l = 0; l < 3; l++) {
                along += g[l] * v.factor(item, l);
            }
            curvature += along * along;
        }
        FoldIn.Line line = model.foldInUser(items, values);
        for (int l = 0; l < 3; l++) {
            near(line.factor(l), slope / curvature * g[l], 1e-5);
        }
    }

    /* Converged, nothing of the error is left in the directions of V. */
    @Test
    void exactRefitsFitNewUsersExactly() {
        Model model = trained(FastGreedy.ofRank(2));
        int[] items = {1, 5, 8, 20, 33};
        float[] values = {2, 5, 1, 4, 4};
        BiasedFactors.Lines v = model.factors().columns();
        FoldIn.Line line = model.foldInUser(items, values);
        for (int l = 0; l < 2; l++) {
            double sum = 0;
            double size = 0;
            for (int k = 0; k < items.length; k++) {
                double fitted = line.factor(0) * v.factor(items[k], 0) + line.factor(1) * v.factor(items[k], 1);
                sum += (values[k] - fitted) * v.factor(items[k], l);
                size += Math.abs(values[k] * v.factor(items[k], l));
            }
            near(sum / size, 0, 1e-5);
        }
        assertThat(model.factors().iterations()).isGreaterThan(2);
    }
}
