/**
 * What people choose: {@link rung.preferences.PreferenceTrainer} trains on who chose what, and makes a {@link
 * rung.preferences.PreferenceModel} that says what each would choose next, and why.
 *
 * <p>It needs nothing but the entries. {@code ScaledEvents} states the problem for the engine {@code rung.engine.preference}: which
 * targets, and which penalties to try. A part of the entries is held out; {@code PenaltyChoice} lowers the penalty step by step, each
 * solution starting from the one before, until lists of the held-out entries, measured by {@code rung.lists}, become no better. Then the
 * solution is fitted to all entries.
 *
 * <p>Uses {@code rung.engine.preference}, {@code rung.lists}, {@code rung.data}, {@code rung.algorithm} for the recorder, {@code rung}
 * and {@code rung.linalg}. Used by {@code rung.ratings}, whose model ranks by preference and expected rating together, and by {@code
 * rung.file.model}.
 */
package rung.preferences;
