/**
 * The command {@code paper}, which runs the tables and figures of the paper again: each of them is an {@code Experiment}, and
 * {@code Reproduction} names them all. {@code PaperReport} writes the results.
 *
 * <p>Uses {@code rung.cli.terminal}, {@code rung.cli.output}, the library ({@code rung.core}), {@code rung.video} and
 * {@code rung.page}.
 */
package rung.cli.paper;
