/**
 * Ratings in text: one in each line, as user, item and rating. {@link rung.file.ratings.RatingsFile} is the way in; it also reads
 * pairs of user and item, and the titles of items.
 *
 * <p>A large file is read on several threads. {@code TextSample}, the first lines, gives the {@code RatingsFormat}; {@code
 * TextBlocks} deals out pieces of whole lines; a {@code RatingsParser} on each thread makes a {@code RatingsPart} of each; and
 * {@code RatingsAssembly} puts the parts together in the order of the file.
 *
 * <p>Uses {@code rung.file.text}, {@code rung.file.input}, {@code rung.file}, {@code rung.ratings} and {@code rung.linalg}. Used by
 * the command, the benchmarks and programs.
 */
package rung.file.ratings;
