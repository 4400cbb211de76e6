package rung.ratings;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import rung.data.Ids;
import rung.engine.sampling.biased.BiasedFactors;
import rung.lists.Seen;
import rung.preferences.PreferenceModel;

/**
 * Checks that the parts of a {@link Model} fit together, and throws an {@link IllegalArgumentException} if they do not.
 *
 * @param users the ids of the users
 * @param items the ids of the items
 */
record ModelCheck(Ids users, Ids items) {
    void check(Optional<RatingModel> ratings, Optional<PreferenceModel> preferences, Seen seen) {
        if (ratings.isEmpty() && preferences.isEmpty()) {
            throw new IllegalArgumentException("a model must predict ratings or preferences or both, got neither");
        }
        int tastes = preferences.map(PreferenceModel::rank).orElse(0);
        ratings.map(RatingModel::factors).ifPresent(factors -> {
            requireLines(factors.rows().count(), factors.columns().count());
            requireLinks(factors.rows(), tastes);
            requireLinks(factors.columns(), tastes);
        });
        preferences.ifPresent(
                part -> requireLines(part.userCount(), part.items().lines()));
        require(seen.users() == users.size(), "users seen", users.size(), seen.users());
        OptionalInt wrong = seen.itemBeyond(items.size());
        if (wrong.isPresent()) {
            throw new IllegalArgumentException(
                    "an item seen must be one of " + items.size() + ", got " + wrong.getAsInt());
        }
    }

    private void requireLines(int rows, int columns) {
        require(rows == users.size(), "users", users.size(), rows);
        require(columns == items.size(), "items", items.size(), columns);
    }

    private static void require(boolean isSo, String what, int wanted, int got) {
        if (!isSo) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "there must be factors of all %d %s, got %d", wanted, what, got));
        }
    }

    private static void requireLinks(BiasedFactors.Lines lines, int tastes) {
        if (lines.isLinked() && lines.traits() != tastes) {
            throw new IllegalArgumentException("what to expect of a line must be linked to all " + tastes
                    + " factors of preference, got links to " + lines.traits());
        }
    }
}
