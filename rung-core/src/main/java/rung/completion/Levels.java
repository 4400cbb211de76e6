package rung.completion;

import java.util.Arrays;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * The levels of rows and columns: how far each row and each column of a table lies above or below its mean, by variational Bayes.
 *
 * <pre>M_ij = μ + b_i + c_j + e_ij,   b_i ~ N(0, β²),   c_j ~ N(0, γ²),   e_ij ~ N(0, s²)</pre>
 *
 * <p>The variances are estimated as well. So a table without levels keeps only its mean, and a line with few entries gets a level near
 * 0. Costs |Ω| for each half of a round.
 */
final class Levels {
    /** The most rounds. */
    private static final int ROUNDS = 50;

    /** The rounds end once the variances of noise and levels change by less than this part of the noise. */
    private static final double SETTLED = 1e-8;

    private final Observations data;
    private final double[] byColumn; // the values, column after column
    private final Workers workers;
    private double noise;

    private Levels(Observations data, double noise, Workers workers) {
        this.data = data;
        this.byColumn = byColumn(data);
        this.noise = noise;
        this.workers = workers;
    }

    private static double[] byColumn(Observations data) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        double[] ordered = new double[data.count()];
        double[] column = new double[columns.longest()];
        for (int j = 0; j < columns.count(); j++) {
            columns.load(data.values(), j, column);
            System.arraycopy(column, 0, ordered, (int) columns.before(j), columns.size(j));
        }
        return ordered;
    }

    /**
     * Writes b to {@code ofRows}, and μ + c to {@code ofColumns}.
     *
     * @return the number of average entries, s²/β², that each row counts as having in addition
     */
    static double of(Observations data, double[] ofRows, double[] ofColumns, Workers workers) {
        double mean = Arrays.stream(data.values()).average().orElse(0);
        double square = 0;
        for (double value : data.values()) {
            square += (value - mean) * (value - mean) / data.count();
        }
        Arrays.fill(ofRows, 0);
        Arrays.fill(ofColumns, mean);
        if (!(square > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        double within = begin(data, ofColumns);
        Levels levels = new Levels(data, Math.max(within, Double.MIN_NORMAL), workers);
        double rows = within;
        double columns = square;
        double change = Double.POSITIVE_INFINITY;
        for (int k = 0; k < ROUNDS && change > SETTLED * levels.noise; k++) {
            double before = levels.noise + rows + columns;
            rows = levels.update(Side.LEFT, ofColumns, rows, 0, ofRows);
            columns = levels.update(Side.RIGHT, ofRows, columns, mean, ofColumns);
            change = Math.abs(levels.noise + rows + columns - before);
        }
        levels.center(ofRows, ofColumns);
        return levels.noise / Math.max(rows, Double.MIN_NORMAL);
    }

    /*
     * Begins with the means of the columns, where there are any; returns the mean square of what they leave. Where columns are far apart,
     * rounds that begin without them are slow to tell a row with one value in a high column from a high row.
     */
    private static double begin(Observations data, double[] ofColumns) {
        double[] sums = new double[ofColumns.length];
        int[] counts = new int[ofColumns.length];
        data.forEach((i, j, value, weight) -> {
            sums[j] += value;
            counts[j]++;
        });
        for (int j = 0; j < ofColumns.length; j++) {
            ofColumns[j] = counts[j] > 0 ? sums[j] / counts[j] : ofColumns[j];
        }
        double[] square = {0};
        data.forEach(
                (i, j, value, weight) -> square[0] += (value - ofColumns[j]) * (value - ofColumns[j]) / data.count());
        return square[0];
    }

    /*
     * Moves what the levels of all rows with entries have in common to the columns: where the levels of columns are large, rounds are slow
     * to do so, and a row without entries would lack it.
     */
    private void center(double[] ofRows, double[] ofColumns) {
        Pattern.Lines rows = data.pattern().lines(Side.LEFT);
        double sum = 0;
        int count = 0;
        for (int i = 0; i < ofRows.length; i++) {
            sum += rows.size(i) > 0 ? ofRows[i] : 0;
            count += rows.size(i) > 0 ? 1 : 0;
        }
        for (int i = 0; i < ofRows.length; i++) {
            ofRows[i] -= rows.size(i) > 0 ? sum / count : 0;
        }
        for (int j = 0; j < ofColumns.length; j++) {
            ofColumns[j] += sum / count;
        }
    }

    /*
     * Updates the levels of one side around a center, while those of the other side stay, and the noise that remains. Returns the mean
     * square of the levels, their uncertainty included: the likeliest variance of their prior.
     */
    private double update(Side side, double[] others, double variance, double center, double[] levels) {
        Pattern.Lines lines = data.pattern().lines(side);
        double[] uncertainty = new double[levels.length];
        double[] squares = new double[levels.length];
        double ratio = noise / Math.max(variance, Double.MIN_NORMAL);
        double[] values = side == Side.LEFT ? data.values() : byColumn;
        workers.run(lines.count(), lines::before, (from, to) -> {
            for (int line = from; line < to; line++) {
                double sum = 0;
                double square = 0;
                int begin = (int) lines.before(line);
                for (int k = 0; k < lines.size(line); k++) {
                    double rest = values[begin + k] - others[lines.other(line, k)] - center;
                    sum += rest;
                    square += rest * rest;
                }
                double n = lines.size(line) + ratio;
                double level = sum / n;
                levels[line] = center + level;
                uncertainty[line] = noise / n;
                squares[line] = square - 2 * level * sum + lines.size(line) * (level * level + uncertainty[line]);
            }
        });
        double sum = 0;
        for (int line = 0; line < levels.length; line++) {
            sum += (levels[line] - center) * (levels[line] - center) + uncertainty[line];
        }
        noise = Math.max(Arrays.stream(squares).sum() / data.count(), Double.MIN_NORMAL);
        return sum / levels.length;
    }
}
