/**
 * What engines share. An engine turns a function into a {@link rung.Problem} that the algorithms climb, and each has a room of its own
 * below this one. Here are the factors that exact engines keep in memory, the refit of the core by L-BFGS, and the fit of one pair.
 */
package rung.engine;
