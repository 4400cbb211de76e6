/**
 * The commands that fill the holes of a table: {@code complete} those of a file, {@code demo} those of a made-up matrix whose
 * entries are known. {@code CompletionProgress} shows how it goes on, {@code CompletionReport} makes the page of
 * {@code --report}.
 *
 * <p>Uses {@code rung.cli.terminal}, {@code rung.cli.output}, the library ({@code rung.core}) and {@code rung.page}.
 */
package rung.cli.completion;
