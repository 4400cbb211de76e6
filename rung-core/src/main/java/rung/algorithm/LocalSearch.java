package rung.algorithm;

import java.util.function.UnaryOperator;
import rung.Algorithm;
import rung.Candidate;
import rung.Climbed;
import rung.ExactIterate;
import rung.ExactProblem;
import rung.Insertion;
import rung.Limits;
import rung.Settings;
import rung.StopReason;

/**
 * Local Search, Algorithm 2 of [AS21].
 *
 * <pre>min R(A) subject to rank(A) ≤ r</pre>
 *
 * <p>Once the rank is reached, each step gives up the smallest singular value for the best new pair and refits the core. If r ≥ r*·(1 +
 * 8κ²), R(A) − R(A*) shrinks by the factor 1 − 1/(4·r*·κ) a step, Theorem 2.2. A step costs as much as one of {@link Greedy}, and an
 * SVD of U·Vᵀ from its factors.
 *
 * @param settings rank, insertion, refit, truncation, limits and the rest
 */
public record LocalSearch(Settings settings) implements Algorithm {
    /** The default tolerance: a step that gains less than this fraction of all that was gained ends the run. */
    public static final double TOLERANCE = 1e-9;

    /** Checks that the run has an end. */
    public LocalSearch {
        Limits limits = settings.limits();
        if (limits.equals(Limits.NONE)) {
            throw new IllegalArgumentException(
                    "a local search must have a limit on steps, time or tolerance, or end with the decrease, got none");
        }
    }

    /**
     * The default: runs until a step gains less than {@link #TOLERANCE}.
     *
     * @param rank the rank to climb to
     * @return the algorithm
     */
    public static LocalSearch ofRank(int rank) {
        return new LocalSearch(Settings.ofRank(rank)
                .withLimits(Limits.NONE.withTolerance(TOLERANCE).withUntilNoDecrease(true)));
    }

    /**
     * The variant to the letter of the paper: L steps, whether they lower R or not.
     *
     * @param rank the rank to climb to
     * @param steps the number L of steps
     * @return the algorithm
     */
    public static LocalSearch asInPaper(int rank, int steps) {
        return new LocalSearch(
                Settings.ofRank(rank).withInsertion(Insertion.UNIT).withLimits(Limits.NONE.withSteps(steps)));
    }

    @Override
    public LocalSearch with(UnaryOperator<Settings> change) {
        return new LocalSearch(change.apply(settings));
    }

    @Override
    public String name() {
        return "Local Search";
    }

    @Override
    public <A extends ExactIterate<A>> Climbed<A> minimize(ExactProblem<A> problem) {
        ExactClimb<A> climb =
                ExactClimb.ofSwaps(this, problem, settings.limits().untilNoDecrease());
        if (settings.rank() == 0) {
            return climb.finish(StopReason.RANK_REACHED);
        }
        A a = climb.start(); //                               U ← 0_{m×r}, V ← 0_{n×r}: columns of zeros are not kept
        while (climb.mayGoOn()) { //                          for t = 0 … L−1
            Candidate<A> pair = climb.findPair(a); //           σuvᵀ ← H₁(∇R(UVᵀ))
            if (climb.endsAt(pair)) {
                break;
            }
            if (a.rank() == settings.rank()) {
                settings.truncation().truncate(a); //             U, V ← TRUNCATE(U, V)
            }
            climb.insert(a, pair); //                           U ← (U u), V ← (V v)
            a.refitCore(settings.refit()); //                   U, V ← OPTIMIZE(U, V)
            climb.record(a);
        }
        return climb.finish(StopReason.STEP_LIMIT); //        return UVᵀ
    }
}
