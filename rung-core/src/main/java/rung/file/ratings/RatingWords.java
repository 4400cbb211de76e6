package rung.file.ratings;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ratings that are no plain numbers: words and thumbs, which are 1 or 0, stars, which are counted, fractions such as 4/5, which are 4, 2½, and 1,234.5. */
final class RatingWords {
    /** No longer text is a rating, in bytes: ten stars. */
    static final int LONGEST = 64;

    /** Each word for 1, and the one for 0 that goes with it. */
    private static final List<List<String>> PAIRS = List.of(
            List.of("yes", "no"),
            List.of("true", "false"),
            List.of("up", "down"),
            List.of("thumbs up", "thumbs down"),
            List.of("thumbs_up", "thumbs_down"),
            List.of("like", "dislike"),
            List.of("liked", "disliked"),
            List.of("ja", "nein"),
            List.of("gefällt", "gefällt nicht"),
            List.of("oui", "non"),
            List.of("sí", "no"),
            List.of("si", "no"),
            List.of("👍", "👎"));

    private static final Map<String, Float> VALUES = new HashMap<>();
    private static final Map<String, String> OPPOSITES = new HashMap<>();

    static {
        for (List<String> pair : PAIRS) {
            VALUES.put(pair.get(0), 1f);
            VALUES.put(pair.get(1), 0f);
            OPPOSITES.put(pair.get(0), pair.get(1));
            OPPOSITES.putIfAbsent(pair.get(1), pair.get(0));
        }
    }

    /** Stars, of which the hollow ones do not count, and perhaps half a star. */
    private static final Pattern STARS = Pattern.compile("((?:[★⭐]\uFE0F?)*)(½?)☆*");

    private static final Pattern HALF = Pattern.compile("(\\d{1,3}) ?½");

    private static final Pattern FRACTION = Pattern.compile("(\\d{1,3}(?:[.,]\\d)?)/(\\d{1,3})");

    /** Numbers whose thousands are separated, and that can be nothing else: by two separators, or with the other sign before decimals. */
    private static final Pattern COMMAS =
            Pattern.compile("[+-]?\\d{1,3}(?:(?:,\\d{3}){2,}(?:\\.\\d*)?|,\\d{3}\\.\\d+)");

    private static final Pattern POINTS =
            Pattern.compile("[+-]?\\d{1,3}(?:(?:\\.\\d{3}){2,}(?:,\\d*)?|\\.\\d{3},\\d+)");

    private RatingWords() {}

    /** The rating that a text means; not a number if it means none. */
    static float value(String text) {
        Float known = VALUES.get(plain(text));
        if (known != null) {
            return known;
        }
        Matcher fraction = FRACTION.matcher(text);
        if (fraction.matches()) {
            return Float.parseFloat(fraction.group(1).replace(',', '.'));
        }
        Matcher half = HALF.matcher(text);
        if (half.matches()) {
            return Float.parseFloat(half.group(1)) + 0.5f;
        }
        if (COMMAS.matcher(text).matches()) {
            return Float.parseFloat(text.replace(",", ""));
        }
        if (POINTS.matcher(text).matches()) {
            return Float.parseFloat(text.replace(".", "").replace(',', '.'));
        }
        Matcher stars = STARS.matcher(text);
        if (text.isEmpty() || !stars.matches()) {
            return Float.NaN;
        }
        long whole = stars.group(1).chars().filter(c -> c != '\uFE0F').count();
        return whole + (stars.group(2).isEmpty() ? 0 : 0.5f);
    }

    /** What a fraction is out of, such as 5 for 4/5; 0 if the text is none. */
    static int outOf(String text) {
        if (text.isEmpty() || !Character.isDigit(text.charAt(0))) {
            return 0;
        }
        Matcher fraction = FRACTION.matcher(text);
        return fraction.matches() ? Integer.parseInt(fraction.group(2)) : 0;
    }

    /** The word that means the opposite; the text itself if it is no word. */
    static String opposite(String text) {
        return OPPOSITES.getOrDefault(plain(text), plain(text));
    }

    /** A word as it is compared with others. */
    static String plain(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
