package rung.cli.output;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Optional;
import rung.cli.terminal.InputException;

/**
 * Writes lines of fields. Most files have tabs between the fields and no quotes, so a field can hold neither tab nor line break. A file
 * that the user names in .csv is CSV, where quotes allow for both, with the names of the fields as its first line.
 */
public final class FieldLines {
    /** The characters that end a field or a line where there are no quotes. */
    private static final String UNQUOTED = "\t\n\r";

    private static final String OTHER_FORMS = "--json can, and so can a file in .csv or .jsonl";

    private static final String NO_OTHER_FORM = "give it another name";

    private final String target;
    private final Writer out;
    private final boolean isCsv;
    private final String wayOut;

    private FieldLines(String target, Writer out, boolean isCsv, String wayOut) {
        this.target = target;
        this.out = out;
        this.isCsv = isCsv;
        this.wayOut = wayOut;
    }

    /** Writes all lines of a file. */
    @FunctionalInterface
    public interface Writing {
        /**
         * Called once, with what takes the lines.
         *
         * @param lines takes the lines
         * @throws IOException if writing fails
         */
        void write(FieldLines lines) throws IOException;
    }

    /**
     * Writes a file with tabs, whatever its name, as a whole; if anything fails, a file that was there stays.
     *
     * @param target the file; standard output writes to {@code otherwise}, line by line
     * @param otherwise takes the lines that go to standard output
     * @param writing writes the lines
     * @throws IOException if writing fails
     */
    public static void writeTabs(OutputFile target, Writer otherwise, Writing writing) throws IOException {
        write(Optional.of(target), otherwise, false, NO_OTHER_FORM, writing);
    }

    /**
     * Writes a file as a whole, as CSV if its name ends so, else with tabs; if anything fails, a file that was there stays.
     *
     * @param target the file; empty, or standard output, writes to {@code otherwise}, line by line
     * @param otherwise takes the lines that go to standard output
     * @param names the names of the fields, for CSV
     * @param writing writes the lines; in CSV all have as many fields as there are names
     * @throws IOException if writing fails
     */
    public static void write(Optional<OutputFile> target, Writer otherwise, String[] names, Writing writing)
            throws IOException {
        boolean isCsv = target.map(file -> file.hasEnding(".csv")).orElse(false);
        write(target, otherwise, isCsv, OTHER_FORMS, lines -> {
            if (isCsv) {
                lines.line(names);
            }
            writing.write(lines);
        });
    }

    private static void write(
            Optional<OutputFile> target, Writer otherwise, boolean isCsv, String wayOut, Writing writing)
            throws IOException {
        String name = target.map(OutputFile::toString).orElse("standard output");
        OutputFile.writeText(target, otherwise, out -> writing.write(new FieldLines(name, out, isCsv, wayOut)));
    }

    /**
     * Whether lines are those of CSV, each with all fields.
     *
     * @return true if they are
     */
    public boolean isCsv() {
        return isCsv;
    }

    /**
     * Writes one line.
     *
     * @param fields the fields
     * @throws IOException if writing fails
     */
    public void line(String... fields) throws IOException {
        for (int k = 0; k < fields.length; k++) {
            if (k > 0) {
                out.write(isCsv ? ',' : '\t');
            }
            out.write(isCsv ? quoted(fields[k]) : required(target, fields[k], UNQUOTED, wayOut));
        }
        out.write('\n');
    }

    private static String quoted(String field) {
        boolean isBare = field.equals(field.strip())
                && field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isBare ? field : '"' + field.replace("\"", "\"\"") + '"';
    }

    /**
     * The shortest text that is read back as the same float, or as the same double where a float would be infinite or none.
     *
     * @param value the number
     * @return the text
     */
    public static String number(double value) {
        float single = (float) value;
        boolean isLost = Double.isFinite(value) && (Float.isInfinite(single) || Math.abs(single) < Float.MIN_NORMAL);
        return isLost && value != 0 ? Double.toString(value) : Float.toString(single);
    }

    /**
     * Checks before any work is done that a name can be written to a file that has tabs in any case.
     *
     * @param target the file that is to hold it
     * @param name the name
     */
    public static void requireInTabs(OutputFile target, String name) {
        required(target.toString(), name, UNQUOTED, NO_OTHER_FORM);
    }

    /**
     * Checks that a file can hold a name.
     *
     * @param target the file
     * @param name the name
     * @param forbidden the characters that it cannot hold: line breaks, and perhaps tabs
     * @param wayOut what to do then, as the end of a sentence
     * @return the name
     * @throws InputException if it has such characters
     */
    public static String required(String target, String name, String forbidden, String wayOut) {
        for (int k = 0; k < name.length(); k++) {
            if (forbidden.indexOf(name.charAt(k)) >= 0) {
                throw new InputException(String.format(
                        Locale.ROOT,
                        "%s: cannot hold the name '%s', which has a %s in it; %s",
                        target,
                        name.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r"),
                        name.charAt(k) == '\t' ? "tab" : "line break",
                        wayOut));
            }
        }
        return name;
    }
}
