package rung.lists;

/**
 * How good lists of recommendations are, as means over users. A relevant item is one that the user chose in the held-out part; a hit is
 * a relevant item in the user's list of n.
 *
 * @param length n, the most items of a list
 * @param users the number of users whose lists were measured
 * @param recall the hits, divided by the most there could be: the number of relevant items, or n if that is less
 * @param ndcg the sum of 1 / log₂(1 + place) over the hits, with places from 1, divided by the most that it could be
 * @param map the mean average precision: the sum over the hits of the share of hits up to there, divided by the most hits there could be
 * @param hitRate the share of users with at least one hit
 * @param coverage the share of all items that appear in some list
 * @param novelty the mean of −log₂ p over all items in all lists, where p is the share of the training part's users who chose the item;
 *     an item that nobody chose counts as chosen by one
 */
public record ListQuality(
        int length,
        int users,
        Measured recall,
        Measured ndcg,
        Measured map,
        Measured hitRate,
        Measured coverage,
        Measured novelty) {}
