package rung.baseline;

import java.util.Objects;
import rung.LowRankMatrix;
import rung.Solution;
import rung.StopReason;
import rung.data.Observations;

/**
 * HardImpute: the iteration of {@link SoftImpute} with truncated singular values instead of shrunken ones [MHT10], also known
 * as iterative SVD.
 *
 * <pre>min over Z of ½·‖P_Ω(M − Z)‖²   subject to   rank(Z) ≤ r,   by   Z ← H_r(Z + P_Ω(M − Z))</pre>
 *
 * <p>Along the ranks 1, 2, …, each solution being the start of the next; a step of the trace is a rank. What is found is a
 * local minimum.
 *
 * @param rank the last of the path
 * @param centering what is removed first; the trace's ranks do not count it
 * @param tolerance a rank is done when an iteration changes Z by less than this fraction
 * @param maxIterations with each rank
 */
public record HardImpute(int rank, Centering centering, double tolerance, int maxIterations) implements Baseline {
    public static final double TOLERANCE = 1e-4;

    public HardImpute {
        Objects.requireNonNull(centering, "centering");
        if (rank < 1) {
            throw new IllegalArgumentException("rank must be at least 1, got " + rank);
        }
        SoftImpute.requireIteration(tolerance, maxIterations);
    }

    public static HardImpute ofRank(int rank) {
        return new HardImpute(rank, Centering.NONE, TOLERANCE, SoftImpute.MAX_ITERATIONS);
    }

    public HardImpute withCentering(Centering centering) {
        return new HardImpute(rank, centering, tolerance, maxIterations);
    }

    public HardImpute withTolerance(double tolerance) {
        return new HardImpute(rank, centering, tolerance, maxIterations);
    }

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
    public Solution fit(Observations data, Course course) {
        int least = Math.min(data.rows(), data.columns());
        if (rank > least) {
            throw new IllegalArgumentException("rank must be between 1 and " + least + " (the smaller side of the "
                    + data.rows() + "×" + data.columns() + " matrix), got " + rank);
        }
        Run run = Run.ofPath(this, data, course);
        LowRankMatrix centers = centering.of(data, course.threads());
        Imputation imputation = new Imputation(data, centers, rank, course);
        Imputation.Low z = imputation.zero();
        for (int r = 1; r <= rank && run.goesOn(); r++) {
            z = imputation.truncate(z, r, tolerance, maxIterations);
            Imputation.Low found = z;
            run.record(z.rank(), z.loss(), () -> Imputation.restored(found, centers));
        }
        return run.finish(StopReason.RANK_REACHED);
    }
}
