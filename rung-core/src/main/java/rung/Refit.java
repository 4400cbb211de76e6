package rung;

/**
 * How an inner problem is solved.
 *
 * @param iterations the number of iterations of the inner solver (LSQR, Newton or L-BFGS, whichever the engine uses); {@link #EXACT} to
 *     converge
 * @param fromZero true to start from zero, so that few iterations regularize; false to start from the current factors
 */
public record Refit(int iterations, boolean fromZero) {
    /** As many iterations as it takes to converge. */
    public static final int EXACT = Integer.MAX_VALUE;

    /** Checks the number of iterations. */
    public Refit {
        if (iterations < 1) {
            throw new IllegalArgumentException("inner iterations must be at least 1, got " + iterations);
        }
    }

    /**
     * Solves the inner problem to convergence, from the current factors.
     *
     * @return the refit
     */
    public static Refit exact() {
        return new Refit(EXACT, false);
    }

    /**
     * Takes k iterations from zero: early stopping as a regularizer, as in the paper's experiments. It regularizes a squared loss; for
     * other losses Newton's method nearly converges in a few iterations, and a ridge is needed.
     *
     * @param k the number of iterations, at least 1
     * @return the refit
     */
    public static Refit fromZero(int k) {
        return new Refit(k, true);
    }

    /**
     * Takes k iterations from the current factors.
     *
     * @param k the number of iterations, at least 1
     * @return the refit
     */
    public static Refit warm(int k) {
        return new Refit(k, false);
    }

    /**
     * Whether the inner problem is solved to convergence.
     *
     * @return true if the number of iterations is {@link #EXACT}
     */
    public boolean isExact() {
        return iterations == EXACT;
    }

    @Override
    public String toString() {
        return isExact() ? "exact" : iterations + " iterations " + (fromZero ? "from zero" : "warm");
    }
}
