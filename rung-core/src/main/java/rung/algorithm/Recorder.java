package rung.algorithm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;
import rung.HeldOut;
import rung.Iterate;
import rung.Limits;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Step;
import rung.StopReason;

/**
 * Does what every iterative method needs beside its mathematics: it keeps the trace, checks the limits, measures on held-out data,
 * calls the listener, and keeps the best solution so far. The four algorithms and the baselines use it.
 *
 * @param <S> the method's working solution: an engine's iterate, or a matrix
 */
public final class Recorder<S> {
    /**
     * How working solutions are copied, freed and turned into matrices.
     *
     * @param <S> the method's working solution
     */
    public interface Keeping<S> {
        /**
         * For an engine's iterates, which change from step to step.
         *
         * @param <A> the engine's iterate
         * @return a way to keep them
         */
        static <A extends Iterate<A>> Keeping<A> ofIterates() {
            return new Keeping<>() {
                @Override
                public A copy(A solution) {
                    return solution.copy();
                }

                @Override
                public void release(A solution) {
                    solution.release();
                }

                @Override
                public LowRankMatrix matrix(A solution) {
                    return solution.matrix();
                }
            };
        }

        /**
         * For matrices, which never change.
         *
         * @return a way to keep them
         */
        static Keeping<LowRankMatrix> ofMatrices() {
            return new Keeping<>() {
                @Override
                public LowRankMatrix copy(LowRankMatrix solution) {
                    return solution;
                }

                @Override
                public void release(LowRankMatrix solution) {}

                @Override
                public LowRankMatrix matrix(LowRankMatrix solution) {
                    return solution;
                }
            };
        }

        /**
         * Makes a copy that later steps do not change.
         *
         * @param solution the solution
         * @return the copy
         */
        S copy(S solution);

        /**
         * Frees a copy that is no longer needed.
         *
         * @param solution the copy
         */
        void release(S solution);

        /**
         * The matrix that a solution stands for.
         *
         * @param solution the solution
         * @return its matrix
         */
        LowRankMatrix matrix(S solution);
    }

    private final Keeping<S> keeping;
    private final Limits limits;
    private final Optional<HeldOut<S>> heldOut;
    private final Listener listener;
    private final long began = System.nanoTime();
    private final List<Step> trace = new ArrayList<>();

    private double tolerance;
    private boolean untilNoDecrease;
    private double firstValue;
    private double lastValue;
    private S best;
    private double bestValue;
    private double bestHeldOut = Double.POSITIVE_INFINITY;
    private int sinceBest;
    private OptionalInt steps = OptionalInt.empty();
    private StopReason stop;

    /**
     * Begins a run.
     *
     * @param keeping how working solutions are kept
     * @param limits when to end
     * @param heldOut the data to choose the best solution by; empty for none
     * @param listener is called after each step
     * @param start the first solution
     * @param value the value of the first solution
     */
    public Recorder(
            Keeping<S> keeping, Limits limits, Optional<HeldOut<S>> heldOut, Listener listener, S start, double value) {
        this.keeping = keeping;
        this.limits = limits;
        this.heldOut = heldOut;
        this.listener = listener;
        this.tolerance = limits.tolerance();
        this.untilNoDecrease = limits.untilNoDecrease();
        this.firstValue = value;
        this.lastValue = value;
        this.best = keeping.copy(start);
        this.bestValue = value;
        if (!Double.isFinite(value)) {
            stop = StopReason.NOT_FINITE;
        }
        heldOut.ifPresent(data -> {
            double error = data.error().applyAsDouble(start);
            bestHeldOut = Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
        });
    }

    /**
     * From now on, ends the run at a step that does not lower the value, or lowers it by less than a fraction of all that was gained.
     *
     * @param fraction the fraction
     */
    public void demandDecrease(double fraction) {
        untilNoDecrease = true;
        tolerance = fraction;
    }

    /**
     * Sets how many steps there will be at most, for whoever watches.
     *
     * @param most the number of steps
     */
    public void expectSteps(int most) {
        steps = OptionalInt.of(most);
    }

    /**
     * Whether no limit has been reached, so that the method may take another step.
     *
     * @return false once the run has ended
     */
    public boolean mayGoOn() {
        if (stop == null && trace.size() >= limits.steps()) {
            stop = StopReason.STEP_LIMIT;
        }
        if (stop == null && elapsed().compareTo(limits.time()) >= 0) {
            stop = StopReason.TIME_LIMIT;
        }
        return stop == null;
    }

    /**
     * Ends the run, unless it has ended already.
     *
     * @param reason why it ends
     */
    public void end(StopReason reason) {
        stop = stop == null ? reason : stop;
    }

    /** Lets a run that has ended go on from its best solution. */
    void resume() {
        stop = null;
        lastValue = bestValue;
    }

    /**
     * Why the run has ended.
     *
     * @return the reason; empty while the run goes on
     */
    public Optional<StopReason> ended() {
        return Optional.ofNullable(stop);
    }

    /**
     * Records a step. A step does not count if the run has ended already, or if it ends the run because its value is not finite or did
     * not fall.
     *
     * @param solution makes the working solution after the step; called at most once
     * @param rank the rank after the step
     * @param value the value after the step
     * @param sigma σ₁ of the gradient that the step followed; empty if it followed none
     * @param mustFall whether the limits on the decrease apply to this step
     */
    public void record(Supplier<S> solution, int rank, double value, OptionalDouble sigma, boolean mustFall) {
        if (stop != null) {
            return;
        }
        double decrease = lastValue - value;
        if (!Double.isFinite(value)) {
            stop = StopReason.NOT_FINITE;
        } else if (mustFall && untilNoDecrease && !(decrease > 0)) {
            stop = StopReason.NO_DECREASE;
        } else {
            S a = solution.get();
            OptionalDouble error = measure(a, value);
            Step step = new Step(trace.size() + 1, rank, value, sigma, elapsed(), error);
            trace.add(step);
            listener.onStep(new Progress(step, a));
            if (mustFall && tolerance > 0 && decrease < tolerance * (firstValue - value)) {
                end(StopReason.CONVERGED);
            }
            lastValue = value;
        }
    }

    /* Keeps the solution, unless an earlier one had a lower error on held-out data. */
    private OptionalDouble measure(S a, double value) {
        if (heldOut.isEmpty()) {
            keep(a, value);
            return OptionalDouble.empty();
        }
        double error = heldOut.get().error().applyAsDouble(a);
        boolean unmeasured = Double.isNaN(error) && bestHeldOut == Double.POSITIVE_INFINITY;
        if (error < bestHeldOut || unmeasured) {
            bestHeldOut = unmeasured ? bestHeldOut : error;
            keep(a, value);
            sinceBest = 0;
        } else if (++sinceBest >= heldOut.get().patience()) {
            stop = StopReason.HELD_OUT_ROSE;
        }
        return OptionalDouble.of(error);
    }

    private void keep(S a, double value) {
        keeping.release(best);
        best = keeping.copy(a);
        bestValue = value;
    }

    /**
     * The last solution or, if data is held out, the one with the least error there.
     *
     * @return the solution, a copy that later steps do not change
     */
    public S best() {
        return best;
    }

    /**
     * The value of the {@link #best} solution.
     *
     * @return the value
     */
    public double bestValue() {
        return bestValue;
    }

    /**
     * The steps so far.
     *
     * @return a copy of the list
     */
    public List<Step> trace() {
        return List.copyOf(trace);
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private final class Progress implements Listener.Progress {
        private final Step step;
        private final S a;
        private LowRankMatrix matrix; // made at most once

        Progress(Step step, S a) {
            this.step = step;
            this.a = a;
        }

        @Override
        public OptionalInt steps() {
            return steps;
        }

        @Override
        public Step step() {
            return step;
        }

        @Override
        public LowRankMatrix matrix() {
            if (matrix == null) {
                matrix = keeping.matrix(a);
            }
            return matrix;
        }

        @Override
        public void stop() {
            stop = StopReason.STOPPED;
        }
    }
}
