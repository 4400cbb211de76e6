/**
 * The engine for any convex function of which only the value and the gradient are known. {@link rung.engine.convex.AnyConvex} is the
 * problem; its iterate solves every inner problem by L-BFGS.
 *
 * <p>Uses {@code rung.engine}, {@code rung} and {@code rung.linalg}.
 */
package rung.engine.convex;
