package rung.serve.recommender;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import rung.lists.Scored;

/**
 * Finds items by some of the words of their title, or by their id, whatever the case and the accents. Every word of the question must be in
 * the title. Those come first whose id or title it is, then those where it begins the words, the more popular first.
 */
final class ItemSearch {
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final Catalog catalog;
    private final String[] ids;
    private final String[] words; // of each item: a blank, a word, a blank, …

    ItemSearch(Catalog catalog) {
        this.catalog = catalog;
        ids = new String[catalog.size()];
        words = new String[catalog.size()];
        for (int item = 0; item < words.length; item++) {
            ids[item] = plain(catalog.id(item)).strip();
            words[item] = " " + wordsOf(catalog.title(item)) + " ";
        }
    }

    /** A text in lower case, without accents. */
    static String plain(String text) {
        String bare =
                MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFD)).replaceAll("");
        return bare.toLowerCase(Locale.ROOT)
                .replace("ß", "ss")
                .replace("æ", "ae")
                .replace("œ", "oe")
                .replace('ø', 'o')
                .replace('đ', 'd')
                .replace('ł', 'l')
                .replace('ı', 'i');
    }

    private static String wordsOf(String text) {
        return NO_WORD.matcher(plain(text)).replaceAll(" ").strip();
    }

    /** An item that was found, and how well it fits. */
    private record Hit(int item, int fit) {}

    /** Finds at most n items. Their score is how well they fit, a whole number, and the share of users who have them. */
    List<Scored> find(String question, int n) {
        String wanted = plain(question).strip();
        String asked = wordsOf(question);
        if (wanted.isEmpty()) {
            return catalog.popular(n).stream()
                    .map(item -> new Scored(item, catalog.share(item)))
                    .toList();
        }
        String[] parts = asked.isEmpty() ? new String[0] : asked.split(" ");
        List<Hit> hits = new ArrayList<>();
        for (int item = 0; item < words.length; item++) {
            int fit = fit(item, wanted, asked, parts);
            if (fit > 0) {
                hits.add(new Hit(item, fit));
            }
        }
        hits.sort(Comparator.comparingInt((Hit hit) -> -hit.fit)
                .thenComparingInt(hit -> -catalog.users(hit.item))
                .thenComparingInt(Hit::item));
        return hits.stream()
                .limit(n)
                .map(hit -> new Scored(hit.item, hit.fit + catalog.share(hit.item)))
                .toList();
    }

    private int fit(int item, String wanted, String asked, String[] parts) {
        if (ids[item].equals(wanted)) {
            return 6;
        }
        String title = words[item];
        if (title.length() == asked.length() + 2 && title.startsWith(asked, 1) && !asked.isEmpty()) {
            return 5;
        }
        int fit = parts.length == 0 ? 0 : title.startsWith(asked, 1) ? 4 : 3;
        for (String part : parts) {
            int at = title.indexOf(part);
            if (at < 0) {
                fit = 0;
                break;
            }
            if (fit > 2 && title.charAt(at - 1) != ' ' && !title.contains(" " + part)) {
                fit = 2;
            }
        }
        return fit == 0 && ids[item].startsWith(wanted) ? 1 : fit;
    }
}
