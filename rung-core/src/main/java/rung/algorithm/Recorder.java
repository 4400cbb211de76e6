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
 * What every iterative method does beside its mathematics: keeps the trace, minds the limits, measures on held-out data, tells the
 * listener, and holds the best solution so far. The four algorithms and the baselines use this one.
 *
 * @param <S> the method's working solution
 */
public final class Recorder<S> {
    /**
     * How working solutions are kept.
     *
     * @param <S> the method's working solution
     */
    public interface Keeping<S> {
        /** Working solutions of an engine, which change from step to step. */
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

        /** Matrices, which never change. */
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

        /** A copy that later steps do not change. */
        S copy(S solution);

        /** Frees a copy that is no longer needed. */
        void release(S solution);

        /** The matrix that a solution stands for. */
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

    /** The run begins here, with this solution and its value. */
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

    /** From now on a step that does not lower the value ends the run, or one that lowers it by less than this fraction of all gains. */
    public void demandDecrease(double fraction) {
        untilNoDecrease = true;
        tolerance = fraction;
    }

    /** Says how many steps there will be at most, for whoever watches. */
    public void expectSteps(int most) {
        steps = OptionalInt.of(most);
    }

    /** Whether there is to be another step. */
    public boolean mayGoOn() {
        if (stop == null && trace.size() >= limits.steps()) {
            stop = StopReason.STEP_LIMIT;
        }
        if (stop == null && elapsed().compareTo(limits.time()) >= 0) {
            stop = StopReason.TIME_LIMIT;
        }
        return stop == null;
    }

    /** Ends the run for this reason, unless another has ended it before. */
    public void end(StopReason reason) {
        stop = stop == null ? reason : stop;
    }

    /** Lets a run that has ended go on from its best solution. */
    void resume() {
        stop = null;
        lastValue = bestValue;
    }

    /** Why the run has ended; nothing while it goes on. */
    public Optional<StopReason> ended() {
        return Optional.ofNullable(stop);
    }

    /**
     * Records a step, unless the run has ended, or ends with this step because its value is not finite or did not fall.
     *
     * @param solution makes the working solution after the step; asked for once at most
     * @param sigma σ₁ of the gradient that the step followed; empty if it followed none
     * @param mustFall whether the limits on the decrease hold for this step
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

    /* Keeps the solution, unless held-out data say that one before was better. */
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

    /** The last solution, or the best on held-out data where there is any. */
    public S best() {
        return best;
    }

    /** Its value. */
    public double bestValue() {
        return bestValue;
    }

    /** Every step so far. */
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
