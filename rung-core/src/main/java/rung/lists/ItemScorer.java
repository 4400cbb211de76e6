package rung.lists;

/**
 * Scores all items for one user after the other; a list of recommendations is the items with the highest scores. For one thread at a
 * time: whoever ranks on several threads makes one for each.
 */
@FunctionalInterface
public interface ItemScorer {
    /**
     * Scores every item for a user.
     *
     * @param user the number of the user
     * @param scores takes the score of each item, by its number; only their order means something
     */
    void score(int user, float[] scores);

    /**
     * Scores every item for some users. Whoever can do that faster than for one user after another overrides this, with the same scores.
     *
     * @param users the numbers of the users
     * @param scores takes the scores of all items for each of these users; it may have room for more users
     */
    default void score(int[] users, float[][] scores) {
        for (int k = 0; k < users.length; k++) {
            score(users[k], scores[k]);
        }
    }
}
