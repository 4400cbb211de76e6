package rung.ratings;

/**
 * An item, and how well it does.
 *
 * @param item its number
 * @param score what it was ranked by: a prediction or a similarity
 */
public record Scored(int item, double score) {}
