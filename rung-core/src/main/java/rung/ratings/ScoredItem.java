package rung.ratings;

/**
 * An item by its id, and how well it does.
 *
 * @param item the id of the item
 * @param score what it was ranked by: a predicted rating or a similarity
 */
public record ScoredItem(String item, double score) {}
