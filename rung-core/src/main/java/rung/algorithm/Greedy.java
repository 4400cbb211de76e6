package rung.algorithm;

import java.util.function.UnaryOperator;
import rung.Algorithm;
import rung.Candidate;
import rung.Climbed;
import rung.ExactIterate;
import rung.ExactProblem;
import rung.Insertion;
import rung.Settings;
import rung.StopReason;

/**
 * Greedy, Algorithm 1 of [AS21]; first GECO [SGS11].
 *
 * <pre>min R(A) subject to rank(A) ≤ r</pre>
 *
 * <p>Each step adds the rank-one matrix that best matches the gradient and refits the r×r core. After r steps R(A) ≤ R(A*) + ε for
 * every A* of rank r* if r ≥ 2·r*·κ·log((R(0) − R(A*))/ε), Theorem 2.1. A step costs one search for the top pair of the gradient and
 * one inner problem of r² variables.
 *
 * @param settings rank, insertion, refit, limits and the rest
 */
public record Greedy(Settings settings) implements Algorithm {
    /**
     * The default: exact refits of the core, each from where the line search along the new pair ended.
     *
     * @param rank the rank to climb to
     * @return the algorithm
     */
    public static Greedy ofRank(int rank) {
        return new Greedy(Settings.ofRank(rank));
    }

    /**
     * The variant to the letter of the paper.
     *
     * @param rank the rank to climb to
     * @return the algorithm
     */
    public static Greedy asInPaper(int rank) {
        return new Greedy(Settings.ofRank(rank).withInsertion(Insertion.UNIT));
    }

    @Override
    public Greedy with(UnaryOperator<Settings> change) {
        return new Greedy(change.apply(settings));
    }

    @Override
    public String name() {
        return "Greedy";
    }

    @Override
    public <A extends ExactIterate<A>> Climbed<A> minimize(ExactProblem<A> problem) {
        ExactClimb<A> climb = ExactClimb.ofInsertions(this, problem);
        A a = climb.start(); //                                     U ∈ ℝ^{m×0}, V ∈ ℝ^{n×0}
        while (a.rank() < settings.rank() && climb.mayGoOn()) { //  for t = 0 … r−1
            Candidate<A> pair = climb.findPair(a); //                 σuvᵀ ← H₁(∇R(UVᵀ))
            if (climb.endsAt(pair)) {
                break;
            }
            climb.insert(a, pair); //                                 U ← (U u), V ← (V v)
            a.refitCore(settings.refit()); //                         U, V ← OPTIMIZE(U, V)
            climb.record(a);
        }
        return climb.finish(StopReason.RANK_REACHED); //            return UVᵀ
    }
}
