package rung.cli.terminal;

import java.util.List;
import java.util.stream.Collectors;
import rung.data.Meaning;
import rung.data.Ratings;

/** Numbers, and what they count, as they stand in sentences. */
public final class Words {
    private static final String INDENT = "  ";

    /** The most names that a line lists. */
    private static final int MOST_LISTED = 12;

    /* The first and the last of ranges of characters that are two columns wide, by Unicode's East Asian Width. */
    private static final int[] WIDE = {
        0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0x4dbf, 0x4e00, 0xa4cf, 0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff,
        0xfe30, 0xfe6f, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x1f300, 0x1f64f, 0x1f680, 0x1f6ff, 0x1f900, 0x1f9ff, 0x20000,
        0x3fffd
    };

    private Words() {}

    /**
     * Names in a line of text, the first of them if they are many: "a, b, c and 8 more".
     *
     * @param names the names
     * @return the text
     */
    public static String list(List<String> names) {
        return names.stream().limit(MOST_LISTED).collect(Collectors.joining(", "))
                + (names.size() > MOST_LISTED ? " and " + (names.size() - MOST_LISTED) + " more" : "");
    }

    /**
     * All of some words, as a sentence enumerates them: "a, b and c".
     *
     * @param words the words, at least one
     * @return the text
     */
    public static String enumerated(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

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
     * What was read: "5 ratings from 1 to 4", or "5 choices with weights from 1 to 40".
     *
     * @param ratings the ratings, or weights
     * @return the words
     */
    public static String described(Ratings ratings) {
        String range = plain(ratings.lowest()) + " to " + plain(ratings.highest());
        return ratings.meaning() == Meaning.RATING
                ? count(ratings.count(), "rating")
                        + (ratings.count() == 1 ? " of " + plain(ratings.lowest()) : " from " + range)
                : count(ratings.count(), "choice")
                        + (ratings.highest() == 1 && ratings.lowest() == 1 ? "" : " with weights from " + range);
    }

    /**
     * The columns of a terminal that a text takes: two for a character of Chinese, Japanese or Korean and for most pictures, none for
     * an accent on the character before.
     *
     * @param text the text
     * @return the columns
     */
    public static int width(String text) {
        return text.codePoints().map(Words::width).sum();
    }

    private static int width(int character) {
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        for (int k = 0; k < WIDE.length; k += 2) {
            if (character >= WIDE[k] && character <= WIDE[k + 1]) {
                return 2;
            }
        }
        return 1;
    }

    /**
     * A text that fits into a width: a longer one ends in "…".
     *
     * @param text the text
     * @param width the most columns, at least 1
     * @return the text, or its beginning
     */
    public static String shortened(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        int end = 0;
        int taken = 1; // the mark
        while (taken + width(text.codePointAt(end)) <= width) {
            taken += width(text.codePointAt(end));
            end = text.offsetByCodePoints(end, 1);
        }
        return text.substring(0, end).stripTrailing() + "…";
    }

    /**
     * Cuts off the beginning of what is too long: the end of a path tells more.
     *
     * @param text the text
     * @param width the most columns
     * @return the text, or a mark and its end
     */
    public static String ending(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        int begin = text.length();
        int taken = 1; // the mark
        while (taken + width(text.codePointBefore(begin)) <= width) {
            taken += width(text.codePointBefore(begin));
            begin = text.offsetByCodePoints(begin, -1);
        }
        return "…" + text.substring(begin);
    }

    /**
     * A text with blanks after it up to a width.
     *
     * @param text the text
     * @param width the least columns
     * @return the text, as wide at least
     */
    public static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - width(text)));
    }

    /**
     * A text in lines that fit into a width, broken at blanks; a word that is longer stays whole.
     *
     * @param text the text
     * @param width the most characters of a line
     * @return the lines, those after the first indented
     */
    public static String wrapped(String text, int width) {
        return wrapped(text, width, INDENT);
    }

    /**
     * A text in lines that fit into a width, broken at blanks; a word that is longer stays whole, and so do blanks at the beginning.
     *
     * @param text the text
     * @param width the most columns of a line
     * @param indent what lines after the first begin with
     * @return the lines
     */
    public static String wrapped(String text, int width, String indent) {
        StringBuilder lines = new StringBuilder();
        int length = -1; // of the last line; below 0 until there is one
        for (String word : text.split(" ")) {
            int size = width(word);
            if (length < 0) {
                lines.append(word);
                length = size;
            } else if (length + 1 + size <= width) {
                lines.append(' ').append(word);
                length += 1 + size;
            } else {
                lines.append(System.lineSeparator()).append(indent).append(word);
                length = indent.length() + size;
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
