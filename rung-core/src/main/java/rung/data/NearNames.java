package rung.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Says that a name is not known, and which known ones are close to it. */
public final class NearNames {
    private static final int MOST_SUGGESTIONS = 3;

    /** The most names that are compared, so that a slip costs no more in a large model. */
    private static final int MOST_COMPARED = 100_000;

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

    /** Suggestions: names that differ in one character, in case or in surrounding blanks; and titles that contain the text. */
    private static List<String> close(Ids ids, String name, Map<String, String> titles) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        List<String> close = new ArrayList<>();
        if (wanted.isEmpty()) {
            return close;
        }
        titles.entrySet().stream()
                .filter(title -> title.getValue().toLowerCase(Locale.ROOT).contains(wanted)
                        && ids.find(title.getKey()).isPresent())
                .limit(MOST_SUGGESTIONS)
                .map(title -> "'" + title.getKey() + "' (" + title.getValue() + ")")
                .collect(Collectors.toCollection(() -> close));
        for (boolean exactly : new boolean[] {true, false}) {
            for (int k = 0; k < Math.min(ids.size(), MOST_COMPARED) && close.size() < MOST_SUGGESTIONS; k++) {
                String other = ids.name(k);
                String plain = other.toLowerCase(Locale.ROOT);
                if (exactly ? wanted.equals(plain) : !wanted.equals(plain) && isNear(wanted, plain)) {
                    close.add("'" + other + "'");
                }
            }
        }
        return close;
    }

    /** Whether changing, inserting or deleting at most one character makes the two equal. */
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
        return Math.max(a.length(), b.length()) - same - end <= 1;
    }
}
