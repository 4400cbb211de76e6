package rung.engine.preference;

import java.util.Locale;
import rung.ExactProblem;
import rung.linalg.Workers;

/**
 * Fits what people choose: seen entries have targets and weights, and every entry of the matrix is drawn toward zero a little.
 *
 * <pre>R(A) = ½·Σ_seen w_ij·(t_ij − A_ij)² + ½·α·Σ_all A_ij² + ½·Σ_i λ·(n_i + α·n)^ν·‖u_i‖² + ½·Σ_j λ·(n_j + α·m)^ν·‖v_j‖²</pre>
 *
 * <p>where n_i is the sum of the weights in row i, and n_j that in column j. No m×n matrix is ever made: a product with the gradient
 * costs
 * Ω| + (m + n)·r, and an exact refit of a side |Ω|·r²/2 and r³/6 for each line. Factors and entries are in single precision. Immutable: each
 * {@code with…} returns a changed copy, and the copies share the entries.
 */
public final class Preferences implements ExactProblem<PreferenceIterate>, ChoiceProblem<PreferenceIterate> {
    /** The default of α. */
    public static final double ALPHA = 0.4;

    /** The largest weight and target: products of two of them and their sums are within single precision. */
    public static final double LARGEST = 1e12;

    private static final String LARGEST_IN_WORDS = "1e12";

    private final Events events;
    private final double alpha;
    private final double lambda;
    private final double nu;
    private final PreferenceIterate from; // null to start from rank 0
    private final long seed;
    private final int threads;

    private Preferences(
            Events events, double alpha, double lambda, double nu, PreferenceIterate from, long seed, int threads) {
        this.events = events;
        this.alpha = alpha;
        this.lambda = lambda;
        this.nu = nu;
        this.from = from;
        this.seed = seed;
        this.threads = threads;
    }

    /**
     * A problem of seen entries (i_k, j_k), in any order, each with weight 1 and target 1.
     *
     * @param rows the number m of rows
     * @param columns the number n of columns
     * @param i the row of each entry
     * @param j the column of each entry
     * @return the problem
     */
    public static Preferences of(int rows, int columns, int[] i, int[] j) {
        return make(rows, columns, i, j, null, null);
    }

    /**
     * A problem of seen entries with weights, each with target 1.
     *
     * @param rows the number m of rows
     * @param columns the number n of columns
     * @param i the row of each entry
     * @param j the column of each entry
     * @param weights the weight of each entry, at least 0
     * @return the problem
     */
    public static Preferences of(int rows, int columns, int[] i, int[] j, float[] weights) {
        return make(rows, columns, i, j, weights, null);
    }

    /**
     * A problem of seen entries with weights and targets. An entry that is there twice counts twice.
     *
     * @param rows the number m of rows
     * @param columns the number n of columns
     * @param i the row of each entry
     * @param j the column of each entry
     * @param weights the weight of each entry, at least 0
     * @param targets the target of each entry
     * @return the problem
     */
    public static Preferences of(int rows, int columns, int[] i, int[] j, float[] weights, float[] targets) {
        return make(rows, columns, i, j, weights, targets);
    }

    private static Preferences make(int rows, int columns, int[] i, int[] j, float[] weights, float[] targets) {
        Workers workers = Workers.all();
        check(rows, columns, i, j, weights, targets);
        Events events = Events.of(
                rows, columns, i, j, isAllOnes(weights) ? null : weights, isAllOnes(targets) ? null : targets, workers);
        return new Preferences(events, ALPHA, 0, 0, null, 0, workers.threads());
    }

    private static void check(int rows, int columns, int[] i, int[] j, float[] weights, float[] targets) {
        if (rows < 1 || columns < 1) {
            throw new IllegalArgumentException(
                    "a matrix must have at least one row and one column, got " + rows + "×" + columns);
        }
        if (i.length != j.length) {
            throw new IllegalArgumentException(
                    "there must be as many columns as rows of entries, got " + j.length + " and " + i.length);
        }
        if (i.length == 0) {
            throw new IllegalArgumentException("there must be at least one entry, got none");
        }
        for (int k = 0; k < i.length; k++) {
            if (i[k] < 0 || i[k] >= rows || j[k] < 0 || j[k] >= columns) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "an entry must lie inside the %d×%d matrix, got (%d, %d)",
                        rows,
                        columns,
                        i[k],
                        j[k]));
            }
        }
        if (weights != null) {
            requireLength("weights", weights.length, i.length);
            requireWithin("weight", 0, weights, i, j);
        }
        if (targets != null) {
            requireLength("targets", targets.length, i.length);
            requireWithin("target", -LARGEST, targets, i, j);
        }
    }

    private static void requireLength(String what, int length, int expected) {
        if (length != expected) {
            throw new IllegalArgumentException(
                    "there must be as many " + what + " as entries, which are " + expected + ", got " + length);
        }
    }

    private static void requireWithin(String what, double least, float[] values, int[] i, int[] j) {
        for (int k = 0; k < values.length; k++) {
            if (!(values[k] >= least && values[k] <= LARGEST)) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "the %s at (%d, %d) must be between %s and %s, got %s",
                        what,
                        i[k],
                        j[k],
                        least == 0 ? "0" : "-" + LARGEST_IN_WORDS,
                        LARGEST_IN_WORDS,
                        values[k]));
            }
        }
    }

    private static boolean isAllOnes(float[] values) {
        for (int k = 0; values != null && k < values.length; k++) {
            if (values[k] != 1) {
                return false;
            }
        }
        return true;
    }

    /**
     * Sets α: how much an entry that was not seen counts beside a seen one of weight 1.
     *
     * @param alpha α, at least 0
     * @return a changed copy
     */
    public Preferences withAlpha(double alpha) {
        return new Preferences(events, requireNotNegative("alpha", alpha), lambda, nu, from, seed, threads);
    }

    /**
     * Sets the penalty on the factors; by default there is none.
     *
     * @param lambda λ, at least 0
     * @param nu ν, at least 0
     * @return a changed copy
     */
    public Preferences withRidge(double lambda, double nu) {
        requireNotNegative("lambda", lambda);
        return new Preferences(events, alpha, lambda, requireNotNegative("nu", nu), from, seed, threads);
    }

    /**
     * Multiplies the target at (i, j) by rows_i·columns_j: so lines do not count by their entries alone. The solution is A with its rows
     * and columns multiplied by these numbers, where A solves the problem in which entry (i, j), seen or not, counts rows_i²·columns_j²
     * times. Costs 4 bytes a line, not an entry.
     *
     * @param rows a positive number for each row
     * @param columns a positive number for each column
     * @return a changed copy
     */
    @Override
    public Preferences withScales(float[] rows, float[] columns) {
        requireScales("row", rows, rows());
        requireScales("column", columns, columns());
        Events scaled = events.withScales(rows.clone(), columns.clone());
        return new Preferences(scaled, alpha, lambda, nu, from, seed, threads);
    }

    @Override
    public int[] rowCounts() {
        return events.byRow().sizes();
    }

    @Override
    public int[] columnCounts() {
        return events.byColumn().sizes();
    }

    @Override
    public double sumOfSquaredTargets() {
        EventLines lines = events.byRow();
        return new Workers(threads)
                .sum(rows(), 1 + events.count() / rows(), (from, to) -> {
                    double sum = 0;
                    for (int line = from; line < to; line++) {
                        for (int k = lines.start()[line]; k < lines.start()[line + 1]; k++) {
                            double target = lines.target(line, k);
                            sum += target * target;
                        }
                    }
                    return new double[] {sum};
                })[0];
    }

    private static void requireScales(String what, float[] scales, int lines) {
        if (scales.length != lines) {
            throw new IllegalArgumentException(
                    "there must be a scale for each of " + lines + " " + what + "s, got " + scales.length);
        }
        for (int line = 0; line < lines; line++) {
            if (!(scales[line] > 0 && scales[line] <= LARGEST)) {
                throw new IllegalArgumentException("the scale of " + what + " " + line
                        + " must be positive and at most " + LARGEST_IN_WORDS + ", got " + scales[line]);
            }
        }
    }

    private static double requireNotNegative(String name, double x) {
        if (!(x >= 0 && x < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be finite and not negative, got " + x);
        }
        return x;
    }

    /**
     * Starts from a solution that was found on other entries of the same matrix, instead of from rank 0.
     *
     * @param start the solution
     * @return a changed copy
     */
    public Preferences withStart(PreferenceIterate start) {
        if (start.left().lines() != rows() || start.right().lines() != columns()) {
            throw new IllegalArgumentException("the start must be a " + rows() + "×" + columns() + " matrix, got "
                    + start.left().lines() + "×" + start.right().lines());
        }
        return new Preferences(events, alpha, lambda, nu, start, seed, threads);
    }

    /**
     * Sets the seed of the search for pairs.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Preferences withSeed(long seed) {
        return new Preferences(events, alpha, lambda, nu, from, seed, threads);
    }

    /**
     * Sets the number of threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Preferences withThreads(int threads) {
        return new Preferences(events, alpha, lambda, nu, from, seed, new Workers(threads).threads());
    }

    @Override
    public int rows() {
        return events.rows();
    }

    @Override
    public int columns() {
        return events.columns();
    }

    /**
     * The strong convexity α. It is 0, so that nothing is certified, if there is a penalty on the factors, which is no function of A.
     */
    @Override
    public double strongConvexity() {
        return lambda > 0 ? 0 : alpha;
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "preferences on %d entries of a %d×%d matrix, alpha %s, ridge %s·n^%s",
                events.count(),
                rows(),
                columns(),
                alpha,
                lambda,
                nu);
    }

    @Override
    public PreferenceIterate start(double penalty, double power) {
        return withRidge(penalty, power).start();
    }

    @Override
    public PreferenceIterate start(double penalty, double power, PreferenceIterate start) {
        return withRidge(penalty, power).withStart(start).start();
    }

    @Override
    public FactorRows left(PreferenceIterate pair) {
        return pair.left();
    }

    @Override
    public FactorRows right(PreferenceIterate pair) {
        return pair.right();
    }

    @Override
    public PreferenceIterate start() {
        return new PreferenceIterate(
                events,
                alpha,
                new LineRidge(lambda, nu, alpha, events),
                seed,
                new Workers(threads),
                from == null ? new FactorRows(rows(), 0) : from.left(),
                from == null ? new FactorRows(columns(), 0) : from.right());
    }
}
