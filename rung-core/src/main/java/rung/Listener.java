package rung;

/** Watches a run: it is called after each step, and can end the run. */
@FunctionalInterface
public interface Listener {
    /** A listener that does nothing. */
    Listener NONE = progress -> {};

    /**
     * Is called after each step, on the thread that runs the algorithm.
     *
     * @param progress the step and the solution so far; valid only during the call
     */
    void onStep(Progress progress);

    /** What a listener sees of a run. It is valid only during the call. */
    interface Progress {
        /**
         * The step that was just done.
         *
         * @return its row of the trace
         */
        Step step();

        /**
         * The solution after the step; computed when it is asked for.
         *
         * @return the matrix
         */
        LowRankMatrix matrix();

        /** Ends the run after this step. */
        void stop();
    }
}
