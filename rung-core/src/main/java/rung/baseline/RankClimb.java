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
 * The algorithms of the library among the methods to compare with.
 *
 * <pre>min ½·‖P_Ω(M − A)‖²   subject to   rank(A) ≤ r</pre>
 *
 * <p>Limits of the course come on top of the algorithm's own.
 *
 * @param algorithm for example {@code FastGreedy.asInPaper(30, 2)}
 * @param low entries are clipped to [low, high] in the gradient; infinite for no bound
 * @param high the upper bound
 */
public record RankClimb(Algorithm algorithm, double low, double high) implements Baseline {
    public RankClimb {
        Objects.requireNonNull(algorithm, "algorithm");
        if (!(low < high)) {
            throw new IllegalArgumentException("low must be below high, got " + low + " and " + high);
        }
    }

    /** Without bounds. */
    public static RankClimb of(Algorithm algorithm) {
        return new RankClimb(algorithm, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** The basic greedy algorithm, GECO [SGS11]. */
    public static RankClimb greedy(int rank) {
        return of(Greedy.ofRank(rank));
    }

    /** Fast Greedy to the letter of [AS21] with so many inner iterations. */
    public static RankClimb fastGreedy(int rank, int iterations) {
        return of(FastGreedy.asInPaper(rank, iterations));
    }

    /** Fast Local Search likewise. */
    public static RankClimb fastLocalSearch(int rank, int iterations) {
        return of(FastLocalSearch.asInPaper(rank, iterations));
    }

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
    public Solution fit(Observations data, Course course) {
        Algorithm watched = algorithm.with(settings -> settings.withLimits(both(settings.limits(), course.limits()))
                .withHeldOut(course.heldOut())
                .withListener(course.listener()));
        Entrywise problem =
                Entrywise.of(data, Loss.squared()).withSeed(course.seed()).withThreads(course.threads());
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
