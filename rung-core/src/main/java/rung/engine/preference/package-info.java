/**
 * The engine for preferences: who chose what, over the whole matrix, where an entry that was not seen counts as a weak zero. {@link
 * rung.engine.preference.Preferences} is the problem, {@link rung.engine.preference.PreferenceIterate} its iterate. {@link
 * rung.engine.preference.PreferenceBlock} has the arithmetic on some lines, for those who keep them elsewhere. The cost grows with
 * the seen entries alone, since the gradient is a sparse matrix plus one of low rank.
 *
 * <p>Uses {@code rung.engine}, {@code rung}, {@code rung.linalg} and {@code rung.kernel}. Used by {@code rung.preferences}
 * and by Spark's engine.
 */
package rung.engine.preference;
