/**
 * Tables in delimited text such as CSV, read and written; and what all text formats share: delimiters and how they are guessed,
 * how numbers are written, which encoding is used.
 *
 * <p>Uses {@code rung.file.input}, {@code rung.file} and {@code rung.linalg}. Used by {@code matrixmarket}, {@code ratings} and
 * {@code table}. Not exported: {@code rung.file.table.TableFile} is the way in.
 */
package rung.file.text;
