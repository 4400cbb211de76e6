package rung.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import rung.file.AtomicFile;

/** Lines of fields with tabs between them, without quotes: so a field can hold neither. */
final class Tsv {
    private final Path target;
    private final Writer out;

    private Tsv(Path target, OutputStream out) {
        this.target = target;
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    /** What is written. */
    @FunctionalInterface
    interface Writing {
        void write(Tsv lines) throws IOException;
    }

    /** Replaces the target as a whole or, if anything fails, does not touch it. */
    static void write(Path target, Writing writing) throws IOException {
        AtomicFile.write(target, out -> {
            Tsv lines = new Tsv(target, out);
            try {
                writing.write(lines);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            lines.out.flush();
        });
    }

    void line(String... fields) throws IOException {
        for (int k = 0; k < fields.length; k++) {
            if (k > 0) {
                out.write('\t');
            }
            out.write(required(fields[k]));
        }
        out.write('\n');
    }

    /** The shortest text that is read back as the same float. */
    static String number(double value) {
        return Float.toString((float) value);
    }

    private String required(String field) {
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
