/**
 * Trained models: {@link rung.file.model.ModelFile} writes one to a file, reads it back, and exports its factors as CSV or NumPy. {@link
 * rung.file.model.TableModelFile} does so for what a completion has learned about the columns of a table.
 *
 * <p>This is where a rating's way ends, and where that of a recommendation begins. A {@code rung.ratings.Model} is stored as named
 * arrays: the mean rating, the noise and the bounds of predictions; the names, factors and biases of users and items; what {@code
 * rung.engine.sampling.biased.FoldIn} needs to fit new ones (variances, priors, and hints or links); which items each user has rated or chosen,
 * without the ratings, but with counts if those matter; the factors, scales and penalty of the preferences, and the blend; the settings
 * of the training and its steps. The file is a {@code SectionFile}, a container of named arrays with checksums that knows nothing of
 * models; docs/MODEL-FORMAT.md describes both.
 *
 * <p>Uses {@code rung.file.numpy} for the export, {@code rung.file}, {@code rung.ratings}, {@code rung.completion}, {@code
 * rung.preferences}, {@code rung.lists}, {@code rung.data}, {@code rung.engine.sampling.biased} and {@code rung.engine.preference} for
 * the factors, {@code rung} and {@code rung.linalg}. Used by the command, Spark and programs.
 */
package rung.file.model;
