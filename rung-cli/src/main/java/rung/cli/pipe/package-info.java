/**
 * What other programs speak to over pipes: {@link rung.cli.pipe.Pipe} is started by the Python package as a child process, reads calls
 * from standard input and answers them on standard output. docs/PIPE.md describes the protocol.
 *
 * <p>{@code Wire} reads and writes messages, {@code Fields} is what they hold, {@code Conversation} is one call, and each class whose name
 * ends in {@code Calls} answers the calls of one application.
 */
package rung.cli.pipe;
