package rung.file.text;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes records byte by byte as they are, holes excepted.
 *
 * @param out where they go
 */
record CopyingWriter(OutputStream out) implements RowWriter {
    @Override
    public void copy(TextRecords record) throws IOException {
        out.write(record.raw(), 0, record.length());
    }

    @Override
    public void write(TextRecords record, int[] filled, String[] numbers) throws IOException {
        if (filled.length == 0) {
            copy(record);
        } else {
            record.write(out, filled, field -> numbers[field]);
        }
    }
}
