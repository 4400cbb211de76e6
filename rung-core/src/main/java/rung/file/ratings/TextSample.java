package rung.file.ratings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import rung.file.FormatException;
import rung.file.input.Source;
import rung.file.text.Delimiter;
import rung.file.text.TextEncoding;

/** The first lines of a text file, from which its delimiter and columns are guessed. */
final class TextSample {
    /** The most bytes and the most lines of a sample. */
    private static final int BYTES = 1 << 18;

    private static final int LINES = 100;

    /** A line that is not blank: its bounds, where the line after it begins, and its number in the file, from 1. */
    record Line(int start, int end, int following, int number) {}

    private final byte[] bytes;
    private final int start;
    private final List<Line> lines = new ArrayList<>();

    private TextSample(byte[] bytes) {
        this.bytes = bytes;
        this.start = hasByteOrderMark(bytes) ? 3 : 0;
        boolean whole = bytes.length < BYTES;
        TextLines reader = new TextLines(bytes, start, bytes.length);
        while (lines.size() < LINES && reader.next()) {
            if (whole || reader.following() < bytes.length || lines.isEmpty()) {
                lines.add(new Line(reader.start(), reader.end(), reader.following(), reader.number()));
            }
        }
    }

    /** Takes a sample; fails if the file is empty or not text. */
    static TextSample of(Source source) throws IOException {
        switch (source.format()) {
            case NUMPY -> throw source.error("is a NumPy file, expected lines of text");
            case MATRIX_MARKET -> throw source.error("is a MatrixMarket file, expected lines of user, item and rating");
            case NUMPY_ARCHIVE -> throw source.error("is an archive of NumPy arrays, expected lines of text");
            case JSON_LINES -> throw source.error("is JSON, expected lines of user, item and rating");
            case DELIMITED -> {}
        }
        byte[] bytes = source.head(BYTES);
        TextEncoding.requireText(bytes, source);
        TextSample sample = new TextSample(bytes);
        if (sample.lines.isEmpty()) {
            throw source.error("is empty");
        }
        return sample;
    }

    private static boolean hasByteOrderMark(byte[] bytes) {
        return bytes.length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf;
    }

    /** Where the text begins: after a byte order mark. */
    int start() {
        return start;
    }

    /** The lines of the sample that are not blank: at least one. */
    List<Line> lines() {
        return lines;
    }

    /** The mean length of a line in bytes, line ending included. */
    double bytesPerLine() {
        int ends = 0;
        for (byte b : bytes) {
            ends += b == '\n' ? 1 : 0;
        }
        return (double) bytes.length / Math.max(1, ends);
    }

    /** Splits a line into fields. */
    void split(Line line, LineFields fields) {
        fields.split(bytes, line.start, line.end);
    }

    /** The beginning of a line as it is shown in a message. */
    String shown(Line line) {
        byte[] text = Arrays.copyOfRange(bytes, line.start, Math.min(line.end, line.start + 200));
        return Source.shortened(TextEncoding.decoded(text));
    }

    /** The number of lines that have the usual number of fields; 0 if that is less than {@code least}. */
    int agreement(Delimiter delimiter, int least) {
        int width = usualWidth(delimiter);
        return width < least ? 0 : agreeing(delimiter, width);
    }

    private int agreeing(Delimiter delimiter, int width) {
        LineFields fields = new LineFields(delimiter);
        int agreeing = 0;
        for (Line line : lines) {
            split(line, fields);
            agreeing += fields.count() == width ? 1 : 0;
        }
        return agreeing;
    }

    /** The number of fields that most lines have; if several are equally frequent, the largest. */
    int usualWidth(Delimiter delimiter) {
        LineFields fields = new LineFields(delimiter);
        TreeMap<Integer, Integer> widths = new TreeMap<>();
        for (Line line : lines) {
            split(line, fields);
            widths.merge(fields.count(), 1, Integer::sum);
        }
        int most = Collections.max(widths.values());
        return widths.descendingMap().entrySet().stream()
                .filter(width -> width.getValue() == most)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    /** Makes the exception for a file whose lines no delimiter divides. */
    FormatException undivided(Source source, String expected) {
        Line line = lines.get(0);
        return source.error(
                line.number,
                "expected " + expected + " with commas, semicolons, tabs, spaces, | or :: between them, found '"
                        + shown(line) + "'");
    }
}
