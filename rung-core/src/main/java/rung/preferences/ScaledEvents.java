package rung.preferences;

import rung.Execution;
import rung.data.Ratings;
import rung.engine.preference.Preferences;
import rung.lists.RelativeCount;

/**
 * Who chose what, as a problem for the engine. The target of an entry is a_i·b_j, where a and b fall with the number of entries of the
 * user and of the item: so those with many do not decide everything. A prediction divided by a_i·b_j is what is expected where others
 * would have 1.
 *
 * @param problem the problem, without a penalty
 * @param userScales a_i for each user
 * @param itemScales b_j for each item
 * @param unit the penalty λ that stands for the factor 1
 * @param typical the count whose weight is one; 0 if all weights are one
 */
record ScaledEvents(Preferences problem, float[] userScales, float[] itemScales, double unit, double typical) {
    /** How much an entry that is not there counts beside one that is. */
    static final double ALPHA = 0.4;

    /** The power with which a line's penalty grows with its entries. */
    static final double NU = 0.5;

    /** A user with k times as many entries as the average has targets k^−¼ times as high. */
    private static final double USER_POWER = 0.25;

    /** An item with k times as many entries as the average has targets k^−0.15 times as high. */
    private static final double ITEM_POWER = 0.15;

    /** States the problem for some entries. */
    static ScaledEvents of(Ratings events, double typical, Execution execution) {
        int m = events.users().size();
        int n = events.items().size();
        double c = events.count();
        Preferences plain = typical == 0
                ? Preferences.of(m, n, events.user(), events.item())
                : Preferences.of(m, n, events.user(), events.item(), weights(events.value(), typical, execution));
        Preferences problem = plain.withAlpha(ALPHA).withSeed(execution.seed()).withThreads(execution.threads());
        float[] userScales = scales(problem.rowCounts(), c, USER_POWER);
        float[] itemScales = scales(problem.columnCounts(), c, ITEM_POWER);
        double squares = problem.withScales(userScales, itemScales).sumOfSquaredTargets();
        float factor = (float) Math.sqrt(c / squares);
        for (int j = 0; j < n; j++) {
            itemScales[j] *= factor; // so that the mean square of the targets is one
        }
        double noise = 0.5 * (Math.sqrt(c / m) + Math.sqrt(c / n));
        double unit = noise / Math.pow((c / m + ALPHA * n) * (c / n + ALPHA * m), NU / 2);
        return new ScaledEvents(problem.withScales(userScales, itemScales), userScales, itemScales, unit, typical);
    }

    private static float[] weights(float[] counts, double typical, Execution execution) {
        float[] weights = new float[counts.length];
        execution.workers().run(weights.length, e -> (long) e * PreferenceTrainer.LOGARITHM, (from, to) -> {
            for (int e = from; e < to; e++) {
                weights[e] = PreferenceModel.weight(counts[e], typical);
            }
        });
        return weights;
    }

    private static float[] scales(int[] counts, double count, double power) {
        double mean = count / counts.length;
        float[] scales = new float[counts.length];
        for (int k = 0; k < scales.length; k++) {
            scales[k] = (float) Math.pow(RelativeCount.of(counts[k], mean), -power);
        }
        return scales;
    }

    /** The problem with a penalty. */
    Preferences withPenalty(double factor) {
        return problem.withRidge(factor * unit, NU);
    }
}
