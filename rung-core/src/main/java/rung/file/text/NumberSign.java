package rung.file.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sign of money or percent that stands beside a number, or a unit behind it: 8.798,26 €, $5, 27,4 %, 20.17 kg.
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

    /** A number with any word behind it. */
    private static final Pattern UNIT =
            Pattern.compile("(?<number>[-+]?(?:\\d{1,3}(?:[.,'’ \\u00a0\\u202f]\\d{3})+|\\d+)"
                    + "(?:[.,]\\d+)?|[-+]?[.,]\\d+)(?<space>" + BLANKS + ")(?<symbol>[\\p{L}°µ\"'′″][^\\r\\n]{0,15})");

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

    /** Takes a number apart from a unit, which is any word behind it; empty if the text is something else. */
    static Optional<Signed> ofUnit(String text) {
        Matcher unit = UNIT.matcher(text);
        return text.length() <= LONGEST && unit.matches()
                ? Optional.of(new Signed(
                        new NumberSign(unit.group("symbol"), false, unit.group("space"), false), unit.group("number")))
                : Optional.empty();
    }

    /** Returns the number in a text that has this sign or unit beside it; empty if it has not. */
    Optional<String> numberIn(String text) {
        return of(text).or(() -> ofUnit(text))
                .filter(signed -> isLike(signed.sign()))
                .map(Signed::number);
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
