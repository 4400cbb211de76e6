/**
 * MatrixMarket files, .mtx: {@link rung.file.matrixmarket.MatrixMarketTable} reads a table and {@link
 * rung.file.matrixmarket.MatrixMarketWriter} writes a matrix.
 *
 * <p>Uses {@code rung.file.text} for the notation of numbers, {@code rung.file.input}, {@code rung.file} and {@code rung.linalg}. Used
 * by {@code table}. Not exported: {@code rung.file.table.TableFile} is the way in.
 */
package rung.file.matrixmarket;
