package rung.ratings;

import java.util.List;
import rung.engine.sampling.biased.FoldIn;

/**
 * A user whom a {@link Model} was not trained on, with the factors that training would have found from their ratings. Made by
 * {@link Model#newcomer}; the model is not changed.
 */
public final class Newcomer {
    private final Model model;
    private final FoldIn.Line line;
    private final int[] rated;

    Newcomer(Model model, FoldIn.Line line, int[] rated) {
        this.model = model;
        this.line = line;
        this.rated = rated;
    }

    /**
     * Returns the n items that the newcomer would rate highest, best first, without those already rated.
     *
     * @param n the most items
     * @return items with predicted ratings
     */
    public List<ScoredItem> recommend(int n) {
        return model.named(model.recommend(line, rated, n));
    }

    /**
     * Returns the predicted rating of an item, which is that of an average item if the model does not know it.
     *
     * @param item the id of the item
     * @return the prediction
     */
    public Model.Prediction predict(String item) {
        return model.predict(line, item);
    }
}
