package rung.baseline.lists;

import java.util.Arrays;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** Who chose what: the positions of a user×item matrix, each with a weight. */
final class Choices {
    private final Pattern pattern;
    private final float[] weights; // in row order; null if each is 1

    private Choices(Pattern pattern, float[] weights) {
        this.pattern = pattern;
        this.weights = weights;
    }

    /** The choices among some entries: all of them, with weight 1, unless their values are weights; then those with a positive one. */
    static Choices of(Ratings ratings) {
        boolean isWeighted = ratings.meaning() == Meaning.WEIGHT;
        int[] user = ratings.user();
        int[] item = ratings.item();
        float[] value = ratings.value();
        if (isWeighted && ratings.count() > 0 && ratings.lowest() <= 0) {
            int count = 0;
            for (float one : value) {
                count += one > 0 ? 1 : 0;
            }
            user = new int[count];
            item = new int[count];
            value = new float[count];
            int next = 0;
            for (int e = 0; e < ratings.count(); e++) {
                if (ratings.value()[e] > 0) {
                    user[next] = ratings.user()[e];
                    item[next] = ratings.item()[e];
                    value[next++] = ratings.value()[e];
                }
            }
        }
        int[] order = new int[user.length];
        Pattern pattern = Pattern.of(ratings.users().size(), ratings.items().size(), user, item, order);
        float[] weights = isWeighted ? new float[order.length] : null;
        for (int k = 0; isWeighted && k < order.length; k++) {
            weights[k] = value[order[k]];
        }
        return new Choices(pattern, weights);
    }

    int users() {
        return pattern.rows();
    }

    int items() {
        return pattern.columns();
    }

    int count() {
        return pattern.count();
    }

    /** The choices by user, whose items ascend, or by item, whose users ascend. */
    Pattern.Lines by(Side side) {
        return pattern.lines(side);
    }

    /** The weight of a choice by its place in row order: user after user, items ascending. */
    float weight(int position) {
        return weights == null ? 1 : weights[position];
    }

    /** Whether a user chose an item. */
    boolean has(int user, int item) {
        Pattern.Lines lines = by(Side.LEFT);
        int from = (int) lines.before(user);
        return Arrays.binarySearch(lines.index(), from, from + lines.size(user), item) >= 0;
    }
}
