package rung.preferences;

import java.io.Serializable;
import rung.lists.RelativeCount;

/**
 * The targets and the penalty that are right for a number of entries. The target of an entry is a_i·b_j, where a and b fall with the number
 * of entries of the user and of the item: so those with many do not decide everything.
 *
 * @param users the number m of users
 * @param items the number n of items
 * @param entries the number of entries
 */
public record TargetScales(int users, int items, double entries) implements Serializable {
    /** The power with which a line's penalty grows with its entries. */
    public static final double NU = 0.5;

    /** A user with k times as many entries as the average has targets k^−¼ times as high. */
    private static final double USER_POWER = 0.25;

    /** An item with k times as many entries as the average has targets k^−0.15 times as high. */
    private static final double ITEM_POWER = 0.15;

    /** Keeps the unit of the penalty above zero where all pairs are chosen, or what is not chosen does not count. */
    private static final double LEAST = 0.01;

    /**
     * The scale a of a user.
     *
     * @param count the number of the user's entries
     * @return the scale
     */
    public float ofUser(int count) {
        return scale(count, entries / users, USER_POWER);
    }

    /**
     * The scale b of an item, before it is multiplied by the {@link #norm}.
     *
     * @param count the number of the item's entries
     * @return the scale
     */
    public float ofItem(int count) {
        return scale(count, entries / items, ITEM_POWER);
    }

    private static float scale(int count, double mean, double power) {
        return (float) Math.pow(RelativeCount.of(count, mean), -power);
    }

    /**
     * What the scales of all items are multiplied by, so that the mean square of the targets is one.
     *
     * @param squares the sum of (a_i·b_j)² over all entries
     * @return the factor
     */
    public float norm(double squares) {
        return (float) Math.sqrt(entries / squares);
    }

    /**
     * The penalty λ that stands for the factor 1: half of that from which on nothing is fitted to users who choose by chance. If they choose
     * a part p of all pairs, R is least where all of A is p/(p + α), and there its gradient is noise with standard deviation
     * √(p·(1 − p))·α/(p + α), whose greatest singular value is that times √m + √n. So where many pairs are chosen, noise is much less than
     * √p: half of it if p = 0.4 and α = 0.4.
     *
     * @param alpha how much an entry that is not there counts beside one that is
     * @return λ
     */
    public double unit(double alpha) {
        double p = entries / users / items;
        double deviation = Math.max(LEAST, Math.sqrt(Math.max(0, 1 - p)) * alpha / (p + alpha)); // in units of √p
        double noise = 0.5 * deviation * (Math.sqrt(entries / users) + Math.sqrt(entries / items));
        return noise / Math.pow((entries / users + alpha * items) * (entries / items + alpha * users), NU / 2);
    }
}
