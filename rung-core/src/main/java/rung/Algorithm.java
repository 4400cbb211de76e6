package rung;

import java.util.function.UnaryOperator;

/** A way to minimize a function under a rank constraint. The implementations are in {@code rung.algorithm}. */
public interface Algorithm {
    /**
     * The algorithm's name in the paper.
     *
     * @return the name
     */
    String name();

    /**
     * The settings of this algorithm.
     *
     * @return rank, insertion, refits, limits and the rest
     */
    Settings settings();

    /**
     * The same algorithm with other settings, for example {@code .with(s -> s.withRefits(2))}.
     *
     * @param change makes the new settings from these
     * @return a changed copy
     */
    Algorithm with(UnaryOperator<Settings> change);

    /**
     * Runs from the problem's start. Numerical trouble is a stop reason, not an exception.
     *
     * @param <A> the engine's iterate
     * @param problem the problem
     * @return the solution and its iterate
     */
    <A extends ExactIterate<A>> Climbed<A> minimize(ExactProblem<A> problem);
}
