package rung.ratings;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import rung.data.Ratings;

/**
 * The values that ratings have, if these are few: stars, grades, or thumbs up and down. A model keeps them among its facts, as {@code -1,
 * 1}, so that whoever asks people for more ratings can offer the same values.
 *
 * @param values the different values, ascending
 */
public record RatingScale(List<Double> values) {
    /** The name of the fact. */
    static final String FACT = "rating values";

    /** The most values of a scale: 0 to 10 in halves. */
    private static final int MOST = 21;

    private static final Pattern LIST =
            Pattern.compile("(-?\\d{1,20}(\\.\\d{1,20})?(E-?\\d{1,3})?(, |$)){1," + MOST + "}");

    /** Copies the values. */
    public RatingScale {
        values = List.copyOf(values);
    }

    /**
     * Finds the values of ratings.
     *
     * @param ratings the ratings
     * @return the scale; empty if there are more than 21 different values, or no ratings
     */
    public static Optional<RatingScale> of(Ratings ratings) {
        float[] found = new float[MOST];
        int count = 0;
        for (float value : ratings.value()) {
            int at = Arrays.binarySearch(found, 0, count, value + 0f); // −0 is 0
            if (at >= 0) {
                continue;
            }
            if (count == MOST) {
                return Optional.empty();
            }
            int place = -at - 1;
            System.arraycopy(found, place, found, place + 1, count - place);
            found[place] = value + 0f;
            count++;
        }
        int size = count;
        return size == 0
                ? Optional.empty()
                : Optional.of(new RatingScale(IntStream.range(0, size)
                        .mapToObj(k -> Double.valueOf(Float.toString(found[k]))) // the number that was read
                        .toList()));
    }

    /**
     * Finds the values that a model was trained on.
     *
     * @param model the model
     * @return the scale; empty if the model does not say it, since it is older, was trained elsewhere, or met too many values
     */
    public static Optional<RatingScale> of(Model model) {
        String words = model.facts().getOrDefault(FACT, "");
        return Optional.of(words)
                .filter(list -> LIST.matcher(list).matches())
                .map(list -> new RatingScale(
                        Arrays.stream(list.split(", ")).map(Double::valueOf).toList()));
    }

    /**
     * The distance between neighboring choices, which begin with the lowest value and hold all others: the difference of two values; of more
     * than two 1, or else 0.5.
     *
     * @param low the lowest rating that the model predicts
     * @param high the highest
     * @return the distance; empty if the values do not lie so between these
     */
    public OptionalDouble step(double low, double high) {
        if (values.size() == 2 && isSame(values.get(0), low) && isSame(values.get(1), high)) {
            return OptionalDouble.of(high - low);
        }
        return values.size() < 2
                ? OptionalDouble.empty()
                : DoubleStream.of(1, 0.5)
                        .filter(step -> values.stream().allMatch(value -> isWhole((value - low) / step)))
                        .findFirst();
    }

    /* Ratings are kept in single precision. */
    private static boolean isSame(double value, double bound) {
        return (float) value == (float) bound;
    }

    private static boolean isWhole(double number) {
        return number == Math.rint(number);
    }

    /** The values as a fact of a model. */
    String inWords() {
        return values.stream()
                .map(value -> isWhole(value) && Math.abs(value) < 1e9
                        ? String.valueOf(value.longValue())
                        : String.valueOf(value))
                .collect(Collectors.joining(", "));
    }
}
