/**
 * Lists of recommendations, and how good they are: {@link rung.lists.ItemScorer} scores all items for a user, {@link rung.lists.Best}
 * keeps the highest scores, which are the list ({@link rung.lists.BestOfBlock} for many users at once), and {@link
 * rung.lists.ListEvaluation} measures lists against what users chose in a held-out part: {@link rung.lists.ListQuality}. {@link
 * rung.lists.Seen} has the items of each user.
 *
 * <p>A model of preferences and the baselines that rank items are such scorers, so that all are measured by the same code. {@link
 * rung.lists.PopularityScorer} and {@link rung.lists.RandomScorer} are what any of them should beat.
 *
 * <p>Uses {@code rung.data}, {@code rung.linalg} and {@code rung.kernel}. Used by {@code rung.ratings} and {@code rung.preferences},
 * which choose by it, by {@code rung.file.model}, {@code rung.baseline.lists}, the server, Spark, by {@code rung.comparison} and by the
 * command.
 */
package rung.lists;
