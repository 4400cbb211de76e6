package rung.ratings;

import java.util.List;
import rung.engine.sampling.biased.BiasedFactors;
import rung.linalg.Workers;
import rung.lists.Best;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;

/**
 * Finds items like one another: those whose scores by all users have the smallest angle. The columns of U·Vᵀ have the angles that the
 * rows of V have in the metric UᵀU, so nothing of the size of the matrix is made. Users are compared in the same way, by their scores
 * of all items.
 */
final class Similarity {
    private final int lines;
    private final int r;
    private final float[] v;
    private final float[] variances; // of the numbers of v; empty if they are not known
    private final double[] gram;

    private Similarity(int lines, int r, float[] u, float[] v, float[] variances) {
        this.lines = lines;
        this.r = r;
        this.v = v;
        this.variances = variances;
        this.gram = gram(u, r);
    }

    /** Items of a model, by what it can compare them by. */
    static Similarity ofItems(Model model, By by) {
        return comparesByRating(model, by)
                ? ofRatings(model.factors())
                : ofPreferences(model.preferences().orElseThrow());
    }

    /** Users of a model, by what it can compare them by. */
    static Similarity ofUsers(Model model, By by) {
        return comparesByRating(model, by)
                ? ofUsersByRatings(model.factors())
                : ofUsersByPreferences(model.preferences().orElseThrow());
    }

    private static boolean comparesByRating(Model model, By by) {
        return model.possible(by) == By.RATING
                || by == By.BOTH
                        && model.ratings().isPresent()
                        && model.preferences().orElseThrow().rank() == 0;
    }

    /** By the ratings that are predicted, without biases. */
    static Similarity ofRatings(BiasedFactors factors) {
        return new Similarity(
                factors.columns().count(),
                factors.rank(),
                factors.rows().factors(),
                factors.columns().factors(),
                factors.columns().variances());
    }

    /** Users, by the ratings that are predicted, without biases. */
    static Similarity ofUsersByRatings(BiasedFactors factors) {
        return new Similarity(
                factors.rows().count(),
                factors.rank(),
                factors.columns().factors(),
                factors.rows().factors(),
                factors.rows().variances());
    }

    /** Users, by what they would choose, beyond what everybody would. */
    static Similarity ofUsersByPreferences(PreferenceModel model) {
        return new Similarity(
                model.users().lines(), model.rank(), model.items().numbers(), centredTastes(model), new float[0]);
    }

    /** By what people choose together, beyond what everybody chooses: the scores of an item differ from their mean by this. */
    static Similarity ofPreferences(PreferenceModel model) {
        return new Similarity(
                model.items().lines(),
                model.rank(),
                centredTastes(model),
                model.items().numbers(),
                new float[0]);
    }

    /* The taste of each user less the mean over all. */
    private static float[] centredTastes(PreferenceModel model) {
        int r = model.rank();
        int users = model.users().lines();
        float[] tastes = new float[users * r];
        double[] mean = new double[r];
        for (int user = 0; user < users; user++) {
            float[] taste = model.taste(user);
            System.arraycopy(taste, 0, tastes, user * r, r);
            for (int k = 0; k < r; k++) {
                mean[k] += taste[k] / (double) users;
            }
        }
        for (int at = 0; at < tastes.length; at++) {
            tastes[at] -= (float) mean[at % r];
        }
        return tastes;
    }

    /** Finds the n items, or users, most like one; scores are cosines. */
    List<Scored> of(int line, int n) {
        Best best = new Best(Math.min(n, lines));
        double own = norm(line);
        for (int other = 0; other < lines; other++) {
            double norm = norm(other);
            if (other != line && own > 0 && norm > 0) {
                best.offer(other, (float) (product(line, other) / (own * norm)));
            }
        }
        return best.take();
    }

    /** The root of the expected squared length of an item, which includes its uncertainty. */
    private double norm(int item) {
        double square = product(item, item);
        for (int k = 0; k < r && variances.length > 0; k++) {
            square += gram[k * r + k] * variances[item * r + k];
        }
        return Math.sqrt(square);
    }

    private static double[] gram(float[] u, int r) {
        if (r == 0) {
            return new double[0];
        }
        return Workers.all().sum(u.length / r, (long) r * r, (from, to) -> {
            double[] gram = new double[r * r];
            for (int at = from * r; at < to * r; at += r) {
                for (int k = 0; k < r; k++) {
                    for (int l = 0; l < r; l++) {
                        gram[k * r + l] += (double) u[at + k] * u[at + l];
                    }
                }
            }
            return gram;
        });
    }

    private double product(int i, int j) {
        double sum = 0;
        for (int k = 0; k < r; k++) {
            double inner = 0;
            for (int l = 0; l < r; l++) {
                inner += gram[k * r + l] * v[j * r + l];
            }
            sum += v[i * r + k] * inner;
        }
        return sum;
    }
}
