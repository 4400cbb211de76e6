package rung.ratings;

import java.util.List;
import rung.engine.sampling.biased.BiasedFactors;
import rung.linalg.Workers;
import rung.lists.Best;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;

/**
 * Finds items like one another: those whose scores by all users have the smallest angle. The columns of U·Vᵀ have the angles that the
 * rows of V have in the metric UᵀU, so nothing of the size of the matrix is made.
 */
final class Similarity {
    private final int items;
    private final int r;
    private final float[] v;
    private final float[] variances; // of the numbers of v; empty if they are not known
    private final double[] gram;

    private Similarity(int items, int r, float[] u, float[] v, float[] variances) {
        this.items = items;
        this.r = r;
        this.v = v;
        this.variances = variances;
        this.gram = gram(u, r);
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

    /** By what people choose together, beyond what everybody chooses: the scores of an item differ from their mean by this. */
    static Similarity ofPreferences(PreferenceModel model) {
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
        return new Similarity(model.items().lines(), r, tastes, model.items().numbers(), new float[0]);
    }

    /** Finds the n items most like one; scores are cosines. */
    List<Scored> of(int item, int n) {
        Best best = new Best(Math.min(n, items));
        double own = norm(item);
        for (int other = 0; other < items; other++) {
            double norm = norm(other);
            if (other != item && own > 0 && norm > 0) {
                best.offer(other, (float) (product(item, other) / (own * norm)));
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
