/**
 * The commands for ratings: {@code train} makes a model of a file of ratings; {@code evaluate}, {@code predict},
 * {@code recommend}, {@code similar}, {@code fold-in}, {@code inspect} and {@code export} use it. A class for each command:
 * {@code Train} reads with {@code RatingsFile}, has {@code TrainingData} refuse what nothing can be learned from, trains with {@code
 * Recommender} (with {@code PaperRecommender} if {@code --paper} is given) and writes with {@code ModelFile}; if asked to, it then
 * measures, on another file or by training again on parts of the ratings. {@code TrainingProgress} shows how training goes on, {@code
 * TrainingReport} makes the page of {@code --report}.
 *
 * <p>Uses {@code rung.cli.terminal}, {@code rung.cli.output}, the library ({@code rung.core}) and {@code rung.page}.
 */
package rung.cli.ratings;
