/**
 * Tables whose rows or columns have an order, such as times: neighbors inform each other about what a low-rank matrix leaves.
 *
 * <p>{@link rung.completion.order.Order} says which side is ordered and where its lines lie. {@link rung.completion.order.LocalPart} is
 * what rises and falls along the order in each line across it: a stationary process plus white noise, whose length and strength come
 * from the data by maximum likelihood. {@link rung.completion.order.OrderedFit} fits such a part and a low-rank matrix whose factors
 * change slowly along the order, in turns. {@link rung.completion.order.Stretches} holds out stretches as long as the holes of a table,
 * which decide whether any of this is of use.
 *
 * <p>Uses {@code rung.data}, {@code rung}, {@code rung.linalg} and {@code rung.kernel}; knows nothing of how a table is prepared or a
 * rank is chosen.
 */
package rung.completion.order;
