package rung.lists;

/**
 * An item and its score.
 *
 * @param item the number of the item
 * @param score what it was ranked by: a prediction or a similarity
 */
public record Scored(int item, double score) {}
