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
     * @param numbers for each of these fields, the text of its number
     */
    void write(TextRecords record, int[] filled, String[] numbers) throws IOException;
}
