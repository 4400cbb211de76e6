package rung.baseline;

import java.util.Objects;
import rung.LowRankMatrix;
import rung.Solution;
import rung.StopReason;
import rung.data.Observations;

/**
 * HardImpute: the iteration of {@link SoftImpute} with truncated singular values instead of shrunken ones [MHT10], also known as
 * iterative SVD.
 *
 * <pre>min over Z of ½·‖P_Ω(M − Z)‖²   subject to   rank(Z) ≤ r,   by   Z ← H_r(Z + P_Ω(M − Z))</pre>
 *
 * <p>It goes through the ranks 1, 2, …, and each solution is the start of the next; a step of the trace is a rank. It finds a local
 * minimum.
 *
 * @param rank the last rank
 * @param centering what is subtracted first; the trace's ranks do not count it
 * @param tolerance a rank is done when an iteration changes Z by less than this fraction
 * @param maxIterations the most iterations with each rank
 */
public record HardImpute(int rank, Centering centering, double tolerance, int maxIterations) implements Baseline {
    /** The default tolerance. */
    public static final double TOLERANCE = 1e-4;

    /** Checks the parameters. */
    public HardImpute {
        Objects.requireNonNull(centering, "centering");
        if (rank < 1) {
            throw new IllegalArgumentException("rank must be at least 1, got " + rank);
        }
        SoftImpute.requireIteration(tolerance, maxIterations);
    }

    /**
     * The ranks up to one, with the default tolerance and nothing subtracted.
     *
     * @param rank the last rank
     * @return the method
     */
    public static HardImpute ofRank(int rank) {
        return new HardImpute(rank, Centering.NONE, TOLERANCE, SoftImpute.MAX_ITERATIONS);
    }

    /**
     * Sets what is subtracted first.
     *
     * @param centering what is subtracted
     * @return a changed copy
     */
    public HardImpute withCentering(Centering centering) {
        return new HardImpute(rank, centering, tolerance, maxIterations);
    }

    /**
     * Sets when a rank is done.
     *
     * @param tolerance the least relative change of Z by an iteration
     * @return a changed copy
     */
    public HardImpute withTolerance(double tolerance) {
        return new HardImpute(rank, centering, tolerance, maxIterations);
    }

    /**
     * Sets the most iterations with each rank.
     *
     * @param maxIterations at least 1
     * @return a changed copy
     */
    public HardImpute withMaxIterations(int maxIterations) {
        return new HardImpute(rank, centering, tolerance, maxIterations);
    }

    @Override
    public String name() {
        return "HardImpute";
    }

    @Override
    public String settings() {
        return "ranks 1 to " + rank + ", " + centering + ", tolerance " + tolerance + ", at most " + maxIterations
                + " iterations each";
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        int least = Math.min(data.rows(), data.columns());
        if (rank > least) {
            throw new IllegalArgumentException("rank must be between 1 and " + least + " (the smaller side of the "
                    + data.rows() + "×" + data.columns() + " matrix), got " + rank);
        }
        Run run = Run.ofPath(this, data, options);
        LowRankMatrix centers = centering.of(data, options.threads());
        Imputation imputation = new Imputation(data, centers, rank, options);
        Imputation.Low z = imputation.zero();
        for (int r = 1; r <= rank && run.mayGoOn(); r++) {
            z = imputation.truncate(z, r, tolerance, maxIterations);
            Imputation.Low found = z;
            run.record(z.rank(), z.loss(), () -> Imputation.restored(found, centers));
        }
        return run.finish(StopReason.RANK_REACHED);
    }
}
