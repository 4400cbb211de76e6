package rung.algorithm;

import java.util.Optional;
import java.util.OptionalDouble;
import rung.Algorithm;
import rung.Candidate;
import rung.Certificate;
import rung.Climbed;
import rung.HeldOut;
import rung.Iterate;
import rung.Problem;
import rung.Provenance;
import rung.Settings;
import rung.StopReason;
import rung.linalg.Side;

/**
 * One run of an algorithm: the steps that the four algorithms share, so that each can read like its pseudo-code. This class finds
 * pairs, inserts them and refits in the engine's own way; {@link ExactClimb} does it as the settings say.
 *
 * @param <A> the engine's iterate
 */
class Climb<A extends Iterate<A>> {
    /** A gradient smaller than this part of the first one is a rounding error, not a direction. */
    private static final double NEGLIGIBLE = 1e-13;

    private final Algorithm algorithm;
    private final Problem<A> problem;
    final Settings settings;
    private final boolean swaps;
    private final A climbing;
    final Recorder<A> recorder;

    private OptionalDouble sigma = OptionalDouble.empty(); // σ of the pair that the next step follows
    private double firstSigma;
    private int highestRank;

    /**
     * Begins a run.
     *
     * @param swaps whether the limits on the decrease apply to swaps only: steps that do not reach a higher rank than before
     */
    Climb(
            Algorithm algorithm,
            Problem<A> problem,
            Optional<HeldOut<A>> heldOut,
            boolean swaps,
            boolean untilNoDecrease) {
        this.algorithm = algorithm;
        this.problem = problem;
        this.settings = algorithm.settings();
        this.swaps = swaps;
        int least = Math.min(problem.rows(), problem.columns());
        if (settings.rank() > least) {
            throw new IllegalArgumentException("rank must be between 0 and " + least + " (the smaller side of the "
                    + problem.rows() + "×" + problem.columns() + " matrix), got " + settings.rank());
        }
        climbing = problem.start();
        recorder = new Recorder<>(
                Recorder.Keeping.ofIterates(),
                settings.limits().withUntilNoDecrease(untilNoDecrease),
                heldOut,
                settings.listener(),
                climbing,
                climbing.value());
        if (!swaps) {
            recorder.expectSteps(insertions(climbing.rank()) + settings.finishing());
        }
    }

    private int insertions(int from) {
        int steps = 0;
        for (int at = from; at < settings.rank(); at += settings.pairsAt(at)) {
            steps++;
        }
        return steps;
    }

    /** The held-out data of the settings, applied to the matrix of an iterate. */
    static <A extends Iterate<A>> Optional<HeldOut<A>> onMatrices(Settings settings) {
        return settings.heldOut().map(data -> data.through(Iterate::matrix));
    }

    /** The iterate of the run, at the problem's start. */
    final A start() {
        return climbing;
    }

    /** Whether the limits allow another step. */
    final boolean mayGoOn() {
        return recorder.mayGoOn();
    }

    /** Finds the next pair: σuvᵀ ← H₁(∇R(UVᵀ)). */
    Candidate<A> findPair(A a) {
        return a.candidate();
    }

    /** Ends the run if the pair leads nowhere, because the gradient is zero or not finite; returns whether it has ended. */
    final boolean endsAt(Candidate<A> pair) {
        sigma = OptionalDouble.of(pair.sigma());
        firstSigma = Math.max(firstSigma, pair.sigma());
        if (!Double.isFinite(pair.sigma())) {
            recorder.end(StopReason.NOT_FINITE);
        } else if (pair.sigma() <= NEGLIGIBLE * firstSigma) {
            recorder.end(StopReason.STATIONARY);
        }
        return recorder.ended().isPresent();
    }

    /** Inserts the pair: U ← (U u), V ← (V v); or ends the run if no multiple of the pair lowers R. */
    final void insert(A a, Candidate<A> pair) {
        if (!pair.enter(a)) {
            recorder.end(a.rank() < highestRank ? StopReason.NO_DECREASE : StopReason.STATIONARY);
        }
    }

    /** Refits a side: U ← argmin R(XVᵀ), or V ← argmin R(UXᵀ). */
    void refit(A a, Side side) {
        a.refit(side);
    }

    /** Refits both sides, U first. */
    void refitBoth(A a) {
        a.refitBoth();
    }

    /**
     * Records a step, after which A is what the run would return. Nothing is recorded if the run has ended because the pair did not
     * enter.
     */
    final void record(A a) {
        if (recorder.ended().isPresent()) {
            return;
        }
        recorder.record(() -> a, a.rank(), a.value(), sigma, !swaps || a.rank() <= highestRank);
        highestRank = Math.max(highestRank, a.rank());
    }

    /** Makes the solution of a run whose loop ended by itself for this reason, unless a limit ended it before. */
    final Climbed<A> finish(StopReason reason) {
        recorder.end(reason);
        climbing.release();
        return new Climbed<>(
                recorder.best(),
                recorder.trace(),
                recorder.ended().orElseThrow(),
                certificate(),
                Provenance.of(algorithm, problem));
    }

    /**
     * Makes the solution after some more rounds of refits of both sides; there are none if a limit, the listener or numerical trouble
     * ended the loop.
     */
    Climbed<A> finishBothSides(StopReason reason) {
        recorder.end(reason);
        StopReason ended = recorder.ended().orElseThrow();
        if (ended.isOrderly()) {
            refitBothSides();
            if (recorder.ended().map(StopReason::isOrderly).orElse(true)) {
                recorder.resume();
            }
        }
        return finish(ended);
    }

    private void refitBothSides() {
        recorder.resume();
        A a = recorder.best().copy();
        sigma = OptionalDouble.empty(); // these steps follow no pair
        for (int k = 0; k < settings.finishing() && recorder.mayGoOn(); k++) {
            refitBoth(a);
            record(a);
        }
        a.release();
    }

    /** A bound on the distance of the best solution so far from the optimum; empty if there is none. */
    Optional<Certificate> certificate() {
        return Optional.empty();
    }
}
