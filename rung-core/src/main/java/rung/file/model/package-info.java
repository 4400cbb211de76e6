/**
 * Trained models: {@link rung.file.model.ModelFile} writes one to a file, reads it back, and exports its factors.
 *
 * <p>This is where a rating's way ends: what training made of all ratings, a {@code rung.ratings.Model}, is stored as named arrays: the
 * names of users and items, their factors and biases, which items each user has rated, and how the model came about. The file is a
 * {@code SectionFile}, a container of named arrays with checksums that knows nothing of models; docs/MODEL-FORMAT.md describes both.
 *
 * <p>Uses {@code rung.file.numpy}, {@code rung.file}, {@code rung.ratings}, {@code rung.data}, {@code rung.engine.sampling.biased} for
 * the factors, and {@code rung}. Used by the command, Spark and programs.
 */
package rung.file.model;
