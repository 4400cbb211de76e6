/**
 * What people choose: {@link rung.preferences.PreferenceTrainer} trains on who chose what, and makes a {@link
 * rung.preferences.PreferenceModel} that says what each would choose next, and why.
 *
 * <p>It needs nothing but the entries. {@code ScaledEvents} states the problem for the engine {@code rung.engine.preference}, {@link
 * rung.preferences.TargetScales} says which targets and penalties are right for how many entries. A part of the entries is held out.
 * {@link rung.preferences.PenaltyChoice} climbs from rank 0: it tries penalties from strong to weak, and each try starts from the last
 * solution and adds many columns at once, up to the highest rank. It keeps the solution whose lists are best on the held-out entries, as
 * {@code rung.lists} measures it; that is rank 0 if none is better than popularity. Then {@link rung.preferences.PreferenceFit} fits that
 * solution to all entries, at the highest rank unless rank 0 was kept. Both work wherever entries are kept, by {@link
 * rung.preferences.PreferenceEntries}.
 *
 * <p>Uses {@code rung.engine.preference}, {@code rung.engine.device}, {@code rung.lists}, {@code rung.data}, {@code rung.algorithm} for the recorder, {@code rung}
 * and {@code rung.linalg}. Used by {@code rung.ratings}, whose model ranks by preference and expected rating together, and by {@code
 * rung.file.model}.
 */
package rung.preferences;
