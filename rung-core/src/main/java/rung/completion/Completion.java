package rung.completion;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.Execution;
import rung.Listener;
import rung.LowRankMatrix;
import rung.RankRange;
import rung.Settings;
import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.completion.forecast.Forecast;
import rung.completion.forecast.Plan;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.Kinds;
import rung.completion.order.Order;
import rung.completion.order.OrderedFit;
import rung.completion.order.Outages;
import rung.data.Observations;
import rung.engine.bayes.Bayesian;

/**
 * Fills the holes of a table. It needs nothing but the table: no rank, no penalty.
 *
 * <p>It climbs the ranks by {@link FastGreedy} over variational Bayes ({@link Bayesian}), which finds the strength of the
 * regularization, and the noise of each column, in the data. A part of the observations is held out to choose the rank and how the table is prepared; then the chosen
 * climb is repeated on all of them. A small table without noise, which a matrix of low rank reproduces to rounding, needs no choice. For a small and noisy table draws from the posterior follow, whose mean is taken if the held-out
 * part confirms that it is better. Immutable: each {@code with…} returns a changed copy.
 */
public final class Completion {
    /** The default for the highest rank to choose from, unless the table is smaller. The climb ends long before, as soon as it no longer pays. */
    public static final int MAX_RANK = 256;

    /** The part of the observations that chooses. */
    public static final double HELD_OUT = 0.1;

    /** The number of refits after each insertion: enough that the posterior settles before the next pair comes. */
    public static final int REFITS = 8;

    /** The number of refits for a small table, where they cost little and the posterior settles later. */
    public static final int REFITS_OF_SMALL = 20;

    /** The number of refits for a large table, where the rank is high and each costs much. */
    public static final int REFITS_OF_LARGE = 4;

    /** A table with more observations than this is large. */
    static final int MANY_CELLS = 100_000;

    /**
     * How fast the rank grows, see {@link Settings#withGrowth}: by one up to rank 7, then by a quarter. On a week of traffic, 2,016×207
     * with 30 % missing, and {@link #REFITS_OF_LARGE} refits, the error at rank 70 is 4.65, in 30 CPU seconds; with an eighth and twice
     * the refits it is 4.67, in 51.
     */
    public static final double GROWTH = 0.25;

    /** The most splits: a small table is split several times to choose, but not more often than this. */
    public static final int MAX_SPLITS = 10;

    /** A table with fewer observations than this is small. */
    static final int CELLS_TO_CHOOSE_BY = 1_000;

    /** The number of ranks that are tried beyond the best one so far. */
    public static final int PATIENCE = 4;

    /**
     * Beyond the lowest rank whose held-out error is the least, one or two more are taken if their error is within this fraction of it: the
     * error is measured on few entries, and a rank too many costs little, where one too few is a loss. Where many entries are held out, the
     * fraction is smaller. It is 0 for a table so large that a part of its rows chooses: there a rank too many costs time.
     */
    public static final double SLACK = 0.01;

    /** The number of draws that show whether draws are of use. */
    static final int DRAWS_TO_CHOOSE_BY = 300;

    private static final Plan PLAN = new Plan(
            PreparationChoice.ROWS,
            PreparationChoice.LOW_RANKS,
            Trials.FINALISTS,
            PATIENCE,
            GROWTH,
            WhileItPays.CHEAP,
            WhileItPays.WORTH,
            ErrorPath.ALIKE,
            GrossErrors.AS_GOOD,
            GrossErrors.MAX_RANK,
            OrderChoice.MAX_RANK,
            OrderChoice.ROUNDS_TO_COMPARE,
            OrderedFit.ROUNDS,
            DRAWS_TO_CHOOSE_BY,
            MAX_SPLITS,
            HeldOutParts.CELLS,
            CELLS_TO_CHOOSE_BY,
            GrossErrors.CELLS_TO_BE_SURE_BY,
            GrossErrors.FITS,
            MANY_CELLS,
            TallClimb.ROUNDS_FROM_KNOWN,
            TallClimb.ROWS,
            TallClimb.ROUNDS);

    private final RankRange ranks;
    private final Smoothness smoothness;
    private final boolean bounded;
    private final Map<Integer, ColumnKind> kinds; // of some columns; the others are recognized
    private final Execution execution;

    private Completion(
            RankRange ranks,
            Smoothness smoothness,
            boolean bounded,
            Map<Integer, ColumnKind> kinds,
            Execution execution) {
        this.ranks = ranks;
        this.smoothness = smoothness;
        this.bounded = bounded;
        this.kinds = kinds;
        this.execution = execution;
    }

    /**
     * Returns the completion with the default of every setting.
     *
     * @return the completion
     */
    public static Completion byDefault() {
        return new Completion(
                RankRange.atMost(MAX_RANK), Smoothness.automatic(), true, Map.of(), Execution.byDefault());
    }

    /**
     * Returns a copy that takes exactly this rank, or the smaller side of a table that has less.
     *
     * @param rank the rank, at least 1
     * @return a changed copy
     */
    public Completion withRank(int rank) {
        return new Completion(RankRange.exactly(rank), smoothness, bounded, kinds, execution);
    }

    /**
     * Returns a copy that chooses a rank of at most this.
     *
     * @param maxRank the highest rank to choose from, at least 1
     * @return a changed copy
     */
    public Completion withMaxRank(int maxRank) {
        return new Completion(RankRange.atMost(maxRank), smoothness, bounded, kinds, execution);
    }

    /**
     * Returns a copy that is told which side of the table has an order, or that none has. By default neighboring rows may inform each
     * other, if held-out stretches say that they do.
     *
     * @param smoothness which side may be smooth
     * @return a changed copy
     */
    public Completion withSmoothness(Smoothness smoothness) {
        return new Completion(ranks, smoothness, bounded, kinds, execution);
    }

    /**
     * Returns a copy that keeps what it fills in within what each column can hold by what was observed in it, or does not. A column
     * without negative values gets none, one with two values stays between them, and none goes far beyond what was observed.
     *
     * @param bounded whether it does; true by default
     * @return a changed copy
     */
    public Completion withBounds(boolean bounded) {
        return new Completion(ranks, smoothness, bounded, kinds, execution);
    }

    /**
     * Returns a copy that takes a column for this kind. By default two values, counts, and positive and skewed numbers are recognized,
     * and treated as such if that predicts held-out cells better. A category must be told.
     *
     * @param column the column, from 0
     * @param kind what it holds
     * @return a changed copy
     */
    public Completion withKind(int column, ColumnKind kind) {
        Map<Integer, ColumnKind> others = new HashMap<>(kinds);
        others.put(column, kind);
        return new Completion(ranks, smoothness, bounded, Map.copyOf(others), execution);
    }

    /**
     * Returns a copy with this seed of every random choice.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Completion withSeed(long seed) {
        return new Completion(ranks, smoothness, bounded, kinds, execution.withSeed(seed));
    }

    /**
     * Returns a copy that uses this many threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Completion withThreads(int threads) {
        return new Completion(ranks, smoothness, bounded, kinds, execution.withThreads(threads));
    }

    /**
     * Returns a copy that is watched by this listener, which sees each step of each stage and can end the completion.
     *
     * @param listener watches the completion
     * @return a changed copy
     */
    public Completion withListener(Listener listener) {
        return new Completion(ranks, smoothness, bounded, kinds, execution.withListener(listener));
    }

    /**
     * A completed table.
     *
     * @param selection what the held-out part chose, and how well that predicts
     * @param outcome what was fitted to all observations
     * @param grossErrors the observed cells that were taken for errors and left out, most distant first
     * @param stopped whether the listener ended the completion; the matrix is the best until then
     */
    public record Completed(Selection selection, Outcome outcome, List<GrossError> grossErrors, boolean stopped) {
        /**
         * What the held-out part chose, and how well that predicts.
         *
         * @param preparation how the table was prepared
         * @param rank the rank, beside the preparation's own one or two; where too few columns hold numbers to have one, that of the labels
         * @param isLimited whether the rank is the highest that was allowed, though the table could have more
         * @param heldOutError the error on the held-out part, of the mean under the posterior if that is taken, in units of each column's
         *     standard deviation, without categories; empty if there was too little to hold anything out, and the holes got what their
         *     row's and column's levels say
         * @param baselineError the error of the column means on the held-out part; empty as {@code heldOutError}
         * @param trials what the held-out part said of each preparation; only of the one that some of the rows chose, if the table has many, and
         *     none if nothing was held out, or if the table is small and without noise, so that each cell tells
         * @param columns what each column is taken for, and how well its held-out cells are predicted
         * @param isByStretches whether the held-out part was stretches as long as the holes, which are harder to predict than single cells;
         *     labels of categories are measured on single cells anyway
         * @param heldOutCells the number of predictions that {@code heldOutError} is measured by, all splits together; 0 if there are none
         */
        public record Selection(
                Preparation preparation,
                int rank,
                boolean isLimited,
                OptionalDouble heldOutError,
                OptionalDouble baselineError,
                List<Trial> trials,
                List<Column> columns,
                boolean isByStretches,
                int heldOutCells) {
            /** A copy with another rank. */
            Selection withRank(int newRank) {
                return new Selection(
                        preparation,
                        newRank,
                        isLimited,
                        heldOutError,
                        baselineError,
                        trials,
                        columns,
                        isByStretches,
                        heldOutCells);
            }

            /** A copy with other columns, measured on the same cells. */
            Selection with(List<Column> newColumns) {
                return new Selection(
                        preparation,
                        rank,
                        isLimited,
                        heldOutError,
                        baselineError,
                        trials,
                        newColumns,
                        isByStretches,
                        heldOutCells);
            }

            /** A copy with errors that are measured on single cells. */
            Selection with(OptionalDouble newError, OptionalDouble newBaseline, List<Column> newColumns, int newCells) {
                return new Selection(
                        preparation, rank, isLimited, newError, newBaseline, trials, newColumns, false, newCells);
            }
        }

        /**
         * What was fitted to all observations.
         *
         * @param matrix the completed table, with all columns taken for numbers: all entries, the observed ones smoothed; zeros in
         *     categories. What is filled in may be more than this, see {@link Completed#fill}
         * @param solution the climb on all observations of the prepared table; if the listener ended the completion before it began,
         *     the one without the held-out observations that was taken in its place
         * @param order the order along which neighbors inform each other; empty if they do not
         * @param uncertainty how sure each cell is; empty if the completion was stopped before that could be known
         * @param filling what is filled into each cell, see {@link Completed#fill}
         * @param model what was learned about the columns, for rows that are not there yet; neighbors do not take part in it
         * @param outages the rows that were hardly observed and are filled from the rows around them; empty if there are none
         */
        public record Outcome(
                LowRankMatrix matrix,
                Solution solution,
                Optional<Order> order,
                Optional<Uncertainty> uncertainty,
                Filling filling,
                TableModel model,
                Optional<Outages> outages) {
            /**
             * An outcome without rows that are filled from the rows around them.
             *
             * @param matrix the completed table
             * @param solution the climb
             * @param order the order
             * @param uncertainty how sure each cell is
             * @param filling what is filled into each cell
             * @param model what was learned about the columns
             */
            public Outcome(
                    LowRankMatrix matrix,
                    Solution solution,
                    Optional<Order> order,
                    Optional<Uncertainty> uncertainty,
                    Filling filling,
                    TableModel model) {
                this(matrix, solution, order, uncertainty, filling, model, Optional.empty());
            }
        }

        /** {@return how the table was prepared} */
        public Preparation preparation() {
            return selection.preparation();
        }

        /** {@return the rank that was chosen, beside the preparation's own one or two} */
        public int rank() {
            return selection.rank();
        }

        /** {@return whether the rank is the highest that was allowed, though the table could have more} */
        public boolean isLimited() {
            return selection.isLimited();
        }

        /** {@return the error on the held-out part, as {@link Selection} has it} */
        public OptionalDouble heldOutError() {
            return selection.heldOutError();
        }

        /** {@return the error of the column means on the held-out part} */
        public OptionalDouble baselineError() {
            return selection.baselineError();
        }

        /** {@return what the held-out part said of the preparations, see {@link Selection}} */
        public List<Trial> trials() {
            return selection.trials();
        }

        /** {@return what each column is taken for, and how well its held-out cells are predicted} */
        public List<Column> columns() {
            return selection.columns();
        }

        /** {@return the completed table, as {@link Outcome} has it} */
        public LowRankMatrix matrix() {
            return outcome.matrix();
        }

        /** {@return the climb on all observations of the prepared table} */
        public Solution solution() {
            return outcome.solution();
        }

        /** {@return the order along which neighbors inform each other; empty if they do not} */
        public Optional<Order> order() {
            return outcome.order();
        }

        /** {@return the rows that were hardly observed and are filled from the rows around them} */
        public Optional<Outages> outages() {
            return outcome.outages();
        }

        /** {@return how sure each cell is; empty if the completion was stopped before that could be known} */
        public Optional<Uncertainty> uncertainty() {
            return outcome.uncertainty();
        }

        /** {@return what is filled into each cell, see {@link #fill}} */
        public Filling filling() {
            return outcome.filling();
        }

        /** {@return what was learned about the columns, for rows that are not there yet} */
        public TableModel model() {
            return outcome.model();
        }

        /**
         * Returns what is filled in for a cell: the entry of the matrix, with what neighbors add if there is an order, or what the kind
         * of its column says; kept within what its column can hold unless the completion was told otherwise.
         *
         * @param row the row, from 0
         * @param column the column, from 0
         * @return the value
         */
        public double fill(int row, int column) {
            return filling().at(row, column);
        }

        /**
         * Draws a completed table that may be the true one, given what is known (multiple imputation). Over many draws the mean of a cell
         * is what {@link #fill} says, and the standard deviation is its standard error. A column with two values gets one of them, a
         * category any of its labels, counts are whole.
         *
         * @param number tells one draw from another; the same number gives the same draw
         * @return what is filled in by that draw
         */
        public Filling draw(long number) {
            return filling().draw(number);
        }

        /** A copy in which some rows are filled otherwise. */
        Completed with(Optional<Outages> newOutages, Uncertainty newUncertainty, Filling newFilling) {
            return new Completed(
                    selection,
                    new Outcome(
                            matrix(),
                            solution(),
                            order(),
                            Optional.of(newUncertainty),
                            newFilling,
                            model(),
                            newOutages),
                    grossErrors,
                    stopped);
        }

        /** A copy in which gross errors are expected to be what would be filled in for them: the fit does not know them. */
        Completed withExpected() {
            List<GrossError> expected = grossErrors.stream()
                    .map(error -> error.expecting(fill(error.row(), error.column())))
                    .toList();
            return new Completed(selection, outcome, expected, stopped);
        }

        /** A copy in which no cell is surer than the bounds of its column moved it. */
        Completed withErrorsOfBounds() {
            Outcome bounded = new Outcome(
                    matrix(),
                    solution(),
                    order(),
                    uncertainty().map(sure -> sure.with(filling())),
                    filling(),
                    model(),
                    outages());
            return new Completed(selection, bounded, grossErrors, stopped);
        }

        /** A copy in which some columns are filled by another fit. */
        Completed with(
                Selection newSelection,
                LowRankMatrix newMatrix,
                List<GrossError> newErrors,
                Optional<Uncertainty> newUncertainty,
                boolean newStopped,
                Filling newFilling,
                TableModel newModel) {
            return new Completed(
                    newSelection,
                    new Outcome(newMatrix, solution(), order(), newUncertainty, newFilling, newModel),
                    newErrors,
                    newStopped);
        }
    }

    /**
     * What was found out about a column.
     *
     * @param kind what it is taken for
     * @param error the root of the mean squared error on its held-out cells, in its own unit; for a category the share of wrong labels;
     *     empty if no cell of it was held out
     * @param errorOfMean the same if its mean is filled in, or the most frequent label
     */
    public record Column(ColumnKind kind, OptionalDouble error, OptionalDouble errorOfMean) {}

    /**
     * The result of trying one preparation on the held-out part.
     *
     * @param preparation the preparation
     * @param rank the rank to choose with it
     * @param error the least error at any rank; if only one rank is allowed, the error at that rank
     * @param errors the errors at ranks 0, 1, 2, …, as far as was climbed
     */
    public record Trial(Preparation preparation, int rank, double error, List<Double> errors) {}

    /**
     * Completes a table.
     *
     * @param data the observed entries
     * @return the completed table, and how it was chosen
     * @throws IllegalArgumentException if no entry is observed, if a column cannot be of the kind that was told, or if there is too
     *     little memory
     */
    public Completed complete(Observations data) {
        if (data.count() == 0) {
            throw new IllegalArgumentException("a table must have at least one observed entry, got none");
        }
        List<ColumnKind> found = Kinds.of(data, kinds);
        Forecast forecast = new Forecast(execution.listener(), PLAN);
        CompletionTask task =
                new CompletionTask(data, found, ranks, smoothness, bounded, execution.withListener(forecast), forecast);
        Completed completed = found.stream().allMatch(kind -> kind == ColumnKind.NUMBER)
                ? new CompletionRun(task).complete()
                : new MixedRun(task).complete();
        return EmptyRows.fill(completed, task).withExpected().withErrorsOfBounds();
    }

    static Bayesian problem(Observations prepared, Execution execution) {
        return Bayesian.of(prepared).withSeed(execution.seed()).withThreads(execution.threads());
    }

    /** The number of refits after each insertion into the fit of a table that has this many observations. */
    static int refits(int observations) {
        if (observations < CELLS_TO_CHOOSE_BY) {
            return REFITS_OF_SMALL;
        }
        return observations > MANY_CELLS ? REFITS_OF_LARGE : REFITS;
    }

    /** The number of refits after each insertion where ways to prepare a table are compared by some of its rows. */
    static int refitsToCompare(int observations) {
        return Math.min(REFITS_OF_LARGE, refits(observations));
    }

    static Settings settings(int rank, int observations, Listener listener) {
        return Settings.ofRank(rank)
                .withRefits(refits(observations))
                .withGrowth(GROWTH)
                .withListener(listener);
    }
}
