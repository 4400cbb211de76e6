/**
 * Text formats: tables in delimited text such as CSV, and what all text formats share.
 *
 * <p>{@link rung.file.text.DelimitedTable} reads a table and {@link rung.file.text.DelimitedWriter} writes one. Shared are the
 * delimiters and how they are guessed, how numbers are written, and which encoding is used.
 *
 * <p>Uses {@code rung.file.input}, {@code rung.file} and {@code rung.linalg}. Used by {@code matrixmarket}, {@code ratings} and {@code
 * table}. Not exported: {@code rung.file.table.TableFile} is the way in.
 */
package rung.file.text;
