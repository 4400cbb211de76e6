package rung.baseline;

import java.util.Arrays;
import rung.LowRankMatrix;
import rung.Solution;
import rung.StopReason;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * The mean, an effect of each row and an effect of each column, and nothing else [Kor10].
 *
 * <pre>min over b, c of ½·Σ_Ω w_ij·(M_ij − μ − b_i − c_j)² + ½·rowRidge·‖b‖² + ½·columnRidge·‖c‖²,   μ the mean of M on Ω</pre>
 *
 * <p>It alternates between columns and rows, each half step exact, at a cost of |Ω|. The problem is convex, and the run goes on until
 * nothing changes; a step of the trace is both halves. The factors of the matrix have two columns, but its rank in the trace is 0,
 * since it contains no products of rows with columns.
 *
 * @param rowRidge the penalty on the effects of rows
 * @param columnRidge the penalty on the effects of columns
 */
public record Biases(double rowRidge, double columnRidge) implements Baseline {
    /** The default penalty on the effects of rows, that of Surprise for users. */
    public static final double ROW_RIDGE = 15;

    /** The default penalty on the effects of columns, that of Surprise for items. */
    public static final double COLUMN_RIDGE = 10;

    /** The most steps if there is no limit; MovieLens takes a tenth of that. */
    public static final int STEPS = 200;

    /** A step is the last if it changes every effect by less than this fraction of the largest effect. */
    private static final double CONVERGED = 1e-12;

    /** Checks the parameters. */
    public Biases {
        if (!(rowRidge >= 0 && rowRidge < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rowRidge must be finite and not negative, got " + rowRidge);
        }
        if (!(columnRidge >= 0 && columnRidge < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("columnRidge must be finite and not negative, got " + columnRidge);
        }
    }

    /**
     * The default penalties, {@link #ROW_RIDGE} and {@link #COLUMN_RIDGE}.
     *
     * @return the method
     */
    public static Biases byDefault() {
        return new Biases(ROW_RIDGE, COLUMN_RIDGE);
    }

    @Override
    public String name() {
        return "Biases";
    }

    @Override
    public String settings() {
        return "ridge " + rowRidge + " for rows and " + columnRidge + " for columns";
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        Run run = Run.ofIterations(this, data, options, STEPS);
        double mean = mean(data);
        double[] b = new double[data.rows()];
        double[] c = new double[data.columns()];
        boolean changed = true;
        while (changed && run.mayGoOn()) {
            changed = refit(
                    data,
                    Side.RIGHT,
                    mean,
                    b,
                    columnRidge,
                    c); // c_j ← Σ_i w_ij·(M_ij − μ − b_i)/(columnRidge + Σ_i w_ij)
            changed |= refit(
                    data, Side.LEFT, mean, c, rowRidge, b); // b_i ← Σ_j w_ij·(M_ij − μ − c_j)/(rowRidge + Σ_j w_ij)
            shift(data, b, c); // b ← b + t, c ← c − t with the t of least penalty; the fit stays the same
            run.record(0, value(data, mean, b, c), () -> matrix(mean, b, c));
        }
        return run.finish(StopReason.CONVERGED);
    }

    /** The weighted mean of the observed values; 0 if there are none. */
    static double mean(Observations data) {
        double[] sums = new double[2];
        data.forEach((row, column, value, weight) -> {
            sums[0] += weight * value;
            sums[1] += weight;
        });
        return sums[1] > 0 ? sums[0] / sums[1] : 0;
    }

    /* Refits the effects of one side while those of the other stay; returns whether any changed noticeably. */
    private static boolean refit(
            Observations data, Side side, double mean, double[] others, double ridge, double[] effects) {
        Pattern.Lines lines = data.pattern().lines(side);
        double change = 0;
        double largest = 0;
        for (int line = 0; line < effects.length; line++) {
            double sum = 0;
            double total = ridge;
            for (int k = 0; k < lines.size(line); k++) {
                int position = lines.position(line, k);
                double weight = data.weight(position);
                sum += weight * (data.values()[position] - mean - others[lines.other(line, k)]);
                total += weight;
            }
            double effect = total > 0 ? sum / total : 0;
            change = Math.max(change, Math.abs(effect - effects[line]));
            largest = Math.max(largest, Math.abs(effect));
            effects[line] = effect;
        }
        return change > CONVERGED * Math.max(largest, Math.abs(mean));
    }

    /* Moves along the direction in which alternation is slow; without this MovieLens takes three times as many steps. */
    private void shift(Observations data, double[] b, double[] c) {
        double[] left = sums(data.pattern().lines(Side.LEFT), b);
        double[] right = sums(data.pattern().lines(Side.RIGHT), c);
        double curvature = rowRidge * left[1] + columnRidge * right[1];
        double t = curvature > 0 ? (columnRidge * right[0] - rowRidge * left[0]) / curvature : 0;
        add(data.pattern().lines(Side.LEFT), t, b);
        add(data.pattern().lines(Side.RIGHT), -t, c);
    }

    /* Returns the sum of the effects of lines with observations, and the number of these lines. */
    private static double[] sums(Pattern.Lines lines, double[] effects) {
        double[] sums = new double[2];
        for (int line = 0; line < effects.length; line++) {
            if (lines.size(line) > 0) {
                sums[0] += effects[line];
                sums[1]++;
            }
        }
        return sums;
    }

    private static void add(Pattern.Lines lines, double t, double[] effects) {
        for (int line = 0; line < effects.length; line++) {
            effects[line] += lines.size(line) > 0 ? t : 0;
        }
    }

    private double value(Observations data, double mean, double[] b, double[] c) {
        double[] sum = new double[1];
        data.forEach((row, column, value, weight) -> {
            double residual = value - mean - b[row] - c[column];
            sum[0] += 0.5 * weight * residual * residual;
        });
        double left = Matrix.norm(b);
        double right = Matrix.norm(c);
        return sum[0] + 0.5 * rowRidge * left * left + 0.5 * columnRidge * right * right;
    }

    private static LowRankMatrix matrix(double mean, double[] b, double[] c) {
        return LowRankMatrix.of(columns(b, mean, 0), columns(c, 0, 1));
    }

    /** The n×2 matrix that has shift + effects in column {@code at} and ones in the other. */
    static Matrix columns(double[] effects, double shift, int at) {
        Matrix columns = new Matrix(effects.length, 2);
        Arrays.fill(columns.array(), 1);
        for (int k = 0; k < effects.length; k++) {
            columns.set(k, at, shift + effects[k]);
        }
        return columns;
    }
}
