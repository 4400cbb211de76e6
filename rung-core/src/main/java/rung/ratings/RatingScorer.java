package rung.ratings;

import java.util.function.Supplier;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.engine.sampling.biased.RowScores;
import rung.lists.ItemScorer;

/** Scores items by the rating that a model predicts, before it is clipped to the bounds. Can be shared by threads. */
public final class RatingScorer implements ItemScorer {
    private final BiasedFactors factors;
    private final RowScores rows;

    /**
     * Prepares the items of a model.
     *
     * @param model the model
     */
    public RatingScorer(Model model) {
        this.factors = model.factors();
        this.rows = new RowScores(factors);
    }

    /**
     * The scorers by which the lists of a model are made.
     *
     * @param model the model
     * @return makes a scorer for each thread
     */
    public static Supplier<ItemScorer> of(Model model) {
        RatingScorer shared = new RatingScorer(model);
        return () -> shared;
    }

    @Override
    public void score(int user, float[] scores) {
        int r = factors.rank();
        float[] own = new float[r];
        System.arraycopy(factors.rows().factors(), user * r, own, 0, r);
        rows.of(new FoldIn.Line(own, factors.rows().biases()[user]), scores);
    }
}
