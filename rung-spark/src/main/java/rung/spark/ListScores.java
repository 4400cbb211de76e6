package rung.spark;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import rung.engine.preference.FactorRows;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.engine.sampling.biased.RowScores;
import rung.linalg.Side;
import rung.preferences.PreferenceModel;
import rung.ratings.Blend;

/** Scores the lines of one block of a side for lines of the other side, by a {@link ListRule}. For one thread at a time. */
final class ListScores {
    private final ListRule rule;
    private final Recommendations.Lines others;
    private final Side side; // of the lines that lists are for
    private final RowScores ratings; // null if the model predicts none
    private final FactorRows tastes;
    private final float[] predictions;
    private final int[] strangers; // users of whom nothing is known, if lists are for items

    ListScores(ListRule rule, Recommendations.Lines others, Side side) {
        int count = others.numbers().length;
        this.rule = rule;
        this.others = others;
        this.side = side;
        this.ratings = rule.byRating() ? ratings(rule, others) : null;
        this.tastes = FactorRows.of(count, rule.tasteRank(), others.tastes());
        this.predictions = new float[count];
        this.strangers = side == Side.LEFT ? new int[0] : strangers();
    }

    private static RowScores ratings(ListRule rule, Recommendations.Lines others) {
        int rank = rule.rank();
        BiasedFactors.Lines columns =
                new BiasedFactors.Lines(rank, others.features(), others.biases(), new float[0], new double[rank + 1]);
        BiasedFactors.Lines none =
                new BiasedFactors.Lines(rank, new float[0], new float[0], new float[0], new double[rank + 1]);
        return new RowScores(new BiasedFactors(rule.mean(), 0, none, columns, 0));
    }

    private int[] strangers() {
        int s = rule.tasteRank();
        return IntStream.range(0, others.numbers().length)
                .filter(j -> {
                    float known = 0;
                    for (int k = j * s; k < (j + 1) * s; k++) {
                        known = Math.max(known, Math.abs(others.tastes()[k]));
                    }
                    return known == 0;
                })
                .toArray();
    }

    /** Scores all lines of the block for a line of the other side. */
    void of(Recommendations.Lines own, int line, float[] out) {
        if (!rule.byPreference()) {
            predict(own, line, out);
            return;
        }
        prefer(own, line, out);
        if (rule.byRating()) {
            predict(own, line, predictions);
            rule.apply(out, predictions);
        }
    }

    /** Scores all lines of the block for a line of the other side by preference and expected rating, blended in each of some ways. */
    void of(Recommendations.Lines own, int line, List<Blend> blends, float[][] out) {
        prefer(own, line, out[0]);
        predict(own, line, predictions);
        for (int k = out.length - 1; k >= 0; k--) {
            System.arraycopy(out[0], 0, out[k], 0, predictions.length);
            blends.get(k).apply(out[k], predictions, rule.low(), rule.high());
        }
    }

    private void predict(Recommendations.Lines own, int line, float[] out) {
        float[] features = Arrays.copyOfRange(own.features(), line * rule.rank(), (line + 1) * rule.rank());
        ratings.of(new FoldIn.Line(features, own.biases()[line]), out);
    }

    private void prefer(Recommendations.Lines own, int line, float[] out) {
        float[] taste = Arrays.copyOfRange(own.tastes(), line * rule.tasteRank(), (line + 1) * rule.tasteRank());
        if (side == Side.LEFT) {
            PreferenceModel.score(taste, tastes, others.scales(), out);
            return;
        }
        float scale = own.scales()[line];
        PreferenceModel.score(taste, tastes, scale, out);
        for (int j : strangers) {
            out[j] = PreferenceModel.ofStranger(scale);
        }
    }
}
