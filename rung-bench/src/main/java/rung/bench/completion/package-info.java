/**
 * {@code bench.jar completion}: the default completion beside what others do, section by section. Begin with {@link
 * rung.bench.completion.CompletionBench}. A {@link rung.bench.completion.HiddenCells} is a table with holes whose values are known, {@link
 * rung.bench.completion.Methods} fill them, and {@link rung.bench.completion.Results} prints a row for each table.
 */
package rung.bench.completion;
