package rung.file.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The words in a column that stand for holes among numbers. Among labels some of them are labels: those that the notation says, such as
 * "none"; NA among codes of two capital letters, such as those of countries, as long as it marks no hole in another column; and the minus of
 * columns of plus and minus.
 */
final class GapWords {
    private static final String NA = "NA";

    /** The least different codes that tell that NA is one more. */
    private static final int FEWEST_CODES = 2;

    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final Set<String> labels = new HashSet<>(); // those that the notation says
    private final Set<String> declared = new HashSet<>(); // holes, because the user says so
    private final Set<String> codes = new HashSet<>(); // the first ones
    private boolean areCodes = true;
    private boolean hasPlus;
    private boolean isNaElsewhere;

    /** Takes a word from a cell without a value. */
    void take(String word, boolean isLabel, boolean isDeclared) {
        counts.merge(word, 1, Integer::sum);
        if (isLabel) {
            labels.add(word);
        }
        if (isDeclared) {
            declared.add(word);
        }
    }

    /** Takes a label that is no such word. */
    void takeLabel(String label) {
        areCodes = areCodes && label.length() == 2 && isCapital(label.charAt(0)) && isCapital(label.charAt(1));
        if (areCodes && codes.size() < FEWEST_CODES) {
            codes.add(label);
        }
        hasPlus |= label.equals("+");
    }

    private static boolean isCapital(char c) {
        return c >= 'A' && c <= 'Z';
    }

    /** Whether the labels are codes of two capital letters. */
    boolean areOfCodes() {
        return areCodes && codes.size() == FEWEST_CODES;
    }

    /** Says that NA marks holes in another column. */
    void noteNaElsewhere() {
        isNaElsewhere = true;
    }

    /** The words that are labels. */
    Set<String> labels() {
        Set<String> all = new HashSet<>(labels);
        all.addAll(guessed());
        return all;
    }

    /** The words that are labels because of the others. */
    Set<String> guessed() {
        Set<String> guessed = new HashSet<>();
        for (String word : counts.keySet()) {
            boolean isCode = word.equals(NA) && areOfCodes() && !isNaElsewhere;
            boolean isSign = word.equals("-") && hasPlus;
            if ((isCode || isSign) && !declared.contains(word) && !labels.contains(word)) {
                guessed.add(word);
            }
        }
        return guessed;
    }

    /** The words that stand for holes, and how often they do. */
    Map<String, Integer> holes() {
        Map<String, Integer> holes = new LinkedHashMap<>(counts);
        holes.keySet().removeAll(labels());
        return holes;
    }

    /** Whether a word is a label because of the others. */
    boolean isGuessed(String word) {
        return guessed().contains(word);
    }

    /** The words that stand for holes though nobody declared that. */
    private Set<String> doubtful() {
        Set<String> doubtful = new HashSet<>(holes().keySet());
        doubtful.removeAll(declared);
        return doubtful;
    }

    /** The number of cells with a word that is a label. */
    int countOfLabels() {
        return labels().stream().mapToInt(counts::get).sum();
    }

    /** The words of a category, for a description: " ('NA' is a hole, 4 times)". */
    String among() {
        Map<String, Integer> holes = holes();
        int count = holes.values().stream().mapToInt(Integer::intValue).sum();
        List<String> parts = new ArrayList<>();
        if (count > 0) {
            parts.add(are(holes.keySet(), " is a hole", " are holes")
                    + (count == 1 ? ", once" : ", " + count + " times"));
        }
        if (!guessed().isEmpty()) {
            parts.add(are(guessed(), " is a label", " are labels"));
        }
        return parts.isEmpty() ? "" : " (" + String.join("; ", parts) + ")";
    }

    /** The words that are labels because of the others, for a column that is no category: ", 'NA' among them". */
    String guesses() {
        return guessed().isEmpty() ? "" : ", " + are(guessed(), " among them", " among them");
    }

    /** What to declare if words mean something else: those that stand for holes in categories, and those that are labels in any column. */
    static String advice(List<GapWords> categories, List<GapWords> all) {
        Set<String> holes = new TreeSet<>();
        Set<String> labels = new TreeSet<>();
        categories.forEach(words -> holes.addAll(words.doubtful()));
        all.forEach(words -> labels.addAll(words.guessed()));
        return (holes.isEmpty()
                        ? ""
                        : "; if " + are(holes, " is a label", " are labels")
                                + ", declare that only empty cells are holes")
                + (labels.isEmpty() ? "" : "; if " + are(labels, " is a hole", " are holes") + ", declare that");
    }

    private static String are(Set<String> words, String one, String several) {
        return words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(", "))
                + (words.size() == 1 ? one : several);
    }

    /** Whether a token is NA. */
    static boolean isNa(byte[] text, int from, int to) {
        return to - from == 2 && text[from] == 'N' && text[from + 1] == 'A';
    }
}
