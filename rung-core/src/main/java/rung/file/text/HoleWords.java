package rung.file.text;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The words that stand for a missing number, in any capitals. Among labels some of them are labels: somebody has no allergy, "none". */
final class HoleWords {
    /** The words that stand for a hole among numbers and mean something among labels. */
    private static final Set<String> LABELS = Set.of("none", "nil");

    /** The words in every text format. */
    static final HoleWords USUAL = new HoleWords(
            Set.of(
                    "na", "n/a", "#n/a", "#na", "<na>", "nan", "+nan", "-nan", "#nan", "null", "none", "?", "-", "--",
                    "."),
            Set.of(),
            Set.of(),
            LABELS);

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

    private final Set<String> words;
    private final Set<Double> numbers;
    private final Set<String>
            said; // holes everywhere, because the user says so; an empty one: no word is one among labels
    private final Set<String> kept; // labels among labels, because they are known to be
    private final Set<String> met = ConcurrentHashMap.newKeySet(); // what was found of those that the user says
    private final int longest; // in bytes

    private HoleWords(Set<String> words, Set<Double> numbers, Set<String> said, Set<String> kept) {
        this.words = words;
        this.numbers = numbers;
        this.said = said;
        this.kept = kept;
        this.longest = words.stream()
                .mapToInt(word -> word.getBytes(StandardCharsets.UTF_8).length)
                .max()
                .orElse(0);
    }

    /**
     * Returns these words and some more that the user says. Those that are numbers stand for their value, however it is written. An empty one
     * says that among labels only empty cells are holes.
     */
    HoleWords with(List<String> more) {
        return with(more, true);
    }

    private HoleWords with(List<String> more, boolean areSaid) {
        Set<String> allWords = new HashSet<>(words);
        Set<Double> allNumbers = new HashSet<>(numbers);
        Set<String> allSaid = new HashSet<>(said);
        for (String word : more) {
            String plain = plain(word);
            allWords.add(plain);
            if (areSaid) {
                allSaid.add(plain);
            }
            number(plain).ifPresent(allNumbers::add);
        }
        return new HoleWords(allWords, allNumbers, allSaid, kept);
    }

    /** Returns these words, of which some are known to be labels among labels. */
    HoleWords keeping(List<String> labels) {
        Set<String> allKept = new HashSet<>(kept);
        labels.forEach(label -> allKept.add(plain(label)));
        return new HoleWords(words, numbers, said, allKept);
    }

    private static Optional<Double> number(String plain) {
        try {
            return Optional.of(Double.parseDouble(plain.replace(',', '.')) + 0.0);
        } catch (NumberFormatException e) {
            return Optional.empty(); // a word like any other
        }
    }

    /** Whether any number stands for a hole. */
    boolean hasNumbers() {
        return !numbers.isEmpty();
    }

    boolean contains(double number) {
        boolean isHole = numbers.contains(number + 0.0);
        if (isHole) {
            met.add(String.valueOf(number + 0.0));
        }
        return isHole;
    }

    boolean contains(byte[] text, int from, int to) {
        if (to - from > longest) {
            return false;
        }
        String plain = plain(text, from, to);
        boolean isHole = words.contains(plain);
        if (isHole && said.contains(plain)) {
            met.add(plain);
        }
        return isHole;
    }

    /** Whether a word is one that the user says. */
    boolean isDeclared(byte[] text, int from, int to) {
        return said.contains(plain(text, from, to));
    }

    /** Those words of a list that the user gave that no cell holds, as far as cells were looked at. */
    List<String> unmet(List<String> given) {
        return given.stream()
                .filter(word -> !plain(word).isEmpty() && !met.contains(plain(word)))
                .filter(word ->
                        number(plain(word)).map(String::valueOf).stream().noneMatch(met::contains))
                .toList();
    }

    /** Whether a word for a hole is none among labels, unless the user says that it is. */
    boolean isLabel(byte[] text, int from, int to) {
        if (to - from > longest) {
            return false;
        }
        String plain = plain(text, from, to);
        return (kept.contains(plain) || said.contains("") && words.contains(plain)) && !said.contains(plain);
    }

    private static String plain(String word) {
        return word.strip().toLowerCase(Locale.ROOT);
    }

    private static String plain(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    }
}
