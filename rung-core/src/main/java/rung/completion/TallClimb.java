package rung.completion;

import java.util.List;
import java.util.Optional;
import rung.Climbed;
import rung.Execution;
import rung.Listener;
import rung.Settings;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.engine.bayes.Bayesian;
import rung.engine.bayes.BayesianIterate;
import rung.engine.bayes.ColumnFactors;
import rung.engine.bayes.Likelihood;

/**
 * Climbs to a rank on a prepared table. Where there are very many rows, some of them say nearly all there is to say of the columns: the climb
 * is theirs, and then all rows are fitted together, beginning with the columns that were found.
 */
final class TallClimb {
    /** The number of rows to climb with; a table with twice as many is tall. */
    static final int ROWS = 20_000;

    /** The number of refits of both sides with all rows of a tall table. */
    static final int ROUNDS = 4;

    /**
     * The number of refits of both sides where the columns of a climb with a part of the entries are known. After one of them the free
     * energy is below that of a climb from zero: 54,910 and 55,060 for 20,000×12 with a third missing.
     */
    static final int ROUNDS_FROM_KNOWN = 3;

    private TallClimb() {}

    /**
     * Climbs.
     *
     * @param likelihoods the likelihoods of the columns; none if all are normal
     * @param known what a climb with a part of the entries found of the columns, to go on from there
     * @param listener sees each step
     */
    static Climbed<BayesianIterate> of(
            Observations prepared,
            List<Likelihood> likelihoods,
            Optional<ColumnFactors> known,
            int rank,
            Listener listener,
            Execution execution) {
        boolean isTall = prepared.rows() >= 2 * ROWS;
        Observations some = isTall ? prepared.someRows(ROWS, execution.seed()) : prepared;
        Settings settings = Completion.settings(rank, some.count(), listener);
        Bayesian problem = problem(some, likelihoods, execution);
        Climbed<BayesianIterate> climbed = new FastGreedy(
                        known.isPresent() ? settings.withFinishing(ROUNDS_FROM_KNOWN) : settings)
                .minimize(known.map(problem::beginningWith).orElse(problem));
        if (!isTall) {
            return climbed;
        }
        int rounds = known.isPresent() ? ROUNDS_FROM_KNOWN - 1 : ROUNDS;
        return new FastGreedy(Completion.settings(climbed.iterate().rank(), prepared.count(), listener)
                        .withFinishing(climbed.stop().isOrderly() ? rounds : 0))
                .minimize(problem(prepared, likelihoods, execution)
                        .beginningWith(climbed.iterate().columnFactors()));
    }

    private static Bayesian problem(Observations prepared, List<Likelihood> likelihoods, Execution execution) {
        Bayesian problem = Completion.problem(prepared, execution);
        return likelihoods.isEmpty() ? problem : problem.withLikelihoods(likelihoods);
    }
}
