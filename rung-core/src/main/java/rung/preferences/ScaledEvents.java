package rung.preferences;

import java.util.Optional;
import rung.Execution;
import rung.data.Ratings;
import rung.engine.preference.ChoiceProblem;
import rung.engine.preference.PreferenceClimb;

/**
 * Who chose what, as a problem for the engine, with {@link TargetScales}. A prediction divided by a_i·b_j is what is expected where
 * others would have 1.
 *
 * @param <A> the pair that is fitted
 * @param problem the problem, without a penalty
 * @param userScales a_i for each user
 * @param itemScales b_j for each item
 * @param alpha how much an entry that is not there counts beside one that is
 * @param unit the penalty λ that stands for the factor 1
 * @param typical the count whose weight is one; 0 if all weights are one
 */
record ScaledEvents<A extends PreferenceClimb<A>>(
        ChoiceProblem<A> problem, float[] userScales, float[] itemScales, double alpha, double unit, double typical)
        implements PreferenceEntries<A> {
    /** Makes the problem of entries of a matrix. */
    @FunctionalInterface
    interface Place<A extends PreferenceClimb<A>> {
        /**
         * Makes a problem without scales and penalty.
         *
         * @param weights the weight of each entry; empty if all are 1
         */
        ChoiceProblem<A> problem(Ratings events, Optional<float[]> weights, double alpha);
    }

    /** States the problem for some entries. */
    static <A extends PreferenceClimb<A>> ScaledEvents<A> of(
            Place<A> place, Ratings events, double typical, double alpha, Execution execution) {
        int m = events.users().size();
        int n = events.items().size();
        TargetScales scales = new TargetScales(m, n, events.count());
        Optional<float[]> weights =
                typical == 0 ? Optional.empty() : Optional.of(weights(events.value(), typical, execution));
        ChoiceProblem<A> problem = place.problem(events, weights, alpha);
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
        return new ScaledEvents<>(
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

    @Override
    public A start(double factor) {
        return problem.start(factor * unit, TargetScales.NU);
    }

    @Override
    public A start(double factor, A from) {
        return problem.start(factor * unit, TargetScales.NU, from);
    }
}
