package rung;

import java.util.Optional;
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
        return begin(stage, task, () -> {});
    }

    /**
     * Begins a part of a run as {@link #begin(Stage, String)} does, and notices if it is ended.
     *
     * @param stage what the run does now
     * @param task which of several parts of that stage begins; empty if there is only one
     * @param onStop called when this listener ends the part, so that the parts that would follow can be left out
     * @return the listener for that part
     */
    default Listener begin(Stage stage, String task, Runnable onStop) {
        onStage(stage, task);
        return progress -> onStep(new Reported(progress, stage, task, progress.work(), onStop));
    }

    /**
     * How much of a run is done, and how much is left, all parts together. The unit is a nanosecond of some usual processor: divide the time
     * since the run began by {@code done} to know how fast this one is.
     *
     * @param done the work so far
     * @param least the work that is left if all that is still open needs little
     * @param most the work that is left if all that is still open needs much
     */
    record Work(double done, double least, double most) {}

    /** Where a run stands after a step. Valid only during the call of {@link #onStep}. */
    interface Progress {
        /**
         * What the run is doing. An algorithm that runs by itself is {@link Stage#FITTING}.
         *
         * @return the stage
         */
        default Stage stage() {
            return Stage.FITTING;
        }

        /**
         * Which of several parts of the stage this is, for people to read.
         *
         * @return the part; empty if there is only one
         */
        default String task() {
            return "";
        }

        /**
         * The most steps that this part of the run takes.
         *
         * @return the number; empty if it is not known beforehand
         */
        default OptionalInt steps() {
            return OptionalInt.empty();
        }

        /**
         * How much of the whole run is done and left, where the run can tell: completions of tables and trainings of recommenders can.
         *
         * @return the work; empty if it is not known
         */
        default Optional<Work> work() {
            return Optional.empty();
        }

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

        /** Ends the run after this step. What was found so far is its solution. */
        void stop();
    }

    /**
     * A step as it is passed on: what an algorithm reports, and what only the run around it knows.
     *
     * @param progress what is reported
     * @param stage what the run does
     * @param task which of several parts of the stage this is; empty if there is only one
     * @param work how much of the whole run is done and left; empty if it is not known
     * @param onStop called before the run is ended
     */
    record Reported(Progress progress, Stage stage, String task, Optional<Work> work, Runnable onStop)
            implements Progress {
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
            onStop.run();
            progress.stop();
        }
    }
}
