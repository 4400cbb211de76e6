package rung.comparison;

import java.util.Optional;
import java.util.OptionalDouble;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Observations;
import rung.data.Ratings;
import rung.linalg.Workers;
import rung.lists.ListEvaluation;

/**
 * A part to fit, and what lists are measured by on another part, which a fit does not see.
 *
 * @param fit the part to fit
 * @param chosen measures lists where each entry of the other part is relevant
 * @param liked measures them where only high ratings are relevant; empty if there are none, or no ratings
 */
record ListTask(Ratings fit, ListEvaluation chosen, Optional<ListEvaluation> liked) {
    /** Turns two parts of the same data into a task. */
    static ListTask of(Observations fit, Observations other, Meaning meaning, OptionalDouble least, Workers workers) {
        Ratings training = ratings(fit, meaning);
        ListEvaluation chosen = ListEvaluation.of(training, ratings(other, meaning))
                .withResamples(0)
                .withWorkers(workers);
        Optional<ListEvaluation> liked = least.isEmpty()
                ? Optional.empty()
                : Optional.of(chosen.withLeast(least.getAsDouble())).filter(each -> each.users() > 0);
        return new ListTask(training, chosen, liked);
    }

    /** Turns observations into ratings, with numbers as the names of users and items. */
    static Ratings ratings(Observations data, Meaning meaning) {
        int[] user = new int[data.count()];
        int[] item = new int[data.count()];
        float[] value = new float[data.count()];
        int[] at = new int[1];
        data.forEach((i, j, x, weight) -> {
            user[at[0]] = i;
            item[at[0]] = j;
            value[at[0]++] = (float) x;
        });
        return Ratings.of(numbers(data.rows()), numbers(data.columns()), user, item, value, Duplicates.ERROR)
                .withMeaning(meaning);
    }

    private static Ids numbers(int count) {
        Ids.Builder ids = new Ids.Builder();
        for (int k = 0; k < count; k++) {
            ids.add(String.valueOf(k));
        }
        return ids.build();
    }
}
