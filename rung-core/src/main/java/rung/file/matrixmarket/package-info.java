/**
 * MatrixMarket files, .mtx: tables read from them and matrices written to them.
 *
 * <p>Uses {@code rung.file.text} for the notation of numbers, {@code rung.file.input}, {@code rung.file} and {@code rung.linalg}.
 * Used by {@code table}. Not exported: {@code rung.file.table.TableFile} is the way in.
 */
package rung.file.matrixmarket;
