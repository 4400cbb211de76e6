package rung.ratings;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import rung.data.Meaning;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.lists.Best;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;

/** Users as a model sees them: those it was trained on and those who are new, and why items are recommended to them. */
final class People {
    /** The most reasons for a recommendation. */
    private static final int REASONS = 3;

    private final Model model;

    People(Model model) {
        this.model = model;
    }

    /** A user that the model was trained on. */
    Person known(int user) {
        int[] chosen = model.seen().of(user);
        return new Person(
                model.ratings().map(part -> line(part.factors(), user)),
                model.preferences().map(part -> part.taste(user)),
                chosen,
                weights(model.seen().counts(user)),
                new boolean[chosen.length]); // their ratings are not kept
    }

    /** A user that the model was trained on, who rated or chose more since; counts of what is chosen again add up. */
    Person known(int user, int[] since, float[] values) {
        Person before = known(user);
        int[] all = IntStream.concat(Arrays.stream(before.chosen()), Arrays.stream(since))
                .sorted()
                .distinct()
                .toArray();
        float[] counts = new float[all.length];
        float[] old = model.seen().counts(user);
        for (int k = 0; k < old.length; k++) {
            counts[Arrays.binarySearch(all, before.chosen()[k])] = old[k];
        }
        boolean isRated = model.ratings().isPresent();
        boolean[] disliked = new boolean[all.length];
        for (int k = 0; k < since.length; k++) {
            int at = Arrays.binarySearch(all, since[k]);
            disliked[at] = isRated && isDislike(values[k]);
            counts[at] = isRated ? 1 : counts[at] + values[k];
        }
        float[] weights = weights(counts);
        Optional<float[]> taste = model.preferences().map(part -> part.taste(all, weights));
        Optional<float[]> change =
                taste.map(after -> difference(after, before.taste().orElseThrow()));
        return new Person(
                model.ratings()
                        .map(part ->
                                part.userAgain(before.line().orElseThrow(), before.chosen(), since, values, change)),
                taste,
                all,
                weights,
                disliked);
    }

    /** Whether a rating is lower than the model expects of somebody it does not know, for an item it does not know. */
    private boolean isDislike(float rating) {
        return model.ratings().filter(part -> rating < part.factors().mean()).isPresent();
    }

    private static float[] difference(float[] after, float[] before) {
        float[] difference = after.clone();
        for (int k = 0; k < difference.length; k++) {
            difference[k] -= before[k];
        }
        return difference;
    }

    private static FoldIn.Line line(BiasedFactors factors, int user) {
        return new FoldIn.Line(factors.rows().factors(user), factors.rows().bias(user));
    }

    /** A new user, from ratings of items or from how often they were chosen; items are in any order. */
    Person fromValues(int[] chosen, float[] values, Meaning meaning) {
        boolean isRated = meaning == Meaning.RATING;
        int[] order = IntStream.range(0, chosen.length)
                .boxed()
                .sorted(Comparator.comparingInt(k -> chosen[k]))
                .mapToInt(k -> k)
                .toArray();
        int[] sorted = new int[order.length];
        float[] counts = new float[order.length];
        boolean[] disliked = new boolean[order.length];
        for (int k = 0; k < order.length; k++) {
            sorted[k] = chosen[order[k]];
            counts[k] = isRated ? 1 : values[order[k]];
            disliked[k] = isRated && isDislike(values[order[k]]);
        }
        float[] weights = weights(counts);
        Optional<float[]> taste = model.preferences().map(part -> part.taste(sorted, weights));
        int[] rated = isRated ? chosen : new int[0];
        float[] ratings = isRated ? values : new float[0];
        return new Person(
                model.ratings().map(part -> part.userFoldIn(rated, ratings, taste)), taste, sorted, weights, disliked);
    }

    private float[] weights(float[] counts) {
        float[] weights = new float[counts.length];
        for (int k = 0; k < weights.length; k++) {
            float count = counts[k];
            if (!(count >= 0)) {
                throw new IllegalArgumentException("how often an item was chosen must not be negative, got " + count);
            }
            weights[k] = model.preferences().map(part -> part.weight(count)).orElse(1f);
        }
        return weights;
    }

    /** A list with names, expected ratings and reasons. */
    List<Recommendation> explained(Person person, List<Scored> list) {
        Optional<PreferenceModel.Reasons> reasons = model.preferences()
                .filter(PreferenceModel::tellsItemsApart) // the reasons of all items are the same otherwise
                .map(part -> part.reasons(person.chosen(), person.weights()));
        return list.stream()
                .map(each -> new Recommendation(
                        model.items().name(each.item()),
                        each.score(),
                        rating(person, each.item()),
                        unclipped(person, each.item()),
                        reasons.map(found -> because(person, found.of(each.item())))
                                .orElse(List.of())))
                .toList();
    }

    private OptionalDouble rating(Person person, int item) {
        return person.line()
                .map(line -> OptionalDouble.of(model.predicted(line, item)))
                .orElse(OptionalDouble.empty());
    }

    private OptionalDouble unclipped(Person person, int item) {
        return person.line()
                .map(line -> OptionalDouble.of(model.unclipped(line, item)))
                .orElse(OptionalDouble.empty());
    }

    /* The items that contributed most, without those that the user disliked: that they were chosen speaks for others, but not to the user. */
    private List<Reason> because(Person person, double[] contributions) {
        Best best = new Best(Math.min(REASONS, contributions.length));
        for (int k = 0; k < contributions.length; k++) {
            best.offer(k, contributions[k] > 0 && !person.disliked()[k] ? (float) contributions[k] : Float.NaN);
        }
        return best.take().stream()
                .map(each -> new Reason(model.items().name(person.chosen()[each.item()]), contributions[each.item()]))
                .toList();
    }
}
