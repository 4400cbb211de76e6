package rung.ratings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import rung.Execution;
import rung.data.Ratings;
import rung.lists.ListEvaluation;
import rung.lists.Seen;
import rung.preferences.PreferenceTrainer;

/** Chooses how much expected ratings count in lists, by lists of held-out entries. */
final class BlendChoice {
    private static final double[] POWERS = {0, 0.5, 0.75};

    /** The power where nothing can be held out. */
    private static final double WITHOUT_CHOICE = 0.5;

    /** The number of users whose lists choose. */
    private static final int JUDGES = 1000;

    /** The least number of held-out entries that can choose. */
    private static final int LEAST_TO_CHOOSE_BY = 100;

    private BlendChoice() {}

    /**
     * Chooses the power by which lists are best, both of all held-out entries and of those that the users liked: whose rating is above the
     * mean.
     */
    static Blend of(
            Ratings ratings,
            Ratings.Split split,
            Optional<RatingModel> ofPart,
            PreferenceTrainer.Trained preferred,
            Execution execution) {
        double mean = sumOfPowers(ratings, 0, 1, execution) / ratings.count();
        double variance = sumOfPowers(ratings, mean, 2, execution) / ratings.count();
        Blend blend = new Blend(mean, Math.sqrt(variance), WITHOUT_CHOICE);
        if (ofPart.isEmpty()
                || split.heldOut().count() < LEAST_TO_CHOOSE_BY
                || split.heldOut().highest() <= mean
                || preferred.stopped()) {
            return blend;
        }
        Seen seen = Seen.of(split.train(), execution.workers());
        ListEvaluation all = ListEvaluation.of(seen, split.heldOut())
                .withLength(PreferenceTrainer.LIST)
                .withUsers(JUDGES)
                .withResamples(0)
                .withSeed(execution.seed())
                .withWorkers(execution.workers());
        ListEvaluation liked = all.withLeast(Math.nextUp((float) mean));
        double best = -1;
        for (double power : POWERS) {
            Model model = new Model(
                    ratings.users(),
                    ratings.items(),
                    ofPart,
                    Optional.of(preferred.ofPart()),
                    blend.withPower(power),
                    seen,
                    Map.of(),
                    List.of());
            double quality = ndcg(all, model) + ndcg(liked, model);
            if (quality > best) {
                best = quality;
                blend = blend.withPower(power);
            }
        }
        return blend;
    }

    /* The sum of (value − center)^power, where the power is 1 or 2. */
    private static double sumOfPowers(Ratings ratings, double center, int power, Execution execution) {
        float[] values = ratings.value();
        return execution.workers()
                .sum(values.length, 1, (from, to) -> {
                    double sum = 0;
                    for (int e = from; e < to; e++) {
                        double difference = values[e] - center;
                        sum += power == 1 ? difference : difference * difference;
                    }
                    return new double[] {sum};
                })[0];
    }

    private static double ndcg(ListEvaluation lists, Model model) {
        return lists.measure(model.scorers(By.BOTH)).ndcg().value();
    }
}
