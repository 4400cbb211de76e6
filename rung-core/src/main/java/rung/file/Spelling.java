package rung.file;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant by one that does not exist, for messages such as "did you mean 'rating'?". */
public final class Spelling {
    private Spelling() {}

    /**
     * Returns the name that is spelled most like a word, whatever its capitals, if it is near enough: if one letter is wrong and another right, or
     * no more than a third of the word's letters are wrong.
     *
     * @param names the names that exist
     * @param word the word
     * @return the name; empty if none is near enough
     */
    public static Optional<String> nearest(Collection<String> names, String word) {
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(name, word)))
                .filter(name -> distance(name, word) <= Math.max(1, word.length() / 3))
                .filter(name -> distance(name, word) < Math.max(name.length(), word.length()) || name.equals(word));
    }

    /* How many letters have to be added, dropped, changed or swapped with the next to make one word of the other. */
    private static int distance(String word, String other) {
        String a = word.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[][] d = new int[a.length() + 1][b.length() + 1]; // between beginnings of the words
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int changed = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(changed, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
