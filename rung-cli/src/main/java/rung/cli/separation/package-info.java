/**
 * The command {@code separate}, which splits a video or a matrix into a part of low rank and a sparse part.
 *
 * <p>One way down: {@code Separate} parses the options into {@code SeparationOptions}; {@code FrameSeparation} or
 * {@code MatrixSeparation} reads the input, separates it and writes the results, and returns a {@code SeparationSummary}, which
 * {@code Separate} prints. {@code FrameParts} writes the parts of a video, {@code FramePlayer} draws them for the page, which
 * {@code SeparationReport} makes.
 *
 * <p>Uses {@code rung.cli.terminal}, {@code rung.cli.output}, the library ({@code rung.core}), {@code rung.video} and
 * {@code rung.page}.
 */
package rung.cli.separation;
