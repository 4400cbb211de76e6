/**
 * The file that is being read, whatever its format: opened, unzipped, its format recognized, its errors put into words. Also two
 * small things that the tables of all formats share.
 *
 * <p>Uses {@code rung.file}. Used by {@code text}, {@code numpy}, {@code matrixmarket}, {@code ratings} and {@code table}. Not
 * exported.
 */
package rung.file.input;
