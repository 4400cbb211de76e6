package rung.file.text;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The words that stand for a missing number, in any capitals. Among labels some of them are labels: somebody has no allergy, "none". */
final class HoleWords {
    /** The words in every text format. */
    static final HoleWords USUAL = new HoleWords(
            Set.of(
                    "na", "n/a", "#n/a", "#na", "<na>", "nan", "+nan", "-nan", "#nan", "null", "none", "?", "-", "--",
                    "."),
            Set.of(),
            Set.of());

    /** The words in tables, where other words would make text of a number's column. */
    static final HoleWords OF_TABLES = USUAL.with(
            List.of(
                    "n.a.",
                    "n.a",
                    "n.d.",
                    "#value!",
                    "#div/0!",
                    "#ref!",
                    "#num!",
                    "#null!",
                    "#name?",
                    "#nv",
                    "#wert!",
                    "#bezug!",
                    "#zahl!",
                    "k.a.",
                    "k. a.",
                    "k.a",
                    "n.v.",
                    "n. v.",
                    "n. a.",
                    "(null)",
                    "nil",
                    "nat",
                    "missing",
                    "undefined",
                    "\\n",
                    "..",
                    "...",
                    "*",
                    "**",
                    "***",
                    "\u2013",
                    "\u2014",
                    "---"),
            false);

    /** The words that stand for a hole among numbers and mean something among labels. */
    private static final Set<String> LABELS = Set.of("none", "nil");

    private final Set<String> words;
    private final Set<Double> numbers;
    private final Set<String> said; // holes everywhere, because the user says so
    private final int longest; // in bytes

    private HoleWords(Set<String> words, Set<Double> numbers, Set<String> said) {
        this.words = words;
        this.numbers = numbers;
        this.said = said;
        this.longest = words.stream()
                .mapToInt(word -> word.getBytes(StandardCharsets.UTF_8).length)
                .max()
                .orElse(0);
    }

    /** Returns these words and some more that the user says. Those that are numbers stand for their value, however it is written. */
    HoleWords with(List<String> more) {
        return with(more, true);
    }

    private HoleWords with(List<String> more, boolean areSaid) {
        Set<String> allWords = new HashSet<>(words);
        Set<Double> allNumbers = new HashSet<>(numbers);
        Set<String> allSaid = new HashSet<>(said);
        for (String word : more) {
            String plain = word.strip().toLowerCase(Locale.ROOT);
            allWords.add(plain);
            if (areSaid) {
                allSaid.add(plain);
            }
            try {
                allNumbers.add(Double.parseDouble(plain.replace(',', '.')) + 0.0);
            } catch (NumberFormatException e) {
                // a word like any other
            }
        }
        return new HoleWords(allWords, allNumbers, allSaid);
    }

    /** Whether any number stands for a hole. */
    boolean hasNumbers() {
        return !numbers.isEmpty();
    }

    boolean contains(double number) {
        return numbers.contains(number + 0.0);
    }

    boolean contains(byte[] text, int from, int to) {
        return to - from <= longest && words.contains(plain(text, from, to));
    }

    /** Whether a word for a hole is none among labels, unless the user says that it is. */
    boolean isLabel(byte[] text, int from, int to) {
        return to - from <= longest && LABELS.contains(plain(text, from, to)) && !said.contains(plain(text, from, to));
    }

    private static String plain(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    }
}
