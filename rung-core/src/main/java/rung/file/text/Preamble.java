package rung.file.text;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rung.file.FormatException;
import rung.file.TableForm;
import rung.file.input.Source;

/**
 * What stands in delimited text before the first record: the line {@code sep=;}, by which Excel is told the delimiter, and comments, which
 * are lines that begin with {@code #}.
 *
 * @param lines the number of these lines
 * @param delimiter the delimiter that the first of them says; empty if none says one
 */
public record Preamble(int lines, Optional<Delimiter> delimiter) {
    /** Nothing before the first record. */
    static final Preamble NONE = new Preamble(0, Optional.empty());

    /** More bytes than the line that says the delimiter has. */
    private static final int LONGEST = 20;

    private static final Pattern SEPARATOR =
            Pattern.compile("(\ufeff?)(\"?)sep=([" + TableForm.DELIMITERS + "])\\2([\\r\\n]*)");

    /**
     * Returns the delimiter that the first line of a file says.
     *
     * @param start the start of the file
     * @return empty if it says none
     */
    public static Optional<Delimiter> delimiter(byte[] start) {
        int end = 0;
        while (end < start.length && end < LONGEST && start[end] != '\n') {
            end++;
        }
        Matcher separator = SEPARATOR.matcher(new String(start, 0, end, StandardCharsets.UTF_8));
        return separator.matches() ? Optional.of(Delimiter.of(separator.group(3).charAt(0))) : Optional.empty();
    }

    /**
     * Finds the preamble in the start of a file. The last line that begins with {@code #} is no comment but the header, as some programs
     * write it, if it has as many fields as the record below and that is none of names.
     *
     * @param start the start of the file, long enough for a few records
     * @param said the delimiter, if it is known
     * @param source the file, for messages
     */
    static Preamble of(byte[] start, Optional<Delimiter> said, Source source) throws IOException {
        String[] lines = new String(start, StandardCharsets.UTF_8).split("\n", -1);
        Optional<Delimiter> own = delimiter(start);
        int first = own.isPresent() ? 1 : 0;
        int count = first;
        while (count < lines.length - 1
                && lines[count].replaceFirst("^\ufeff", "").startsWith("#")) {
            count++;
        }
        if (count > first) {
            Delimiter delimiter = said.or(() -> own)
                    .orElse(DelimiterGuess.ofTable(start, new Preamble(count, Optional.empty()), source));
            count -= isHeader(start, count, delimiter, source) ? 1 : 0;
        }
        return new Preamble(count, own);
    }

    /** Whether the line of this number, from 1, is a header rather than a comment. */
    private static boolean isHeader(byte[] start, int line, Delimiter delimiter, Source source) throws IOException {
        try {
            DelimitedRecords records = new DelimitedRecords(
                    new ByteArrayInputStream(start), delimiter, new Preamble(line - 1, Optional.empty()), source);
            int fields = 0;
            while (records.next()) {
                if (records.line() == line) {
                    fields = records.count();
                } else if (records.line() > line && !records.isBlankLine()) {
                    return records.count() == fields && !isNames(records, delimiter.notation());
                }
            }
        } catch (FormatException e) {
            return false; // such as one whose quotes do not fit
        }
        return false;
    }

    /** Whether all fields of a record are text. */
    private static boolean isNames(TextRecords record, NumberNotation notation) {
        for (int k = 0; k < record.count(); k++) {
            if (record.kind(k, notation) != NumberNotation.Kind.TEXT) {
                return false;
            }
        }
        return true;
    }

    /** The words for a description: " after 2 lines of comments". */
    String words() {
        int comments = lines - (delimiter.isPresent() ? 1 : 0);
        return comments == 0 ? "" : " after " + comments + (comments == 1 ? " line" : " lines") + " of comments";
    }

    /** Returns a line of the preamble as it stands above records with another delimiter. */
    static String redelimited(String line, Delimiter delimiter) {
        Matcher separator = SEPARATOR.matcher(line);
        return separator.matches() ? separator.replaceFirst("$1$2sep=" + (char) delimiter.symbol() + "$2$4") : line;
    }
}
