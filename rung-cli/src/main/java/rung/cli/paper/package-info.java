/**
 * The tables and figures of the paper, run again: each is an {@code Experiment}, and {@link rung.cli.paper.Reproduction} names
 * them all.
 *
 * <p>Uses the library ({@code rung.core}) and {@code rung.page}. Used by the command {@code rung paper}.
 */
package rung.cli.paper;
