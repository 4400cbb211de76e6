package rung.baseline;

import java.time.Duration;
import java.util.Objects;
import rung.Algorithm;
import rung.Limits;
import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.algorithm.Greedy;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.loss.Loss;

/**
 * One of the library's own algorithms among the methods to compare, as the paper runs it.
 *
 * <pre>min ½·‖P_Ω(M − A)‖²   subject to   rank(A) ≤ r</pre>
 *
 * <p>Both the limits of the run's options and the algorithm's own limits apply.
 *
 * @param algorithm the algorithm, for example {@code FastGreedy.asInPaper(30, 2)}
 * @param low the lower bound to which entries are clipped in the gradient; −∞ for none
 * @param high the upper bound; ∞ for none
 */
public record RankClimb(Algorithm algorithm, double low, double high) implements Baseline {
    /** Checks the parameters. */
    public RankClimb {
        Objects.requireNonNull(algorithm, "algorithm");
        if (!(low < high)) {
            throw new IllegalArgumentException("low must be below high, got " + low + " and " + high);
        }
    }

    /**
     * An algorithm whose gradient is not clipped.
     *
     * @param algorithm the algorithm
     * @return the method
     */
    public static RankClimb of(Algorithm algorithm) {
        return new RankClimb(algorithm, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /**
     * The basic greedy algorithm, GECO [SGS11].
     *
     * @param rank the rank to climb to
     * @return the method
     */
    public static RankClimb greedy(int rank) {
        return of(Greedy.ofRank(rank));
    }

    /**
     * Fast Greedy to the letter of [AS21].
     *
     * @param rank the rank to climb to
     * @param iterations the number of inner iterations
     * @return the method
     */
    public static RankClimb fastGreedy(int rank, int iterations) {
        return of(FastGreedy.asInPaper(rank, iterations));
    }

    /**
     * Fast Local Search to the letter of [AS21].
     *
     * @param rank the rank to climb to
     * @param iterations the number of inner iterations
     * @return the method
     */
    public static RankClimb fastLocalSearch(int rank, int iterations) {
        return of(FastLocalSearch.asInPaper(rank, iterations));
    }

    /**
     * Sets the bounds to which entries are clipped in the gradient.
     *
     * @param low the lower bound
     * @param high the upper bound
     * @return a changed copy
     */
    public RankClimb withBounds(double low, double high) {
        return new RankClimb(algorithm, low, high);
    }

    @Override
    public String name() {
        return algorithm.name();
    }

    @Override
    public String settings() {
        return algorithm.settings() + (isBounded() ? ", gradient clipped to [" + low + ", " + high + "]" : "");
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        Algorithm watched = algorithm.with(settings -> settings.withLimits(both(settings.limits(), options.limits()))
                .withHeldOut(options.heldOut())
                .withListener(options.listener()));
        Entrywise problem =
                Entrywise.of(data, Loss.squared()).withSeed(options.seed()).withThreads(options.threads());
        return watched.minimize(isBounded() ? problem.withBounds(low, high) : problem);
    }

    private boolean isBounded() {
        return low > Double.NEGATIVE_INFINITY || high < Double.POSITIVE_INFINITY;
    }

    private static Limits both(Limits a, Limits b) {
        Duration time = a.time().compareTo(b.time()) < 0 ? a.time() : b.time();
        return new Limits(
                Math.min(a.steps(), b.steps()),
                time,
                Math.max(a.tolerance(), b.tolerance()),
                a.untilNoDecrease() || b.untilNoDecrease());
    }
}
