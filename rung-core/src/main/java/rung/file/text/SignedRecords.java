package rung.file.text;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;

/**
 * Records with a sign beside the numbers of some columns, whose tokens are the numbers alone. The text of such a field, and what is copied
 * of it, has the sign.
 *
 * <p>The numbers without their signs lie in the array behind the bytes of the record.
 */
final class SignedRecords extends TextRecords {
    private final TextRecords records;
    private final Map<Integer, NumberSign> signs; // by field
    private final Charset charset;
    private byte[] raw = new byte[0];
    private int end; // of what is used of raw
    private final int[] starts; // for each field up to the last with a sign; −1 if its token is that of the record
    private final int[] ends;

    /**
     * Reads records with signs.
     *
     * @param records the records
     * @param signs the signs of fields
     * @param charset the encoding of the texts
     */
    SignedRecords(TextRecords records, Map<Integer, NumberSign> signs, Charset charset) {
        this.records = records;
        this.signs = signs;
        this.charset = charset;
        int width = 1 + signs.keySet().stream().mapToInt(field -> field).max().orElse(-1);
        this.starts = new int[width];
        this.ends = new int[width];
    }

    @Override
    boolean next() throws IOException {
        if (!records.next()) {
            return false;
        }
        end = records.length();
        reserve(0);
        System.arraycopy(records.raw(), 0, raw, 0, end);
        Arrays.fill(starts, -1);
        signs.forEach((field, sign) -> {
            if (field < records.count() && !records.isEmpty(field)) {
                sign.numberIn(records.text(field, charset)).ifPresent(number -> append(field, number));
            }
        });
        return true;
    }

    private void append(int field, String number) {
        byte[] bytes = number.getBytes(charset);
        reserve(bytes.length);
        System.arraycopy(bytes, 0, raw, end, bytes.length);
        starts[field] = end;
        end += bytes.length;
        ends[field] = end;
    }

    private void reserve(int more) {
        if (end + more > raw.length) {
            raw = Arrays.copyOf(raw, 2 * (end + more));
        }
    }

    private boolean isSigned(int field) {
        return field < starts.length && starts[field] >= 0;
    }

    @Override
    byte[] raw() {
        return raw;
    }

    @Override
    int length() {
        return records.length();
    }

    @Override
    int line() {
        return records.line();
    }

    @Override
    int count() {
        return records.count();
    }

    @Override
    boolean isBlankLine() {
        return records.isBlankLine();
    }

    @Override
    int start(int field) {
        return isSigned(field) ? starts[field] : records.start(field);
    }

    @Override
    int end(int field) {
        return isSigned(field) ? ends[field] : records.end(field);
    }

    @Override
    String text(int field, Charset charset) {
        return records.text(field, charset);
    }

    @Override
    int replacedFrom(int field) {
        return records.replacedFrom(field);
    }

    @Override
    int replacedTo(int field) {
        return records.replacedTo(field);
    }

    @Override
    String replacement(int field, String number) {
        return records.replacement(field, number);
    }

    @Override
    String quoted(int field, String text) {
        return records.quoted(field, text);
    }
}
