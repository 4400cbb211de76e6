/**
 * Ways to fill the holes of a table that know nothing of rank: means and medians of columns, interpolation, and the rows that are most
 * alike. Each is a {@link rung.baseline.table.TableFill}, which {@code rung.comparison} measures beside the others.
 *
 * <p>Uses {@code rung.data} and {@code rung.linalg}.
 */
package rung.baseline.table;
