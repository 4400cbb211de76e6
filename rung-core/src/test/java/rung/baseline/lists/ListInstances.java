package rung.baseline.lists;

import java.util.SplittableRandom;
import rung.data.Duplicates;
import rung.data.Ratings;

/** Small data sets of who chose what. */
final class ListInstances {
    private ListInstances() {}

    /** Each user chose each item with a probability that falls with the number of the item; values are 1 … 5. */
    static Ratings random(int users, int items, double most, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Ratings.Builder all = names(users, items);
        for (int u = 0; u < users; u++) {
            for (int i = 0; i < items; i++) {
                if (random.nextDouble() < most / (1 + 2.0 * i / items)) {
                    all.add("u" + u, "i" + i, 1 + random.nextInt(5));
                }
            }
        }
        return all.build(Duplicates.LAST);
    }

    /** Users and items are of some blocks, by their numbers modulo that; users choose half of their block and a little elsewhere. */
    static Ratings blocks(int users, int items, int blocks, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Ratings.Builder all = names(users, items);
        for (int u = 0; u < users; u++) {
            for (int i = 0; i < items; i++) {
                if (random.nextDouble() < (u % blocks == i % blocks ? 0.5 : 0.02)) {
                    all.add("u" + u, "i" + i, 1);
                }
            }
        }
        return all.build(Duplicates.LAST);
    }

    /** The entry that names all users and items, so that u5 has the number 5; all but the first and last have one choice from it. */
    private static Ratings.Builder names(int users, int items) {
        Ratings.Builder all = Ratings.builder();
        for (int k = 0; k < Math.max(users, items); k++) {
            all.add("u" + Math.min(k, users - 1), "i" + Math.min(k, items - 1), 1);
        }
        return all;
    }

    /** The binary matrix. */
    static double[][] dense(Ratings ratings) {
        double[][] x = new double[ratings.users().size()][ratings.items().size()];
        for (int e = 0; e < ratings.count(); e++) {
            x[ratings.user()[e]][ratings.item()[e]] = 1;
        }
        return x;
    }

    /** The scores of all items for a user. */
    static float[] scores(ListMethod.Fit fit, int user, int items) {
        float[] scores = new float[items];
        fit.scorers().get().score(user, scores);
        return scores;
    }
}
