package rung.completion;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import rung.Step;

/** The error on held-out cells at each rank, over the climbs of several splits. */
final class ErrorPath {
    /** Errors that differ by less than this part are the same. */
    static final double ALIKE = 0.001;

    private final double[] squares; // summed over cells
    private final boolean[] isReached;
    private int last;
    private long cells;

    /**
     * A path without any climb.
     *
     * @param highest the highest rank that a climb may reach
     */
    ErrorPath(int highest) {
        squares = new double[highest + 1];
        isReached = new boolean[highest + 1];
        isReached[0] = true;
    }

    /**
     * Adds a climb. A rank that was leapt over is no change, nor is one beyond the end.
     *
     * @param steps its steps, in order
     * @param start the error at rank 0
     * @param count the number of cells that are held out
     */
    void add(List<Step> steps, double start, int count) {
        double current = start;
        Iterator<Step> path = steps.iterator();
        Step next = path.hasNext() ? path.next() : null;
        for (int rank = 0; rank < squares.length; rank++) {
            if (next != null && next.rank() == rank) {
                current = next.heldOut().orElseThrow();
                isReached[rank] = true;
                last = Math.max(last, rank);
                next = path.hasNext() ? path.next() : null;
            }
            squares[rank] += current * current * count;
        }
        cells += count;
    }

    /** Returns the errors from rank 0 to the highest that was reached. */
    List<Double> errors() {
        List<Double> errors = new ArrayList<>();
        for (int rank = 0; rank <= last; rank++) {
            errors.add(Math.sqrt(squares[rank] / cells));
        }
        return errors;
    }

    /** Returns the rank of least error. */
    int best() {
        int best = 0;
        for (int rank = 1; rank <= last; rank++) {
            best = squares[rank] < squares[best] ? rank : best;
        }
        return best;
    }

    /**
     * Returns the lowest rank whose error is the least, differences aside that say nothing, or one a little higher that is as good.
     *
     * @param slack the part of the least error by which an error may be higher that is as good
     * @param more the number of ranks that it may be higher, if the lowest is not 0
     */
    int lowestAsGood(double slack, int more) {
        List<Double> errors = errors();
        double least = errors.get(best());
        int lowest = 0;
        while (!isReached[lowest] || errors.get(lowest) > (1 + ALIKE) * least) {
            lowest++;
        }
        int chosen = lowest;
        for (int rank = lowest + 1; rank <= last && rank <= lowest + more && lowest > 0; rank++) {
            chosen = isReached[rank] && errors.get(rank) <= (1 + slack) * least ? rank : chosen;
        }
        return chosen;
    }
}
