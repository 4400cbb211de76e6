package rung.preferences;

import rung.Execution;
import rung.data.Ratings;
import rung.engine.preference.PreferenceIterate;
import rung.engine.preference.Preferences;

/**
 * Who chose what, as a problem for the engine, with {@link TargetScales}. A prediction divided by a_i·b_j is what is expected where
 * others would have 1.
 *
 * @param problem the problem, without a penalty
 * @param userScales a_i for each user
 * @param itemScales b_j for each item
 * @param alpha how much an entry that is not there counts beside one that is
 * @param unit the penalty λ that stands for the factor 1
 * @param typical the count whose weight is one; 0 if all weights are one
 */
record ScaledEvents(
        Preferences problem, float[] userScales, float[] itemScales, double alpha, double unit, double typical)
        implements PreferenceEntries<PreferenceIterate> {
    /** States the problem for some entries. */
    static ScaledEvents of(Ratings events, double typical, double alpha, Execution execution) {
        int m = events.users().size();
        int n = events.items().size();
        TargetScales scales = new TargetScales(m, n, events.count());
        Preferences plain = typical == 0
                ? Preferences.of(m, n, events.user(), events.item())
                : Preferences.of(m, n, events.user(), events.item(), weights(events.value(), typical, execution));
        Preferences problem = plain.withAlpha(alpha).withSeed(execution.seed()).withThreads(execution.threads());
        float[] userScales = new float[m];
        int[] byUser = problem.rowCounts();
        for (int i = 0; i < m; i++) {
            userScales[i] = scales.ofUser(byUser[i]);
        }
        float[] itemScales = new float[n];
        int[] byItem = problem.columnCounts();
        for (int j = 0; j < n; j++) {
            itemScales[j] = scales.ofItem(byItem[j]);
        }
        float norm = scales.norm(problem.withScales(userScales, itemScales).sumOfSquaredTargets());
        for (int j = 0; j < n; j++) {
            itemScales[j] *= norm;
        }
        return new ScaledEvents(
                problem.withScales(userScales, itemScales), userScales, itemScales, alpha, scales.unit(alpha), typical);
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

    private Preferences withPenalty(double factor) {
        return problem.withRidge(factor * unit, TargetScales.NU);
    }

    @Override
    public PreferenceIterate start(double factor) {
        return withPenalty(factor).start();
    }

    @Override
    public PreferenceIterate start(double factor, PreferenceIterate from) {
        return withPenalty(factor).withStart(from).start();
    }
}
