package rung;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What a run found. */
public final class Solution {
    private final Supplier<LowRankMatrix> maker;
    private LowRankMatrix matrix;
    private final double value;
    private final List<Step> trace;
    private final StopReason stop;
    private final Optional<Certificate> certificate;
    private final Provenance provenance;
    private final Optional<Iterate> iterate;

    /** @param matrix is asked for the matrix at most once */
    public Solution(
            Supplier<LowRankMatrix> matrix,
            double value,
            List<Step> trace,
            StopReason stop,
            Optional<Certificate> certificate,
            Provenance provenance,
            Optional<Iterate> iterate) {
        this.maker = matrix;
        this.value = value;
        this.trace = trace;
        this.stop = stop;
        this.certificate = certificate;
        this.provenance = provenance;
        this.iterate = iterate;
    }

    /** With a matrix that there is already. */
    public Solution(
            LowRankMatrix matrix,
            double value,
            List<Step> trace,
            StopReason stop,
            Optional<Certificate> certificate,
            Provenance provenance,
            Optional<Iterate> iterate) {
        this(() -> matrix, value, trace, stop, certificate, provenance, iterate);
    }

    /**
     * The solution: the last one, or the best on held-out data where such data was given. Made when first asked for, since an
     * engine may keep it where it does not fit into one memory.
     */
    public synchronized LowRankMatrix matrix() {
        if (matrix == null) {
            matrix = maker.get();
        }
        return matrix;
    }

    /** R of it. */
    public double value() {
        return value;
    }

    /** Every step that was kept, the rank path among them. */
    public List<Step> trace() {
        return trace;
    }

    /** Why the run ended. */
    public StopReason stop() {
        return stop;
    }

    /** How far from optimal it can be, where the function knows its strong convexity and the refit is exact. */
    public Optional<Certificate> certificate() {
        return certificate;
    }

    /** How it came about. */
    public Provenance provenance() {
        return provenance;
    }

    /** The solution as its engine keeps it, for engines that know more of it than the matrix; none if no engine made it. */
    public Optional<Iterate> iterate() {
        return iterate;
    }

    /** In words; makes the matrix. */
    @Override
    public String toString() {
        return matrix() + ", R " + value + ", " + trace.size() + " steps, " + stop.sentence();
    }
}
