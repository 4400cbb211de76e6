package rung.comparison;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import rung.LowRankMatrix;
import rung.completion.GrossError;
import rung.completion.Preparation;
import rung.data.Observations;
import rung.linalg.CellValues;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * A part to fit, and a way to measure a fit on another part, which it does not see. What the error needs beside the other part's
 * values, a range or units, comes from the part to fit.
 */
final class Task {
    private final Map<Scaling, Observations> data = new EnumMap<>(Scaling.class);
    private final Map<Scaling, Measure> measures = new EnumMap<>(Scaling.class);
    private final Pattern measured;
    private final int leftOut;

    /** Adds up the squared differences between values and predictions, which are in row order. */
    private interface Measure {
        double sumOfSquares(double[] predicted);
    }

    private Task(Pattern measured, int leftOut) {
        this.measured = measured;
        this.leftOut = leftOut;
    }

    /**
     * A task on ratings: predictions are clipped to the range of the part to fit. For a user or item that is not there every method
     * predicts the mean.
     */
    static Task ofRatings(Observations fit, Observations other) {
        double low = Arrays.stream(fit.values()).min().orElse(Double.NaN);
        double high = Arrays.stream(fit.values()).max().orElse(Double.NaN);
        double mean = Arrays.stream(fit.values()).sum() / fit.count();
        Pattern.Lines users = fit.pattern().lines(Side.LEFT);
        Pattern.Lines items = fit.pattern().lines(Side.RIGHT);
        int[] cold = new int[1];
        other.forEach((i, j, value, weight) -> cold[0] += users.size(i) == 0 || items.size(j) == 0 ? 1 : 0);
        Task task = new Task(other.pattern(), cold[0]);
        Measure measure = predicted -> {
            double[] sum = new double[1];
            int[] next = new int[1];
            other.forEach((i, j, value, weight) -> {
                boolean known = users.size(i) > 0 && items.size(j) > 0;
                double clipped = Math.max(low, Math.min(high, predicted[next[0]++]));
                double difference = (known ? clipped : mean) - value;
                sum[0] += difference * difference;
            });
            return sum[0];
        };
        for (Scaling scaling : Scaling.values()) {
            task.data.put(scaling, fit);
            task.measures.put(scaling, measure);
        }
        return task;
    }

    /**
     * A task on a table: errors are in standard deviations of columns in the part to fit. Cells of columns that are constant there are
     * left out, and so are those that are not to be measured.
     */
    static Task ofTable(Observations fit, Observations all, List<GrossError> unmeasured) {
        Preparation.Fitted columns = Preparation.COLUMNS.fit(fit);
        boolean[] varies = varies(fit);
        Set<List<Integer>> skipped = unmeasured.stream()
                .map(cell -> List.of(cell.row(), cell.column()))
                .collect(Collectors.toSet());
        Observations.Builder some = Observations.builder(all.rows(), all.columns());
        all.forEach((i, j, value, weight) -> {
            if (varies[j] && (skipped.isEmpty() || !skipped.contains(List.of(i, j)))) {
                some.add(i, j, value);
            }
        });
        Observations other = some.build();
        Task task = new Task(other.pattern(), all.count() - other.count());
        task.put(Scaling.AS_IT_IS, fit, other, columns);
        task.put(Scaling.SCALED, scaled(fit, columns), scaled(other, columns), null);
        task.put(Scaling.CENTERED, columns.apply(fit), columns.apply(other), null);
        return task;
    }

    private void put(Scaling scaling, Observations fit, Observations other, Preparation.Fitted scale) {
        data.put(scaling, fit);
        measures.put(scaling, predicted -> {
            double[] sum = new double[1];
            int[] next = new int[1];
            other.forEach((i, j, value, weight) -> {
                double difference = (predicted[next[0]++] - value) / (scale == null ? 1 : scale.scale(j));
                sum[0] += difference * difference;
            });
            return sum[0];
        });
    }

    private static boolean[] varies(Observations fit) {
        double[] first = new double[fit.columns()];
        boolean[] varies = new boolean[fit.columns()];
        Arrays.fill(first, Double.NaN);
        fit.forEach((i, j, value, weight) -> {
            varies[j] |= !Double.isNaN(first[j]) && value != first[j];
            first[j] = Double.isNaN(first[j]) ? value : first[j];
        });
        return varies;
    }

    private static Observations scaled(Observations raw, Preparation.Fitted columns) {
        Observations.Builder scaled = Observations.builder(raw.rows(), raw.columns());
        raw.forEach((i, j, value, weight) -> scaled.add(i, j, value / columns.scale(j)));
        return scaled.build();
    }

    /** The part to fit. */
    Observations data(Scaling scaling) {
        return data.get(scaling);
    }

    /** The root of the mean squared error of a matrix on the other part. */
    double error(Scaling scaling, LowRankMatrix a) {
        return error(scaling, a::get);
    }

    /** The root of the mean squared error of predictions on the other part. */
    double error(Scaling scaling, CellValues values) {
        Pattern.Lines rows = measured.lines(Side.LEFT);
        double[] predicted = new double[measured.count()];
        for (int i = 0; i < rows.count(); i++) {
            for (int k = 0; k < rows.size(i); k++) {
                predicted[rows.position(i, k)] = values.at(i, rows.other(i, k));
            }
        }
        return error(scaling, predicted);
    }

    /**
     * The root of the mean squared error on the other part.
     *
     * @param predicted a value for each of the {@link #measured} entries, in row order
     */
    double error(Scaling scaling, double[] predicted) {
        return Math.sqrt(measures.get(scaling).sumOfSquares(predicted) / predicted.length);
    }

    /** The entries that the error is measured on. */
    Pattern measured() {
        return measured;
    }

    /** The number of ratings for which every method predicts the mean, or of cells that are not measured. */
    int leftOut() {
        return leftOut;
    }
}
