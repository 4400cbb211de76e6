package rung.file.text;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import rung.file.FormatException;
import rung.file.input.Source;

/**
 * Reads JSON lines: an object in each line, whose keys are the columns. Fields are in the order in which their keys first appeared.
 * A key that an object lacks is an empty field, and so is {@code null}; objects and arrays inside of an object are text.
 */
final class JsonRecords extends TextRecords {
    private static final int LONGEST = 1 << 26;

    /** Objects may be inside of each other this deep. */
    private static final int DEEPEST = 200;

    private final InputStream in;
    private final Source source;
    private final boolean fixed; // whether there must be no other keys
    private final Map<String, Integer> fields = new HashMap<>();
    private final List<String> keys = new ArrayList<>();

    private byte[] raw = new byte[256];
    private int length;
    private int line;
    private int position;
    private int brace; // where the object ends, and fields that it lacks can be added
    private boolean lacksComma; // whether the object has any field
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private boolean[] quotes = new boolean[16];
    private boolean[] present = new boolean[16];

    /** Reads the records of a file of which nothing is known. */
    JsonRecords(InputStream in, Source source) {
        this(in, source, List.of(), false);
    }

    /** Reads the records of a file whose keys are known. */
    JsonRecords(InputStream in, Source source, List<String> keys) {
        this(in, source, keys, true);
    }

    private JsonRecords(InputStream in, Source source, List<String> keys, boolean fixed) {
        this.in = new BufferedInputStream(in, 1 << 14);
        this.source = source;
        this.fixed = fixed;
        keys.forEach(this::add);
        reserveFields();
    }

    /** The keys that were found so far. */
    List<String> keys() {
        return List.copyOf(keys);
    }

    @Override
    boolean next() throws IOException {
        length = 0;
        line++;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (length == raw.length) {
                if (length > LONGEST) {
                    throw source.error(line, "the line is longer than " + LONGEST + " bytes");
                }
                raw = Arrays.copyOf(raw, 2 * length);
            }
            raw[length++] = (byte) b;
            if (b == '\n') {
                break;
            }
        }
        if (length == 0) {
            return false;
        }
        position = line == 1 && length >= 3 && raw[0] == (byte) 0xef && raw[1] == (byte) 0xbb ? 3 : 0;
        Arrays.fill(present, false);
        skipBlanks();
        if (position < length) {
            object();
        }
        return true;
    }

    private void object() throws FormatException {
        if (raw[position] == '[') {
            throw source.error(
                    line,
                    "begins with '[': expected JSON lines, an object such as {\"a\": 1, \"b\": null} in each line");
        }
        expect('{');
        lacksComma = true;
        skipBlanks();
        while (at() != '}') {
            if (!lacksComma) {
                expect(',');
                skipBlanks();
            }
            lacksComma = false;
            field();
            skipBlanks();
        }
        brace = position++;
        skipBlanks();
        if (position < length) {
            throw source.error(line, "expected the end of the line after the object, found '" + shown() + "'");
        }
        for (int k = 0; k < fields.size(); k++) {
            if (!present[k]) {
                starts[k] = brace;
                ends[k] = brace;
                quotes[k] = false;
            }
        }
    }

    private void field() throws FormatException {
        int from = position + 1;
        if (at() != '"') {
            throw source.error(line, "expected a name in quotes, found '" + shown() + "'");
        }
        string();
        String key = unescaped(from, position - 1, StandardCharsets.UTF_8);
        skipBlanks();
        expect(':');
        skipBlanks();
        int field = fieldOf(key);
        if (present[field]) {
            throw source.error(line, "the name '" + Source.shortened(key) + "' is there twice");
        }
        present[field] = true;
        quotes[field] = at() == '"';
        starts[field] = position + (quotes[field] ? 1 : 0);
        value(0);
        ends[field] = position - (quotes[field] ? 1 : 0);
    }

    private int fieldOf(String key) throws FormatException {
        Integer field = fields.get(key);
        if (field == null) {
            if (fixed) {
                throw source.changed();
            }
            add(key);
            field = fields.get(key);
            reserveFields();
        }
        return field;
    }

    private void add(String key) {
        fields.put(key, keys.size());
        keys.add(key);
    }

    private void reserveFields() {
        if (fields.size() > starts.length) {
            int size = 2 * fields.size();
            starts = Arrays.copyOf(starts, size);
            ends = Arrays.copyOf(ends, size);
            quotes = Arrays.copyOf(quotes, size);
            present = Arrays.copyOf(present, size);
        }
    }

    /** Passes over a value of any kind. */
    private void value(int depth) throws FormatException {
        if (depth > DEEPEST) {
            throw source.error(line, "objects must be at most " + DEEPEST + " deep inside of each other");
        }
        switch (at()) {
            case '"' -> string();
            case '{', '[' -> {
                char close = at() == '{' ? '}' : ']';
                position++;
                skipBlanks();
                while (at() != close) {
                    if (at() == ',' || at() == ':') {
                        position++;
                    } else {
                        value(depth + 1);
                    }
                    skipBlanks();
                }
                position++;
            }
            default -> {
                int from = position;
                while (position < length && " \t\r\n,:{}[]\"".indexOf(raw[position]) < 0) {
                    position++;
                }
                if (position == from) {
                    throw source.error(line, "expected a value, found '" + shown() + "'");
                }
            }
        }
    }

    private void string() throws FormatException {
        position++;
        while (at() != '"') {
            position += at() == '\\' ? 2 : 1;
        }
        position++;
    }

    /** The byte at the position, which must not be the end of the line. */
    private char at() throws FormatException {
        if (position >= length) {
            throw source.error(line, "the line ends inside of an object");
        }
        return (char) (raw[position] & 0xff);
    }

    private void expect(char c) throws FormatException {
        if (at() != c) {
            throw source.error(line, "expected '" + c + "', found '" + shown() + "'");
        }
        position++;
    }

    private String shown() {
        int to = Math.min(length, position + 20);
        String rest = position < to ? new String(raw, position, to - position, StandardCharsets.UTF_8) : "";
        return Source.shortened(rest.strip());
    }

    private void skipBlanks() {
        while (position < length && " \t\r\n".indexOf(raw[position]) >= 0) {
            position++;
        }
    }

    @Override
    byte[] raw() {
        return raw;
    }

    @Override
    int length() {
        return length;
    }

    @Override
    int line() {
        return line;
    }

    @Override
    int count() {
        return fields.size();
    }

    @Override
    boolean isBlankLine() {
        for (int k = 0; k < length; k++) {
            if (" \t\r\n".indexOf(raw[k]) < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    int start(int field) {
        return starts[field];
    }

    @Override
    int end(int field) {
        return ends[field];
    }

    @Override
    String text(int field, Charset charset) {
        return quotes[field]
                ? unescaped(starts[field], ends[field], charset)
                : new String(raw, starts[field], ends[field] - starts[field], charset);
    }

    private String unescaped(int from, int to, Charset charset) {
        String text = new String(raw, from, to - from, charset);
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder();
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            if (c != '\\' || k + 1 == text.length()) {
                plain.append(c);
                continue;
            }
            char escaped = text.charAt(++k);
            String digits = escaped == 'u' && k + 4 < text.length() ? text.substring(k + 1, k + 5) : "";
            if (digits.matches("[0-9a-fA-F]{4}")) {
                plain.append((char) Integer.parseInt(digits, 16));
                k += 4;
            } else {
                int known = "nrtbf".indexOf(escaped);
                plain.append(known < 0 ? escaped : "\n\r\t\b\f".charAt(known));
            }
        }
        return plain.toString();
    }

    @Override
    int replacedFrom(int field) {
        return present[field] ? starts[field] - (quotes[field] ? 1 : 0) : brace;
    }

    @Override
    int replacedTo(int field) {
        return present[field] ? ends[field] + (quotes[field] ? 1 : 0) : brace;
    }

    @Override
    String replacement(int field, String number) {
        if (present[field]) {
            return number;
        }
        String name = '"' + escaped(keys.get(field)) + "\": " + number;
        boolean isFirst = lacksComma;
        lacksComma = false;
        return (isFirst ? "" : ", ") + name;
    }

    @Override
    String quoted(int field, String text) {
        return '"' + escaped(text) + '"';
    }

    private static String escaped(String key) {
        StringBuilder text = new StringBuilder();
        for (char c : key.toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ') {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
