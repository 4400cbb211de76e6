/**
 * What people choose: {@link rung.preferences.PreferenceTrainer} trains on who chose what, and makes a {@link
 * rung.preferences.PreferenceModel} that says what each would choose next, and why.
 *
 * <p>It needs nothing but the entries. {@code ScaledEvents} states the problem for the engine {@code rung.engine.preference}, {@link
 * rung.preferences.TargetScales} says which targets and penalties are right for how many entries. A part of the entries is held out.
 * {@link rung.preferences.PenaltyChoice} tries penalties from strong to weak, each starts from the last solution, and it keeps the
 * solution whose lists find most of the held-out entries, as {@code rung.lists} measures it. Then {@link rung.preferences.PreferenceFit}
 * fits that solution to all entries. Both work wherever entries are kept, by {@link rung.preferences.PreferenceEntries}.
 *
 * <p>Uses {@code rung.engine.preference}, {@code rung.lists}, {@code rung.data}, {@code rung.algorithm} for the recorder, {@code rung}
 * and {@code rung.linalg}. Used by {@code rung.ratings}, whose model ranks by preference and expected rating together, and by {@code
 * rung.file.model}.
 */
package rung.preferences;
