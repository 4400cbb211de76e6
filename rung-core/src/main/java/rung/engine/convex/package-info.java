/**
 * The engine for any convex function of which only the value and the gradient are known: {@link rung.engine.convex.AnyConvex}. Every inner
 * problem is solved by L-BFGS.
 */
package rung.engine.convex;
