package rung.ratings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import rung.Execution;
import rung.data.Ratings;
import rung.lists.ListEvaluation;
import rung.lists.Seen;
import rung.preferences.PreferenceTrainer;

/**
 * Chooses how much expected ratings count in lists, by lists of held-out entries. The same class serves ratings in one memory and on a
 * cluster.
 */
public final class BlendChoice {
    private static final double[] POWERS = {0, 0.5, 0.75};

    /** The power where nothing can be held out. */
    public static final double WITHOUT_CHOICE = 0.5;

    /** The number of users whose lists choose. */
    private static final int JUDGES = 1000;

    /** The least number of held-out entries that can choose. */
    public static final int LEAST_TO_CHOOSE_BY = 100;

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
        double spread = Math.sqrt(sumOfPowers(ratings, mean, 2, execution) / ratings.count());
        if (ofPart.isEmpty()
                || split.heldOut().count() < LEAST_TO_CHOOSE_BY
                || split.heldOut().highest() <= mean
                || preferred.stopped()) {
            return new Blend(mean, spread, WITHOUT_CHOICE);
        }
        Seen seen = Seen.of(split.train(), execution.workers());
        ListEvaluation all = ListEvaluation.of(seen, split.heldOut())
                .withLength(PreferenceTrainer.LIST)
                .withUsers(JUDGES)
                .withResamples(0)
                .withSeed(execution.seed())
                .withWorkers(execution.workers());
        ListEvaluation liked = all.withLeast(Math.nextUp((float) mean));
        return best(
                mean,
                spread,
                blends -> blends.stream()
                        .mapToDouble(each -> {
                            Model model = new Model(
                                    ratings.users(),
                                    ratings.items(),
                                    ofPart,
                                    Optional.of(preferred.ofPart()),
                                    each,
                                    seen,
                                    Map.of(),
                                    List.of());
                            return ndcg(all, model) + ndcg(liked, model);
                        })
                        .toArray());
    }

    /**
     * Chooses the best power of those that are tried; of equal ones the lowest.
     *
     * @param mean the mean rating
     * @param spread the standard deviation of the ratings
     * @param qualities says of each of some blends how good lists are on held-out entries
     * @return the blend with that power
     */
    public static Blend best(double mean, double spread, Function<List<Blend>, double[]> qualities) {
        List<Blend> blends = Arrays.stream(POWERS)
                .mapToObj(power -> new Blend(mean, spread, power))
                .toList();
        double[] found = qualities.apply(blends);
        int best = 0;
        for (int k = 1; k < found.length; k++) {
            best = found[k] > found[best] ? k : best;
        }
        return blends.get(best);
    }

    /**
     * Says how lists are ranked.
     *
     * @param power the power of the expected rating
     * @return the text of a model's fact
     */
    public static String inWords(double power) {
        return String.format(Locale.ROOT, "preference × expected rating^%.2g", power);
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
