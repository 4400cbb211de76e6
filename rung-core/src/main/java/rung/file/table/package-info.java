/**
 * Tables in any format: {@link rung.file.table.TableFile} finds out which one a file is in and calls the room of that format.
 *
 * <p>Uses {@code rung.file.text}, {@code numpy}, {@code matrixmarket}, {@code input} and {@code rung.file}. Used by the command
 * and by programs.
 */
package rung.file.table;
