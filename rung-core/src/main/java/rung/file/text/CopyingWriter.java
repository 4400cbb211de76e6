package rung.file.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;

/**
 * Writes records byte by byte as they are, holes excepted.
 *
 * @param out where they go
 * @param charset the encoding of the texts
 */
record CopyingWriter(OutputStream out, Charset charset) implements RowWriter {
    @Override
    public void copy(TextRecords record) throws IOException {
        out.write(record.raw(), 0, record.length());
    }

    @Override
    public void write(TextRecords record, int[] filled, String[] numbers) throws IOException {
        if (filled.length == 0) {
            copy(record);
        } else {
            record.write(out, charset, filled, numbers);
        }
    }

    @Override
    public String text(TextRecords record, int field, String text) {
        return record.quoted(field, text);
    }
}
