package rung.algorithm;

import rung.Algorithm;
import rung.Insertion;
import rung.Iterate;
import rung.Problem;
import rung.Refit;
import rung.Settings;
import rung.Side;
import rung.Solution;
import rung.StopReason;

/**
 * Fast Greedy, Algorithm 3 of [AS21]: {@link Greedy} that refits one whole side of U·Vᵀ at a time, alternately, instead of
 * the core between them.
 *
 * <pre>min R(A) subject to rank(A) ≤ r</pre>
 *
 * <p>Where R is a sum over entries a side falls apart into small independent problems, so a step costs |Ω|·r for each inner
 * iteration.
 */
public record FastGreedy(Settings settings) implements Algorithm {
    public static FastGreedy ofRank(int rank) {
        return new FastGreedy(Settings.ofRank(rank).withRefits(2));
    }

    /** To the letter of the paper: unit pairs, and k inner iterations from zero on one side. */
    public static FastGreedy asInPaper(int rank, int k) {
        return new FastGreedy(
                Settings.ofRank(rank).withInsertion(Insertion.UNIT).withRefit(Refit.fromZero(k)));
    }

    @Override
    public String name() {
        return "Fast Greedy";
    }

    @Override
    public Solution minimize(Problem problem) {
        Climb climb = new Climb(this, problem);
        Iterate a = climb.start(); //          U ∈ ℝ^{m×0}, V ∈ ℝ^{n×0}
        climb(climb, a, settings);
        return climb.finish(StopReason.RANK_REACHED); // return UVᵀ
    }

    /** The loop, which {@link FastLocalSearch} begins with. Returns t, the number of sides refitted so far. */
    static int climb(Climb climb, Iterate a, Settings settings) {
        int t = 0;
        while (a.rank() < settings.rank() && climb.goesOn(a)) { // σuvᵀ ← H₁(∇R(UVᵀ))
            if (!climb.insert(a)) { //                               U ← (U u), V ← (V v)
                break;
            }
            t = optimizeFast(a, t, settings); //                     U, V ← OPTIMIZE_FAST(U, V, t)
            climb.record(a);
        }
        return t;
    }

    static int optimizeFast(Iterate a, int t, Settings settings) {
        for (int k = 0; k < settings.refits(); k++, t++) {
            a.refit(Side.of(t), settings.refit()); // t even: U ← argmin R(XVᵀ); t odd: V ← argmin R(UXᵀ)
        }
        return t;
    }
}
