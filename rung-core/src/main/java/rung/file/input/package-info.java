/**
 * The file that is being read, whatever its format.
 *
 * <p>{@link rung.file.input.Source} opens a file, unzips it, recognizes its format and makes the messages about it. {@link
 * rung.file.input.HoleValues} and {@link rung.file.input.HoleCount} are two small things that the tables of all formats share.
 *
 * <p>Uses {@code rung.file} and {@code rung.linalg}. Used by {@code text}, {@code numpy}, {@code matrixmarket}, {@code ratings} and {@code table}. Not
 * exported.
 */
package rung.file.input;
