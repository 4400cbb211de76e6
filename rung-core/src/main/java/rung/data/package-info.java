/**
 * The data that problems are made of.
 *
 * <p>{@link rung.data.Ratings} are what a file of ratings becomes: three arrays (user, item, value), where users and items are numbers,
 * and two {@link rung.data.Ids}, which have the names of the users and of the items. {@link rung.data.Meaning} says what the values are:
 * ratings, or weights, that is, how often or how long an item was chosen. No user has two ratings of one item: when ratings are made, the
 * last of several counts, or their mean or sum, or they are refused, as {@link rung.data.Duplicates} says. {@link rung.data.Observations}
 * are some or all entries of a matrix in double precision, with weights: tables with holes, and ratings for {@code
 * rung.ratings.PaperRecommender}. {@link rung.data.Tiles} are a dense matrix in single precision, cut into tiles: videos.
 *
 * <p>Uses {@code rung} for matrices, {@code rung.linalg}, and the width of a tile from {@code rung.kernel}. Ratings go from here to
 * {@code rung.ratings}, which trains on them.
 */
package rung.data;
