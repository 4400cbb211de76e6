/**
 * The command {@code compare}, which runs all methods on one's own data. {@code ComparisonProgress} shows how it goes on,
 * {@code ComparisonFiles} writes the folder of results, {@code ComparisonReport} the page in it.
 *
 * <p>Uses {@code rung.cli.terminal}, {@code rung.cli.output}, the library ({@code rung.core}) and {@code rung.page}.
 */
package rung.cli.comparison;
