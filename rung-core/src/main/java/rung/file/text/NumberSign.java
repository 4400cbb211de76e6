package rung.file.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sign of money or percent that stands beside a number: 8.798,26 €, $5, 27,4 %.
 *
 * @param symbol the sign
 * @param isBefore whether it stands before the number
 * @param space what stands between the two
 * @param isMinusInside whether a minus stands between the sign and the number: $-5
 */
record NumberSign(String symbol, boolean isBefore, String space, boolean isMinusInside) {
    /** Longer texts are no numbers. */
    private static final int LONGEST = 40;

    private static final String BLANKS = "[ \\u00a0\\u202f]*";
    private static final String MONEY = "[$€£¥₹₽₩₺]|EUR|USD|GBP|CHF";
    private static final String DIGITS = "[.,]?\\d(?:[\\d.,'’ \\u00a0\\u202f]*\\d)?";

    private static final Pattern BEFORE = Pattern.compile("(?<outer>[-+(]?)" + BLANKS + "(?<symbol>" + MONEY
            + ")(?<space>" + BLANKS + ")(?<inner>[-+]?)(?<number>" + DIGITS + ")(?<end>\\)?)");

    private static final Pattern AFTER = Pattern.compile("(?<outer>[-+(]?)(?<number>" + DIGITS + ")(?<space>" + BLANKS
            + ")(?<symbol>" + MONEY + "|[%‰])(?<end>\\)?)");

    /**
     * A number with a sign.
     *
     * @param sign the sign
     * @param number the number without it
     */
    record Signed(NumberSign sign, String number) {}

    /** Takes a number apart from its sign; empty if the text is something else. */
    static Optional<Signed> of(String text) {
        if (text.length() < 2 || text.length() > LONGEST) {
            return Optional.empty();
        }
        Matcher before = BEFORE.matcher(text);
        if (before.matches()) {
            boolean isInside = !before.group("inner").isEmpty();
            NumberSign sign = new NumberSign(before.group("symbol"), true, before.group("space"), isInside);
            return Optional.of(new Signed(
                    sign,
                    before.group("outer") + before.group("inner") + before.group("number") + before.group("end")));
        }
        Matcher after = AFTER.matcher(text);
        return after.matches()
                ? Optional.of(new Signed(
                        new NumberSign(after.group("symbol"), false, after.group("space"), false),
                        after.group("outer") + after.group("number") + after.group("end")))
                : Optional.empty();
    }

    /** Whether another sign is the same, on the same side of its number. */
    boolean isLike(NumberSign other) {
        return symbol.equals(other.symbol) && isBefore == other.isBefore;
    }

    NumberSign withMinusInside(boolean isInside) {
        return new NumberSign(symbol, isBefore, space, isInside);
    }

    /** Puts the sign beside a number, which may have a minus or be in parentheses. */
    String with(String number) {
        if (number.startsWith("(")) {
            return "(" + with(number.substring(1, number.length() - 1)) + ")";
        }
        String minus = number.startsWith("-") ? "-" : "";
        String size = number.substring(minus.length());
        if (!isBefore) {
            return number + space + symbol;
        }
        return isMinusInside ? symbol + space + minus + size : minus + symbol + space + size;
    }
}
