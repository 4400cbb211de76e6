package rung.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import rung.Climbed;
import rung.Execution;
import rung.HeldOut;
import rung.Listener;
import rung.LowRankMatrix;
import rung.RankRange;
import rung.Settings;
import rung.Stage;
import rung.Step;
import rung.algorithm.FastGreedy;
import rung.completion.order.Order;
import rung.data.Observations;
import rung.engine.bayes.Bayesian;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.Workers;

/**
 * Chooses how a table is prepared, and the rank, by observations that it holds out: it climbs without them under each preparation, and
 * takes the one that predicts them best. In a table of many rows some of these choose the preparation, and all of them the rank.
 */
final class PreparationChoice {
    /** The most rows to choose by: a larger table is represented by a random part of its rows. */
    static final int ROWS = 5_000;

    /** The number of ranks beyond the lowest that is as good as any: a pair too few is a loss, and one too many costs time. */
    private static final int SAFE = 2;

    /** Up to this many held-out observations all of {@link Completion#SLACK} is left to chance, then less with the root of their number. */
    private static final int FEW = 1_000;

    /** All preparations are tried up to this rank. */
    static final int LOW_RANKS = 8;

    /** The least number of rows by which preparations are compared. A table with less than four times as many is compared by all its rows. */
    private static final int ROWS_TO_COMPARE = 100;

    /**
     * The least number of observations that the rows have, on average, by which preparations are compared. On 64 made-up tables (rank 0 to
     * 6, 8 to 500 columns with offsets, levels or scales of their own), the filled cells are as good as with twice as many rows and twice
     * as many refits: of the error there remains 0.9995 on average, 1.005 at most.
     */
    private static final int CELLS_TO_COMPARE = 10_000;

    private final Observations data;
    private final Observations looked; // the part of the rows to choose by
    private final boolean isOfAllRows;
    private final RankRange ranks;
    private final boolean isByStretches;
    private final IntUnaryOperator refits; // after each insertion, for a number of observations
    private final Execution execution;
    private final HeldOutParts parts;
    private final Trials trials;
    private final Map<Preparation, Reached> reached = new EnumMap<>(Preparation.class);
    private final Map<Preparation, Calibration> calibration = new EnumMap<>(Preparation.class);
    private final Map<Preparation, ColumnErrors> columns = new EnumMap<>(Preparation.class);
    private Optional<Sketch> sketch = Optional.empty();
    private List<Preparation> candidates = List.of(); // the preparations to try, once they are known
    private String taskEnd = ""; // how the names of tasks end where one part is held out
    private int tried; // the highest rank so far
    private boolean stopped;

    private PreparationChoice(
            Observations data,
            Observations looked,
            boolean isOfAllRows,
            RankRange ranks,
            boolean isByStretches,
            IntUnaryOperator refits,
            Execution execution,
            HeldOutParts parts) {
        this.data = data;
        this.looked = looked;
        this.isOfAllRows = isOfAllRows;
        this.ranks = ranks;
        this.isByStretches = isByStretches;
        this.refits = refits;
        this.execution = execution;
        this.parts = parts;
        this.trials = new Trials(parts, isByStretches);
    }

    /** Returns the choice for a table whose rank may be one of {@code ranks}. */
    static PreparationChoice of(Observations data, RankRange ranks, Execution execution) {
        Observations looked = data.someRows(ROWS, execution.seed());
        boolean isOfAllRows = data.rows() <= ROWS;
        return new PreparationChoice(
                data,
                looked,
                isOfAllRows,
                ranks,
                false,
                Completion::refits,
                execution,
                HeldOutParts.of(looked, execution));
    }

    /** Returns the choice for a table with an order, of which stretches are held out that are as long as its holes. */
    static PreparationChoice of(Observations data, RankRange ranks, Order order, Execution execution) {
        Observations looked = data.someRows(ROWS, execution.seed());
        return new PreparationChoice(
                data,
                looked,
                true,
                ranks,
                true,
                Completion::refits,
                execution,
                HeldOutParts.inStretches(data, order, execution));
    }

    /** Returns what is held out, and the rest, of each split. */
    List<Observations.Split> splits() {
        return parts.splits();
    }

    /**
     * The result of a choice.
     *
     * @param trial the preparation and the rank
     * @param error the error on the held-out observations, in units of each column's standard deviation
     * @param errorOfMeans the error of the column means there
     * @param trials all that was tried
     * @param calibration what the held-out observations say of the uncertainty
     * @param columns the error on the held-out observations of each column
     * @param isByStretches whether stretches were held out that are as long as the holes
     * @param averages whether the mean under the posterior is better than the solution of the climb
     */
    record Chosen(
            Completion.Trial trial,
            OptionalDouble error,
            OptionalDouble errorOfMeans,
            List<Completion.Trial> trials,
            Calibration calibration,
            ColumnErrors columns,
            boolean isByStretches,
            boolean averages) {}

    /**
     * A table that was completed without the held-out observations.
     *
     * @param preparation how it was prepared
     * @param prepared the same, fitted
     * @param rank the rank, that of the preparation aside
     * @param table the completed table
     * @param error its error on the held-out observations
     * @param solution the climb
     */
    record Sketch(
            Preparation preparation,
            Preparation.Fitted prepared,
            int rank,
            LowRankMatrix table,
            double error,
            Climbed<BayesianIterate> solution) {}

    /** Returns whether there are too few observations to hold any out, or to fit a matrix without neighbors. */
    boolean isImpossible() {
        return parts.splits().isEmpty() || data.count() < data.rows() + data.columns() + 2;
    }

    /** Returns whether all rows are looked at, so that they can show whether neighbors are alike. */
    boolean isOfAllRows() {
        return isOfAllRows;
    }

    /** Ends the search here: what was found so far is all there is. */
    void stop() {
        stopped = true;
    }

    /** Returns whether the listener ended the search. */
    boolean isStopped() {
        return stopped;
    }

    /** Returns the best that was found so far and covers the whole table; nothing if only a part of the rows was looked at. */
    Optional<Sketch> sketch() {
        return sketch;
    }

    /* Whether what is held out of a split is too little to end a climb by. */
    private boolean isSmall() {
        return data.count() < Completion.CELLS_TO_CHOOSE_BY;
    }

    /** Returns whether the climbs of the choice tell how sure the cells of the last fit are, which is made as they are. */
    boolean isAsFitted() {
        return parts.isOne() && !isByStretches;
    }

    /** Returns whether to try the mean under the posterior. Columns of more than {@value #ROWS} rows are known so well that it is no better. */
    boolean mayDraw() {
        return isOfAllRows && !isSmall();
    }

    /** Finds the preparations to try at low ranks, by some of the rows where these are many. */
    void compare() {
        candidates = candidates();
    }

    /** Returns the number of preparations to try at low ranks. */
    int preparations() {
        return candidates.size();
    }

    /**
     * Returns the number of rows to compare preparations by, so that all rows try the best of them alone; 0 if all rows try each that can
     * make a difference.
     */
    int rowsToCompare() {
        double rows = Math.max(ROWS_TO_COMPARE, (double) CELLS_TO_COMPARE * looked.rows() / looked.count());
        return 4 * rows > looked.rows() || !parts.isOne() || isByStretches ? 0 : (int) rows;
    }

    /** Returns the most preparations that are tried at higher ranks. */
    int mostFinalists() {
        return rowsToCompare() > 0 ? 1 : trials.mostFinalists();
    }

    /**
     * Tries the preparations at low ranks. Whoever ends the search before the first of them gets column means.
     *
     * @param afterFirst is done after the first of them
     */
    Chosen chooseAtLowRanks(Runnable afterFirst) {
        tried = ranks.isExact() ? ranks.highest() : Math.min(LOW_RANKS, ranks.highest());
        beginWithMeans();
        if (candidates.isEmpty()) {
            compare();
        }
        for (Preparation preparation : candidates) {
            if (!stopped) {
                trials.put(attempt(preparation, tried));
                reached.keySet()
                        .retainAll(trials.finalists().stream()
                                .map(Completion.Trial::preparation)
                                .toList());
                if (trials.all().size() == 1) {
                    afterFirst.run();
                }
            }
        }
        return best();
    }

    /* The preparations to try: those that can make a difference; in a table of many rows the one that is the best for some of them. */
    private List<Preparation> candidates() {
        int rows = rowsToCompare();
        if (rows == 0) {
            return Preparation.worthATrial(looked, workers());
        }
        Observations some = looked.someRows(rows, execution.seed());
        RankRange low = RankRange.atMost(Math.min(LOW_RANKS, ranks.highest()));
        PreparationChoice comparison = new PreparationChoice(
                some,
                some,
                false,
                low,
                false,
                Completion::refitsToCompare,
                execution,
                HeldOutParts.of(some, execution));
        if (comparison.isImpossible()) {
            return Preparation.worthATrial(looked, workers());
        }
        comparison.taskEnd = ", by " + rows + " rows";
        Preparation best = comparison.chooseAtLowRanks(() -> {}).trial().preparation();
        stopped |= comparison.isStopped();
        return List.of(best);
    }

    /** Says that neighbors turned out not to inform each other. */
    void forgetNeighbors() {
        trials.forgetNeighbors();
    }

    /** Tries the finalists at all ranks, if the error still falls at the highest so far. */
    Chosen choose() {
        return chooseUpTo(ranks.highest());
    }

    /** Tries the finalists at ranks up to a limit, if the error still falls at the highest so far. */
    Chosen chooseUpTo(int limit) {
        if (trials.all().isEmpty() && !stopped) {
            chooseAtLowRanks(() -> {});
        }
        int before = tried;
        tried = Math.max(before, Math.min(limit, ranks.highest()));
        for (Completion.Trial trial : trials.finalists()) {
            if (!stopped && isFalling(trial, before) && before < tried) {
                trials.put(attempt(trial.preparation(), tried));
            }
        }
        return best();
    }

    /*
     * Whether the error of a trial may fall beyond its highest rank. Where enough is held out, it must have fallen there, and a rank that
     * was taken only to be safe does not count.
     */
    private boolean isFalling(Completion.Trial trial, int highest) {
        if (!parts.isOne() || ranks.isExact()) {
            return trial.rank() == highest;
        }
        return trial.errors().size() > highest
                && trial.errors().stream()
                        .limit(highest)
                        .allMatch(error -> error > (1 + ErrorPath.ALIKE) * trial.error());
    }

    /** Returns the least error of all trials, which neighbors must beat. */
    double leastError() {
        return trials.leastError();
    }

    /** Returns the climb under a preparation without the held-out observations, if it can go on; as far as it was of use. */
    Optional<BayesianIterate> reached(Preparation preparation) {
        return Optional.ofNullable(reached.get(preparation)).map(Reached::iterate);
    }

    /**
     * A climb that can go on.
     *
     * @param iterate its best iterate
     * @param steps the steps that led to this one
     */
    private record Reached(BayesianIterate iterate, List<Step> steps) {}

    /* All steps of a climb, with those that an earlier climb took before it; keeps what it reached if one part is held out. */
    private List<Step> steps(Preparation preparation, Climbed<BayesianIterate> solution) {
        List<Step> steps = new ArrayList<>();
        Optional.ofNullable(reached.get(preparation)).ifPresent(before -> steps.addAll(before.steps));
        steps.addAll(solution.trace());
        if (parts.isOne() && !ranks.isExact()) {
            int rank = solution.iterate().rank();
            List<Step> kept = steps.stream().filter(step -> step.rank() <= rank).toList();
            reached.put(preparation, new Reached(solution.iterate(), kept));
        }
        return steps;
    }

    private Chosen best() {
        double ofMeans = parts.errorOfMeans();
        Completion.Trial best = trials.leader()
                .orElseGet(() -> new Completion.Trial(Preparation.COLUMNS, 0, ofMeans, List.of(ofMeans)));
        return new Chosen(
                best,
                OptionalDouble.of(best.error()),
                OptionalDouble.of(ofMeans),
                trials.all(),
                calibration.getOrDefault(best.preparation(), Calibration.of(new double[0])),
                columns.getOrDefault(best.preparation(), new ColumnErrors(data.columns())),
                isByStretches,
                false);
    }

    private Completion.Trial attempt(Preparation preparation, int highest) {
        ErrorPath path = new ErrorPath(highest);
        List<Calibration.Seen> seen = new ArrayList<>();
        ColumnErrors byColumn = new ColumnErrors(data.columns());
        for (int k = 0; k < parts.count() && !stopped; k++) {
            Observations.Split split = parts.get(k);
            Preparation.Fitted prepared = preparation.fit(split.train(), workers());
            ToDoubleFunction<LowRankMatrix> error = parts.errorOn(split, prepared);
            Climbed<BayesianIterate> solution = climb(k, preparation, prepared, highest, error);
            List<Step> steps = steps(preparation, solution);
            seen.add(Calibration.Seen.of(prepared, solution.matrix(), solution.iterate(), split.heldOut()));
            LowRankMatrix table = prepared.restore(solution.matrix());
            byColumn.add(split.heldOut(), table::get, parts.means(split));
            path.add(
                    steps,
                    error.applyAsDouble(HeldOutParts.nothing(split)),
                    split.heldOut().count());
        }
        List<Double> climbed = path.errors();
        int best = ranks.isExact() ? climbed.size() - 1 : path.best();
        int chosen = ranks.isExact() ? ranks.highest() : path.lowestAsGood(slack(), more(highest));
        calibration.put(preparation, Calibration.of(seen, data.columns()));
        columns.put(preparation, byColumn);
        return new Completion.Trial(preparation, chosen, climbed.get(best), List.copyOf(climbed));
    }

    /**
     * Returns by which part of the least error another one may be higher and is as good. What is within the chance of a few cells is a
     * clear difference where there are many; and a rank too many costs time in a large table.
     */
    double slack() {
        return isOfAllRows ? Completion.SLACK * Math.min(1, Math.sqrt((double) FEW / parts.cells())) : 0;
    }

    /**
     * Returns by how many ranks a rank may be higher that is as good as the lowest of least error.
     *
     * @param highest the highest rank of a climb
     */
    int more(int highest) {
        return isSmall() ? highest : SAFE;
    }

    private Climbed<BayesianIterate> climb(
            int split,
            Preparation preparation,
            Preparation.Fitted prepared,
            int highest,
            ToDoubleFunction<LowRankMatrix> error) {
        Observations train = parts.get(split).train();
        int patience = isSmall() || ranks.isExact() ? highest : Completion.PATIENCE;
        Listener listener = begin(Stage.CHOOSING, "columns " + preparation + part(split));
        Settings settings = Completion.settings(
                        highest,
                        train.count(),
                        ranks.isExact() || isSmall() ? listener : new WhileItPays(listener, trials.ahead(preparation)))
                .withRefits(refits.applyAsInt(train.count()))
                .withHeldOut(new HeldOut<>(error, patience));
        // a fit with neighbors has a noise of its own, and needs columns of one scale
        Bayesian problem = isByStretches ? problem(train, prepared).withEvenNoise() : problem(train, prepared);
        Climbed<BayesianIterate> solution = new FastGreedy(settings)
                .minimize(reached(preparation).map(problem::goingOnFrom).orElse(problem));
        keepIfBest(preparation, prepared, error.applyAsDouble(solution.matrix()), solution);
        return solution;
    }

    /* Whoever ends the search early gets nothing worse than column means. */
    private void beginWithMeans() {
        Observations.Split split = parts.get(0);
        Preparation.Fitted columns = parts.means(split);
        Settings none = Completion.settings(0, split.train().count(), Listener.NONE);
        Climbed<BayesianIterate> nothing = new FastGreedy(none).minimize(problem(split.train(), columns));
        keepIfBest(
                Preparation.COLUMNS, columns, parts.errorOn(split, columns).applyAsDouble(nothing.matrix()), nothing);
    }

    private void keepIfBest(
            Preparation preparation, Preparation.Fitted prepared, double error, Climbed<BayesianIterate> solution) {
        if (isOfAllRows && sketch.map(before -> error < before.error).orElse(true)) {
            LowRankMatrix found = solution.matrix();
            sketch = Optional.of(
                    new Sketch(preparation, prepared, found.rank(), prepared.restore(found), error, solution));
        }
    }

    /**
     * Fits what was chosen again without each held-out part: at the rank that was chosen, which may not be the best for each of them. That
     * tells how sure the cells are, and whether the mean under the posterior, see {@link Bayesian#mean}, is at least as good as mean-field
     * updates, as it is unless there is no noise. Few cells do not show differences below {@link Completion#SLACK}.
     *
     * @param withDraws whether to try the mean under the posterior
     */
    Chosen check(Chosen chosen, boolean withDraws) {
        List<Calibration.Seen> climbs = new ArrayList<>();
        List<Calibration.Seen> means = new ArrayList<>();
        double ofClimbs = 0; // squared errors
        double ofMeans = 0;
        for (int k = 0; k < parts.count() && !stopped; k++) {
            Observations.Split split = parts.get(k);
            Preparation.Fitted prepared = chosen.trial().preparation().fit(split.train(), workers());
            Bayesian problem = problem(split.train(), prepared);
            BayesianIterate found = climbAgain(chosen, k, prepared, "how sure filled cells are");
            LowRankMatrix mean = withDraws && !stopped && found.rank() > 0
                    ? problem.mean(
                                    found,
                                    Completion.DRAWS_TO_CHOOSE_BY,
                                    begin(Stage.CHECKING, "whether averaging helps" + part(k)))
                            .matrix()
                    : found.matrix();
            climbs.add(Calibration.Seen.of(prepared, found.matrix(), found, split.heldOut()));
            means.add(Calibration.Seen.of(prepared, mean, found, split.heldOut()));
            ofClimbs += parts.squaredError(split, prepared, found.matrix());
            ofMeans += parts.squaredError(split, prepared, mean);
        }
        if (stopped) {
            return chosen;
        }
        boolean averages = withDraws && Math.sqrt(ofMeans) < (1 + Completion.SLACK) * Math.sqrt(ofClimbs);
        return new Chosen(
                chosen.trial(),
                averages || isByStretches
                        ? OptionalDouble.of(Math.sqrt((averages ? ofMeans : ofClimbs) / parts.cells()))
                        : chosen.error(),
                chosen.errorOfMeans(),
                chosen.trials(),
                Calibration.of(averages ? means : climbs, data.columns()),
                chosen.columns(),
                isByStretches,
                averages);
    }

    /** Fits what was chosen again as {@link #check} does; returns the error of each held-out cell in standard deviations of its column. Empty if the listener ended it. */
    Optional<double[]> errorsWithoutNeighbors(Chosen chosen) {
        List<double[]> errors = new ArrayList<>();
        for (int k = 0; k < parts.count() && !stopped; k++) {
            Observations.Split split = parts.get(k);
            Preparation.Fitted prepared = chosen.trial().preparation().fit(split.train(), workers());
            errors.add(parts.errors(
                    split,
                    prepared.restore(climbAgain(chosen, k, prepared, "a fit without neighbors")
                            .matrix())));
        }
        return stopped
                ? Optional.empty()
                : Optional.of(errors.stream().flatMapToDouble(Arrays::stream).toArray());
    }

    /* The climb without a held-out part, to the rank that was chosen; what it checks is shown to people. */
    private BayesianIterate climbAgain(Chosen chosen, int part, Preparation.Fitted prepared, String checked) {
        Observations train = parts.get(part).train();
        return new FastGreedy(Completion.settings(
                        chosen.trial().rank(), train.count(), begin(Stage.CHECKING, checked + part(part))))
                .minimize(problem(train, prepared))
                .iterate();
    }

    private Listener begin(Stage stage, String task) {
        return execution.listener().begin(stage, task, () -> stopped = true);
    }

    private String part(int split) {
        return parts.isOne() ? taskEnd : ", split " + (split + 1) + " of " + parts.count();
    }

    private Bayesian problem(Observations train, Preparation.Fitted prepared) {
        return Completion.problem(prepared.apply(train), execution);
    }

    private Workers workers() {
        return execution.workers();
    }
}
