package rung.file.input;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import rung.file.FormatException;

/** The formats that tables are read from. */
public enum FileFormat {
    /** A NumPy array, .npy. */
    NUMPY("\u0093NUMPY", ".npy"),
    /** A zip archive of NumPy arrays, .npz. */
    NUMPY_ARCHIVE("PK\u0003\u0004", ".npz"),
    /** A MatrixMarket file, .mtx. */
    MATRIX_MARKET("%%matrixmarket", ".mtx"),
    /** Text with a JSON object in each line. */
    JSON_LINES("{\"", ".jsonl", ".ndjson", ".json"),
    /** Text with fields and a delimiter between them, under any other name. */
    DELIMITED("");

    private final String signature;
    private final List<String> extensions;

    FileFormat(String signature, String... extensions) {
        this.signature = signature;
        this.extensions = List.of(extensions);
    }

    /**
     * Returns the characters that a file of this format begins with, one for each byte, in lower case where case is free.
     *
     * @return the characters; empty for a format without a signature
     */
    public String signature() {
        return signature;
    }

    /** Recognizes a format by the first characters of the contents, or else by the name of the file. */
    static FileFormat of(String start, String name) {
        if (start.startsWith(NUMPY.signature)) {
            return NUMPY;
        }
        if (start.toLowerCase(Locale.ROOT).startsWith(MATRIX_MARKET.signature)) {
            return MATRIX_MARKET;
        }
        FileFormat named = ofName(name);
        boolean isObject = start.stripLeading().replaceFirst("^\\{\\s+", "{").startsWith(JSON_LINES.signature);
        return named == DELIMITED && isObject ? JSON_LINES : named;
    }

    /** Returns the format that a file's name promises, with or without .gz; delimited text for any name that promises nothing. */
    private static FileFormat ofName(String name) {
        return Arrays.stream(values())
                .filter(format -> !format.ending(name).isEmpty())
                .findFirst()
                .orElse(DELIMITED);
    }

    /** Returns the ending of this format that a file's name has, with or without .gz; an empty text if it has none. */
    private String ending(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        return extensions.stream().filter(plain::endsWith).findFirst().orElse("");
    }

    /**
     * Checks that the name of a target does not promise another format than this one.
     *
     * @param source the file whose table is written in this format
     * @param target the file that is to be written
     * @throws FormatException if the name ends as those of another format do
     */
    public void requireTarget(Source source, Path target) throws FormatException {
        FileFormat promised = ofName(target.toString());
        if (promised != this) {
            throw new FormatException(target + ": the table is written in the form of " + source.name() + ", so "
                    + (this == DELIMITED
                            ? "the name must not end in " + promised.ending(target.toString())
                            : "the name must end in " + extensions.get(0)));
        }
    }
}
