package rung.ratings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.Algorithm;
import rung.Solution;
import rung.StopReason;
import rung.data.Ratings;
import rung.engine.entrywise.Entrywise;
import rung.engine.sampling.biased.BiasedFactors;
import rung.linalg.Matrix;
import rung.linalg.Workers;
import rung.lists.Seen;
import rung.loss.Loss;
import rung.ratings.forecast.PaperForecast;

/**
 * Trains to the letter of [AS21], Section 4.3: the squared loss on the ratings as they are, without mean, biases or ridge; the gradient
 * is clipped to the range of the ratings, and so are predictions. {@link Recommender} is better; this one is for comparison.
 */
public final class PaperRecommender {
    /** The number of LSQR iterations in the paper's experiments with ratings. */
    public static final int ITERATIONS = 2;

    /** The most LSQR iterations by which a new user or item is fitted: far more than the ranks here need to converge. */
    private static final int MOST_ITERATIONS = 1_000;

    /** The default rank, that of the paper's table of run times. */
    public static final int RANK = 30;

    private PaperRecommender() {}

    /**
     * Trains a model.
     *
     * @param ratings the ratings
     * @param algorithm the algorithm, for example {@code FastGreedy.asInPaper(30, PaperRecommender.ITERATIONS)}
     * @param seed the seed of every random choice
     * @param threads the number of threads; the result does not depend on it
     * @return the model
     */
    public static Recommender.Trained train(Ratings ratings, Algorithm algorithm, long seed, int threads) {
        Algorithm watched = algorithm.with(
                settings -> settings.withListener(new PaperForecast(settings.listener(), ratings.count())));
        Solution solution = watched.minimize(Entrywise.of(ratings.observations(), Loss.squared())
                .withBounds(ratings.lowest(), ratings.highest())
                .withSeed(seed)
                .withThreads(threads));
        BiasedFactors factors = new BiasedFactors(
                0, 0, lines(solution.matrix().left()), lines(solution.matrix().right()), iterations(algorithm));
        Map<String, String> facts = RatingTrainer.facts(ratings, solution, List.of());
        Model model = Model.ofRatings(
                ratings.users(),
                ratings.items(),
                new RatingModel(factors, ratings.lowest(), ratings.highest()),
                Seen.of(ratings, new Workers(threads)),
                facts,
                solution.trace());
        return new Recommender.Trained(
                model,
                List.of(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of(),
                Optional.empty(),
                solution.stop() == StopReason.STOPPED);
    }

    /* New users and items are fitted as the algorithm fitted those it was given. */
    private static int iterations(Algorithm algorithm) {
        return Math.min(MOST_ITERATIONS, algorithm.settings().refit().iterations());
    }

    private static BiasedFactors.Lines lines(Matrix factor) {
        float[] factors = new float[factor.array().length];
        for (int k = 0; k < factors.length; k++) {
            factors[k] = (float) factor.array()[k];
        }
        return new BiasedFactors.Lines(
                factor.columns(), factors, new float[factor.rows()], new float[0], new double[0]);
    }
}
