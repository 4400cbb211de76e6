/**
 * What people choose: {@link rung.preferences.PreferenceTrainer} trains on who chose what, and makes a {@link
 * rung.preferences.PreferenceModel} that says what each would choose next, and why.
 *
 * <p>It needs nothing but the entries. An entry is a pair of a user and an item: the user rated or chose the item. {@code ScaledEvents}
 * states the problem for the engine {@code rung.engine.preference}, {@link rung.preferences.TargetScales} says which targets and
 * penalties are right for how many entries. The target is the number that the fit should give for an entry, lower for users and items
 * with many entries; the penalty is on large factors. A part of the entries is held out. {@link rung.preferences.PenaltyChoice} climbs
 * from rank 0: it tries penalties from strong to weak, and each try starts from the last solution and adds many columns at once, up to
 * the highest rank. It keeps the solution whose lists of 20 items are best on the held-out entries, by nDCG, as {@code rung.lists}
 * measures it; that is rank 0, which ranks by how many users chose an item, if none is better. It ends when two penalties in a row have
 * not made lists better. The penalty for all entries lies between those tried, where a curve through the best and its neighbors is
 * lowest. With fewer than 20 held-out entries nothing is chosen: the penalty is fixed. Then {@link rung.preferences.PreferenceFit} adds
 * columns up to the highest rank, unless rank 0 was kept, and fits the solution to all entries. Both work wherever entries are kept, by
 * {@link rung.preferences.PreferenceEntries}.
 *
 * <p>Uses {@code rung.engine.preference}, {@code rung.engine.device}, {@code rung.lists}, {@code rung.data}, {@code rung.algorithm} for
 * the recorder, {@code rung} and {@code rung.linalg}. Used by {@code rung.ratings}, whose model ranks by preference and expected rating
 * together, by {@code rung.file.model}, Spark, the server and the command.
 */
package rung.preferences;
