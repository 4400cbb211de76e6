/**
 * Help in all its forms, made from one source, the annotations of the commands: sections of {@code --help}, man pages, and completion for
 * bash, zsh and fish.
 *
 * <p>Uses the room {@code terminal} and picocli. Used by the command itself.
 */
package rung.cli.help;
