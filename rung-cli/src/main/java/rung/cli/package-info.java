/**
 * The {@code rung} command: one class for each of its commands, which reads the options and files, calls the library, shows
 * progress and writes the results. Classes named {@code …Progress} show progress on the terminal, classes named {@code …Report}
 * make the page of {@code --report}.
 *
 * <p>Uses the library ({@code rung.core}), {@code rung.video}, {@code rung.page} and {@code rung.cli.paper}. Nobody uses it.
 */
package rung.cli;
