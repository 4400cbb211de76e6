package rung;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The result of a run: the matrix that was found, every step on the way, why the run ended, and how it came about. */
public class Solution {
    private final Supplier<LowRankMatrix> maker;
    private LowRankMatrix matrix;
    private final double value;
    private final List<Step> trace;
    private final StopReason stop;
    private final Optional<Certificate> certificate;
    private final Provenance provenance;

    /**
     * Creates a solution whose matrix is computed when it is first asked for.
     *
     * @param matrix computes the matrix; called at most once
     * @param value R at the solution
     * @param trace the steps
     * @param stop why the run ended
     * @param certificate how far from optimal the solution can be; empty if that is not known
     * @param provenance how the solution came about
     */
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

    /**
     * Creates a solution.
     *
     * @param matrix the matrix
     * @param value R at the solution
     * @param trace the steps
     * @param stop why the run ended
     * @param certificate how far from optimal the solution can be; empty if that is not known
     * @param provenance how the solution came about
     */
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
     * The matrix that was found: that of the last step or, if data is held out, the one with the least error there. It is computed when
     * first asked for, since an engine may keep it spread over machines.
     *
     * @return the matrix
     */
    public synchronized LowRankMatrix matrix() {
        if (matrix == null) {
            matrix = maker.get();
        }
        return matrix;
    }

    /**
     * The value R of the solution.
     *
     * @return the value
     */
    public double value() {
        return value;
    }

    /**
     * Every step that was kept, the rank path among them.
     *
     * @return the steps, in order
     */
    public List<Step> trace() {
        return trace;
    }

    /**
     * Why the run ended.
     *
     * @return the reason
     */
    public StopReason stop() {
        return stop;
    }

    /**
     * How far from optimal the solution can be; known if the function knows its strong convexity and the search for
     * the steepest pair at the solution has converged.
     *
     * @return the certificate
     */
    public Optional<Certificate> certificate() {
        return certificate;
    }

    /**
     * How the solution came about.
     *
     * @return the provenance
     */
    public Provenance provenance() {
        return provenance;
    }

    /** Describes the solution in words; computes the matrix. */
    @Override
    public String toString() {
        return matrix() + ", R " + value + ", " + trace.size() + " steps, " + stop.sentence();
    }
}
