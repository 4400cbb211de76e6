package rung.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import rung.file.AtomicFile;

/** Lines of fields with tabs between them, without quotes: so a field can hold neither. */
final class Tsv {
    private final String target;
    private final Writer out;

    private Tsv(String target, Writer out) {
        this.target = target;
        this.out = out;
    }

    /** What is written. */
    @FunctionalInterface
    interface Writing {
        void write(Tsv lines) throws IOException;
    }

    /** Replaces the target as a whole or, if anything fails, does not touch it; without one, writes as the lines come. */
    static void write(Path target, Writer otherwise, Writing writing) throws IOException {
        if (target == null) {
            write(new Tsv("standard output", otherwise), writing);
            return;
        }
        AtomicFile.write(
                target,
                out -> write(
                        new Tsv(
                                target.toString(),
                                new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8))),
                        writing));
    }

    private static void write(Tsv lines, Writing writing) throws IOException {
        try {
            writing.write(lines);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        lines.out.flush();
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
