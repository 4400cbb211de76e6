package rung.file.ratings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import rung.file.FormatException;
import rung.file.input.FileFormat;
import rung.file.input.Source;
import rung.file.text.Delimiter;
import rung.file.text.DelimiterGuess;
import rung.file.text.JsonObject;
import rung.file.text.Preamble;
import rung.file.text.TextEncoding;

/** The first lines of a text file, from which its delimiter and columns are guessed. */
final class TextSample {
    /** The most bytes and the most lines of a sample. */
    private static final int BYTES = 1 << 18;

    private static final int LINES = 100;

    /** A line that is not blank: its bounds, where the line after it begins, and its number in the file, from 1. */
    record Line(int start, int end, int following, int number) {}

    private final byte[] bytes;
    private final int length; // without what was put behind the sample
    private final int start;
    private final int before;
    private final Optional<LineForm> known; // how lines are divided, if that is not to be guessed
    private final Map<LineForm, List<Line>> lines = new HashMap<>();
    private final Map<LineForm, Boolean> hasComments = new HashMap<>();

    private TextSample(byte[] bytes, int length, Optional<LineForm> known) {
        this.bytes = bytes;
        this.length = length;
        int mark = hasByteOrderMark(bytes) ? 3 : 0;
        Optional<Delimiter> said = known.isEmpty() ? Preamble.delimiter(bytes) : Optional.empty();
        this.known = known.or(() -> said.map(LineForm::of));
        this.start = said.isPresent() ? new TextLines(bytes, mark, length).afterFirst() : mark;
        this.before = said.isPresent() ? 1 : 0;
    }

    /** A sample of JSON lines. Its first line is an object whose values are its keys, so that they are the header. */
    private static TextSample ofObjects(byte[] bytes, Source source) throws FormatException {
        int mark = hasByteOrderMark(bytes) ? 3 : 0;
        JsonObject object = new JsonObject(List.of(), true);
        TextLines reader = new TextLines(bytes, mark, bytes.length);
        for (int k = 0; k < LINES && reader.next(); k++) {
            if (k == 0 && bytes[reader.start()] == '[') {
                throw source.error(
                        reader.number(),
                        object.take(bytes, reader.start(), reader.end()).orElseThrow());
            }
            object.take(bytes, reader.start(), reader.end()); // what is wrong is said when all is read
        }
        if (object.count() == 0) {
            throw source.error(reader.passed() == 0 ? "is empty" : "holds no JSON object with a field");
        }
        byte[] header = object.header().getBytes(StandardCharsets.UTF_8);
        byte[] all = Arrays.copyOf(bytes, bytes.length + header.length);
        System.arraycopy(header, 0, all, bytes.length, header.length);
        return new TextSample(all, bytes.length, Optional.of(LineForm.ofObjects(object.keys())));
    }

    private List<Line> read(LineForm form) {
        List<Line> list = new ArrayList<>();
        if (form.isJson()) {
            list.add(new Line(length, bytes.length, start, before));
        }
        boolean whole = length < BYTES;
        TextLines reader = new TextLines(bytes, start, length, form.joining());
        while (list.size() < LINES && reader.next()) {
            if (whole || reader.following() < length || list.isEmpty()) {
                list.add(new Line(reader.start(), reader.end(), reader.following(), before + reader.number()));
            }
        }
        List<Line> kept = withoutComments(list, form);
        hasComments.put(form, kept.size() < list.size());
        return kept;
    }

    /* A header may be marked as a comment. Where all lines are, none is. */
    private List<Line> withoutComments(List<Line> list, LineForm form) {
        LineFields fields = form.fields();
        List<Line> plain =
                list.stream().filter(line -> bytes[line.start] != '#').toList();
        if (plain.isEmpty() || plain.size() == list.size()) {
            return list;
        }
        int usual = usualWidth(plain, form);
        int first = list.indexOf(plain.get(0));
        return IntStream.range(0, list.size())
                .filter(k -> {
                    split(list.get(k), fields);
                    boolean fits = fields.count() == usual;
                    boolean isHeader =
                            k == first - 1 && fits && RatingsHeader.of(fields).namesPair();
                    return isHeader || !fields.isComment(fits);
                })
                .mapToObj(list::get)
                .toList();
    }

    /** Whether some of the first lines are comments, if lines are divided so. */
    boolean hasComments(LineForm form) {
        return !lines(form).isEmpty() && hasComments.get(form);
    }

    /** Takes a sample; fails if the file is empty or not text. */
    static TextSample of(Source source) throws IOException {
        switch (source.format()) {
            case NUMPY -> throw source.error("is a NumPy file, expected lines of text");
            case MATRIX_MARKET -> throw source.error("is a MatrixMarket file, expected lines of user, item and rating");
            case NUMPY_ARCHIVE -> throw source.error("is an archive of NumPy arrays, expected lines of text");
            case JSON_LINES, DELIMITED -> {}
        }
        byte[] bytes = source.head(BYTES);
        TextEncoding.requireText(bytes, source);
        if (source.format() == FileFormat.JSON_LINES) {
            return ofObjects(bytes, source);
        }
        TextSample sample = new TextSample(bytes, bytes.length, Optional.empty());
        if (sample.lines(LineForm.of(Delimiter.COMMA)).isEmpty()) {
            throw source.error("is empty");
        }
        return sample;
    }

    /** Whether the names of the fields are those of JSON objects. */
    boolean isJson() {
        return known.isPresent() && known.get().isJson();
    }

    /** Guesses how lines are divided, unless the file says it: as that gives the highest score; empty if none is above 0. */
    Optional<LineForm> guess(ToIntFunction<LineForm> score) {
        return known.or(() -> DelimiterGuess.ofLines(delimiter -> score.applyAsInt(LineForm.of(delimiter)))
                .map(LineForm::of));
    }

    private static boolean hasByteOrderMark(byte[] bytes) {
        return bytes.length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf;
    }

    /** Where the text begins: after a byte order mark, and after a line that says the delimiter. */
    int start() {
        return start;
    }

    /** The number of lines before that. */
    int before() {
        return before;
    }

    /** The lines of the sample that are not blank: at least one. Those of JSON begin with one more, in which the keys are the values. */
    List<Line> lines(LineForm form) {
        return lines.computeIfAbsent(form, this::read);
    }

    /** Whether the sample holds all lines of the file. */
    boolean isWhole(LineForm form) {
        return length < BYTES && lines(form).size() < LINES;
    }

    /** Whether any field of the sample goes over several lines. */
    boolean isJoined(LineForm form) {
        return lines(form).stream().anyMatch(line -> {
            TextLines single = new TextLines(bytes, line.start, line.end);
            return single.next() && single.end() < line.end;
        });
    }

    /** The mean length of a line in bytes, line ending included. */
    double bytesPerLine() {
        int ends = 0;
        for (int k = 0; k < length; k++) {
            ends += bytes[k] == '\n' ? 1 : 0;
        }
        return (double) length / Math.max(1, ends);
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
    int agreement(LineForm form, int least) {
        int width = usualWidth(form);
        return width < least ? 0 : agreeing(form, width);
    }

    private int agreeing(LineForm form, int width) {
        LineFields fields = form.fields();
        int agreeing = 0;
        for (Line line : lines(form)) {
            split(line, fields);
            agreeing += fields.count() == width ? 1 : 0;
        }
        return agreeing;
    }

    /** The number of fields that most lines have; if several are equally frequent, the largest. */
    int usualWidth(LineForm form) {
        return usualWidth(lines(form), form);
    }

    private int usualWidth(List<Line> some, LineForm form) {
        LineFields fields = form.fields();
        TreeMap<Integer, Integer> widths = new TreeMap<>();
        for (Line line : some) {
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
        Line line = lines(LineForm.of(Delimiter.COMMA)).get(0);
        return source.error(
                line.number,
                "expected " + expected + " with commas, semicolons, tabs, spaces, | or :: between them, found '"
                        + shown(line) + "'");
    }
}
