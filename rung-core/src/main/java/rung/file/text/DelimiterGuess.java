package rung.file.text;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import rung.file.FormatException;
import rung.file.input.Source;

/**
 * Guesses which delimiter a text file uses: the one that divides its first lines best.
 *
 * <p>Each candidate gets a score, and the highest above zero wins; of equal ones, the first in the list. Spaces are tried last,
 * and only where no other delimiter divides anything, since names and titles hold spaces, too. Tables and ratings differ in
 * what a good division is, so each has its own candidates and its own score.
 */
public final class DelimiterGuess {
    /** The number of bytes of a table that are looked at, and the number of records among them. */
    static final int SAMPLE_BYTES = 1 << 18;

    private static final int SAMPLE_RECORDS = 50;

    private static final List<Delimiter> OF_TABLES =
            List.of(Delimiter.TAB, Delimiter.SEMICOLON, Delimiter.COMMA, Delimiter.BAR);
    private static final List<Delimiter> OF_LINES =
            List.of(Delimiter.COLONS, Delimiter.TAB, Delimiter.SEMICOLON, Delimiter.COMMA, Delimiter.BAR);

    private DelimiterGuess() {}

    /**
     * How well a delimiter divides a sample.
     *
     * @param agreement how many records have the same number of fields, two or more: what counts first
     * @param numbers the share of fields that are numbers or holes: what decides between equal agreements
     */
    private record Score(double agreement, double numbers) implements Comparable<Score> {
        static final Score ZERO = new Score(0, 0);

        @Override
        public int compareTo(Score other) {
            return Comparator.comparingDouble(Score::agreement)
                    .thenComparingDouble(Score::numbers)
                    .compare(this, other);
        }
    }

    /** A delimiter and its score. */
    private record Scored(Delimiter delimiter, Score score) {}

    private static Optional<Scored> highest(List<Delimiter> candidates, Function<Delimiter, Score> score) {
        Scored best = null;
        for (Delimiter candidate : candidates) {
            Score own = score.apply(candidate);
            if (own.compareTo(best == null ? Score.ZERO : best.score) > 0) {
                best = new Scored(candidate, own);
            }
        }
        return Optional.ofNullable(best);
    }

    /**
     * Guesses the delimiter of a table, whose fields may be quoted across lines: tab, semicolon, comma, bar or spaces. A file of
     * one column of text has commas.
     */
    static Delimiter ofTable(byte[] sample, Preamble preamble, Source source) throws IOException {
        Map<Delimiter, Score> scores = new HashMap<>();
        for (Delimiter candidate : OF_TABLES) {
            scores.put(candidate, score(candidate, sample, preamble, source));
        }
        Optional<Scored> best = highest(OF_TABLES, scores::get);
        boolean isDivided = best.isPresent() && best.get().score.agreement > 0;
        if (!isDivided && score(Delimiter.SPACES, sample, preamble, source).agreement > 0.5) {
            return Delimiter.SPACES;
        }
        return best.map(Scored::delimiter).orElse(Delimiter.COMMA);
    }

    private static Score score(Delimiter delimiter, byte[] sample, Preamble preamble, Source source)
            throws IOException {
        DelimitedRecords records = new DelimitedRecords(new ByteArrayInputStream(sample), delimiter, preamble, source);
        Map<Integer, Integer> sizes = new HashMap<>();
        int total = 0;
        int fields = 0;
        int numbers = 0;
        while (total < SAMPLE_RECORDS && nextWhole(records)) {
            if (!records.isBlankLine()) {
                total++;
                fields += records.count();
                numbers += numbers(records, delimiter.notation());
                sizes.merge(records.count(), 1, Integer::sum);
            }
        }
        sizes.remove(1);
        int agreeing = sizes.values().stream().mapToInt(k -> k).max().orElse(0);
        return new Score((double) agreeing / Math.max(1, total), (double) numbers / Math.max(1, fields));
    }

    /** Reads the next record; false also if it cannot be read by this delimiter. */
    private static boolean nextWhole(DelimitedRecords records) throws IOException {
        try {
            return records.next();
        } catch (FormatException e) {
            return false;
        }
    }

    private static int numbers(DelimitedRecords records, NumberNotation notation) {
        int numbers = 0;
        for (int k = 0; k < records.count(); k++) {
            numbers += records.kind(k, notation) == NumberNotation.Kind.TEXT ? 0 : 1;
        }
        return numbers;
    }

    /**
     * Guesses the delimiter of a file with one record in each line, such as ratings; any {@link Delimiter} is possible.
     *
     * @param score the number of sample lines that a delimiter divides as they should be
     * @return empty if no delimiter scores above 0
     */
    public static Optional<Delimiter> ofLines(ToIntFunction<Delimiter> score) {
        Function<Delimiter, Score> lines = delimiter -> new Score(score.applyAsInt(delimiter), 0);
        return highest(OF_LINES, lines)
                .or(() -> highest(List.of(Delimiter.SPACES), lines))
                .map(Scored::delimiter);
    }
}
