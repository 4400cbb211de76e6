package rung.completion;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import rung.Climbed;
import rung.Execution;
import rung.Listener;
import rung.LowRankMatrix;
import rung.RankRange;
import rung.Stage;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.completion.Completion.Column;
import rung.completion.Completion.Completed;
import rung.completion.Completion.Trial;
import rung.completion.forecast.Forecast;
import rung.completion.forecast.Outlook;
import rung.completion.forecast.Part;
import rung.completion.kind.Bounds;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.Stabilizer;
import rung.completion.order.Order;
import rung.data.Observations;
import rung.engine.bayes.Bayesian;
import rung.engine.bayes.BayesianIterate;
import rung.engine.bayes.ColumnFactors;
import rung.linalg.CellValues;

/** Completes one table: leaves out gross errors, finds out whether there is an order, chooses, and fits. */
final class CompletionRun {
    /** The number of copies of each row's and column's triangle of moments that are alive at once during a refit. */
    private static final int COPIES = 4;

    /** A triangle of rank r takes less than half the square of r plus this. */
    private static final int PADDING = 3;

    /**
     * The number of draws for the mean under the posterior. Error on r* = 6, p = 0.5, SNR = 1, on r* = 10, p = 0.5, SNR = 1 and on r* =
     * 10, p = 0.3, SNR = 3, mean of 10 matrices: without 0.2968, 0.5244, 0.2122; 100 draws 0.2967, 0.5239, 0.2003; 300 0.2942, 0.5146,
     * 0.1961; 1,000 0.2926, 0.5118, 0.1941.
     */
    private static final int DRAWS = 800;

    /** Columns whose standard deviations differ by more than this have different units. */
    private static final double FAR_APART = 10;

    /** The most multiplications that all draws may take: some seconds. */
    private static final double WORK = 3e9;

    private final CompletionTask task;
    private final Observations all;
    private final List<ColumnKind> kinds;
    private final RankRange allowed;
    private final Execution execution;
    private final Forecast forecast;
    private final Outlook outlook;

    private Observations data; // without gross errors, once they are found
    private List<GrossError> errors = List.of();

    /**
     * Prepares the completion of a table whose columns are all fitted as numbers.
     *
     * @param task what was told; the kinds of columns say how gross errors look
     */
    CompletionRun(CompletionTask task) {
        this.task = task;
        this.all = task.data();
        this.kinds = task.kinds();
        this.allowed = task.ranks()
                .cappedAt(rankThatFits(all.rows(), all.columns()))
                .cappedAt(Math.min(all.rows(), all.columns()));
        this.execution = task.execution();
        this.forecast = task.forecast();
        this.outlook = forecast.outlook();
        outlook.expectRanks(allowed);
        this.data = all;
    }

    Completed complete() {
        PreparationChoice choice = PreparationChoice.of(data, allowed, execution);
        Optional<ExactTable> exact = exact(choice);
        if (exact.isPresent()) {
            return complete(exact.get());
        }
        if (choice.isImpossible()) {
            return ofFewCells();
        }
        List<GrossError> beyond = ErrorSigns.beyondAll(data, kinds);
        Outlook.Errors expected = beyond.isEmpty() ? ErrorSigns.guess(data, kinds, execution) : Outlook.Errors.SURE;
        outlook.expectErrors(expected);
        outlook.expectNeighbors(guess(choice));
        PreparationChoice.Chosen chosen = chooseAtLowRanks(choice, Part.COMPARISON, Part.CHOICE);
        boolean mayHaveErrors = !beyond.isEmpty() || ErrorSigns.mayBeIn(data, chosen.calibration());
        outlook.expectErrors(
                !mayHaveErrors
                        ? Outlook.Errors.NONE
                        : expected == Outlook.Errors.SURE ? Outlook.Errors.SURE : Outlook.Errors.OPEN);
        if (!choice.isStopped() && mayHaveErrors) {
            GrossErrors search = new GrossErrors(
                    data, new Stabilizer(kinds), allowed, chosen.trial().preparation(), execution, forecast);
            errors = search.find(beyond);
            if (search.isStopped()) {
                choice.stop();
                return complete(choice, chosen);
            }
            if (errors.isEmpty()) {
                outlook.expectErrors(Outlook.Errors.NONE);
            } else {
                data = GrossError.without(errors, all);
                choice = PreparationChoice.of(data, allowed, execution);
                if (choice.isImpossible()) {
                    return ofFewCells();
                }
                chosen = chooseAtLowRanks(choice, Part.COMPARISON_WITHOUT_ERRORS, Part.CHOICE_WITHOUT_ERRORS);
            }
        }
        Optional<Order> order = choice.isStopped() ? Optional.empty() : order(choice);
        outlook.expectNeighbors(
                order.isEmpty()
                        ? Outlook.Neighbors.UNLIKELY
                        : choice.sketch()
                                .map(sketch -> guess(order.get(), sketch))
                                .filter(guess -> guess == Outlook.Neighbors.LIKELY)
                                .orElse(Outlook.Neighbors.OPEN));
        return order.isPresent() ? ordered(order.get()) : unordered(choice);
    }

    private Optional<ExactTable> exact(PreparationChoice choice) {
        if (data.count() >= Completion.CELLS_TO_CHOOSE_BY || task.ranks().isExact() || allowed.highest() == 0) {
            return Optional.empty();
        }
        return choice.isImpossible()
                ? ExactTable.ofFew(data, execution.seed())
                : ExactTable.of(data, allowed.highest(), execution.seed());
    }

    /* A table without noise: nothing is to be chosen, and rounding is all that is not known. */
    private Completed complete(ExactTable exact) {
        outlook.expectErrors(Outlook.Errors.NONE);
        outlook.expectNeighbors(Outlook.Neighbors.UNLIKELY);
        outlook.expectRank(exact.matrix().rank());
        outlook.expectFit(true);
        forecast.enter(Part.FIT);
        Preparation.Fitted prepared = Preparation.NONE.fit(data, execution.workers());
        Climbed<BayesianIterate> solution = new FastGreedy(Completion.settings(
                        exact.matrix().rank(),
                        data.count(),
                        execution.listener().begin(Stage.FITTING, "")))
                .minimize(Completion.problem(data, execution).beginningWith(exact.columnFactors()));
        ColumnErrors ofColumns = exact.columnErrors();
        Preparation.Fitted columns = Preparation.COLUMNS.fit(data, execution.workers());
        Calibration calibration = exact.calibration();
        Uncertainty uncertainty = new Uncertainty(exact::standardError, column -> calibration, kinds::get);
        Draws draws = new Draws(data, kinds, exact.matrix()::get, uncertainty, execution.seed());
        return new Completed(
                new Completed.Selection(
                        Preparation.NONE,
                        exact.matrix().rank(),
                        false,
                        OptionalDouble.of(ofColumns.error(columns::scale)),
                        OptionalDouble.of(ofColumns.errorOfMeans(columns::scale)),
                        List.of(),
                        columns(ofColumns),
                        false,
                        ofColumns.count()),
                new Completed.Outcome(
                        exact.matrix(),
                        solution,
                        Optional.empty(),
                        Optional.of(uncertainty),
                        // what is determined is so beyond what was observed, too
                        new Filling(exact.matrix()::get, draws::independent, Bounds.none(data.columns())),
                        model(prepared, solution.iterate(), calibration)),
                errors,
                solution.stop() == StopReason.STOPPED);
    }

    /* A table with too few cells for a matrix may have neighbors that are alike; a series has one column, and nothing else. */
    private Completed ofFewCells() {
        return task.smoothness()
                .of(data)
                .filter(order -> task.smoothness().isTold() || mayBeAlike(order))
                .map(this::ordered)
                .orElseGet(this::levels);
    }

    private boolean mayBeAlike(Order order) {
        Observations rest = Preparation.COLUMNS.fit(data, execution.workers()).apply(data);
        return new OrderChoice(allowed, order, execution).isInformative(rest);
    }

    private PreparationChoice.Chosen chooseAtLowRanks(PreparationChoice choice, Part comparison, Part atLowRanks) {
        outlook.expectNumbers(data, Completion::refits, rank -> choice.mayDraw() ? draws(data, rank) : 0);
        outlook.expectChoice(
                choice.rowsToCompare(),
                Completion::refitsToCompare,
                choice.mostFinalists(),
                choice.slack(),
                choice.more(allowed.highest()));
        forecast.enter(comparison);
        choice.compare();
        if (choice.rowsToCompare() == 0) {
            outlook.expectPreparations(choice.preparations());
        }
        forecast.enter(atLowRanks);
        return choice.chooseAtLowRanks(() -> choice.sketch()
                .flatMap(sketch -> task.smoothness().of(data).map(order -> guess(order, sketch)))
                .ifPresent(outlook::expectNeighbors));
    }

    /* Guesses before any fit: neighbors that are hardly alike leave nothing that is. */
    private Outlook.Neighbors guess(PreparationChoice choice) {
        return task.smoothness()
                .of(data)
                .filter(order -> task.smoothness().isTold() || choice.isOfAllRows())
                .map(order -> new OrderChoice(allowed, order, execution)
                        .guess(Preparation.COLUMNS
                                .fit(data, execution.workers())
                                .apply(data)))
                .orElse(Outlook.Neighbors.UNLIKELY);
    }

    private Outlook.Neighbors guess(Order order, PreparationChoice.Sketch sketch) {
        return new OrderChoice(allowed, order, execution).guess(data, sketch);
    }

    /* The order that the table may have: the one that was told, or one that a low-rank matrix leaves a trace of. */
    private Optional<Order> order(PreparationChoice choice) {
        return task.smoothness()
                .of(data)
                .filter(order -> task.smoothness().isTold()
                        || choice.sketch()
                                .map(sketch -> new OrderChoice(allowed, order, execution).isInformative(data, sketch))
                                .orElse(false));
    }

    private Completed unordered(PreparationChoice choice) {
        outlook.expectNeighbors(Outlook.Neighbors.UNLIKELY);
        forecast.enter(Part.HIGHER_RANKS);
        return complete(choice, choice.choose());
    }

    /* Chooses by stretches as long as the holes, with and without neighbors. */
    private Completed ordered(Order order) {
        PreparationChoice choice = PreparationChoice.of(data, allowed, order, execution);
        if (choice.splits().isEmpty()) {
            return levels();
        }
        outlook.expectStretches(choice.splits().size(), choice.mostFinalists());
        choice.compare();
        outlook.expectPreparations(choice.preparations());
        forecast.enter(Part.CHOICE_BY_STRETCHES);
        PreparationChoice.Chosen chosen = choice.chooseUpTo(OrderChoice.MAX_RANK);
        outlook.expectRankBesideNeighbors(chosen.trial().rank());
        forecast.enter(Part.NEIGHBORS);
        OrderChoice neighbors = new OrderChoice(allowed, order, execution);
        neighbors.expectTrials(chosen, choice, outlook);
        List<OrderChoice.Ordered> found = choice.isStopped() ? List.of() : neighbors.choose(chosen, choice);
        Optional<OrderChoice.Ordered> better = found.stream().findFirst();
        if (neighbors.isStopped()) {
            choice.stop();
        }
        if (better.isPresent() && !choice.isImpossible()) {
            // what neighbors were compared with has one noise for all columns, as they do: without them each may have
            // its own
            outlook.expectNeighbors(Outlook.Neighbors.LIKELY);
            forecast.enter(Part.CLIMB_WITHOUT_NEIGHBORS);
            Optional<double[]> without = choice.errorsWithoutNeighbors(chosen);
            better = found.stream()
                    .filter(each -> without.isEmpty() || neighbors.isPreferred(each, without.get(), choice))
                    .findFirst();
        }
        better.ifPresent(each -> forecast.enter(Part.FIT_WITH_NEIGHBORS));
        if (better.isPresent()) {
            return complete(neighbors.fit(data, better.get()), better.get(), chosen, order);
        }
        choice.forgetNeighbors();
        return choice.isImpossible() ? levels() : unordered(choice);
    }

    private Completed complete(
            OrderChoice.Fit fit, OrderChoice.Ordered found, PreparationChoice.Chosen chosen, Order order) {
        CellValues expected = (i, j) -> fit.matrix().get(i, j) + fit.local().get(i, j);
        Uncertainty uncertainty = new Uncertainty(fit.spread(), column -> found.calibration(), kinds::get);
        Draws draws = new Draws(data, kinds, expected, uncertainty, execution.seed());
        return new Completed(
                new Completed.Selection(
                        found.preparation(),
                        found.rank(),
                        false,
                        OptionalDouble.of(found.error()),
                        chosen.errorOfMeans(),
                        chosen.trials(),
                        columns(found.columns()),
                        true,
                        found.columns().count()),
                new Completed.Outcome(
                        fit.matrix(),
                        fit.solution(),
                        Optional.of(order),
                        Optional.of(uncertainty),
                        new Filling(expected, draws::independent, bounds()),
                        model(fit.prepared(), fit.solution().iterate(), chosen.calibration())),
                errors,
                fit.isStopped());
    }

    private Completed complete(PreparationChoice choice, PreparationChoice.Chosen best) {
        int draws = choice.mayDraw() ? draws(data, best.trial().rank()) : 0;
        outlook.expectRank(best.trial().rank());
        forecast.enter(Part.CLIMB_TO_DRAW_FROM);
        boolean isToCheck = !choice.isStopped() && (draws > 0 || !choice.isAsFitted());
        PreparationChoice.Chosen chosen = isToCheck ? choice.check(best, draws > 0) : best;
        outlook.expectDraws(chosen.averages());
        if (choice.isStopped()) {
            return choice.sketch()
                    .map(sketch -> completed(sketch, chosen))
                    .orElseGet(() -> climb(
                            chosen, Optional.empty(), Math.min(1, chosen.trial().rank()), 0, true));
        }
        return climb(
                chosen, known(choice, chosen.trial()), chosen.trial().rank(), chosen.averages() ? draws : 0, false);
    }

    /** What is known of a table without any entry: zeros. */
    static Completed nothing(Observations none, Execution execution) {
        LowRankMatrix zero = LowRankMatrix.zero(none.rows(), none.columns());
        Climbed<BayesianIterate> nothing =
                new FastGreedy(Completion.settings(0, 0, Listener.NONE)).minimize(Completion.problem(none, execution));
        Calibration unknown = Calibration.of(new double[0]);
        Bounds unbounded = Bounds.none(none.columns());
        return new Completed(
                new Completed.Selection(
                        Preparation.NONE,
                        0,
                        false,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        List.of(),
                        List.of(),
                        false,
                        0),
                new Completed.Outcome(
                        zero,
                        nothing,
                        Optional.empty(),
                        Optional.of(
                                new Uncertainty((i, j) -> Double.NaN, column -> unknown, column -> ColumnKind.NUMBER)),
                        new Filling(zero::get, number -> zero::get, unbounded),
                        new TableModel(
                                List.of(ColumnKind.NUMBER),
                                Preparation.NONE.fit(none, execution.workers()),
                                nothing.iterate().columnFactors(),
                                unknown,
                                Optional.empty(),
                                new double[1],
                                unbounded)),
                List.of(),
                false);
    }

    /*
     * Completes a table with too few entries to fit anything by the levels of its rows and columns. Where the units of columns are far
     * apart, a row's level in one says nothing about another, and it is taken in standard deviations.
     */
    private Completed levels() {
        Preparation.Fitted columns = Preparation.COLUMNS.fit(data, execution.workers());
        double[] scales = IntStream.range(0, data.columns())
                .mapToDouble(columns::scale)
                .sorted()
                .toArray();
        boolean isApart = scales[scales.length - 1] > FAR_APART * scales[0];
        Trial levels = new Trial(isApart ? Preparation.ROWS_AND_COLUMNS : Preparation.LEVELS, 0, Double.NaN, List.of());
        PreparationChoice.Chosen chosen = new PreparationChoice.Chosen(
                levels,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of(),
                Calibration.of(new double[0]),
                new ColumnErrors(data.columns()),
                false,
                false);
        return withErrorsOfLevels(climb(chosen, Optional.empty(), 0, 0, false), columns);
    }

    /*
     * The standard errors of a table that is filled by levels, which may follow each of its cells: what single cells are off if they are
     * left out, in standard deviations of their columns, or, if none can be, the standard deviation of all cells.
     */
    private Completed withErrorsOfLevels(Completed completed, Preparation.Fitted columns) {
        double mean = Arrays.stream(data.values()).average().orElse(0);
        double squares =
                Arrays.stream(data.values()).map(x -> (x - mean) * (x - mean)).sum();
        double all = Math.sqrt(squares / data.count());
        Calibration calibration =
                Calibration.leavingOneOut(data, completed.preparation(), columns::scale, execution.workers());
        boolean isKnown = !Double.isInfinite(calibration.quantile(0.5));
        LowRankMatrix table = completed.matrix();
        Uncertainty uncertainty = new Uncertainty(
                (i, j) -> isKnown ? calibration.ofColumn(j) * columns.scale(j) : all,
                column -> calibration,
                kinds::get);
        Draws draws = new Draws(data, kinds, table::get, uncertainty, execution.seed());
        return completed.with(
                completed.selection(),
                table,
                errors,
                Optional.of(uncertainty),
                completed.stopped(),
                new Filling(table::get, draws::independent, bounds()),
                completed.model());
    }

    /* Returns the best that was found without the held-out observations, when the listener ended the search. */
    private Completed completed(PreparationChoice.Sketch sketch, PreparationChoice.Chosen chosen) {
        Uncertainty uncertainty =
                uncertainty(sketch.prepared(), sketch.solution().iterate(), chosen.calibration());
        return new Completed(
                new Completed.Selection(
                        sketch.preparation(),
                        sketch.rank(),
                        false,
                        OptionalDouble.of(sketch.error()),
                        chosen.errorOfMeans(),
                        chosen.trials(),
                        columns(chosen.columns()),
                        chosen.isByStretches(),
                        chosen.columns().count()),
                new Completed.Outcome(
                        sketch.table(),
                        sketch.solution(),
                        Optional.empty(),
                        Optional.of(uncertainty),
                        filling(
                                sketch.table(),
                                sketch.prepared(),
                                sketch.solution().iterate(),
                                uncertainty),
                        model(sketch.prepared(), sketch.solution().iterate(), chosen.calibration())),
                errors,
                true);
    }

    /* What the choice knows of the columns of a large table, so that nobody climbs there again. */
    private Optional<ColumnFactors> known(PreparationChoice choice, Trial trial) {
        return choice.reached(trial.preparation())
                .filter(found -> data.count() > Completion.MANY_CELLS)
                .filter(found -> found.rank() > 0 && found.rank() <= trial.rank())
                .map(BayesianIterate::columnFactors);
    }

    private Completed climb(
            PreparationChoice.Chosen chosen, Optional<ColumnFactors> known, int rank, int draws, boolean wasStopped) {
        Preparation preparation = chosen.trial().preparation();
        Preparation.Fitted prepared = preparation.fit(data, execution.workers());
        Observations z = prepared.apply(data);
        Bayesian problem = Completion.problem(z, execution);
        Listener listener = execution.listener();
        outlook.expectFit(known.isPresent());
        forecast.enter(Part.FIT);
        Climbed<BayesianIterate> solution =
                TallClimb.of(z, List.of(), known, rank, listener.begin(Stage.FITTING, ""), execution);
        boolean isStopped = solution.stop() == StopReason.STOPPED;
        LowRankMatrix found = solution.matrix();
        if (draws > 0 && !isStopped) {
            Bayesian.Mean mean = problem.mean(solution.iterate(), draws, listener.begin(Stage.AVERAGING, ""));
            found = mean.matrix();
            isStopped = mean.stopped();
        }
        LowRankMatrix table = prepared.restore(found);
        Uncertainty uncertainty = uncertainty(prepared, solution.iterate(), chosen.calibration());
        return new Completed(
                new Completed.Selection(
                        preparation,
                        Math.min(rank, found.rank()),
                        !task.ranks().isExact()
                                && rank == allowed.highest()
                                && rank < Math.min(data.rows(), data.columns()),
                        chosen.error(),
                        chosen.errorOfMeans(),
                        chosen.trials(),
                        columns(chosen.columns()),
                        chosen.isByStretches(),
                        chosen.columns().count()),
                new Completed.Outcome(
                        table,
                        solution,
                        Optional.empty(),
                        chosen.error().isPresent() ? Optional.of(uncertainty) : Optional.empty(),
                        filling(table, prepared, solution.iterate(), uncertainty),
                        model(prepared, solution.iterate(), chosen.calibration())),
                errors,
                wasStopped || isStopped);
    }

    private TableModel model(Preparation.Fitted prepared, BayesianIterate found, Calibration calibration) {
        return new TableModel(
                kinds,
                prepared,
                found.columnFactors(),
                calibration,
                Optional.empty(),
                new double[kinds.size()],
                bounds());
    }

    private Filling filling(
            LowRankMatrix table, Preparation.Fitted prepared, BayesianIterate found, Uncertainty uncertainty) {
        Draws draws = new Draws(data, kinds, table::get, uncertainty, execution.seed());
        return new Filling(table::get, number -> draws.of(number, found), bounds());
    }

    private Uncertainty uncertainty(Preparation.Fitted prepared, BayesianIterate found, Calibration calibration) {
        return Uncertainty.of(found, prepared, calibration, kinds::get);
    }

    private List<Column> columns(ColumnErrors errors) {
        return IntStream.range(0, data.columns())
                .mapToObj(j -> new Column(kinds.get(j), errors.error(j), errors.errorOfMean(j)))
                .toList();
    }

    private Bounds bounds() {
        return task.bounds(data);
    }

    /** The number of draws that are affordable; 0 if that is too few to be of use. */
    private static int draws(Observations data, double rank) {
        double lines = (double) data.rows() + data.columns();
        double cells = (double) data.rows() * data.columns();
        double work = (data.count() * rank + lines * rank * rank + cells) * rank;
        int draws = (int) Math.min(DRAWS, WORK / work);
        return rank > 0 && draws >= Completion.DRAWS_TO_CHOOSE_BY ? draws : 0;
    }

    /**
     * The highest rank that fits into memory. The engine keeps moments for each row and column, and some copies: half of the memory is
     * for them.
     */
    static int rankThatFits(int rows, int columns) {
        double lines = (double) rows + columns;
        double budget = 0.5 * Runtime.getRuntime().maxMemory();
        int fits = (int) Math.sqrt(2 * budget / (lines * COPIES * Double.BYTES)) - PADDING;
        if (fits < 1) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "a table of %d rows and %d columns needs about %.1f GB of memory, and the JVM may use %.1f: start"
                            + " it with a larger -Xmx",
                    rows,
                    columns,
                    lines * COPIES * Double.BYTES * (1 + PADDING) * (1 + PADDING) / 1e9,
                    2 * budget / 1e9));
        }
        return fits;
    }
}
