package rung.file.text;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

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
    Set<String> doubtful() {
        Set<String> doubtful = new HashSet<>(holes().keySet());
        doubtful.removeAll(declared);
        return doubtful;
    }

    /** The number of cells with a word that is a label. */
    int countOfLabels() {
        return labels().stream().mapToInt(counts::get).sum();
    }

    /** Whether a token is NA. */
    static boolean isNa(byte[] text, int from, int to) {
        return to - from == 2 && text[from] == 'N' && text[from + 1] == 'A';
    }
}
