package rung.ratings.forecast;

import rung.linalg.Side;

/**
 * What the parts of a training cost, in nanoseconds of two usual cores. The constants are those of ratings between 100×80 and 400,000×1,000,
 * of 2,000 to 5 million entries; what counts is how they compare, since a run measures its own speed.
 *
 * @param entries the number of entries
 * @param users the number of users
 * @param items the number of items
 */
record Cost(double entries, double users, double items) {
    /** The vectors beside those that are asked for in a search for the top pairs of lists. */
    private static final int SPARE = 8;

    /** The rounds of a joint fit of eight columns, from which a climb begins where lines have few entries. */
    private static final int JOINT_ROUNDS = 40;

    private static final int JOINT_RANK = 8;

    /** The users whose lists choose a blend, and how often these lists are made: for three blends, and by all items and those they like. */
    private static final int JUDGES_OF_BLENDS = 1000;

    private static final int BLENDS = 6;

    private double lines() {
        return users + items;
    }

    /* A draw of the lines of one side: each entry is met with all factors, and each line has random numbers of its own. */
    private double draw(Side side, int rank) {
        double drawn = side == Side.LEFT ? users : items;
        return entries * (2 + 0.6 * rank + 0.01 * rank * rank) + drawn * (130 + 40.0 * rank);
    }

    /** A draw of both sides. */
    double round(int rank) {
        return draw(Side.LEFT, rank) + draw(Side.RIGHT, rank);
    }

    /** Several draws of both sides. */
    double rounds(int count, int rank) {
        return count * round(rank);
    }

    /** What comes before the first draw of factors: the entries are arranged by user and by item, and biases are drawn. */
    double start() {
        return 100 * entries + 1000 * lines();
    }

    /** What comes before the first draw that continues from factors of other entries: these entries are arranged. */
    double change() {
        return start() / 2;
    }

    /** What finds the first pairs of a climb where lines have few entries. */
    double jointFit() {
        return rounds(JOINT_ROUNDS, JOINT_RANK);
    }

    /** A step of a climb to this rank: a pair is found in the residuals, one side is drawn, the error is measured. */
    double climbStep(int rank) {
        return 33 * entries + draw(Side.of(rank - 1), rank);
    }

    /** The steps of a climb from one rank to another. */
    double climb(int from, int to) {
        double sum = 0;
        for (int rank = from + 1; rank <= to; rank++) {
            sum += climbStep(rank);
        }
        return sum;
    }

    /** A search for the top pairs of lists: a few products of the entries with all vectors, which are then made orthogonal. */
    double append(int columns) {
        double vectors = Math.min(Math.min(users, items), columns + SPARE);
        return 2.7 * vectors * (entries + lines() * vectors);
    }

    /** A refit of both sides of lists by conjugate gradients. */
    double refit(int rank) {
        return entries * (26 + 1.1 * rank) + 0.15 * lines() * rank * rank;
    }

    /** The exact refit of the users, at the end of lists. */
    double exactRefit(int rank) {
        return 0.012 * entries * rank * rank + 0.015 * users * rank * rank * rank;
    }

    /** Measures lists of some users, at most: all items are scored for each. */
    double measureLists(int most, int rank) {
        return Math.min(most, users) * items * (4.3 + 0.03 * rank);
    }

    /** What comes after the last step: models are made, and, with lists, a blend of both parts is chosen. */
    double end(boolean isBlended, int ranks) {
        double blends = BLENDS * Math.min(JUDGES_OF_BLENDS, users) * (20_000 + items * (11 + 0.08 * ranks));
        return 80 * entries + (isBlended ? blends : 0);
    }
}
