package rung.lists;

import java.util.SplittableRandom;

/**
 * Scores items by chance: a list that knows nothing, to compare others with. The scores of a user depend on the seed and the number of
 * the user alone. Can be shared by threads.
 *
 * @param seed the seed
 */
public record RandomScorer(long seed) implements ItemScorer {
    @Override
    public void score(int user, float[] scores) {
        SplittableRandom random = new SplittableRandom(new SplittableRandom(seed).nextLong() + user);
        for (int item = 0; item < scores.length; item++) {
            scores[item] = random.nextFloat();
        }
    }
}
