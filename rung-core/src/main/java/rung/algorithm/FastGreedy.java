package rung.algorithm;

import java.util.function.UnaryOperator;
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
    /** Inner iterations of the default. */
    public static final int ITERATIONS = 3;

    /** Refits after each insertion of the default: both sides, twice. */
    public static final int REFITS = 4;

    /** Rounds of refits of the default, at most, once the rank is reached. */
    public static final int FINISHING = 20;

    /**
     * Minimizes R: pairs scaled by the line search, then both sides twice, from where they are; at the end a few rounds more.
     *
     * <p>Differs from [AS21]: one unit pair and one side let the error jump at ranks 5 to 7; this does not (100×100, r* = 5,
     * p = 0.2, SNR = 10, normalized test error, mean of 10 matrices: 0.031 at rank 7, where the paper's variant is at 0.648). And at the target rank the
     * refits go on while they pay: 0.014 instead of 0.065 at the true rank, mean of 5. And where there is a penalty or a prior, each
     * pair is first fitted alone to what is left, see {@link Insertion#FITTED}: the top pair of a sparse gradient sits on its longest
     * lines (5,000×2,000, 87,000 entries, r* = 4 with biases, noise half of the signal, skewed: test error with the penalty of
     * alternating least squares 0.699, 1.062 without; alternating least squares 0.702).
     */
    public static FastGreedy ofRank(int rank) {
        return new FastGreedy(Settings.ofRank(rank)
                .withInsertion(Insertion.FITTED)
                .withRefit(Refit.warm(ITERATIONS))
                .withRefits(REFITS)
                .withFinishing(FINISHING));
    }

    /**
     * Regularizes a squared loss: few inner iterations from zero, which keep the fit from following noise, but without the paper's jumps:
     * pairs scaled by the line search, then both sides once.
     */
    public static FastGreedy stoppedEarly(int rank, int k) {
        return new FastGreedy(Settings.ofRank(rank).withRefit(Refit.fromZero(k)).withRefits(2));
    }

    /** To the letter of the paper: unit pairs, and k inner iterations from zero on one side. */
    public static FastGreedy asInPaper(int rank, int k) {
        return new FastGreedy(
                Settings.ofRank(rank).withInsertion(Insertion.UNIT).withRefit(Refit.fromZero(k)));
    }

    /** The same with other settings, for example {@code .with(s -> s.withRefits(2))}. */
    public FastGreedy with(UnaryOperator<Settings> change) {
        return new FastGreedy(change.apply(settings));
    }

    @Override
    public String name() {
        return "Fast Greedy";
    }

    @Override
    public Solution minimize(Problem problem) {
        Climb climb = Climb.ofInsertions(this, problem, Climb.FAST);
        Iterate a = climb.start(); //                               U ∈ ℝ^{m×0}, V ∈ ℝ^{n×0}
        climb(climb, a, settings);
        return climb.finishBothSides(StopReason.RANK_REACHED); //   return UVᵀ
    }

    /** The loop, which {@link FastLocalSearch} begins with. Returns t, the number of sides refitted so far. */
    static int climb(Climb climb, Iterate a, Settings settings) {
        int t = 0;
        while (a.rank() < settings.rank() && climb.goesOn(a)) { //  σuvᵀ ← H₁(∇R(UVᵀ))
            climb.insert(a); //                                       U ← (U u), V ← (V v)
            t = optimizeFast(a, t, settings); //                      U, V ← OPTIMIZE_FAST(U, V, t)
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
