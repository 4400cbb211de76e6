/**
 * The engine for a loss that is a sum over entries: {@link rung.engine.entrywise.Entrywise}. A side falls apart into one small problem for
 * each line, solved by LSQR, by Cholesky or by Newton.
 */
package rung.engine.entrywise;
