package rung.completion;

import java.util.ArrayList;
import java.util.List;
import rung.Listener;

/**
 * Ends a climb when the error on held-out cells hardly falls any more; at high ranks, where a step costs much, even if it falls a little;
 * and when it lags behind that of another climb.
 */
final class WhileItPays implements Listener {
    /** A climb goes on while the error falls by this part each time that the rank doubles, which costs eight times as much. */
    static final double WORTH = 0.06;

    /** Up to this rank a step costs little. */
    static final int CHEAP = 16;

    /** At any rank a climb goes on while the error falls by this part in as many steps as a climb has patience for. */
    private static final double WORTH_ANYTHING = 0.002;

    /** A climb ends if it is no better than another one was at a rank this much lower. */
    private static final int LAG = 2;

    private final Listener listener;
    private final List<Double> ahead;
    private final List<Double> least = new ArrayList<>(); // the least error after each step
    private int[] ranks = {0, 0}; // of the last two steps
    private double[] errors = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};

    /**
     * Watches a climb.
     *
     * @param listener sees each step, too
     * @param ahead the errors of another climb, rank by rank from 0 on; none if there is none to keep up with
     */
    WhileItPays(Listener listener, List<Double> ahead) {
        this.listener = listener;
        this.ahead = ahead;
    }

    @Override
    public void onStep(Progress progress) {
        double error = progress.step().heldOut().orElseThrow();
        int rank = progress.step().rank();
        double doublings = Math.log((double) rank / ranks[0]) / Math.log(2);
        if (rank > CHEAP && Math.log(errors[0] / error) < WORTH * doublings) {
            progress.stop();
        }
        if (rank > LAG && rank - LAG < ahead.size() && error >= ahead.get(rank - LAG)) {
            progress.stop();
        }
        least.add(least.isEmpty() ? error : Math.min(error, least.get(least.size() - 1)));
        int before = least.size() - 1 - Completion.PATIENCE;
        if (before >= 0 && least.get(least.size() - 1) > (1 - WORTH_ANYTHING) * least.get(before)) {
            progress.stop();
        }
        ranks = new int[] {ranks[1], rank};
        errors = new double[] {errors[1], error};
        listener.onStep(progress);
    }
}
