package rung.file.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Writes records with another delimiter than the one they came with, or without some columns. The texts of fields stay; quotes are put
 * where they are needed.
 *
 * @param out where they go
 * @param delimiter the delimiter to write
 * @param charset the encoding of the texts
 * @param width the number of columns; a header that has fewer fields lacks the names of the first ones
 * @param omitted the columns that are left out
 */
record RedelimitedWriter(OutputStream out, Delimiter delimiter, Charset charset, int width, Set<Integer> omitted)
        implements RowWriter {
    @Override
    public void copy(TextRecords record) throws IOException {
        if (record.isBlankLine()) {
            String line = new String(record.raw(), 0, record.length(), charset);
            out.write(Preamble.redelimited(line, delimiter).getBytes(charset));
        } else {
            write(record, field -> record.text(field, charset));
        }
    }

    @Override
    public void write(TextRecords record, int[] filled, String[] numbers) throws IOException {
        write(record, field -> numbers[field] == null ? record.text(field, charset) : numbers[field]);
    }

    @Override
    public String text(TextRecords record, int field, String text) {
        return text; // quotes are put when all is written
    }

    private void write(TextRecords record, IntFunction<String> text) throws IOException {
        StringBuilder line = new StringBuilder();
        String between = "";
        for (int k = 0; k < record.count(); k++) {
            if (!omitted.contains(width - record.count() + k)) {
                line.append(between).append(DelimitedWriter.quoted(text.apply(k), (char) delimiter.symbol()));
                between = String.valueOf((char) delimiter.symbol());
            }
        }
        out.write(record.raw(), 0, record.byteOrderMark());
        out.write(line.toString().getBytes(charset));
        int end = record.length();
        int from = end > 0 && record.raw()[end - 1] == '\n' ? end - 1 : end;
        from = from > 0 && from < end && record.raw()[from - 1] == '\r' ? from - 1 : from;
        out.write(record.raw(), from, end - from);
    }
}
