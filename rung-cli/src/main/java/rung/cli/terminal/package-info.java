/**
 * How a command talks with the person who called it: options that commands share, progress and messages, Ctrl-C, failures
 * and the exit status.
 *
 * <p>Uses the library ({@code rung.core}) only. Used by every room of the command.
 */
package rung.cli.terminal;
