package rung.file.text;

import java.io.IOException;

/** Writes the records of a text file again. */
interface RowWriter {
    /** Writes a record as it is. */
    void copy(TextRecords record) throws IOException;

    /**
     * Writes a record with some fields filled.
     *
     * @param filled the fields
     * @param numbers for each of these fields, what it is filled with
     */
    void write(TextRecords record, int[] filled, String[] numbers) throws IOException;

    /** What {@link #write} wants for a field that is filled with a text. */
    String text(TextRecords record, int field, String text);
}
