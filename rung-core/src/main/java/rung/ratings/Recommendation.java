package rung.ratings;

import java.util.List;
import java.util.OptionalDouble;

/**
 * An item that is recommended to a user.
 *
 * @param item the id of the item
 * @param score what it was ranked by; by rating alone it is {@code unclipped}
 * @param rating the rating that the user is expected to give; empty if the model predicts no ratings
 * @param unclipped the same before it is clipped to the bounds of ratings, which tells items apart that are all expected the highest; empty
 *     if the model predicts no ratings
 * @param because the user's own items that contributed most, the most important first; empty if the model knows no preferences, if these
 *     do not tell items apart, or if none of the user's items speaks for this one. What a newcomer rated lower than the model expects of anybody
 *     for any item is no reason
 */
public record Recommendation(
        String item, double score, OptionalDouble rating, OptionalDouble unclipped, List<Reason> because) {
    /** Copies the reasons. */
    public Recommendation {
        because = List.copyOf(because);
    }
}
