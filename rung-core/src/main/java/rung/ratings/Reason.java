package rung.ratings;

/**
 * Why an item is recommended: one of the user's own items.
 *
 * @param item the id of the user's item
 * @param contribution what it contributes to the preference for the recommended item; the contributions of all the user's items add up
 *     to that preference
 */
public record Reason(String item, double contribution) {}
