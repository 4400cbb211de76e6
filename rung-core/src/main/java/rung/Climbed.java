package rung;

import java.util.List;
import java.util.Optional;

/**
 * The result of an {@link Algorithm}: the solution, and the engine's iterate behind it.
 *
 * @param <A> the engine's iterate
 */
public final class Climbed<A extends Iterate<A>> extends Solution {
    private final A iterate;

    /**
     * Creates the solution that an iterate stands for.
     *
     * @param iterate the iterate
     * @param trace the steps
     * @param stop why the run ended
     * @param certificate how far from optimal the solution can be; empty if that is not known
     * @param provenance how the solution came about
     */
    public Climbed(
            A iterate, List<Step> trace, StopReason stop, Optional<Certificate> certificate, Provenance provenance) {
        super(iterate::matrix, iterate.value(), trace, stop, certificate, provenance);
        this.iterate = iterate;
    }

    /**
     * The solution as its engine keeps it, for engines that know more of it than the matrix.
     *
     * @return the iterate
     */
    public A iterate() {
        return iterate;
    }
}
