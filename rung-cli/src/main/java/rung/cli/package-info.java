/**
 * The {@code rung} command: {@link rung.cli.Main} finds the command that is asked for, runs it and turns failures into messages
 * and an exit status. {@link rung.cli.Rehearsal} runs the usual commands once, for the launcher.
 *
 * <p>The commands are in rooms by what they work on: {@code ratings}, {@code completion}, {@code separation}, {@code comparison}, {@code
 * paper}, {@code serve} and {@code help}. {@code pipe} is no command: other programs start it. What they share is in {@code terminal} and
 * {@code output}. This package uses all of them; none of them uses this one.
 */
package rung.cli;
