package rung.file.text;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import rung.file.input.Source;

/** Reads JSON lines: a {@link JsonObject} in each line, whose keys are the columns. */
final class JsonRecords extends TextRecords {
    private static final int LONGEST = 1 << 26;

    private final InputStream in;
    private final Source source;
    private final JsonObject object;
    private final int most; // there must be no more keys than this

    private byte[] raw = new byte[256];
    private int length;
    private int line;

    /** Reads the records of a file of which nothing is known. */
    JsonRecords(InputStream in, Source source) {
        this(in, source, List.of(), Integer.MAX_VALUE);
    }

    /** Reads the records of a file whose keys are known. */
    JsonRecords(InputStream in, Source source, List<String> keys) {
        this(in, source, keys, keys.size());
    }

    private JsonRecords(InputStream in, Source source, List<String> keys, int most) {
        this.in = new BufferedInputStream(in, 1 << 14);
        this.source = source;
        this.object = new JsonObject(keys, true);
        this.most = most;
    }

    /** The keys that were found so far. */
    List<String> keys() {
        return object.keys();
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
        Optional<String> fault = object.take(raw, byteOrderMark(), length);
        if (fault.isPresent()) {
            throw source.error(line, fault.get());
        }
        if (object.count() > most) {
            throw source.changed();
        }
        return true;
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
        return object.count();
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
        return object.start(field);
    }

    @Override
    int end(int field) {
        return object.end(field);
    }

    @Override
    boolean isEmpty(int field) {
        return super.isEmpty(field) || object.isNull(field);
    }

    @Override
    boolean isString(int field) {
        return object.isString(field);
    }

    @Override
    boolean isNested(int field) {
        return object.isNested(field);
    }

    @Override
    String text(int field, Charset charset) {
        return object.text(field, charset);
    }

    @Override
    int replacedFrom(int field) {
        return object.replacedFrom(field);
    }

    @Override
    int replacedTo(int field) {
        return object.replacedTo(field);
    }

    @Override
    String replacement(int field, String number) {
        return object.replacement(field, number);
    }

    @Override
    String quoted(int field, String text) {
        return JsonObject.quoted(text);
    }
}
