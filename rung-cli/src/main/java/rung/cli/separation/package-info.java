/**
 * The command {@code separate}, which splits a video or a matrix into a part of low rank and a sparse part.
 *
 * <p>Uses {@code rung.cli.terminal}, {@code rung.cli.output}, the library ({@code rung.core}), {@code rung.video} and
 * {@code rung.page}.
 */
package rung.cli.separation;
