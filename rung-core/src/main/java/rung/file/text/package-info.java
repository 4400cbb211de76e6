/**
 * Text formats: tables in delimited text such as CSV and in JSON lines, and what all text formats share.
 *
 * <p>{@link rung.file.text.TextTable} reads a table and {@link rung.file.text.DelimitedWriter} writes one. {@code TableLayoutReader} finds
 * out how a file is laid out: {@code DelimiterGuess} and {@code NotationGuess} look at its start, {@code TableSurvey} goes through all of
 * it, {@code FirstRow} decides whether numbers on top are names; the result is a {@code TableLayout}. Shared with other formats are the
 * delimiters and how they are guessed, how numbers are written, how columns are named, and which encoding is used.
 *
 * <p>Uses {@code rung.file.input}, {@code rung.file}, {@code rung.data} and {@code rung.linalg}. Used by {@code matrixmarket}, {@code ratings} and {@code
 * table}. Not exported: {@code rung.file.table.TableFile} is the way in.
 */
package rung.file.text;
