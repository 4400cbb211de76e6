package rung.preferences;

import rung.engine.preference.PreferenceClimb;

/**
 * Entries to fit: who chose what, wherever that is kept.
 *
 * @param <A> the pair that is fitted
 */
public interface PreferenceEntries<A extends PreferenceClimb<A>> {
    /**
     * Begins at rank 0.
     *
     * @param factor the penalty, in units of {@link TargetScales#unit}
     * @return a new pair
     */
    A start(double factor);

    /**
     * Begins where a pair for other entries of the same users and items, or for another penalty, is.
     *
     * @param factor the penalty, in units of {@link TargetScales#unit}
     * @param from the pair, which stays as it is
     * @return a new pair
     */
    A start(double factor, A from);
}
