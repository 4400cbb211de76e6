/**
 * Files in and out: what every file format builds on.
 *
 * <p>This package holds what all formats share: {@link rung.file.Table}, a table that was read, and {@link
 * rung.file.TableForm}, what is known about one beforehand; {@link rung.file.FormatException}, which
 * says what is wrong with a file; {@link rung.file.AtomicFile}, which writes a file as a whole. To read or write something, go to the
 * package that is named after it:
 *
 * <ul>
 *   <li>{@code rung.file.table}: tables of any format, by {@code TableFile}
 *   <li>{@code rung.file.ratings}: ratings, pairs and titles in text, by {@code RatingsFile}
 *   <li>{@code rung.file.model}: trained models, by {@code ModelFile}
 * </ul>
 *
 * <p>The other packages serve these three and are not exported: {@code input} opens files; {@code text}, {@code numpy} and
 * {@code matrixmarket} are formats of tables. A package may use those that stand below it here, never one above or beside it:
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
 * <p>These packages use {@code rung.linalg} for matrices and threads; {@code text}, {@code ratings} and {@code model} also use {@code rung.data};
 * {@code model} also uses {@code rung.ratings}, {@code rung.preferences}, {@code rung.lists}, {@code rung.completion} and the factors of
 * engines, for what models hold. The command, the video and page modules and Spark use them. Within the library nobody does: programs
 * read a file, pass what was read to an application such as {@code rung.ratings}, and write its result.
 */
package rung.file;
