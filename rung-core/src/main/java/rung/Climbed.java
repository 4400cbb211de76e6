package rung;

import java.util.List;
import java.util.Optional;

/**
 * What an {@link Algorithm} found: the solution, and the engine's own working solution behind it.
 *
 * @param <A> the engine's working solution
 */
public final class Climbed<A extends Iterate<A>> extends Solution {
    private final A iterate;

    /** The solution that this iterate stands for. */
    public Climbed(
            A iterate, List<Step> trace, StopReason stop, Optional<Certificate> certificate, Provenance provenance) {
        super(iterate::matrix, iterate.value(), trace, stop, certificate, provenance);
        this.iterate = iterate;
    }

    /** The solution as its engine keeps it, for engines that know more of it than the matrix. */
    public A iterate() {
        return iterate;
    }
}
