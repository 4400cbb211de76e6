/**
 * Lists of recommendations, and how good they are: {@link rung.lists.ItemScorer} scores all items for a user, and the highest scores are
 * the list.
 *
 * <p>A model of preferences and the baselines that rank items are such scorers, so that all are measured by the same code.
 *
 * <p>Uses {@code rung.data} and {@code rung.linalg}. Used by {@code rung.ratings}, which chooses by it, by {@code rung.baseline.lists},
 * by {@code rung.comparison} and by the command.
 */
package rung.lists;
