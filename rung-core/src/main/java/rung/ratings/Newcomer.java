package rung.ratings;

import java.util.List;
import rung.lists.Scored;

/**
 * A user whom a {@link Model} was not trained on, or who rated more since, with the factors that training would have found from what they
 * rated or chose. Made by {@link Model#newcomer}; the model is not changed.
 */
public final class Newcomer {
    private final Model model;
    private final Person person;

    Newcomer(Model model, Person person) {
        this.model = model;
        this.person = person;
    }

    Person person() {
        return person;
    }

    /**
     * Returns the n items to recommend, best first, without those that the newcomer rated or chose.
     *
     * @param n the most items
     * @return the items, with reasons
     */
    public List<Recommendation> recommend(int n) {
        return explained(recommend(ListOptions.of(n)));
    }

    /**
     * Returns the items to recommend, best first.
     *
     * @param options what the list may hold, and how it is ranked
     * @return the numbers of the items, with scores
     */
    public List<Scored> recommend(ListOptions options) {
        return new Ranking(model, options).best(person);
    }

    /**
     * Returns a list with names, expected ratings and reasons.
     *
     * @param list a list that was recommended to the newcomer
     * @return the same list, in full
     */
    public List<Recommendation> explained(List<Scored> list) {
        return new People(model).explained(person, list);
    }

    /**
     * Returns the predicted rating of an item, which is that of an average item if the model does not know it.
     *
     * @param item the id of the item
     * @return the prediction
     * @throws IllegalStateException if the model predicts no ratings
     */
    public Model.Prediction predict(String item) {
        return model.predict(person.line().orElseThrow(Model::noRatings), item);
    }
}
