package rung.bench.completion;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rung.HeldOut;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Solution;
import rung.Step;
import rung.baseline.Baseline;
import rung.baseline.FitOptions;
import rung.baseline.HardImpute;
import rung.baseline.table.ColumnMeans;
import rung.baseline.table.Interpolation;
import rung.baseline.table.TableFill;
import rung.comparison.Contestant;
import rung.comparison.Contestants;
import rung.completion.Completion;
import rung.completion.Preparation;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * The methods that fill hidden cells, by the word that picks them. What is tuned tries the configurations of {@code rung compare} on the
 * observed cells but a tenth, which chooses; then it is fitted to all of them.
 */
final class Methods {
    /** Rung's default. */
    static final String DEFAULT = "default";

    /** The methods of every section. */
    static final List<String> USUAL = List.of("mean", "interpolation", "neighbors", "soft-impute", DEFAULT);

    /** The truncated SVD of the table with its holes filled in, again and again; it is told the rank. */
    static final String ITERATIVE_SVD = "iterative-svd";

    private static final Workers WORKERS = Workers.all();

    private Methods() {}

    /** Fills the hidden cells of a table. */
    interface Method {
        /**
         * Returns a value for each of the hidden cells, in row order.
         *
         * @param table the table, of whose hidden cells only the places are used
         */
        double[] fill(HiddenCells table);
    }

    /**
     * Returns methods by their words.
     *
     * @param words which methods, in order
     * @param trials the number of configurations that those which are tuned may try
     * @param rank the rank that the iterative SVD is told
     */
    static Map<String, Method> of(List<String> words, int trials, int rank) {
        Contestant.Budget budget = new Contestant.Budget(trials, Completion.MAX_RANK);
        Map<String, Method> methods = new LinkedHashMap<>();
        for (String word : words) {
            methods.put(
                    word,
                    switch (word) {
                        case "mean" -> table -> fill(new ColumnMeans(), table);
                        case "interpolation" -> table -> fill(new Interpolation(), table);
                        case "neighbors" -> table -> neighbors(table, budget);
                        case "soft-impute" -> table -> softImpute(table, budget);
                        case ITERATIVE_SVD -> table -> iterativeSvd(table, rank);
                        case DEFAULT -> Methods::complete;
                        default -> throw new IllegalArgumentException("there is no method '" + word + "'");
                    });
        }
        return methods;
    }

    private static double[] fill(TableFill method, HiddenCells table) {
        return method.fill(table.observed(), table.hidden().pattern(), WORKERS);
    }

    private static double[] complete(HiddenCells table) {
        Completion.Completed completed = Completion.byDefault().complete(table.observed());
        Pattern cells = table.hidden().pattern();
        Pattern.Lines rows = cells.lines(Side.LEFT);
        double[] filled = new double[cells.count()];
        for (int i = 0; i < rows.count(); i++) {
            for (int k = 0; k < rows.size(i); k++) {
                filled[rows.position(i, k)] = completed.fill(i, rows.other(i, k));
            }
        }
        return filled;
    }

    private static <T extends Contestant> T contestant(String key, Class<T> type) {
        return Contestants.forTables().stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .map(type::cast)
                .orElseThrow();
    }

    private static double[] neighbors(HiddenCells table, Contestant.Budget budget) {
        Observations.Split split = table.split(0);
        HiddenCells inner =
                new HiddenCells(split.train(), split.heldOut(), HiddenCells.Unit.OF_COLUMNS, table.isOrdered());
        TableFill best = null;
        double least = Double.POSITIVE_INFINITY;
        for (TableFill each :
                contestant("neighbors", Contestant.TunedFill.class).configurations(split.train(), budget)) {
            double error = inner.error(fill(each, inner));
            if (error < least) {
                least = error;
                best = each;
            }
        }
        return fill(best, table);
    }

    private static double[] softImpute(HiddenCells table, Contestant.Budget budget) {
        Contestant.Tuned soft = contestant("soft-impute", Contestant.Tuned.class);
        Observations.Split split = table.split(0);
        Preparation.Fitted columns = Preparation.COLUMNS.fit(split.train());
        Observations training = columns.apply(split.train());
        Observations heldOut = columns.apply(split.heldOut());
        HeldOut<LowRankMatrix> error = new HeldOut<>(heldOut::rmse, soft.patience());
        int smaller = Math.min(training.rows(), training.columns());
        Contestant.Budget allowed = new Contestant.Budget(budget.trials(), Math.min(smaller, budget.maxRank()));
        Baseline best = null;
        int steps = 0;
        double least = Double.POSITIVE_INFINITY;
        for (Baseline each : soft.configurations(training, allowed)) {
            Solution solution = each.fit(training, FitOptions.byDefault().withHeldOut(error));
            for (Step step : solution.trace()) {
                double now = step.heldOut().orElse(Double.NaN);
                if (now < least) {
                    least = now;
                    best = each;
                    steps = step.step();
                }
            }
        }
        return fit(best, FitOptions.byDefault().withLimits(Limits.NONE.withSteps(steps)), table);
    }

    private static double[] iterativeSvd(HiddenCells table, int rank) {
        return fit(HardImpute.ofRank(rank), FitOptions.byDefault(), table);
    }

    /* Fits the table with its columns centered and scaled. */
    private static double[] fit(Baseline method, FitOptions options, HiddenCells table) {
        Preparation.Fitted columns = Preparation.COLUMNS.fit(table.observed());
        Solution solution = method.fit(columns.apply(table.observed()), options);
        LowRankMatrix matrix = columns.restore(solution.matrix());
        return SampledProduct.of(matrix.left(), matrix.right(), table.hidden().pattern(), WORKERS);
    }
}
