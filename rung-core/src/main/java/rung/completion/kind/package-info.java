/**
 * What the columns of a table hold, and what that means for a fit: {@link rung.completion.kind.Kinds} recognizes it, {@link
 * rung.completion.kind.Encoding} turns a table into one whose columns each have a likelihood, and {@link
 * rung.completion.kind.Stabilizer} brings columns to a scale on which errors can be told.
 */
package rung.completion.kind;
