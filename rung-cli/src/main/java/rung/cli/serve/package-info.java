/**
 * The command {@code serve}, which puts a model, a separation or a completed table behind HTTP by {@code rung.serve}.
 *
 * <p>Uses {@code rung.cli.terminal} and {@code rung.serve}.
 */
package rung.cli.serve;
