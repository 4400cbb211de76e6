package rung;

/**
 * How an inner problem is solved.
 *
 * @param iterations of the inner solver (LSQR, Newton or L-BFGS, whichever the engine uses); {@link #EXACT} to converge
 * @param fromZero whether the solver starts from zero, so that few iterations regularize, or from the current factors
 */
public record Refit(int iterations, boolean fromZero) {
    /** As many iterations as it takes. */
    public static final int EXACT = Integer.MAX_VALUE;

    public Refit {
        if (iterations < 1) {
            throw new IllegalArgumentException("inner iterations must be at least 1, got " + iterations);
        }
    }

    /** Solves the inner problem to convergence. */
    public static Refit exact() {
        return new Refit(EXACT, false);
    }

    /**
     * k iterations from zero: early stopping as a regularizer, as in the paper's experiments. That it regularizes holds for the
     * squared loss; Newton's method for the others nearly converges in a few, and wants a ridge.
     */
    public static Refit fromZero(int k) {
        return new Refit(k, true);
    }

    /** k iterations from the current factors. */
    public static Refit warm(int k) {
        return new Refit(k, false);
    }

    public boolean isExact() {
        return iterations == EXACT;
    }

    @Override
    public String toString() {
        return isExact() ? "exact" : iterations + " iterations " + (fromZero ? "from zero" : "warm");
    }
}
