package rung.preferences;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import rung.engine.preference.FactorRows;
import rung.engine.preference.PreferenceFoldIn;
import rung.linalg.FloatSequence;
import rung.lists.ItemScorer;

/**
 * What users would choose. A score is about 1 for an item that a user chose, about 0 for one that means nothing to them.
 *
 * <p>The score of item j for user i is u_i·v_j/(a_i·b_j), with factors u and v and scales a and b of the targets: those of users and items
 * with many entries are lower, so that these do not decide everything.
 */
public final class PreferenceModel {
    /** The number of items that are scored at a time. */
    private static final int TILE = 64;

    /** Items whose factors have at least this mean cosine are not told apart: the same users choose all of them. */
    private static final double ALL_ALIKE = 0.9995;

    /** The number of factors that are looked at together, where all are. */
    private static final int BLOCK = 1 << 14;

    private final int userCount;
    private final Optional<FactorRows> usersInMemory;
    private final FloatSequence tastes; // of the users, {@code width} floats for each
    private final int width;
    private final FactorRows items;
    private final float[] userScales;
    private final float[] itemScales;
    private final Penalty penalty;
    private final double typical;
    private volatile Boolean tellsItemsApart; // found when first asked for: it looks at all items
    private volatile PreferenceFoldIn userFoldIn; // made for the first new user: it looks at all items

    /**
     * The numbers of the objective beside its entries.
     *
     * @param alpha how much an entry that is not there counts beside one that is
     * @param lambda the penalty λ on the factors
     * @param nu the power with which a line's penalty grows with its entries
     */
    public record Penalty(double alpha, double lambda, double nu) {
        /** Checks that the numbers are finite and not negative. */
        public Penalty {
            for (double number : new double[] {alpha, lambda, nu}) {
                if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
                    throw new IllegalArgumentException("a penalty must be finite and not negative, got " + number);
                }
            }
        }
    }

    /**
     * Creates a model.
     *
     * @param users the factors of the users
     * @param items the factors of the items, of the same rank
     * @param userScales the scale a of each user, positive
     * @param itemScales the scale b of each item, positive
     * @param penalty the numbers of the objective, by which new users are fitted
     * @param typical the count whose weight is 1; 0 if weights do not depend on counts
     */
    public PreferenceModel(
            FactorRows users,
            FactorRows items,
            float[] userScales,
            float[] itemScales,
            Penalty penalty,
            double typical) {
        this(
                users.lines(),
                Optional.of(users),
                requireRank(users, items),
                FloatSequence.of(users.values()),
                items,
                userScales,
                itemScales,
                penalty,
                typical);
    }

    private static int requireRank(FactorRows users, FactorRows items) {
        if (users.rank() != items.rank()) {
            throw new IllegalArgumentException(
                    "users and items must have factors of one rank, got " + users.rank() + " and " + items.rank());
        }
        return users.width();
    }

    /**
     * Creates a model whose users' factors lie elsewhere, such as in a mapped file.
     *
     * @param tastes the factors of the users, as many for each as the items have, one user after the other
     * @param items the factors of the items
     * @param userScales the scale a of each user, positive
     * @param itemScales the scale b of each item, positive
     * @param penalty the numbers of the objective, by which new users are fitted
     * @param typical the count whose weight is 1; 0 if weights do not depend on counts
     * @return the model
     */
    public static PreferenceModel of(
            FloatSequence tastes,
            FactorRows items,
            float[] userScales,
            float[] itemScales,
            Penalty penalty,
            double typical) {
        if (tastes.length() != (long) userScales.length * items.rank()) {
            throw new IllegalArgumentException("there must be " + items.rank() + " numbers for each of "
                    + userScales.length + " lines, got " + tastes.length());
        }
        return new PreferenceModel(
                userScales.length,
                Optional.empty(),
                items.rank(),
                tastes,
                items,
                userScales,
                itemScales,
                penalty,
                typical);
    }

    private PreferenceModel(
            int userCount,
            Optional<FactorRows> usersInMemory,
            int width,
            FloatSequence tastes,
            FactorRows items,
            float[] userScales,
            float[] itemScales,
            Penalty penalty,
            double typical) {
        check("user", userCount, tastes, userScales);
        check("item", items.lines(), FloatSequence.of(items.values()), itemScales);
        if (!(typical >= 0 && typical < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the typical count must be finite and not negative, got " + typical);
        }
        this.userCount = userCount;
        this.usersInMemory = usersInMemory;
        this.width = width;
        this.tastes = tastes;
        this.items = items;
        this.userScales = userScales.clone();
        this.itemScales = itemScales.clone();
        this.penalty = Objects.requireNonNull(penalty);
        this.typical = typical;
    }

    private static void check(String what, int lines, FloatSequence factors, float[] scales) {
        if (scales.length != lines) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "there must be a scale for each of %d %ss, got %d", lines, what, scales.length));
        }
        for (float scale : scales) {
            if (!(scale > 0 && scale < Float.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "the scale of every " + what + " must be positive and finite, got " + scale);
            }
        }
        float[] some = new float[BLOCK];
        for (long from = 0; from < factors.length(); from += BLOCK) {
            int count = (int) Math.min(BLOCK, factors.length() - from);
            factors.copy(from, some, count);
            for (int k = 0; k < count; k++) {
                if (!Float.isFinite(some[k])) {
                    throw new IllegalArgumentException(
                            "the factors of every " + what + " must be finite, got " + some[k]);
                }
            }
        }
    }

    /** {@return the rank of the factors} */
    public int rank() {
        return items.rank();
    }

    /**
     * Says whether users differ in what they would choose: not if the factors of all items point in one direction, so that all users
     * rank them by popularity.
     *
     * @return whether some items are chosen by other users than others
     */
    public boolean tellsItemsApart() {
        Boolean found = tellsItemsApart;
        if (found == null) {
            found = meanCosine() < ALL_ALIKE;
            tellsItemsApart = found;
        }
        return found;
    }

    /* Between the factors of two items, over all pairs of items that have some; 1 if there are none. */
    private double meanCosine() {
        double[] sum = new double[rank()];
        int known = 0;
        for (int item = 0; item < items.lines(); item++) {
            float[] row = items.row(item);
            double square = 0;
            for (int k = 0; k < rank(); k++) {
                square += (double) row[k] * row[k];
            }
            known += square > 0 ? 1 : 0;
            for (int k = 0; k < rank() && square > 0; k++) {
                sum[k] += row[k] / Math.sqrt(square);
            }
        }
        double square = Arrays.stream(sum).map(x -> x * x).sum();
        return known < 2 ? 1 : (square - known) / known / (known - 1);
    }

    /** {@return the number of users} */
    public int userCount() {
        return userCount;
    }

    /** {@return the factors of the users; a copy, if they lie in a mapped file} */
    public FactorRows users() {
        if (usersInMemory.isPresent()) {
            return usersInMemory.get();
        }
        float[] numbers = new float[Math.multiplyExact(userCount, rank())];
        for (int user = 0; user < userCount; user++) {
            System.arraycopy(factors(user), 0, numbers, user * rank(), rank());
        }
        return FactorRows.of(userCount, rank(), numbers);
    }

    private float[] factors(int user) {
        return tastes.copy((long) user * width, rank());
    }

    /** {@return the factors of the items} */
    public FactorRows items() {
        return items;
    }

    /** {@return a copy of the scales of the users} */
    public float[] userScales() {
        return userScales.clone();
    }

    /** {@return a copy of the scales of the items} */
    public float[] itemScales() {
        return itemScales.clone();
    }

    /** {@return the numbers of the objective} */
    public Penalty penalty() {
        return penalty;
    }

    /** {@return the count whose weight is 1; 0 if weights do not depend on counts} */
    public double typical() {
        return typical;
    }

    /**
     * Returns how much an entry counts: log₂(1 + count/typical count), or 1 if counts do not matter in this model.
     *
     * @param count how often or how long somebody chose an item, at least 0
     * @return the weight
     */
    public float weight(double count) {
        return weight(count, typical);
    }

    /**
     * Returns how much an entry counts: log₂(1 + count/typical count).
     *
     * @param count how often or how long somebody chose an item, at least 0
     * @param typical the count whose weight is 1; 0 if all weights are 1
     * @return the weight
     */
    public static float weight(double count, double typical) {
        return typical == 0 ? 1 : (float) (Math.log1p(count / typical) / Math.log(2));
    }

    /**
     * Returns the taste of a user the model was trained on.
     *
     * @param user the number of the user
     * @return the factors, without the user's scale
     */
    public float[] taste(int user) {
        float[] taste = factors(user);
        for (int k = 0; k < taste.length; k++) {
            taste[k] /= userScales[user];
        }
        return taste;
    }

    /**
     * Returns the taste of a user from what they chose, as training would have found it.
     *
     * @param chosen the numbers of the items
     * @param weights the {@linkplain #weight weight} of each
     * @return the factors
     */
    public float[] taste(int[] chosen, float[] weights) {
        return equations(chosen, weights).solution();
    }

    /**
     * Returns the factors of a new item from who chose it, as training would have found them.
     *
     * @param choosers the numbers of the users
     * @param weights the {@linkplain #weight weight} of each
     * @param scale the scale b of the item
     * @return the factors, with the item's scale in them
     */
    public float[] itemFactors(int[] choosers, float[] weights, float scale) {
        float[] targets = new float[choosers.length];
        for (int k = 0; k < targets.length; k++) {
            targets[k] = userScales[choosers[k]] * scale;
        }
        return new PreferenceFoldIn(users(), penalty.alpha, penalty.lambda, penalty.nu)
                .of(choosers, weights, targets)
                .solution();
    }

    private PreferenceFoldIn.Equations equations(int[] chosen, float[] weights) {
        return userFoldIn().of(chosen, weights, targets(chosen));
    }

    /* Two threads at once may both make it: the same, bit for bit. */
    private PreferenceFoldIn userFoldIn() {
        PreferenceFoldIn made = userFoldIn;
        if (made == null) {
            made = new PreferenceFoldIn(items, penalty.alpha, penalty.lambda, penalty.nu);
            userFoldIn = made;
        }
        return made;
    }

    private float[] targets(int[] chosen) {
        float[] targets = new float[chosen.length];
        for (int k = 0; k < targets.length; k++) {
            targets[k] = itemScales[chosen[k]];
        }
        return targets;
    }

    /**
     * Scores every item for a taste. If nothing is known of the user, all scores are almost zero, and the higher the more users chose the
     * item: its scale is lower then.
     *
     * @param taste the factors of a user
     * @param scores takes a score for each item
     */
    public void score(float[] taste, float[] scores) {
        score(List.of(taste), items, itemScales, new float[][] {scores});
    }

    /**
     * Scores every item for a taste, before the scales of the items divide the scores.
     *
     * @param taste the factors of a user
     * @param scores takes a score for each item
     */
    public void scoreUnscaled(float[] taste, float[] scores) {
        if (Arrays.equals(taste, new float[taste.length])) {
            Arrays.fill(scores, Tastes.ALMOST_ZERO);
        } else {
            items.multiply(taste, scores);
        }
    }

    /**
     * Scores some items for a taste, as {@link #score(float[], float[])} does.
     *
     * @param taste the factors of a user
     * @param items the factors of the items
     * @param itemScales the scale of each of them
     * @param scores takes a score for each of them
     */
    public static void score(float[] taste, FactorRows items, float[] itemScales, float[] scores) {
        score(List.of(taste), items, itemScales, new float[][] {scores});
    }

    /**
     * Scores one item for some users, of whom something is known, as {@link #score(float[], float[])} does for one user.
     *
     * @param item the factors of the item
     * @param users the factors of the users
     * @param itemScale the scale of the item
     * @param scores takes a score for each user
     */
    public static void score(float[] item, FactorRows users, float itemScale, float[] scores) {
        float[] same = new float[users.lines()];
        Arrays.fill(same, itemScale);
        score(item, users, same, scores);
        for (int i = 0; i < same.length && Arrays.equals(item, new float[item.length]); i++) {
            scores[i] = 0;
        }
    }

    private static void score(List<float[]> tastes, FactorRows items, float[] itemScales, float[][] scores) {
        Tastes block = new Tastes(items, tastes);
        float[] some = new float[TILE * block.columns()];
        for (int from = 0; from < items.lines(); from += TILE) {
            int to = Math.min(items.lines(), from + TILE);
            block.score(from, to, some);
            for (int p = 0; p < tastes.size(); p++) {
                for (int j = from; j < to; j++) {
                    scores[p][j] = some[(j - from) * block.columns() + p] * (1 / itemScales[j]);
                }
            }
        }
    }

    /**
     * Returns the score of an item for somebody of whom nothing is known: almost zero, and the higher the more users chose the item.
     *
     * @param itemScale the scale of the item
     * @return the score
     */
    public static float ofStranger(float itemScale) {
        return Tastes.ALMOST_ZERO * (1 / itemScale);
    }

    /** {@return a scorer of all items for the users that the model was trained on} */
    public ItemScorer scorer() {
        return new ItemScorer() {
            @Override
            public void score(int user, float[] scores) {
                PreferenceModel.this.score(taste(user), scores);
            }

            @Override
            public void score(int[] some, float[][] scores) {
                PreferenceModel.score(
                        Arrays.stream(some)
                                .mapToObj(PreferenceModel.this::taste)
                                .toList(),
                        items,
                        itemScales,
                        scores);
            }
        };
    }

    /** Divides scores for items into what each of a user's own items contributes. */
    public final class Reasons {
        private final PreferenceFoldIn.Equations equations;

        private Reasons(PreferenceFoldIn.Equations equations) {
            this.equations = equations;
        }

        /**
         * Returns what each of the user's items contributes to the score of an item. The contributions add up to the score.
         *
         * @param item the number of the item
         * @return a contribution for each of the user's items; negative if it speaks against the item
         */
        public double[] of(int item) {
            double scale = itemScales[item];
            return Arrays.stream(equations.contributions(item))
                    .map(contribution -> contribution / scale)
                    .toArray();
        }
    }

    /**
     * Prepares the reasons for a user's recommendations.
     *
     * @param chosen the numbers of the items that the user chose
     * @param weights the {@linkplain #weight weight} of each
     * @return the reasons
     */
    public Reasons reasons(int[] chosen, float[] weights) {
        return new Reasons(equations(chosen, weights));
    }
}
