package rung.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** What stands between the fields of a text file. */
enum Delimiter {
    TAB('\t', "tab-separated"),
    SEMICOLON(';', "semicolon-separated"),
    COMMA(',', "comma-separated"),
    SPACES((char) Records.SPACES, "space-separated"),
    /** Between ratings and titles only, as are colons: in a table they are text. */
    BAR('|', "bar-separated"),
    /** Two colons. */
    COLONS(':', "colon-separated");

    /** How much of the file is looked at. */
    private static final int SAMPLE_BYTES = 1 << 18;

    private static final int SAMPLE_RECORDS = 50;

    private final byte symbol;
    private final String description;

    Delimiter(char symbol, String description) {
        this.symbol = (byte) symbol;
        this.description = description;
    }

    byte symbol() {
        return symbol;
    }

    /** How many times the symbol stands between two fields. */
    int width() {
        return this == COLONS ? 2 : 1;
    }

    /** Whether quotes around a field are not part of it: MovieLens separates by bars and colons, and never quotes. */
    boolean allowsQuotes() {
        return this != BAR && this != COLONS;
    }

    String description() {
        return description;
    }

    /** The notation of numbers: a comma can be a decimal one where semicolons stand between the fields. */
    Notation notation() {
        return new Notation(this == SEMICOLON);
    }

    /**
     * The delimiter by which most of the first records have the same number of fields, two or more; if several are
     * equal in that, the one that makes most fields numbers. Spaces count only where none of the others occurs. A file
     * of one column has commas.
     */
    static Delimiter of(Source source) throws IOException {
        byte[] sample = source.head(SAMPLE_BYTES);
        Delimiter best = COMMA;
        Trial bestTrial = new Trial(0, 0);
        for (Delimiter candidate : new Delimiter[] {TAB, SEMICOLON, COMMA}) {
            Trial trial = candidate.trial(sample, source);
            if (trial.isBetterThan(bestTrial)) {
                best = candidate;
                bestTrial = trial;
            }
        }
        if (bestTrial.agreement == 0 && SPACES.trial(sample, source).agreement > 0.5) {
            return SPACES;
        }
        return best;
    }

    /** How well a delimiter does: the share of records that agree, and the share of fields that are numbers or holes. */
    private record Trial(double agreement, double numbers) {
        boolean isBetterThan(Trial other) {
            return agreement > other.agreement || agreement == other.agreement && numbers > other.numbers;
        }
    }

    private Trial trial(byte[] sample, Source source) throws IOException {
        Records records = new Records(new ByteArrayInputStream(sample), symbol, source);
        Map<Integer, Integer> sizes = new HashMap<>();
        int total = 0;
        int fields = 0;
        int numbers = 0;
        while (total < SAMPLE_RECORDS && nextWhole(records)) {
            if (!records.isBlankLine()) {
                total++;
                fields += records.count();
                numbers += numbers(records);
                sizes.merge(records.count(), 1, Integer::sum);
            }
        }
        sizes.remove(1);
        int agreeing = sizes.values().stream().mapToInt(k -> k).max().orElse(0);
        return new Trial((double) agreeing / Math.max(1, total), (double) numbers / Math.max(1, fields));
    }

    /** The next record, if it can be read by this delimiter. */
    private static boolean nextWhole(Records records) throws IOException {
        try {
            return records.next();
        } catch (FormatException e) {
            return false;
        }
    }

    private int numbers(Records records) {
        int numbers = 0;
        for (int k = 0; k < records.count(); k++) {
            numbers += records.kind(k, notation()) == Notation.Kind.TEXT ? 0 : 1;
        }
        return numbers;
    }
}
