package rung;

/** Is told of each step while a run goes on, and can end it. */
@FunctionalInterface
public interface Listener {
    /** A listener that does nothing. */
    Listener NONE = progress -> {};

    void onStep(Progress progress);

    /** What a listener sees. It is valid only during the call. */
    interface Progress {
        Step step();

        /** The solution as it stands; made when asked for. */
        LowRankMatrix matrix();

        /** Ends the run after this step. */
        void stop();
    }
}
