package rung.file;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant by one that does not exist, for messages such as "did you mean 'rating'?". */
public final class Spelling {
    private Spelling() {}

    /**
     * Returns the name that is spelled most like a word, whatever its capitals, if it is near enough.
     *
     * @param names the names that exist
     * @param word the word
     * @param least a name is always near enough if this many letters differ; so is one where a third of the word's letters do
     * @return the name; empty if none is near enough
     */
    public static Optional<String> nearest(Collection<String> names, String word, int least) {
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(name, word)))
                .filter(name -> distance(name, word) <= Math.max(least, word.length() / 3));
    }

    /* How many letters have to be added, dropped or changed to make one word of the other. */
    private static int distance(String word, String other) {
        String a = word.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] next = new int[b.length() + 1];
            next[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(changed, 1 + Math.min(last[j], next[j - 1]));
            }
            last = next;
        }
        return last[b.length()];
    }
}
