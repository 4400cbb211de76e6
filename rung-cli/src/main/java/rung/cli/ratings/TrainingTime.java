package rung.cli.ratings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rung.cli.terminal.TimeLeft;
import rung.data.Ratings;
import rung.preferences.PreferenceTrainer;
import rung.ratings.PaperRecommender;
import rung.ratings.Recommender;

/**
 * How long the parts of a training usually take, by what is trained. The seconds are those of MovieLens 100K and 1M on two fast cores; another
 * machine is slower or faster by one factor, more or less, and {@link TimeLeft} measures it.
 *
 * @param hasRatings whether ratings are learned
 * @param hasLists whether lists are learned
 * @param isPaper whether the training is that of the paper
 * @param exactRank the rank, if it is told, so that none is chosen
 * @param maxRank the highest rank to choose from, if it is told
 */
record TrainingTime(
        boolean hasRatings, boolean hasLists, boolean isPaper, Optional<Integer> exactRank, Optional<Integer> maxRank) {
    /** The cost of a step that does not depend on the rank: a step at rank r costs about r² + OVERHEAD multiplications a rating. */
    private static final double OVERHEAD = 300;

    /* Seconds for a multiplication, when ratings and when lists are learned, and for reading in and writing out an entry. */
    private static final double RATING_SECONDS = 1.4e-10;
    private static final double TUNING_SECONDS = 2.6e-10;
    private static final double LIST_SECONDS = 0.6e-10;
    private static final double START_SECONDS = 0.75e-6;
    private static final double END_SECONDS = 1.25e-6;

    /** The name of what is done after the last step of a run. */
    private static final String END = "end";

    /** The work of a step at a rank, in multiplications a rating. */
    static double work(int rank) {
        return (double) rank * rank + OVERHEAD;
    }

    /** The work of the steps from rank 1 to this one. */
    static double workUpTo(int rank) {
        double sum = 0;
        for (int r = 1; r <= rank; r++) {
            sum += work(r);
        }
        return sum;
    }

    /**
     * The usual seconds of the parts of several trainings, one after the other.
     *
     * @param ratings what each is trained on, more or less
     * @param runs the number of trainings
     */
    List<Map<String, Double>> usual(Ratings ratings, int runs) {
        double entries = ratings.count();
        double lines = (double) ratings.users().size() + ratings.items().size();
        int least = Math.min(ratings.users().size(), ratings.items().size());
        int rank = Math.min(
                least, exactRank.orElse(maxRank.orElse(isPaper ? PaperRecommender.RANK : Recommender.MAX_RANK)));
        boolean isExact = exactRank.isPresent() || isPaper;
        List<Map<String, Double>> all = new ArrayList<>();
        for (int run = 1; run <= runs; run++) {
            Map<String, Double> usual = new LinkedHashMap<>();
            boolean isFirst = run == 1; // the JVM is slow at first
            usual.put(
                    isFirst ? TimeLeft.START : name(run, TimeLeft.START),
                    (isFirst ? 1.2 : 0.05) + START_SECONDS * entries);
            if (hasLists) {
                int limit = hasRatings
                        ? maxRank.orElse(PreferenceTrainer.MAX_RANK)
                        : exactRank.orElse(maxRank.orElse(PreferenceTrainer.MAX_RANK));
                double width = Math.min(least, Math.min(limit, PreferenceTrainer.MAX_RANK));
                double work = entries * width * width + lines * width * width * width / 3;
                usual.put(
                        name(run, TrainingProgress.Part.CHOOSING_LISTS.words()),
                        (isFirst ? 0.9 : 0.05) + TUNING_SECONDS * work);
                usual.put(name(run, TrainingProgress.Part.TRAINING_LISTS.words()), 0.05 + LIST_SECONDS * work);
            }
            if (hasRatings) {
                double climb = RATING_SECONDS * entries * workUpTo(rank);
                if (!isExact) {
                    usual.put(name(run, TrainingProgress.Part.CHOOSING.words()), (isFirst ? 0.75 : 0) + climb);
                }
                double rounds = isPaper ? 0 : Recommender.rounds(ratings.count()) * work(rank);
                usual.put(
                        name(run, TrainingProgress.Part.TRAINING.words()),
                        0.05 + RATING_SECONDS * entries * rounds + (isExact ? climb : 0));
            }
            usual.put(name(run, END), 0.1 + (hasLists ? 0.5 + END_SECONDS * entries : 0));
            all.add(usual);
        }
        return all;
    }

    /** The name of a part of one of the trainings. */
    static String name(int run, String part) {
        return run + " " + part;
    }
}
