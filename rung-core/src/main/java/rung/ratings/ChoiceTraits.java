package rung.ratings;

import java.util.Arrays;
import rung.engine.preference.FactorRows;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.block.FloatBlock;
import rung.kernel.FloatKernels;
import rung.lists.Seen;
import rung.preferences.PreferenceModel;
import rung.preferences.TargetScales;

/**
 * What a model of choices tells a model of ratings: the factors of what people choose are traits by which ratings are expected. A user has
 * the taste that their choices show, an item the factors that those who chose it give it.
 *
 * @param choices the model of choices
 */
record ChoiceTraits(PreferenceModel choices) {
    /** The tastes of all users. */
    FloatBlock ofUsers() {
        FloatBlock block = block(choices.userCount());
        for (int user = 0; user < choices.userCount(); user++) {
            put(choices.taste(user), block, user);
        }
        return block;
    }

    /** The factors of all items. */
    FloatBlock ofItems() {
        FactorRows items = choices.items();
        FloatBlock block = block(items.lines());
        for (int item = 0; item < items.lines(); item++) {
            put(items.row(item), block, item);
        }
        return block;
    }

    private FloatBlock block(int lines) {
        int width = FloatKernels.padded(choices.rank());
        return new FloatBlock(lines, width, new float[lines * width]);
    }

    private static void put(float[] row, FloatBlock block, int line) {
        System.arraycopy(row, 0, block.values(), line * block.width(), row.length);
    }

    /** The same model of ratings with links to the traits alone, not to the zeros that pad their blocks. */
    BiasedFactors linked(BiasedFactors factors) {
        return new BiasedFactors(
                factors.mean(),
                factors.noise(),
                linked(factors.rows()),
                linked(factors.columns()),
                factors.iterations());
    }

    private BiasedFactors.Lines linked(BiasedFactors.Lines lines) {
        float[] wide = lines.links();
        int width = wide.length / (lines.rank() + 1);
        float[] narrow = new float[(lines.rank() + 1) * choices.rank()];
        for (int k = 0; k <= lines.rank(); k++) {
            System.arraycopy(wide, k * width, narrow, k * choices.rank(), choices.rank());
        }
        return lines.withLinks(narrow);
    }

    /** The factors of a new item, from the users who chose it; {@code seen} is what all users chose in training. */
    float[] ofNewItem(int[] users, Seen seen) {
        float[] weights = new float[users.length];
        Arrays.fill(weights, 1);
        return choices.itemFactors(users, weights, scale(users.length, seen));
    }

    /*
     * The scale that training gives the targets of an item which `count` users chose. The scales of all items share one factor; it is found by
     * dividing the known scale of item 0 by what item 0 would have without it.
     */
    private float scale(int count, Seen seen) {
        int items = choices.items().lines();
        TargetScales scales = new TargetScales(choices.userCount(), items, seen.count());
        return choices.itemScales()[0] * scales.ofItem(count) / scales.ofItem(seen.usersByItem(items)[0]);
    }
}
