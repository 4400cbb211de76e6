package rung.ratings.forecast;

/**
 * What a training will do, as far as it is known before it begins.
 *
 * @param entries the number of entries
 * @param part the number of entries that are not held out
 * @param users the number of users
 * @param items the number of items
 * @param lists how lists are trained
 * @param ratings how ratings are trained
 */
public record Plan(double entries, double part, double users, double items, Lists lists, Ratings ratings) {
    /**
     * How lists are trained.
     *
     * @param isTrained whether they are trained at all
     * @param isChosen whether entries are held out by which the penalty is chosen
     * @param hasCounts whether entries have counts, so that it is tried whether these are of use
     * @param maxRank the highest rank
     */
    public record Lists(boolean isTrained, boolean isChosen, boolean hasCounts, int maxRank) {
        /** Lists that are not trained. */
        public static final Lists NONE = new Lists(false, false, false, 0);
    }

    /**
     * How ratings are trained. The choice of the rank goes by some of these numbers; the forecast has them from there.
     *
     * @param isTrained whether they are trained at all
     * @param isChosen whether entries are held out by which the rank is chosen
     * @param climbs the number of climbs that choose the rank, or 1 if there is none; if there are several, each begins with a joint fit
     * @param maxRank the highest rank
     * @param patience the number of ranks that are tried beyond the best one
     * @param doubtful a rank is checked if more than this part of the first error is left
     * @param clear the second check is left out if less than this part of the error of biases is left
     * @param roundsOfPart the number of rounds of a check
     * @param rounds the number of rounds of the last fit
     */
    public record Ratings(
            boolean isTrained,
            boolean isChosen,
            int climbs,
            int maxRank,
            int patience,
            double doubtful,
            double clear,
            int roundsOfPart,
            int rounds) {
        /** Ratings that are not trained. */
        public static final Ratings NONE = new Ratings(false, false, 0, 0, 0, 0, 0, 0, 0);
    }
}
