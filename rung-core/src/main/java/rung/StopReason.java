package rung;

/** Why a run ended. */
public enum StopReason {
    RANK_REACHED("the target rank was reached"),
    STATIONARY("no rank-one step lowers R any further"),
    NO_DECREASE("the last step did not lower R; the solution before it is kept"),
    CONVERGED("the last step lowered R by less than the tolerance"),
    PATH_ENDED("the last parameter of the path was reached"),
    STEP_LIMIT("the limit on steps was reached"),
    TIME_LIMIT("the limit on time was reached"),
    HELD_OUT_ROSE("the held-out error had not improved for as many steps as patience allows"),
    STOPPED("the listener stopped the run"),
    NOT_FINITE("R or its gradient was no longer a finite number; the last finite solution is kept");

    private final String sentence;

    StopReason(String sentence) {
        this.sentence = sentence;
    }

    /** Whether the run came to its own end, and was not cut short. */
    public boolean isOrderly() {
        return this != STEP_LIMIT && this != TIME_LIMIT && this != STOPPED && this != NOT_FINITE;
    }

    /** The reason in words. */
    public String sentence() {
        return sentence;
    }
}
