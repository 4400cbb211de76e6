/**
 * Files in and out: what every file format builds on.
 *
 * <p>This room holds the nouns: {@link rung.file.Table}, a table that was read; {@link rung.file.FormatException}, what is wrong
 * with a file; {@link rung.file.AtomicFile}, which writes a file as a whole. To read or write something, go to the room that is
 * named after it:
 *
 * <ul>
 *   <li>{@code rung.file.table}: tables of any format, by {@code TableFile}
 *   <li>{@code rung.file.ratings}: ratings, pairs and titles in text, by {@code RatingsFile}
 *   <li>{@code rung.file.model}: trained models, by {@code ModelFile}
 * </ul>
 *
 * <p>The other rooms serve these three and are not exported: {@code input} opens files; {@code text}, {@code numpy} and
 * {@code matrixmarket} are formats of tables. A room may use the ones below it, never one above or beside it:
 *
 * <pre>
 *   table                                     model      ratings
 *     ↓ matrixmarket, numpy, text               ↓ numpy    ↓ text
 *   matrixmarket
 *     ↓ text
 *   text            numpy
 *     ↓ input         ↓ input
 *   input
 *     ↓
 *   rung.file
 * </pre>
 *
 * <p>Of the rest of the library these rooms use {@code rung.linalg} for matrices and threads; {@code ratings} and {@code model}
 * use {@code rung.ratings} too, and {@code model} uses {@code rung.engine} for the factors. The command, the video and page
 * modules and Spark use them; within the library nobody does.
 */
package rung.file;
