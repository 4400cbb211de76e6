/**
 * Losses of one entry: the value and the derivatives of a function of a predicted and an observed number. {@link rung.loss.Loss} names them.
 */
package rung.loss;
