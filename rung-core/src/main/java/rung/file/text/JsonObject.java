package rung.file.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import rung.file.input.Source;

/**
 * Finds the fields of a JSON object that is a line of text, as bytes. Fields are in the order in which their keys first appeared. A key
 * that an object lacks is an empty field, and so is {@code null}; objects and arrays inside of an object are text.
 */
public final class JsonObject {
    private static final String NULL = "null";

    /** Objects may be inside of each other this deep. */
    private static final int DEEPEST = 200;

    /** What is wrong with a line. */
    private static final class Fault extends Exception {
        private static final long serialVersionUID = 1;

        Fault(String sentence) {
            super(sentence, null, false, false);
        }
    }

    private final boolean addsKeys;
    private final Map<String, Integer> fields = new HashMap<>();
    private final List<String> keys = new ArrayList<>();

    private byte[] text = new byte[0];
    private int to;
    private int position;
    private int gap; // where fields that the object lacks can be added: after its last value
    private boolean isBare; // whether the object has no field
    private int
            commaFrom; // the comma between the last two fields, with the blanks around it; empty if there are not two
    private int commaTo;
    private int colonFrom; // the colon of the last field, with the blanks around it
    private int colonTo;
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private boolean[] quotes = new boolean[16];
    private boolean[] present = new boolean[16];

    /**
     * Finds fields of these keys.
     *
     * @param keys the keys that are known
     * @param addsKeys whether a key that is not known is one more field; otherwise it is passed over
     */
    public JsonObject(List<String> keys, boolean addsKeys) {
        this.addsKeys = addsKeys;
        keys.forEach(this::add);
        reserveFields();
    }

    /**
     * Returns the keys that are known by now.
     *
     * @return the keys, in the order of the fields
     */
    public List<String> keys() {
        return List.copyOf(keys);
    }

    /**
     * Takes a line, which may be blank. The fields refer to these bytes.
     *
     * @param bytes the text
     * @param from the first byte of the line
     * @param end the byte after the last
     * @return what is wrong with the line; empty if nothing is
     */
    public Optional<String> take(byte[] bytes, int from, int end) {
        text = bytes;
        to = end;
        position = from;
        Arrays.fill(present, false);
        try {
            skipBlanks();
            if (position < to) {
                object();
            }
            return Optional.empty();
        } catch (Fault e) {
            return Optional.of(e.getMessage());
        }
    }

    private void object() throws Fault {
        if (text[position] == '[') {
            throw new Fault(
                    "begins with '[': expected JSON lines, an object such as {\"a\": 1, \"b\": null} in each line, not a"
                            + " list of them; jq -c '.[]' makes lines of a list");
        }
        expect('{');
        isBare = true;
        skipBlanks();
        gap = position;
        commaFrom = 0;
        commaTo = 0;
        colonFrom = 0;
        colonTo = 0;
        while (at() != '}') {
            if (!isBare) {
                expect(',');
                skipBlanks();
                commaFrom = gap;
                commaTo = position;
            }
            isBare = false;
            field();
            gap = position;
            skipBlanks();
        }
        position++;
        skipBlanks();
        if (position < to) {
            throw new Fault("expected the end of the line after the object, found '" + shown() + "'");
        }
        for (int k = 0; k < fields.size(); k++) {
            if (!present[k]) {
                starts[k] = gap;
                ends[k] = gap;
                quotes[k] = false;
            }
        }
    }

    private void field() throws Fault {
        int from = position + 1;
        if (at() != '"') {
            throw new Fault("expected a name in quotes, found '" + shown() + "'");
        }
        string();
        String key = unescaped(from, position - 1, StandardCharsets.UTF_8);
        colonFrom = position;
        skipBlanks();
        expect(':');
        skipBlanks();
        colonTo = position;
        int field = fieldOf(key);
        if (field < 0) {
            value(0);
            return;
        }
        if (present[field]) {
            throw new Fault("the name '" + Source.shortened(key) + "' is there twice");
        }
        present[field] = true;
        quotes[field] = at() == '"';
        starts[field] = position + (quotes[field] ? 1 : 0);
        value(0);
        ends[field] = position - (quotes[field] ? 1 : 0);
    }

    /** The field of a key, or −1 if it is passed over. */
    private int fieldOf(String key) {
        Integer field = fields.get(key);
        if (field == null) {
            if (!addsKeys) {
                return -1;
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
    private void value(int depth) throws Fault {
        if (depth > DEEPEST) {
            throw new Fault("objects must be at most " + DEEPEST + " deep inside of each other");
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
                while (position < to && " \t\r\n,:{}[]\"".indexOf(text[position]) < 0) {
                    position++;
                }
                if (position == from) {
                    throw new Fault("expected a value, found '" + shown() + "'");
                }
            }
        }
    }

    private void string() throws Fault {
        position++;
        while (at() != '"') {
            position += at() == '\\' ? 2 : 1;
        }
        position++;
    }

    /** The byte at the position, which must not be the end of the line. */
    private char at() throws Fault {
        if (position >= to) {
            throw new Fault("the line ends inside of an object");
        }
        return (char) (text[position] & 0xff);
    }

    private void expect(char c) throws Fault {
        if (at() != c) {
            throw new Fault("expected '" + c + "', found '" + shown() + "'");
        }
        position++;
    }

    private String shown() {
        int end = Math.min(to, position + 20);
        String rest = position < end ? new String(text, position, end - position, StandardCharsets.UTF_8) : "";
        return Source.shortened(rest.strip());
    }

    private void skipBlanks() {
        while (position < to && " \t\r\n".indexOf(text[position]) >= 0) {
            position++;
        }
    }

    private String unescaped(int from, int end, Charset charset) {
        String raw = new String(text, from, end - from, charset);
        if (raw.indexOf('\\') < 0) {
            return raw;
        }
        StringBuilder plain = new StringBuilder();
        for (int k = 0; k < raw.length(); k++) {
            char c = raw.charAt(k);
            if (c != '\\' || k + 1 == raw.length()) {
                plain.append(c);
                continue;
            }
            char escaped = raw.charAt(++k);
            String digits = escaped == 'u' && k + 4 < raw.length() ? raw.substring(k + 1, k + 5) : "";
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

    /**
     * Returns an object whose values are its keys.
     *
     * @return the object, as text
     */
    public String header() {
        return keys.stream().map(key -> quoted(key) + ":" + quoted(key)).collect(Collectors.joining(",", "{", "}"));
    }

    /**
     * Returns the number of fields.
     *
     * @return the number of keys that are known
     */
    public int count() {
        return keys.size();
    }

    /**
     * Returns where a field begins, without the quotes around it.
     *
     * @param field the field, from 0
     * @return the position of its first byte
     */
    public int start(int field) {
        return starts[field];
    }

    /**
     * Returns where a field ends.
     *
     * @param field the field, from 0
     * @return the position after its last byte
     */
    public int end(int field) {
        return ends[field];
    }

    /**
     * Returns whether a field is {@code null}, which is no text.
     *
     * @param field the field, from 0
     * @return true if the object says so; false if it lacks the key
     */
    public boolean isNull(int field) {
        return !quotes[field] && NULL.equals(text(field, StandardCharsets.ISO_8859_1));
    }

    /**
     * Returns whether the object has a field.
     *
     * @param field the field, from 0
     * @return false if it lacks the key
     */
    public boolean isPresent(int field) {
        return present[field];
    }

    /** Whether the object has a field that is in quotes. */
    boolean isString(int field) {
        return present[field] && quotes[field];
    }

    /**
     * Returns whether a field is an object or an array.
     *
     * @param field the field, from 0
     * @return true if it is neither text nor a number nor null
     */
    public boolean isNested(int field) {
        return present[field] && !quotes[field] && (text[starts[field]] == '{' || text[starts[field]] == '[');
    }

    /**
     * Returns whether a field is written with escapes, so that its bytes are not its text.
     *
     * @param field the field, from 0
     * @return true if it is a string with a backslash
     */
    public boolean isEscaped(int field) {
        boolean isEscaped = false;
        for (int k = starts[field]; k < ends[field] && quotes[field] && !isEscaped; k++) {
            isEscaped = text[k] == '\\';
        }
        return isEscaped;
    }

    /**
     * Returns the text of a field.
     *
     * @param field the field, from 0
     * @param charset the encoding
     * @return the text
     */
    public String text(int field, Charset charset) {
        return quotes[field]
                ? unescaped(starts[field], ends[field], charset)
                : new String(text, starts[field], ends[field] - starts[field], charset);
    }

    /** The bytes to replace so that a field has another value begin here. */
    int replacedFrom(int field) {
        return present[field] ? starts[field] - (quotes[field] ? 1 : 0) : gap;
    }

    /** The bytes to replace so that a field has another value end here. */
    int replacedTo(int field) {
        return present[field] ? ends[field] + (quotes[field] ? 1 : 0) : gap;
    }

    /**
     * What stands there for a value: with its key, if the object lacks it, and with the blanks that the object has around its own commas
     * and colons. Fields that it lacks are asked for in the order of writing.
     */
    String replacement(int field, String value) {
        if (present[field]) {
            return value;
        }
        String colon = colonFrom < colonTo ? between(colonFrom, colonTo) : ": ";
        String comma = commaFrom < commaTo ? between(commaFrom, commaTo) : colon.endsWith(" ") ? ", " : ",";
        boolean isFirst = isBare;
        isBare = false;
        return (isFirst ? "" : comma) + quoted(keys.get(field)) + colon + value;
    }

    private String between(int from, int end) {
        return new String(text, from, end - from, StandardCharsets.ISO_8859_1);
    }

    /** A text as JSON writes it. */
    static String quoted(String key) {
        StringBuilder text = new StringBuilder("\"");
        for (char c : key.toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ') {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.append('"').toString();
    }
}
