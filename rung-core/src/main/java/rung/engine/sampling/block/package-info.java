/**
 * What sampling keeps for the lines of a side: the entries in both orders, the draws and their means, and blocks of floats with a row for
 * each line, which the search for directions multiplies by.
 */
package rung.engine.sampling.block;
