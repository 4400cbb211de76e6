/**
 * Methods that others use to rank items for users, to compare Rung's lists with.
 *
 * <p>Each is a {@link rung.baseline.lists.ListMethod}, a record of its parameters: {@code fit(train, execution)} learns from who chose
 * what and gives scorers of items. {@link rung.baseline.lists.RandomOrder} and {@link rung.baseline.lists.MostPopular} know nothing of
 * the user; {@link rung.baseline.lists.ItemNeighbors} and {@link rung.baseline.lists.Ease} learn how items go together; {@link
 * rung.baseline.lists.ImplicitAls} and {@link rung.baseline.lists.Bpr} learn factors of users and items, and {@code ImplicitAls} alone
 * counts weights.
 *
 * <p>Uses {@code rung.lists}, {@code rung.algorithm} for its recorder, {@code rung.data}, {@code rung}, {@code rung.linalg} and {@code
 * rung.kernel}; nothing of the engines, so that these can be checked against it. Used by {@code rung.comparison}.
 */
package rung.baseline.lists;
