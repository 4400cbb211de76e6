package rung.data;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Says that a name is not known, and which known ones are close to it. */
public final class NearNames {
    private static final int MOST_SUGGESTIONS = 3;

    /** The most names that are compared, so that a slip costs no more in a large model. */
    private static final int MOST_COMPARED = 100_000;

    /** Shorter texts are in many names, so they suggest none. */
    private static final int LEAST_TEXT = 3;

    private NearNames() {}

    /**
     * Returns the sentence that says that a model does not know a name.
     *
     * @param kind what is named: user or item
     * @param ids the names that are known
     * @param name the name that is not among them
     * @param titles the titles of the known ones, by which some are suggested; may be empty
     * @return the sentence, without the file of the model
     */
    public static String unknown(String kind, Ids ids, String name, Map<String, String> titles) {
        List<String> close = close(ids, name, titles);
        String hint = !close.isEmpty()
                ? "close to it: " + String.join(", ", close)
                : ids.size() == 0 ? "it knows none" : "it knows " + ids.size() + ", such as '" + ids.name(0) + "'";
        return "the model knows no " + kind + " '" + name + "'; " + hint;
    }

    /** Suggestions, best first: the name in other capitals, near names, then names and titles that have all words of the text. */
    private static List<String> close(Ids ids, String name, Map<String, String> titles) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        Set<String> close = new LinkedHashSet<>();
        if (wanted.isEmpty()) {
            return List.of();
        }
        List<String> words = words(wanted);
        boolean isText = wanted.length() >= LEAST_TEXT && words.stream().anyMatch(word -> !word.matches("\\d+"));
        List<Predicate<String>> ways = isText
                ? List.of(wanted::equals, text -> text.contains(wanted), text -> isNear(wanted, text), hasAll(words))
                : List.of(wanted::equals, text -> isNear(wanted, text));
        int compared = Math.min(ids.size(), MOST_COMPARED);
        for (Predicate<String> isMeant : ways) {
            for (int k = 0; k < compared && close.size() < MOST_SUGGESTIONS; k++) {
                String title = titles.getOrDefault(ids.name(k), "");
                if (isMeant.test(ids.name(k).toLowerCase(Locale.ROOT))
                        || !title.isEmpty() && isMeant.test(title.toLowerCase(Locale.ROOT))) {
                    close.add("'" + ids.name(k) + "'" + (title.isEmpty() ? "" : " (" + title + ")"));
                }
            }
        }
        return List.copyOf(close);
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split("[^\\p{L}\\p{N}]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Whether a text has each of some words, or one like it; articles and short words may be missing. */
    private static Predicate<String> hasAll(List<String> words) {
        List<String> telling =
                words.stream().filter(word -> word.length() >= LEAST_TEXT).toList();
        return text -> {
            List<String> others = words(text);
            return !telling.isEmpty()
                    && telling.stream()
                            .allMatch(word -> others.stream()
                                    .anyMatch(other ->
                                            word.length() > LEAST_TEXT ? isNear(word, other) : word.equals(other)));
        };
    }

    /** Whether changing, inserting or deleting at most one character, or swapping two neighbors, makes the two equal. */
    private static boolean isNear(String a, String b) {
        if (Math.abs(a.length() - b.length()) > 1) {
            return false;
        }
        int same = 0;
        int least = Math.min(a.length(), b.length());
        while (same < least && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        int end = 0;
        while (end < least - same && a.charAt(a.length() - 1 - end) == b.charAt(b.length() - 1 - end)) {
            end++;
        }
        boolean isSwapped = a.length() == b.length()
                && a.length() - same - end == 2
                && a.charAt(same) == b.charAt(same + 1)
                && a.charAt(same + 1) == b.charAt(same);
        return isSwapped || Math.max(a.length(), b.length()) - same - end <= 1;
    }
}
