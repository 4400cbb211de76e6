/**
 * What a command leaves behind: checks of the files it will write, a folder whose files appear all at once, lines with tabs, and
 * the parts that report pages share.
 *
 * <p>Uses {@code rung.cli.terminal}, the library ({@code rung.core}), {@code rung.page} and {@code rung.video}. Used by the
 * rooms of the commands.
 */
package rung.cli.output;
