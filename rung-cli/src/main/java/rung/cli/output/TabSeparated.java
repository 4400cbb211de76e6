package rung.cli.output;

import java.io.IOException;
import java.io.Writer;
import java.util.Optional;
import rung.cli.terminal.InputException;

/** Writes lines of fields with tabs between them. There are no quotes, so a field can hold neither tab nor line break. */
public final class TabSeparated {
    private final String target;
    private final Writer out;

    private TabSeparated(String target, Writer out) {
        this.target = target;
        this.out = out;
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
        void write(TabSeparated lines) throws IOException;
    }

    /**
     * Writes a file as a whole; if anything fails, a file that was there stays.
     *
     * @param target the file; empty, or standard output, writes to {@code otherwise}, line by line
     * @param otherwise takes the lines that go to standard output
     * @param writing writes the lines
     * @throws IOException if writing fails
     */
    public static void write(Optional<OutputFile> target, Writer otherwise, Writing writing) throws IOException {
        String name = target.map(OutputFile::toString).orElse("standard output");
        OutputFile.writeText(target, otherwise, out -> writing.write(new TabSeparated(name, out)));
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
                out.write('\t');
            }
            out.write(required(target, fields[k]));
        }
        out.write('\n');
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
     * Checks that a field has neither tab nor line break.
     *
     * @param target the file that is to hold it
     * @param field the field
     * @return the field
     * @throws InputException if it cannot be written
     */
    public static String required(String target, String field) {
        for (int k = 0; k < field.length(); k++) {
            char c = field.charAt(k);
            if (c == '\t' || c == '\n' || c == '\r') {
                throw new InputException(target + ": cannot hold the name '"
                        + field.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
                        + "': in a file with tabs between the fields no name can have a tab or a line break");
            }
        }
        return field;
    }
}
