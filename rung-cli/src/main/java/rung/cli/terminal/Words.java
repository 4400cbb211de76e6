package rung.cli.terminal;

import rung.data.Meaning;
import rung.data.Ratings;

/** Numbers, and what they count, as they stand in sentences. */
public final class Words {
    private static final String INDENT = "  ";

    private Words() {}

    /**
     * A number and its noun: "1 rating", "2 ratings".
     *
     * @param count the number
     * @param noun what is counted, in the singular
     * @return the words
     */
    public static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /**
     * What was read: "5 ratings from 1 to 4", or "5 interactions with weights from 1 to 40".
     *
     * @param ratings the ratings, or weights
     * @return the words
     */
    public static String described(Ratings ratings) {
        String range = plain(ratings.lowest()) + " to " + plain(ratings.highest());
        return ratings.meaning() == Meaning.RATING
                ? ratings.count() + " ratings from " + range
                : ratings.count() + " interactions"
                        + (ratings.highest() == 1 && ratings.lowest() == 1 ? "" : " with weights from " + range);
    }

    /**
     * A text that fits into a width: a longer one ends in "…".
     *
     * @param text the text
     * @param width the most characters, at least 1
     * @return the text, or its beginning
     */
    public static String shortened(String text, int width) {
        if (text.codePointCount(0, text.length()) <= width) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - 1)))
                        .stripTrailing() + "…";
    }

    /**
     * A text with blanks after it up to a width.
     *
     * @param text the text
     * @param width the least characters
     * @return the text, as wide at least
     */
    public static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.codePointCount(0, text.length())));
    }

    /**
     * A text in lines that fit into a width, broken at blanks; a word that is longer stays whole.
     *
     * @param text the text
     * @param width the most characters of a line
     * @return the lines, those after the first indented
     */
    public static String wrapped(String text, int width) {
        StringBuilder lines = new StringBuilder();
        int length = 0;
        for (String word : text.split(" ")) {
            int size = word.codePointCount(0, word.length());
            if (lines.length() == 0) {
                lines.append(word);
                length = size;
            } else if (length + 1 + size <= width) {
                lines.append(' ').append(word);
                length += 1 + size;
            } else {
                lines.append(System.lineSeparator()).append(INDENT).append(word);
                length = INDENT.length() + size;
            }
        }
        return lines.toString();
    }

    /**
     * A number as people write it: a whole number without decimals, any other as the shortest text of its float.
     *
     * @param value the number
     * @return the text
     */
    public static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : Float.toString((float) value);
    }
}
