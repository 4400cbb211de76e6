package rung.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.linalg.Workers;

/**
 * Choices with planted tastes: every user likes three of forty genres, chooses nine times of ten from these, and within a genre by the
 * item's popularity, which falls with its place as 1/place^0.8. Some users choose much more often than others.
 */
final class PlantedChoices {
    private static final int GENRES = 40;
    private static final int FAVORITES = 3;
    private static final double FAITH = 0.9;
    private static final double SKEW = 0.8;

    private PlantedChoices() {}

    /** The number of items for this many choices: 5,000 for a million. */
    static int items(int events) {
        return (int) (5 * Math.sqrt(events));
    }

    /** Draws about {@code events} different choices; a choice that is drawn twice counts once. */
    static Ratings draw(int users, int items, int events, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int ofGenre = items / GENRES;
        double[] popularity = new double[ofGenre];
        double sum = 0;
        for (int place = 0; place < ofGenre; place++) {
            sum += Math.pow(place + 1, -SKEW);
            popularity[place] = sum;
        }
        int[] user = new int[events];
        int[] item = new int[events];
        float[] value = new float[events];
        Arrays.fill(value, 1);
        for (int e = 0; e < events; e++) {
            user[e] = (int) (users * Math.pow(random.nextDouble(), 1.5));
            int genre =
                    random.nextDouble() < FAITH ? favorite(user[e], random.nextInt(FAVORITES)) : random.nextInt(GENRES);
            int place = Arrays.binarySearch(popularity, random.nextDouble() * sum);
            item[e] = Math.min(ofGenre - 1, place < 0 ? -place - 1 : place) * GENRES + genre;
        }
        return Ratings.of(ids(users), ids(items), user, item, value, Duplicates.LAST, Workers.all())
                .withMeaning(Meaning.WEIGHT);
    }

    private static int favorite(int user, int which) {
        return new SplittableRandom(user * (long) FAVORITES + which).nextInt(GENRES);
    }

    private static Ids ids(int count) {
        Ids.Builder ids = new Ids.Builder();
        for (int k = 0; k < count; k++) {
            ids.add(String.valueOf(k));
        }
        return ids.build();
    }
}
