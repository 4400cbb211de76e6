/**
 * Tables without noise, which a matrix of low rank reproduces to rounding: {@link rung.completion.exact.ExactMatrix}.
 *
 * <p>Uses {@code rung.data} and {@code rung.linalg}. Used by {@code rung.completion}.
 */
package rung.completion.exact;
