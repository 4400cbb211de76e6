/**
 * NumPy arrays, .npy: tables read from them and matrices written to them, at once or row by row.
 *
 * <p>Uses {@code rung.file.input}, {@code rung.file} and {@code rung.linalg}. Used by {@code table} and {@code model}, and by the
 * command for videos. Not exported: {@code rung.file.table.TableFile} is the way in.
 */
package rung.file.numpy;
