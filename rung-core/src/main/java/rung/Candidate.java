package rung;

import java.util.function.Predicate;

/**
 * A pair of vectors that an iterate found and that may be inserted next. Where its vectors are kept is the iterate's business: they may
 * be spread over machines.
 *
 * @param <A> the engine's iterate
 */
public interface Candidate<A> {
    /**
     * σ = uᵀ·G·v, where G is the gradient of the loss.
     *
     * @return σ; NaN if the gradient is not finite, and 0 if nothing is left to find
     */
    double sigma();

    /**
     * Inserts the pair, unless no positive multiple of it lowers R.
     *
     * @param a the iterate
     * @return whether the pair was inserted
     */
    boolean enter(A a);

    /**
     * A candidate that enters in a given way.
     *
     * @param <A> the engine's iterate
     * @param sigma σ
     * @param insertion inserts the pair; tells whether it did
     * @return the candidate
     */
    static <A> Candidate<A> of(double sigma, Predicate<A> insertion) {
        return new Candidate<>() {
            @Override
            public double sigma() {
                return sigma;
            }

            @Override
            public boolean enter(A a) {
                return insertion.test(a);
            }
        };
    }
}
