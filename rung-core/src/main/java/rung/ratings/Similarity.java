package rung.ratings;

import java.util.List;
import java.util.function.Supplier;
import rung.engine.sampling.biased.BiasedFactors;
import rung.linalg.Workers;
import rung.lists.Best;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;

/**
 * Finds items like one another: those whose scores by all users have the smallest angle. The columns of U·Vᵀ have the angles that the
 * rows of V have in the metric UᵀU, so nothing of the size of the matrix is made. Users are compared in the same way, by their scores
 * of all items. Can be shared by threads.
 */
public final class Similarity {
    /** Lines whose mean cosine is at least this are not told apart: all of them print as 1.000. */
    static final double ALL_ALIKE = 0.9995;

    private final By by;
    private final boolean isOneTaste; // by preferences that do not tell who would choose what
    private final int lines;
    private final int r;
    private final float[] v;
    private final float[] variances; // of the numbers of v; empty if they are not known
    private final double[] gram;
    private final double[] norms;

    /** The rows of a matrix, one at a time: those of users may lie in a mapped file. */
    @FunctionalInterface
    private interface Rows {
        float[] of(int line);
    }

    private Similarity(By by, boolean isOneTaste, int r, double[] gram, float[] v, float[] variances) {
        this.by = by;
        this.isOneTaste = isOneTaste;
        this.r = r;
        this.v = v;
        this.variances = variances;
        this.gram = gram;
        this.lines = r == 0 ? 0 : v.length / r;
        this.norms = new double[lines];
        Workers.all().run(lines, line -> (long) line * r * r, (from, to) -> {
            for (int line = from; line < to; line++) {
                norms[line] = norm(line);
            }
        });
    }

    /**
     * Prepares to compare the items of a model. That costs a look at all users; then each item costs one at all items.
     *
     * @param model the model
     * @param by what is compared; {@link By#BOTH} is by preference, unless preferences do not tell the items apart and ratings do
     * @return what finds similar items
     * @throws IllegalStateException if the model cannot compare in this way
     */
    public static Similarity ofItems(Model model, By by) {
        return chosen(
                model, by, () -> ofPreferences(model.preferences().orElseThrow()), () -> ofRatings(model.factors()));
    }

    /**
     * Prepares to compare the users of a model, as {@link #ofItems} does its items.
     *
     * @param model the model
     * @param by what is compared; {@link By#BOTH} is by preference, unless preferences do not tell the users apart and ratings do
     * @return what finds similar users
     * @throws IllegalStateException if the model cannot compare in this way
     */
    public static Similarity ofUsers(Model model, By by) {
        return chosen(
                model,
                by,
                () -> ofUsersByPreferences(model.preferences().orElseThrow()),
                () -> ofUsersByRatings(model.factors()));
    }

    private static Similarity chosen(
            Model model, By by, Supplier<Similarity> byPreference, Supplier<Similarity> byRating) {
        if (model.possible(by) == By.RATING) {
            return byRating.get();
        }
        Similarity preferred = byPreference.get();
        if (by == By.BOTH && model.ratings().isPresent() && !preferred.tellsApart()) {
            Similarity rated = byRating.get();
            return rated.tellsApart() ? rated : preferred;
        }
        return preferred;
    }

    /** {@return what is compared: {@link By#PREFERENCE} or {@link By#RATING}} */
    public By by() {
        return by;
    }

    /**
     * Says whether there are differences: false if all cosines are 1 to three digits in the mean, or nothing is known of any. Preferences
     * that do not tell items apart ({@link PreferenceModel#tellsItemsApart}) tell no users apart either: these differ along one line.
     *
     * @return whether items, or users, are told apart
     */
    public boolean tellsApart() {
        double[] sum = new double[r];
        int known = 0;
        for (int line = 0; line < lines; line++) {
            if (norms[line] > 0) {
                known++;
                for (int k = 0; k < r; k++) {
                    sum[k] += v[line * r + k] / norms[line];
                }
            }
        }
        double square = 0; // the sum of all cosines, also of each line with itself
        for (int k = 0; k < r; k++) {
            for (int l = 0; l < r; l++) {
                square += sum[k] * gram[k * r + l] * sum[l];
            }
        }
        return !isOneTaste && known > 1 && (square - known) / known / (known - 1) < ALL_ALIKE;
    }

    /** By the ratings that are predicted, without biases. */
    static Similarity ofRatings(BiasedFactors factors) {
        BiasedFactors.Lines users = factors.rows();
        return new Similarity(
                By.RATING,
                false,
                factors.rank(),
                gram(users.count(), factors.rank(), users::factors),
                factors.columns().factors(),
                factors.columns().variances());
    }

    /** Users, by the ratings that are predicted, without biases. */
    static Similarity ofUsersByRatings(BiasedFactors factors) {
        BiasedFactors.Lines items = factors.columns();
        return new Similarity(
                By.RATING,
                false,
                factors.rank(),
                gram(items.count(), factors.rank(), items::factors),
                factors.rows().factors(),
                factors.rows().variances());
    }

    /** Users, by what they would choose, beyond what everybody would. */
    static Similarity ofUsersByPreferences(PreferenceModel model) {
        Rows centred = centredTastes(model);
        int r = model.rank();
        float[] tastes = new float[Math.multiplyExact(model.userCount(), r)];
        for (int user = 0; user < model.userCount(); user++) {
            System.arraycopy(centred.of(user), 0, tastes, user * r, r);
        }
        return new Similarity(
                By.PREFERENCE,
                !model.tellsItemsApart(),
                r,
                gram(model.items().lines(), r, model.items()::row),
                tastes,
                new float[0]);
    }

    /** By what people choose together, beyond what everybody chooses: the scores of an item differ from their mean by this. */
    static Similarity ofPreferences(PreferenceModel model) {
        return new Similarity(
                By.PREFERENCE,
                !model.tellsItemsApart(),
                model.rank(),
                gram(model.userCount(), model.rank(), centredTastes(model)),
                model.items().unpadded(),
                new float[0]);
    }

    /* The taste of each user less the mean over all. */
    private static Rows centredTastes(PreferenceModel model) {
        int r = model.rank();
        int users = model.userCount();
        double[] mean = new double[r];
        for (int user = 0; user < users; user++) {
            float[] taste = model.taste(user);
            for (int k = 0; k < r; k++) {
                mean[k] += taste[k] / (double) users;
            }
        }
        return user -> {
            float[] taste = model.taste(user);
            for (int k = 0; k < r; k++) {
                taste[k] -= (float) mean[k];
            }
            return taste;
        };
    }

    /**
     * Finds what is most like one item, or one user.
     *
     * @param line the number of the item, or of the user
     * @param n the most to find
     * @return the most similar first; scores are cosines
     */
    public List<Scored> of(int line, int n) {
        Best best = new Best(Math.min(n, lines));
        if (lines == 0) {
            return List.of();
        }
        double own = norms[line];
        for (int other = 0; other < lines; other++) {
            double norm = norms[other];
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

    private static double[] gram(int lines, int r, Rows rows) {
        if (r == 0) {
            return new double[0];
        }
        return Workers.all().sum(lines, (long) r * r, (from, to) -> {
            double[] gram = new double[r * r];
            for (int line = from; line < to; line++) {
                float[] row = rows.of(line);
                for (int k = 0; k < r; k++) {
                    for (int l = 0; l < r; l++) {
                        gram[k * r + l] += (double) row[k] * row[l];
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
