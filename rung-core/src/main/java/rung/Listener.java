package rung;

import java.util.OptionalInt;

/** Watches a run, and can end it. The one protocol of progress for every algorithm, baseline and application. */
@FunctionalInterface
public interface Listener {
    /** A listener that does nothing. */
    Listener NONE = progress -> {};

    /**
     * Called after each step, on the thread that runs.
     *
     * @param progress where the run stands; valid only during the call
     */
    void onStep(Progress progress);

    /**
     * Called when a run of several parts begins one of them, before its first step. Does nothing unless overridden.
     *
     * @param stage what the run does now
     * @param task which of several parts of that stage begins, such as "split 2 of 3"; empty if there is only one
     */
    default void onStage(Stage stage, String task) {}

    /**
     * Begins a part of a run: calls {@link #onStage}, and returns the listener for the algorithm that does this part. Steps that the
     * algorithm reports to it reach this listener as steps of the part.
     *
     * @param stage what the run does now
     * @param task which of several parts of that stage begins; empty if there is only one
     * @return the listener for that part
     */
    default Listener begin(Stage stage, String task) {
        onStage(stage, task);
        return progress -> onStep(staged(progress, stage, task));
    }

    private static Progress staged(Progress progress, Stage stage, String task) {
        return new Progress() {
            @Override
            public Stage stage() {
                return stage;
            }

            @Override
            public String task() {
                return task;
            }

            @Override
            public OptionalInt steps() {
                return progress.steps();
            }

            @Override
            public Step step() {
                return progress.step();
            }

            @Override
            public LowRankMatrix matrix() {
                return progress.matrix();
            }

            @Override
            public void stop() {
                progress.stop();
            }
        };
    }

    /** Where a run stands after a step. Valid only during the call of {@link #onStep}. */
    interface Progress {
        /** Returns what the run is doing. An algorithm that runs by itself is {@link Stage#FITTING}. */
        default Stage stage() {
            return Stage.FITTING;
        }

        /** Returns which of several parts of the stage this is, for people to read; empty if there is only one. */
        default String task() {
            return "";
        }

        /** Returns how many steps this part of the run takes at most, where that is known beforehand. */
        default OptionalInt steps() {
            return OptionalInt.empty();
        }

        /** Returns the step that was just done. */
        Step step();

        /** Returns the solution as it stands. It is made when asked for. */
        LowRankMatrix matrix();

        /** Ends the run after this step. What was found so far is its solution. */
        void stop();
    }
}
