/**
 * What the columns of a table hold, and what that means for a fit: {@link rung.completion.kind.Kinds} recognizes it, {@link
 * rung.completion.kind.Encoding} turns a table into one whose columns each have a likelihood, and {@link
 * rung.completion.kind.Stabilizer} brings columns to a scale on which errors can be told. How sure a cell is depends on the kind, too: {@link
 * rung.completion.kind.Sharpness} makes probabilities of labels shares, and {@link rung.completion.kind.CountLaw} and {@link
 * rung.completion.kind.SkewedLaw} have no other values than the column.
 *
 * <p>Uses {@code rung.engine.bayes} for the likelihoods, {@code rung.data} and {@code rung.linalg}. Used by {@code rung.completion} and the command.
 */
package rung.completion.kind;
