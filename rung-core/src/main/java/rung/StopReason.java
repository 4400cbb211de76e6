package rung;

/** Why a run ended. */
public enum StopReason {
    /** The target rank was reached. */
    RANK_REACHED("the target rank was reached"),
    /** No rank-one step lowers R any further. */
    STATIONARY("no rank-one step lowers R any further"),
    /** The last step did not lower R; the solution before it is kept. */
    NO_DECREASE("the last step did not lower R; the solution before it is kept"),
    /** The last step lowered R by less than the tolerance. */
    CONVERGED("the last step lowered R by less than the tolerance"),
    /** The last parameter of a path was reached, as λ in SoftImpute. */
    PATH_ENDED("the last parameter of the path was reached"),
    /** The limit on steps was reached. */
    STEP_LIMIT("the limit on steps was reached"),
    /** The limit on time was reached. */
    TIME_LIMIT("the limit on time was reached"),
    /** The held-out error had not improved for as many steps as patience allows. */
    HELD_OUT_ROSE("the held-out error had not improved for as many steps as patience allows"),
    /** The listener stopped the run. */
    STOPPED("it was stopped"),
    /** R or its gradient was no longer a finite number; the last finite solution is kept. */
    NOT_FINITE("R or its gradient was no longer a finite number; the last finite solution is kept");

    private final String sentence;

    StopReason(String sentence) {
        this.sentence = sentence;
    }

    /**
     * Whether the run came to its own end, and was not cut short by a limit, the listener or numerical trouble.
     *
     * @return true if it did
     */
    public boolean isOrderly() {
        return this != STEP_LIMIT && this != TIME_LIMIT && this != STOPPED && this != NOT_FINITE;
    }

    /**
     * The reason in words.
     *
     * @return a phrase without a full stop
     */
    public String sentence() {
        return sentence;
    }
}
