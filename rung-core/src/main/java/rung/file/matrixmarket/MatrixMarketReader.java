package rung.file.matrixmarket;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;
import rung.file.FormatException;
import rung.file.input.FileFormat;
import rung.file.input.Source;
import rung.file.text.NumberNotation;

/** Reads a MatrixMarket file line by line: a header, a line with the size, and one entry in each further line. */
final class MatrixMarketReader {
    private static final NumberNotation NOTATION = new NumberNotation(false);

    /** How the half of the matrix that is not stored follows from the other. */
    enum Symmetry {
        /** All of the matrix is stored. */
        GENERAL,
        /** A = Aᵀ, of which the lower half is stored. */
        SYMMETRIC,
        /** A = −Aᵀ, of which the lower half without the diagonal is stored. */
        SKEW_SYMMETRIC
    }

    /** Takes an entry that is stored: its place, counted from 0, and its text, which is a number or a word for a hole. */
    @FunctionalInterface
    interface Visitor {
        void visit(int row, int column, String token) throws IOException;
    }

    private final Source source;
    private final BufferedReader reader;
    private int line;
    private boolean coordinate;
    private Symmetry symmetry;
    private int rows;
    private int columns;
    private long entries;
    private final List<String> comments = new ArrayList<>(); // above the size
    private boolean isSized;

    MatrixMarketReader(InputStream in, Source source) throws IOException {
        this.source = source;
        this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
        readHeader();
        readSize();
    }

    /** Whether the file lists entries with their places, and not all values in order. */
    boolean isCoordinate() {
        return coordinate;
    }

    Symmetry symmetry() {
        return symmetry;
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    /** The lines of comments above the size of the matrix, in ISO-8859-1. */
    List<String> comments() {
        return List.copyOf(comments);
    }

    /** The line that was read last, from 1. */
    int line() {
        return line;
    }

    private void readHeader() throws IOException {
        String text = reader.readLine();
        line = 1;
        StringTokenizer header = new StringTokenizer(text == null ? "" : text.toLowerCase(Locale.ROOT));
        if (header.countTokens() != 5 || !header.nextToken().equals(FileFormat.MATRIX_MARKET.signature())) {
            throw source.error(
                    1,
                    "expected '%%MatrixMarket matrix format type symmetry', found '"
                            + Source.shortened(text == null ? "" : text) + "'");
        }
        requireOne("object", header.nextToken(), "matrix");
        coordinate =
                requireOne("format", header.nextToken(), "coordinate", "array").equals("coordinate");
        String type = header.nextToken();
        if (type.equals("pattern")) {
            throw source.error(1, "a pattern matrix holds positions but no values");
        }
        if (type.equals("complex")) {
            throw source.error(1, "complex values are not read, only real ones");
        }
        requireOne("type", type, "real", "integer", "double");
        String kind = requireOne("symmetry", header.nextToken(), "general", "symmetric", "skew-symmetric");
        symmetry = Symmetry.valueOf(kind.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private String requireOne(String what, String got, String... choices) throws FormatException {
        for (String choice : choices) {
            if (choice.equals(got)) {
                return got;
            }
        }
        throw source.error(
                line, what + " must be one of " + String.join(", ", choices) + ", got '" + Source.shortened(got) + "'");
    }

    private void readSize() throws IOException {
        StringTokenizer size = nextLine(coordinate ? 3 : 2);
        isSized = true;
        if (size == null) {
            throw source.error(line, "expected the size of the matrix, found the end of the file");
        }
        rows = (int) whole("the number of rows", size.nextToken(), 1, Integer.MAX_VALUE);
        columns = (int) whole("the number of columns", size.nextToken(), 1, Integer.MAX_VALUE);
        if (symmetry != Symmetry.GENERAL && rows != columns) {
            throw source.error(line, "a symmetric matrix must be square, got " + rows + "×" + columns);
        }
        source.requireMemory(rows, columns);
        long cells = (long) rows * columns;
        entries = coordinate ? whole("the number of entries", size.nextToken(), 0, cells) : storedInArray();
    }

    private long storedInArray() {
        long n = rows;
        return switch (symmetry) {
            case GENERAL -> n * columns;
            case SYMMETRIC -> n * (n + 1) / 2;
            case SKEW_SYMMETRIC -> n * (n - 1) / 2;
        };
    }

    /** Visits the entries in the order of the file. */
    void forEach(Visitor visitor) throws IOException {
        int i = symmetry == Symmetry.SKEW_SYMMETRIC ? 1 : 0;
        int j = 0;
        long found = 0;
        for (StringTokenizer fields = nextEntry(); fields != null; fields = nextEntry()) {
            if (++found > entries) {
                throw source.error(line, "expected " + entries + " entries, found more");
            }
            if (coordinate) {
                i = (int) whole("the row", fields.nextToken(), 1, rows) - 1;
                j = (int) whole("the column", fields.nextToken(), 1, columns) - 1;
            }
            visitor.visit(i, j, number(fields.nextToken()));
            if (!coordinate && ++i == rows) { // down the columns
                j++;
                i = firstStored(j);
            }
        }
        if (found < entries) {
            throw source.error(line, "expected " + entries + " entries, found " + found);
        }
    }

    private int firstStored(int column) {
        return switch (symmetry) {
            case GENERAL -> 0;
            case SYMMETRIC -> column;
            case SKEW_SYMMETRIC -> column + 1;
        };
    }

    private StringTokenizer nextEntry() throws IOException {
        return nextLine(coordinate ? 3 : 1);
    }

    /** The next line that is neither blank nor a comment, or null; it must have {@code fields} fields. */
    private StringTokenizer nextLine(int fields) throws IOException {
        for (String text = reader.readLine(); text != null; text = reader.readLine()) {
            line++;
            if (!isSized && text.startsWith("%")) {
                comments.add(text);
            }
            if (!text.isBlank() && !text.startsWith("%")) {
                StringTokenizer tokens = new StringTokenizer(text);
                int found = tokens.countTokens();
                if (found != fields) {
                    throw source.error(
                            line, "expected " + fields + (fields == 1 ? " field" : " fields") + ", found " + found);
                }
                return tokens;
            }
        }
        return null;
    }

    private String number(String token) throws FormatException {
        switch (NOTATION.kind(token)) {
            case TEXT -> throw source.error(line, "the value must be a number, got '" + Source.shortened(token) + "'");
            case INFINITE -> throw source.error(line, "the value must be finite, got " + token);
            case NUMBER -> {
                if (Double.isInfinite(Double.parseDouble(token))) {
                    throw source.error(line, "the value must be finite, got " + Source.shortened(token));
                }
            }
            case MISSING -> {}
        }
        return token;
    }

    /** The value of a token that {@link #forEach} gave: NaN for a hole. */
    static double value(String token) {
        return NOTATION.kind(token) == NumberNotation.Kind.NUMBER ? Double.parseDouble(token) : Double.NaN;
    }

    private long whole(String what, String token, long low, long high) throws FormatException {
        try {
            long value = Long.parseLong(token);
            if (value >= low && value <= high) {
                return value;
            }
        } catch (NumberFormatException e) {
            // falls through to the same sentence
        }
        throw source.error(
                line, what + " must be between " + low + " and " + high + ", got '" + Source.shortened(token) + "'");
    }
}
