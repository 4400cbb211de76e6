package rung.engine.sampling;

/**
 * Entries that were held out, to measure predictions on. The arrays are not copied and must not be changed.
 *
 * @param rows the row of each entry
 * @param columns the column of each entry
 * @param values the value of each entry
 */
public record HeldOutEntries(int[] rows, int[] columns, float[] values) {}
