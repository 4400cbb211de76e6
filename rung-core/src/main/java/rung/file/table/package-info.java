/**
 * Tables in any format: {@link rung.file.table.TableFile} recognizes the format of a file and calls the package of that format.
 *
 * <p>Uses {@code rung.file.text}, {@code numpy}, {@code matrixmarket}, {@code input}, {@code rung.file} and {@code rung.linalg}. Used by the command and by
 * programs.
 */
package rung.file.table;
