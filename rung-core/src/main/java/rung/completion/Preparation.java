package rung.completion;

import java.util.Arrays;
import rung.LowRankMatrix;
import rung.linalg.Matrix;
import rung.objective.Observations;

/** What is taken off a table before the climb, and put back after it. */
public enum Preparation {
    /** Nothing. */
    NONE,
    /** Each column's mean is taken off, and the column divided by its standard deviation: for columns in different units. */
    COLUMNS,
    /** The same, and then what each row lies above or below the average. */
    ROWS_AND_COLUMNS;

    /** Rows with few observations keep less of their own level: as if so many more had been average. */
    private static final double SHRINKAGE = 2;

    /** Learns from observations what to take off. */
    public Fitted fit(Observations data) {
        double[] center = new double[data.columns()];
        double[] scale = new double[data.columns()];
        double[] level = new double[data.rows()];
        Arrays.fill(scale, 1);
        if (this != NONE) {
            columns(data, center, scale);
        }
        if (this == ROWS_AND_COLUMNS) {
            double[] count = new double[data.rows()];
            data.forEach((i, j, value, weight) -> {
                level[i] += (value - center[j]) / scale[j];
                count[i]++;
            });
            for (int i = 0; i < level.length; i++) {
                level[i] /= count[i] + SHRINKAGE;
            }
        }
        return new Fitted(center, scale, level);
    }

    private static void columns(Observations data, double[] center, double[] scale) {
        double[] count = new double[center.length];
        double[] all = new double[1];
        data.forEach((i, j, value, weight) -> {
            center[j] += value;
            count[j]++;
            all[0] += value / data.count();
        });
        for (int j = 0; j < center.length; j++) {
            center[j] = count[j] > 0 ? center[j] / count[j] : all[0];
        }
        double[] square = new double[center.length];
        data.forEach((i, j, value, weight) -> square[j] += (value - center[j]) * (value - center[j]));
        for (int j = 0; j < scale.length; j++) {
            double deviation = count[j] > 1 ? Math.sqrt(square[j] / (count[j] - 1)) : 0;
            scale[j] = deviation > 0 ? deviation : 1;
        }
    }

    @Override
    public String toString() {
        return switch (this) {
            case NONE -> "as they are";
            case COLUMNS -> "centered and scaled";
            case ROWS_AND_COLUMNS -> "centered and scaled, rows leveled";
        };
    }

    /** z = (x − center)/scale − level, and back. */
    public static final class Fitted {
        private final double[] center;
        private final double[] scale;
        private final double[] level;

        private Fitted(double[] center, double[] scale, double[] level) {
            this.center = center;
            this.scale = scale;
            this.level = level;
        }

        /** What a column is divided by: its standard deviation, or 1 if it is left as it is. */
        public double scale(int column) {
            return scale[column];
        }

        /** The prepared observations. */
        public Observations apply(Observations data) {
            Observations.Builder builder = Observations.builder(data.rows(), data.columns());
            data.forEach((i, j, value, weight) -> builder.add(i, j, (value - center[j]) / scale[j] - level[i]));
            return builder.build();
        }

        /** The table that the prepared matrix stands for: of a rank higher by two at most. */
        public LowRankMatrix restore(LowRankMatrix z) {
            double[] ones = new double[z.rows()];
            Arrays.fill(ones, 1);
            Matrix left = z.left();
            Matrix right = z.right();
            for (int j = 0; j < z.columns(); j++) {
                for (int k = 0; k < z.rank(); k++) {
                    right.set(j, k, scale[j] * right.get(j, k));
                }
            }
            if (Matrix.norm(level) > 0) {
                left = left.withColumn(level, 1);
                right = right.withColumn(scale, 1);
            }
            if (Matrix.norm(center) > 0) {
                left = left.withColumn(ones, 1);
                right = right.withColumn(center, 1);
            }
            return LowRankMatrix.of(left, right);
        }

        /** The sum of the squared errors of a restored table, in units of each column's scale. */
        double squaredError(Observations data, LowRankMatrix table) {
            double[] sum = new double[1];
            data.forEach((i, j, value, weight) -> {
                double difference = (table.get(i, j) - value) / scale[j];
                sum[0] += difference * difference;
            });
            return sum[0];
        }
    }
}
