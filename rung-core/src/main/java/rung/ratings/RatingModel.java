package rung.ratings;

import java.util.Optional;
import rung.data.Ratings;
import rung.engine.sampling.ResidualBins;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.lists.Seen;

/**
 * The part of a {@link Model} that predicts ratings.
 *
 * @param factors the factors and biases: rows are users, columns are items
 * @param low the lowest prediction
 * @param high the highest prediction
 */
public record RatingModel(BiasedFactors factors, double low, double high) {
    /** Checks the bounds. */
    public RatingModel {
        if (!(low <= high)) {
            throw new IllegalArgumentException("low must not be above high, got " + low + " and " + high);
        }
    }

    /** The factors of a new user, from ratings and from the taste, if the model of ratings was trained with tastes. */
    FoldIn.Line userFoldIn(int[] items, float[] ratings, Optional<float[]> taste) {
        return factors.rowFoldIn().of(items, ratings, traits(factors.rows(), taste));
    }

    /** The factors of a known user who rated more since, and whose taste changed by that. */
    FoldIn.Line userAgain(
            FoldIn.Line before, int[] known, int[] items, float[] ratings, Optional<float[]> changeOfTaste) {
        return factors.rowFoldIn().again(before, known, items, ratings, traits(factors.rows(), changeOfTaste));
    }

    /**
     * The factors of a new item, from ratings and, if the model of ratings was trained with choices, from who chose it; {@code seen} is what
     * was chosen in training.
     */
    FoldIn.Line itemFoldIn(int[] users, float[] ratings, Optional<ChoiceTraits> choices, Seen seen) {
        Optional<float[]> ofChoice =
                choices.filter(known -> factors.columns().isLinked()).map(known -> known.ofNewItem(users, seen));
        return factors.columnFoldIn().of(users, ratings, traits(factors.columns(), ofChoice));
    }

    private static float[] traits(BiasedFactors.Lines lines, Optional<float[]> known) {
        return lines.isLinked() ? known.orElse(new float[0]) : new float[0];
    }

    /**
     * Counts residuals, rating minus prediction, in bins from the first that has any to the last, as docs/MODEL-FORMAT.md has it. There
     * must be some ratings, and bounds apart.
     */
    String residuals(Ratings heldOut) {
        ResidualBins bins = new ResidualBins(Math.min(low, heldOut.lowest()), Math.max(high, heldOut.highest()));
        for (int e = 0; e < heldOut.count(); e++) {
            bins.add(heldOut.value()[e] - clipped(factors.get(heldOut.user()[e], heldOut.item()[e])));
        }
        return bins.inWords();
    }

    double clipped(double value) {
        return Math.min(high, Math.max(low, value));
    }
}
