package rung.engine.preference;

import rung.LowRankMatrix;
import rung.Refit;
import rung.linalg.Side;

/**
 * A pair U, V for {@link Preferences} that climbs by many pairs at once, wherever its lines are kept: in one memory, as {@link
 * PreferenceIterate}, or on a cluster.
 *
 * @param <A> the type of the pair itself
 */
public interface PreferenceClimb<A extends PreferenceClimb<A>> {
    /** {@return the rank r, which is the number of columns of U and V} */
    int rank();

    /** {@return R(U·Vᵀ), with the penalty} */
    double value();

    /**
     * Appends the top pairs of the gradient; see {@link PreferenceIterate#appendTop}.
     *
     * @param count the most pairs to append
     * @return how many pairs were appended
     */
    int appendTop(int count);

    /**
     * Refits every line of a side by itself.
     *
     * @param side the side
     * @param refit how exactly
     */
    void refit(Side side, Refit refit);

    /** {@return a copy that later changes of this one leave alone} */
    A copy();

    /** Frees what this one holds outside of the heap. It must not be used afterwards. */
    void release();

    /** {@return U·Vᵀ} */
    LowRankMatrix matrix();
}
