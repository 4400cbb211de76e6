/**
 * The engine for preferences: who chose what, over the whole matrix, where an entry that was not seen counts as a weak zero. {@link
 * rung.engine.preference.Preferences} is the problem, {@link rung.engine.preference.PreferenceIterate} its iterate. {@link
 * rung.engine.preference.PreferenceBlock} has the arithmetic on some lines, for those who keep them elsewhere. What happens to a rating
 * here: {@code Events} keeps that it is there, once by user and once by item, without its value; a count may become a weight. {@code
 * PreferenceIterate.appendTop} finds many columns at once. A refit solves a small least squares problem for each user, or each item. The
 * cost grows with the seen entries alone, since the gradient is a sparse matrix plus one of low rank.
 *
 * <p>Uses {@code rung.engine}, {@code rung}, {@code rung.linalg} and {@code rung.kernel}. Used by {@code rung.preferences}, {@code
 * rung.ratings}, {@code rung.file.model}, {@code rung.engine.device}, Spark and the GPU engine.
 */
package rung.engine.preference;
