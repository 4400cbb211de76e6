package rung.algorithm;

import java.util.function.UnaryOperator;
import rung.Algorithm;
import rung.Insertion;
import rung.Iterate;
import rung.Problem;
import rung.Settings;
import rung.Solution;
import rung.StopReason;

/**
 * Greedy, Algorithm 1 of [AS21]; first GECO [SGS11].
 *
 * <pre>min R(A) subject to rank(A) ≤ r</pre>
 *
 * <p>Each step adds the rank-one matrix that best matches the gradient and refits the r×r core. After r steps
 * R(A) ≤ R(A*) + ε for every A* of rank r* if r ≥ 2·r*·κ·log((R(0) − R(A*))/ε), Theorem 2.1. A step costs one search for the
 * top pair of the gradient and one inner problem of r² variables.
 */
public record Greedy(Settings settings) implements Algorithm {
    /** Exact refits of the core, each from where the line search along the new pair leads. */
    public static Greedy ofRank(int rank) {
        return new Greedy(Settings.ofRank(rank));
    }

    /** To the letter of the paper. */
    public static Greedy asInPaper(int rank) {
        return new Greedy(Settings.ofRank(rank).withInsertion(Insertion.UNIT));
    }

    /** The same with other settings, for example {@code .with(s -> s.withRefits(2))}. */
    public Greedy with(UnaryOperator<Settings> change) {
        return new Greedy(change.apply(settings));
    }

    @Override
    public String name() {
        return "Greedy";
    }

    @Override
    public Solution minimize(Problem problem) {
        Climb climb = Climb.ofInsertions(this, problem, Climb.EXACT);
        Iterate a = climb.start(); //                               U ∈ ℝ^{m×0}, V ∈ ℝ^{n×0}
        while (a.rank() < settings.rank() && climb.goesOn(a)) { //  for t = 0 … r−1: σuvᵀ ← H₁(∇R(UVᵀ))
            climb.insert(a); //                                       U ← (U u), V ← (V v)
            a.refitCore(settings.refit()); //                         U, V ← OPTIMIZE(U, V)
            climb.record(a);
        }
        return climb.finish(StopReason.RANK_REACHED); //            return UVᵀ
    }
}
