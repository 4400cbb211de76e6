package rung.cli.completion;

import java.util.ArrayList;
import java.util.List;

/** Tells how far a climb will go, from the errors on held-out cells at the ranks so far. */
final class RankTrend {
    /** The error is as good as constant if its square falls by less than this part over {@link #STRIDE} steps. */
    private static final double FLAT = 0.02;

    /** The last ranks take off less than the first ones: it takes this many times as many ranks as if they took off the same. */
    private static final double FADING = 1.35;

    /** At high ranks the error has stopped to fall if it suddenly falls by less than this part of what it fell by before. */
    private static final double SUDDEN = 0.25;

    /** Ranks above this are high. */
    static final int DEAR = 16;

    /** The number of steps that a slope is measured over. */
    private static final int STRIDE = 2;

    private final List<Integer> ranks = new ArrayList<>();
    private final List<Double> squares = new ArrayList<>(); // of the errors

    /** Adds the error at a rank; what was known of this rank and of higher ones is forgotten. */
    void add(int rank, double error) {
        while (!ranks.isEmpty() && lastRank() >= rank) {
            ranks.remove(ranks.size() - 1);
            squares.remove(squares.size() - 1);
        }
        ranks.add(rank);
        squares.add(error * error);
    }

    /** The highest rank so far; 0 if there is none. */
    int lastRank() {
        return ranks.isEmpty() ? 0 : ranks.get(ranks.size() - 1);
    }

    /** The square of the least error so far. */
    double least() {
        return squares.stream().mapToDouble(square -> square).min().orElse(Double.POSITIVE_INFINITY);
    }

    /** Whether there are too few steps to go by. */
    boolean isUnknown() {
        return ranks.size() <= STRIDE;
    }

    /** Whether the error has stopped to fall. */
    boolean isFlat() {
        int last = ranks.size() - 1;
        return last >= STRIDE
                && (squares.get(last) > (1 - FLAT) * squares.get(last - STRIDE)
                        || squares.get(last) > (1 - FLAT / STRIDE) * squares.get(last - 1));
    }

    /**
     * The rank that would be chosen by what is known: the highest whose error is as good as the least.
     *
     * @param slack what part more is as good
     */
    int chosen(double slack) {
        int chosen = 0;
        for (int k = 0; k < ranks.size(); k++) {
            chosen = Math.sqrt(squares.get(k)) <= (1 + slack) * Math.sqrt(least()) ? ranks.get(k) : chosen;
        }
        return chosen;
    }

    /**
     * The rank at which the error will stop to fall: where it has, or where its square would be zero if it went on to fall as it does,
     * sooner if it falls less and less. A matrix of rank k plus noise loses about as much of its squared error at each rank up to k.
     *
     * @param unknown the rank to expect while there are too few steps
     */
    double end(int unknown) {
        int last = ranks.size() - 1;
        if (isUnknown()) {
            return unknown;
        }
        double fall = slope(last);
        if (isFlat()) {
            int best = 0;
            for (int k = 1; k <= last; k++) {
                best = squares.get(k) < (1 - FLAT / STRIDE) * squares.get(best) ? k : best;
            }
            return ranks.get(best);
        }
        double before = slope(Math.max(STRIDE, last - STRIDE));
        double steadiness = last >= 2 * STRIDE ? Math.min(1, fall / before) : 1;
        if (steadiness < SUDDEN && ranks.get(last) > DEAR) {
            return ranks.get(last - 1);
        }
        return ranks.get(last) + steadiness * FADING * squares.get(last) / fall;
    }

    private double slope(int at) {
        return (squares.get(at - STRIDE) - squares.get(at)) / (ranks.get(at) - ranks.get(at - STRIDE));
    }
}
