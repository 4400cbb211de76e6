package rung.ratings;

import java.util.List;
import rung.engine.sampling.biased.RowScores;
import rung.lists.Best;
import rung.lists.Scored;

/**
 * Makes lists for one user after another. What depends on the items alone is prepared once, so that a list costs little more than one
 * product for each item. The lists are those of {@link Model#recommend(int, ListOptions)}, up to rounding in single precision. Can be shared
 * by threads.
 */
public final class ListMaker {
    private final Model model;
    private final Ranking ranking;
    private final RowScores ratings;

    private ListMaker(Model model, Ranking ranking) {
        this.model = model;
        this.ranking = ranking;
        this.ratings = ranking.by() == By.RATING ? new RowScores(model.factors()) : null;
    }

    /**
     * Prepares the items of a model.
     *
     * @param model the model
     * @param by what lists are ranked by
     * @param surprise how much what few know is favored, from −1 to 1
     * @return makes lists
     * @throws IllegalArgumentException if surprise is beyond its bounds, or does not go with {@code by}
     * @throws IllegalStateException if the model cannot rank in this way
     */
    public static ListMaker of(Model model, By by, double surprise) {
        return new ListMaker(
                model, new Ranking(model, ListOptions.of(0).withBy(by).withSurprise(surprise)));
    }

    /**
     * Returns the best items for a user, without those that they rated or chose.
     *
     * @param user the number of the user
     * @param n the most items
     * @param without the numbers of more items that are left out
     * @return the numbers of the items, with scores, best first
     */
    public List<Scored> best(int user, int n, int... without) {
        return best(model.person(user), n, without);
    }

    /**
     * Returns the best items for somebody new, without those that they rated or chose.
     *
     * @param newcomer the user
     * @param n the most items
     * @return the numbers of the items, with scores, best first
     */
    public List<Scored> best(Newcomer newcomer, int n) {
        return best(newcomer.person(), n);
    }

    private List<Scored> best(Person person, int n, int... without) {
        float[] scores = new float[model.items().size()];
        if (ranking.by() == By.RATING) {
            ratings.alone(person.line().orElseThrow(), scores);
        } else {
            model.preferences().orElseThrow().scoreUnscaled(person.taste().orElseThrow(), scores);
        }
        for (int[] some : new int[][] {person.chosen(), without}) {
            for (int item : some) {
                scores[item] = Float.NaN;
            }
        }
        Best best = new Best(Math.min(n, scores.length));
        boolean isBlended = ranking.by() == By.BOTH;
        float least = isBlended ? model.blend().least(best.least(), model.high()) : best.least();
        for (int item = 0; item < scores.length; item++) {
            float score = ranking.scaled(item, scores[item]);
            if (score >= least) { // not if it is not a number
                best.offer(item, isBlended ? blended(person, item, score) : score);
                least = isBlended ? model.blend().least(best.least(), model.high()) : best.least();
            }
        }
        return best.take();
    }

    private float blended(Person person, int item, float score) {
        double rating = model.unclipped(person.line().orElseThrow(), item);
        return model.blend().of(score, rating, model.low(), model.high());
    }
}
