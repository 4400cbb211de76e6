package rung.cli.ratings;

import rung.LowRankMatrix;
import rung.baseline.Biases;
import rung.baseline.FitOptions;
import rung.data.Ratings;

/**
 * The errors of simple guesses on held-out ratings, which a recommender has to beat.
 *
 * @param mean of the mean of all ratings
 * @param biases of the mean, plus what is usual for the user and for the item
 */
record BaselineErrors(double mean, double biases) {
    /** Fits the guesses to one part, and measures them on the other. Predictions are clipped to the range of the ratings. */
    static BaselineErrors of(Ratings.Split split) {
        Ratings train = split.train();
        double sum = 0;
        for (float value : train.value()) {
            sum += value;
        }
        double mean = sum / train.count();
        LowRankMatrix fitted = Biases.byDefault()
                .fit(train.observations(), FitOptions.byDefault())
                .matrix();
        return new BaselineErrors(
                rmse(split, (user, item) -> mean), rmse(split, (user, item) -> fitted.get(user, item)));
    }

    private interface Guess {
        double of(int user, int item);
    }

    private static double rmse(Ratings.Split split, Guess guess) {
        Ratings test = split.heldOut();
        double squares = 0;
        for (int e = 0; e < test.count(); e++) {
            double value = guess.of(test.user()[e], test.item()[e]);
            double clipped =
                    Math.min(split.train().highest(), Math.max(split.train().lowest(), value));
            squares += (clipped - test.value()[e]) * (clipped - test.value()[e]);
        }
        return Math.sqrt(squares / test.count());
    }
}
