/**
 * The commands for ratings: {@code train} makes a model of a file of ratings; {@code evaluate}, {@code predict},
 * {@code recommend}, {@code similar}, {@code fold-in}, {@code inspect} and {@code export} use it. A class for each command:
 * {@code Train} reads with {@code RatingsFile}, trains with {@code Recommender} and writes with {@code ModelFile}.
 * {@code TrainingProgress} shows how training goes on, {@code TrainingReport} makes the page of {@code --report}.
 *
 * <p>Uses {@code rung.cli.terminal}, {@code rung.cli.output}, the library ({@code rung.core}) and {@code rung.page}.
 */
package rung.cli.ratings;
