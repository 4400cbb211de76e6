package rung;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What a run found. */
public class Solution {
    private final Supplier<LowRankMatrix> maker;
    private LowRankMatrix matrix;
    private final double value;
    private final List<Step> trace;
    private final StopReason stop;
    private final Optional<Certificate> certificate;
    private final Provenance provenance;

    /** @param matrix is asked for the matrix at most once */
    public Solution(
            Supplier<LowRankMatrix> matrix,
            double value,
            List<Step> trace,
            StopReason stop,
            Optional<Certificate> certificate,
            Provenance provenance) {
        this.maker = matrix;
        this.value = value;
        this.trace = trace;
        this.stop = stop;
        this.certificate = certificate;
        this.provenance = provenance;
    }

    /** With a matrix that there is already. */
    public Solution(
            LowRankMatrix matrix,
            double value,
            List<Step> trace,
            StopReason stop,
            Optional<Certificate> certificate,
            Provenance provenance) {
        this(() -> matrix, value, trace, stop, certificate, provenance);
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

    /** How far from optimal it can be, where the function knows its strong convexity. */
    public Optional<Certificate> certificate() {
        return certificate;
    }

    /** How it came about. */
    public Provenance provenance() {
        return provenance;
    }

    /** In words; makes the matrix. */
    @Override
    public String toString() {
        return matrix() + ", R " + value + ", " + trace.size() + " steps, " + stop.sentence();
    }
}
