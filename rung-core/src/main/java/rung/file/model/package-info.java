/**
 * Trained models: {@link rung.file.model.ModelFile} writes one to a file, reads it back, and exports its factors.
 *
 * <p>The file is a {@code SectionFile}, a container of named arrays with checksums that knows nothing of models;
 * docs/MODEL-FORMAT.md describes both.
 *
 * <p>Uses {@code rung.file.numpy}, {@code rung.file}, {@code rung.ratings}, {@code rung.engine} and {@code rung}. Used by the
 * command, Spark and programs.
 */
package rung.file.model;
