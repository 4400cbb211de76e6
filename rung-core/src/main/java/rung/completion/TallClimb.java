package rung.completion;

import java.util.List;
import rung.Climbed;
import rung.Execution;
import rung.Listener;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.engine.bayes.Bayesian;
import rung.engine.bayes.BayesianIterate;
import rung.engine.bayes.Likelihood;

/**
 * Climbs to a rank on a prepared table. Where there are very many rows, some of them say nearly all there is to say of the columns: the climb
 * is theirs, and then all rows are fitted together, beginning with the columns that were found.
 */
final class TallClimb {
    /** The number of rows to climb with; a table with twice as many is tall. */
    private static final int ROWS = 20_000;

    /** The number of refits of both sides with all rows. */
    private static final int ROUNDS = 4;

    private TallClimb() {}

    /**
     * Climbs.
     *
     * @param likelihoods the likelihoods of the columns; none if all are normal
     * @param listener sees each step
     */
    static Climbed<BayesianIterate> of(
            Observations prepared, List<Likelihood> likelihoods, int rank, Listener listener, Execution execution) {
        if (prepared.rows() < 2 * ROWS) {
            return new FastGreedy(Completion.settings(rank, prepared.count(), listener))
                    .minimize(problem(prepared, likelihoods, execution));
        }
        Observations some = SomeRows.of(prepared, ROWS, execution.seed());
        Climbed<BayesianIterate> columns = new FastGreedy(Completion.settings(rank, some.count(), listener))
                .minimize(problem(some, likelihoods, execution));
        return new FastGreedy(Completion.settings(columns.iterate().rank(), prepared.count(), listener)
                        .withFinishing(columns.stop().isOrderly() ? ROUNDS : 0))
                .minimize(problem(prepared, likelihoods, execution)
                        .beginningWith(columns.iterate().columnFactors()));
    }

    private static Bayesian problem(Observations prepared, List<Likelihood> likelihoods, Execution execution) {
        Bayesian problem = Completion.problem(prepared, execution);
        return likelihoods.isEmpty() ? problem : problem.withLikelihoods(likelihoods);
    }
}
