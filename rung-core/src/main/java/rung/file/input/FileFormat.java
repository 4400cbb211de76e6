package rung.file.input;

import java.util.Locale;

/** The formats that tables are read from. */
public enum FileFormat {
    /** A NumPy array, .npy. */
    NUMPY("\u0093NUMPY", ".npy"),
    /** A MatrixMarket file, .mtx. */
    MATRIX_MARKET("%%matrixmarket", ".mtx"),
    /** Text with fields and a delimiter between them, under any other name. */
    DELIMITED("", "");

    private final String signature;
    private final String extension;

    FileFormat(String signature, String extension) {
        this.signature = signature;
        this.extension = extension;
    }

    /**
     * Returns the characters that a file of this format begins with, one for each byte, in lower case where case is free.
     *
     * @return the characters; empty for a format without a signature
     */
    public String signature() {
        return signature;
    }

    /** Recognizes a format by the first characters of the contents, or else by the name of the file without .gz. */
    static FileFormat of(String start, String name) {
        if (start.startsWith(NUMPY.signature) || name.endsWith(NUMPY.extension)) {
            return NUMPY;
        }
        boolean hasBanner = start.toLowerCase(Locale.ROOT).startsWith(MATRIX_MARKET.signature);
        return hasBanner || name.endsWith(MATRIX_MARKET.extension) ? MATRIX_MARKET : DELIMITED;
    }
}
