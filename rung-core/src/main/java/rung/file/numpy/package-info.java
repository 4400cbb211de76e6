/**
 * NumPy files: {@link rung.file.numpy.NumpyTable} reads a table from .npy, {@link rung.file.numpy.NumpyArchive} from .npz, {@link rung.file.numpy.NumpyWriter} writes a matrix, and {@link
 * rung.file.numpy.NumpyRowWriter} writes one row by row.
 *
 * <p>Uses {@code rung.file.input}, {@code rung.file} and {@code rung.linalg}. Used by {@code table} and {@code model}, and by the
 * command for videos. Not exported: {@code rung.file.table.TableFile} is the way in.
 */
package rung.file.numpy;
