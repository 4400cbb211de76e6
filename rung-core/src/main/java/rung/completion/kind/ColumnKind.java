package rung.completion.kind;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a column of a table holds. It decides how the column depends on the low-rank matrix behind the table, and what is filled in. */
public enum ColumnKind {
    /** Any number. */
    NUMBER("numbers"),
    /** One of two numbers. What is filled in lies between them, the nearer to the second the likelier that is. */
    TWO_VALUED("two values"),
    /** Whole numbers from 0 on that count something. What is filled in is the number to expect. */
    COUNT("counts"),
    /** Numbers above 0, of which a few are many times as large as most: their logarithms are fitted. */
    POSITIVE("positive and skewed"),
    /** Whole numbers that stand for labels. What is filled in is the likeliest label. */
    CATEGORY("a category");

    private final String words;

    ColumnKind(String words) {
        this.words = words;
    }

    /**
     * Returns the words for such a column in a description: "positive and skewed".
     *
     * @return the words
     */
    public String words() {
        return words;
    }

    /**
     * Returns the name of the kind as people type it: "two-valued".
     *
     * @return the name in lower case
     */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Whether such a column holds a few values, each of which has a probability.
     *
     * @return true for two values and labels
     */
    public boolean isOfFewValues() {
        return this == TWO_VALUED || this == CATEGORY;
    }

    /**
     * Says why numbers cannot be of this kind.
     *
     * @param observed the observed numbers of a column
     * @return what the column must do instead, such as "hold numbers above 0"; empty if it can be of this kind
     */
    public Optional<String> complaint(double... observed) {
        return switch (this) {
            case NUMBER -> Optional.empty();
            case TWO_VALUED ->
                Arrays.stream(observed).distinct().count() == 2
                        ? Optional.empty()
                        : Optional.of("hold two different values");
            case COUNT -> areWhole(observed) ? Optional.empty() : Optional.of("hold whole numbers from 0 on");
            case POSITIVE ->
                Arrays.stream(observed).allMatch(x -> x > 0) ? Optional.empty() : Optional.of("hold numbers above 0");
            case CATEGORY ->
                areWhole(observed)
                        ? Optional.empty()
                        : Optional.of("hold whole numbers from 0 on that stand for labels, as 0, 1 and 2 may,");
        };
    }

    /**
     * Whether all numbers are whole, and none is negative.
     *
     * @param observed the numbers
     * @return true if they are
     */
    public static boolean areWhole(double... observed) {
        return Arrays.stream(observed).allMatch(x -> x >= 0 && x == Math.rint(x));
    }
}
