package rung.baseline.lists;

import rung.data.Ratings;
import rung.lists.Best;
import rung.lists.Scored;

/** Measures lists for {@link ListInstances#blocks}. */
final class Planted {
    private Planted() {}

    /** The part of the best five new items of each user that belong to the user's own block. */
    static double precision(ListMethod.Fit fit, Ratings train, int blocks) {
        int users = train.users().size();
        int items = train.items().size();
        Choices known = Choices.of(train);
        int own = 0;
        int all = 0;
        for (int user = 0; user < users; user++) {
            float[] scores = ListInstances.scores(fit, user, items);
            Best best = new Best(Math.min(5, unseen(known, user, items, blocks)));
            for (int item = 0; item < items; item++) {
                if (!known.has(user, item)) {
                    best.offer(item, scores[item]);
                }
            }
            for (Scored scored : best.take()) {
                own += scored.item() % blocks == user % blocks ? 1 : 0;
                all++;
            }
        }
        return (double) own / all;
    }

    private static int unseen(Choices known, int user, int items, int blocks) {
        int count = 0;
        for (int item = user % blocks; item < items; item += blocks) {
            count += known.has(user, item) ? 0 : 1;
        }
        return Math.max(1, count);
    }
}
