package rung.preferences;

import java.util.Arrays;
import java.util.List;
import rung.engine.preference.FactorRows;

/**
 * Tastes of some users, whose scores are computed together: that is faster than one user after another, and gives the same numbers.
 */
public final class Tastes {
    /** The score of an item before it is scaled, if nothing is known of the user. */
    static final float ALMOST_ZERO = 1e-6f;

    private final FactorRows items;
    private final int columns;
    private final float[] block;
    private final int[] unknown; // the columns of users of whom nothing is known

    /**
     * Prepares tastes.
     *
     * @param model scores the items
     * @param tastes the taste of each user, as the model gives it
     */
    public Tastes(PreferenceModel model, List<float[]> tastes) {
        this(model.items(), tastes);
    }

    Tastes(FactorRows items, List<float[]> tastes) {
        this.items = items;
        columns = FactorRows.columns(tastes.size());
        block = new float[items.width() * columns];
        int[] without = new int[tastes.size()];
        int count = 0;
        for (int p = 0; p < tastes.size(); p++) {
            float[] taste = tastes.get(p);
            float known = 0;
            for (int k = 0; k < taste.length; k++) {
                block[k * columns + p] = taste[k];
                known = Math.max(known, Math.abs(taste[k]));
            }
            if (!(known > 0)) {
                without[count++] = p;
            }
        }
        unknown = Arrays.copyOf(without, count);
    }

    /**
     * The number of users, padded: the distance between the scores of two items.
     *
     * @return the number
     */
    public int columns() {
        return columns;
    }

    /**
     * Scores some items for all users, before the scales of the items divide the scores.
     *
     * @param from the first item
     * @param to the item after the last
     * @param out receives, for each item, the scores of all users
     */
    public void score(int from, int to, float[] out) {
        items.multiply(from, to, block, columns, out);
        for (int p : unknown) {
            for (int row = 0; row < to - from; row++) {
                out[row * columns + p] = ALMOST_ZERO;
            }
        }
    }
}
