package rung;

import java.util.function.UnaryOperator;

/** A way to minimize a function under a rank constraint. */
public interface Algorithm {
    /** Its name in the paper. */
    String name();

    /** What it was told. */
    Settings settings();

    /** The same algorithm with other settings, for example {@code .with(s -> s.withRefits(2))}. */
    Algorithm with(UnaryOperator<Settings> change);

    /** Runs from the problem's start and returns what it found; numerical trouble is a stop reason, not an exception. */
    <A extends ExactIterate<A>> Climbed<A> minimize(ExactProblem<A> problem);
}
