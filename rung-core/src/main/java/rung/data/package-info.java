/**
 * What problems are made of: {@link rung.data.Observations}, some entries of a matrix; {@link rung.data.Tiles}, a dense matrix in single
 * precision; {@link rung.data.Ratings}, triples of user, item and number, with the {@link rung.data.Ids} of either side.
 */
package rung.data;
