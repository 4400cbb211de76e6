/**
 * Charts, pictures and web pages that show results, each in one file that needs nothing else.
 *
 * <p>A {@link rung.page.Page} is a web page, built from top to bottom: facts, figures, tables. A {@link rung.page.Plot} says what
 * a chart shows; it becomes an SVG or PNG file, or a figure of a page. {@link rung.page.HeatMap} shows a matrix, {@link
 * rung.page.Player} plays videos side by side. {@link rung.page.NumberText} and {@link rung.page.Json} write numbers for people
 * and for programs.
 *
 * <p>How a chart is made: {@code PlotLayout} decides where everything goes, with {@code AxisScale} for the axes, {@code Clipping}
 * for what is cut off and {@code LabelPlacement} for the names; {@code Drawing} draws it on a {@code Canvas}, which is SVG or an
 * image, in the colors of {@code Style} and {@code Palette}.
 *
 * <p>Uses of {@code rung.core}: {@code rung.file} to write files, {@code rung.linalg}, {@code rung.engine} and {@code
 * rung.ratings} for the matrices and models that are drawn. Used by the command. It knows nothing of commands or terminals.
 */
package rung.page;
