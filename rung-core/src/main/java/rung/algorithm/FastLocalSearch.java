package rung.algorithm;

import java.util.function.UnaryOperator;
import rung.Algorithm;
import rung.Candidate;
import rung.Climbed;
import rung.ExactIterate;
import rung.ExactProblem;
import rung.Settings;
import rung.StopReason;
import rung.Truncation;

/**
 * Fast Local Search, Algorithm 4 of [AS21]: begins with the solution of {@link FastGreedy} and swaps the weakest pair for the best new
 * one, for as long as that lowers R.
 *
 * <pre>min R(A) subject to rank(A) ≤ r</pre>
 *
 * <p>A step costs as much as one of Fast Greedy at rank r. The solution is never worse than Fast Greedy's.
 *
 * @param settings rank, insertion, refits, limits and the rest
 */
public record FastLocalSearch(Settings settings) implements Algorithm {
    /**
     * The default: that of {@link FastGreedy#ofRank}, then swaps.
     *
     * @param rank the rank to climb to
     * @return the algorithm
     */
    public static FastLocalSearch ofRank(int rank) {
        return new FastLocalSearch(FastGreedy.ofRank(rank).settings().withTruncation(Truncation.SMALLEST_WEIGHT));
    }

    /**
     * The variant to the letter of the paper. The paper leaves t open; here it goes on from Fast Greedy's, so that the sides alternate.
     *
     * @param rank the rank to climb to
     * @param k the number of inner iterations
     * @return the algorithm
     */
    public static FastLocalSearch asInPaper(int rank, int k) {
        return new FastLocalSearch(FastGreedy.asInPaper(rank, k).settings().withTruncation(Truncation.SMALLEST_WEIGHT));
    }

    @Override
    public FastLocalSearch with(UnaryOperator<Settings> change) {
        return new FastLocalSearch(change.apply(settings));
    }

    @Override
    public String name() {
        return "Fast Local Search";
    }

    @Override
    public <A extends ExactIterate<A>> Climbed<A> minimize(ExactProblem<A> problem) {
        ExactClimb<A> climb = ExactClimb.ofSwaps(this, problem, true);
        if (settings.rank() == 0) {
            return climb.finish(StopReason.RANK_REACHED);
        }
        A a = climb.start();
        int t = FastGreedy.climb(climb, a, settings); //      U, V ← FAST_GREEDY(r)
        while (climb.mayGoOn()) { //                          do … while R(UVᵀ) < R(U_prev V_prevᵀ)
            Candidate<A> pair = climb.findPair(a); //           σuvᵀ ← H₁(∇R(UVᵀ))
            if (climb.endsAt(pair)) {
                break;
            }
            settings.truncation().truncate(a); //               U, V ← TRUNCATE_FAST(U, V)
            climb.insert(a, pair); //                           U ← (U u), V ← (V v)
            t = FastGreedy.optimizeFast(climb, a, t, settings); // U, V ← OPTIMIZE_FAST(U, V, t)
            climb.record(a);
        }
        return climb.finishBothSides(StopReason.NO_DECREASE); // return U_prev V_prevᵀ, which the climb has kept
    }
}
