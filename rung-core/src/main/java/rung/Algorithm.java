package rung;

/** A way to minimize a function under a rank constraint. */
public interface Algorithm {
    /** Its name in the paper. */
    String name();

    Settings settings();

    /** Runs from the zero matrix and returns what it found; numerical trouble is a stop reason, not an exception. */
    Solution minimize(Problem problem);
}
