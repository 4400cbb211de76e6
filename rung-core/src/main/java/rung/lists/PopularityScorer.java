package rung.lists;

/** Scores an item by the number of users who chose it: the same list for everybody, to compare others with. Can be shared by threads. */
public final class PopularityScorer implements ItemScorer {
    private final float[] popularity;

    /**
     * Counts the users of each item.
     *
     * @param training the items that each user chose
     * @param items the number of items
     */
    public PopularityScorer(Seen training, int items) {
        int[] counts = training.usersByItem(items);
        popularity = new float[items];
        for (int item = 0; item < items; item++) {
            popularity[item] = counts[item];
        }
    }

    @Override
    public void score(int user, float[] scores) {
        System.arraycopy(popularity, 0, scores, 0, popularity.length);
    }
}
