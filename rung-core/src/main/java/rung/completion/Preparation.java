package rung.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import rung.LowRankMatrix;
import rung.data.Median;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.Side;
import rung.linalg.Workers;

/** What is subtracted from a table before the climb, and added after it. */
public enum Preparation {
    /** Nothing is subtracted. */
    NONE,
    /** Each column's mean is subtracted, and the column divided by its standard deviation: for columns in different units. */
    COLUMNS,
    /** After {@link #COLUMNS}, the mean of each row is subtracted as well. */
    ROWS_AND_COLUMNS,
    /** The mean of the whole table is subtracted: for columns in one unit. */
    MEAN,
    /** The mean of the whole table is subtracted, and the level of each row and each column, see {@link Levels}. */
    LEVELS;

    /**
     * The number of average entries that each row counts as having in addition, so that rows with few observations keep less of their
     * own level.
     */
    private static final double SHRINKAGE = 2;

    /** A standard deviation from fewer entries than this is uncertain by a quarter and more. */
    private static final int FEW = 10;

    /** A mean, or levels, that explain less than this part of all squares make no difference. */
    private static final double SLIGHT = 0.05;

    /** A mean, or levels, that explain more than this part of all squares are nearly all there is. */
    private static final double MOST = 0.999;

    /**
     * The preparations that may be the best for a table. There must be a mean, or levels, to subtract; and where they are nearly all of a
     * table, they must be subtracted, since a row without entries would get nothing of them.
     */
    static List<Preparation> worthATrial(Observations data, Workers workers) {
        double all = squares(data);
        double lessMean = squares(MEAN.fit(data, workers).apply(data));
        double lessLevels = squares(LEVELS.fit(data, workers).apply(data));
        List<Preparation> worth = new ArrayList<>(List.of(COLUMNS, ROWS_AND_COLUMNS));
        if (Math.min(lessMean, lessLevels) > (1 - MOST) * all || all == 0) {
            worth.add(0, NONE);
        }
        if (lessMean < (1 - SLIGHT) * all && lessLevels > (1 - MOST) * lessMean) {
            worth.add(MEAN);
        }
        if (lessLevels < (1 - SLIGHT) * lessMean) {
            worth.add(LEVELS);
        }
        return worth;
    }

    private static double squares(Observations data) {
        double norm = Matrix.norm(data.values());
        return norm * norm;
    }

    /**
     * Learns from observations what to subtract, on as many threads as processors.
     *
     * @param data the observed entries
     * @return the preparation of this table
     */
    public Fitted fit(Observations data) {
        return fit(data, Workers.all());
    }

    /**
     * Learns from observations what to subtract.
     *
     * @param data the observed entries
     * @param workers the threads
     * @return the preparation of this table
     */
    public Fitted fit(Observations data, Workers workers) {
        double[] center = new double[data.columns()];
        double[] scale = new double[data.columns()];
        double[] level = new double[data.rows()];
        double shrinkage = this == ROWS_AND_COLUMNS ? SHRINKAGE : Double.POSITIVE_INFINITY; // of the levels of rows
        Arrays.fill(scale, 1);
        if (this == MEAN) {
            Arrays.fill(center, Arrays.stream(data.values()).average().orElse(0));
        } else if (this == LEVELS) {
            shrinkage = Levels.of(data, level, center, workers);
        } else if (this == COLUMNS || this == ROWS_AND_COLUMNS) {
            columns(data, center, scale, workers);
        }
        Fitted fitted = new Fitted(center, scale, level, shrinkage, workers);
        return this == ROWS_AND_COLUMNS ? fitted.forRows(data) : fitted;
    }

    private static void columns(Observations data, double[] center, double[] scale, Workers workers) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        boolean hasEmpty = IntStream.range(0, columns.count()).anyMatch(j -> columns.size(j) == 0);
        double overall = hasEmpty ? Arrays.stream(data.values()).average().orElse(0) : 0;
        int longest = columns.longest();
        workers.run(columns.count(), columns::before, (from, to) -> {
            double[] column = new double[longest];
            for (int j = from; j < to; j++) {
                int count = columns.size(j);
                columns.load(data.values(), j, column);
                double sum = 0;
                for (int k = 0; k < count; k++) {
                    sum += column[k];
                }
                center[j] = count > 0 ? sum / count : overall;
                double square = 0;
                for (int k = 0; k < count; k++) {
                    square += (column[k] - center[j]) * (column[k] - center[j]);
                }
                scale[j] = count > 1 ? Math.sqrt(square / (count - 1)) : 0;
            }
        });
        shrink(columns, scale);
    }

    /** Centers each column at its median, and scales it by its median absolute deviation, which gross errors do not move. */
    static Fitted byMedians(Observations data, Workers workers) {
        double[] center = new double[data.columns()];
        double[] scale = new double[data.columns()];
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        double[] column = new double[columns.longest()];
        for (int j = 0; j < columns.count(); j++) {
            int count = columns.size(j);
            columns.load(data.values(), j, column);
            center[j] = count > 0 ? Median.of(column, count) : 0;
            for (int k = 0; k < count; k++) {
                column[k] = Math.abs(column[k] - center[j]);
            }
            scale[j] = count > 1 ? Median.of(column, count) : 0;
        }
        shrink(columns, scale);
        return new Fitted(center, scale, new double[data.rows()], Double.POSITIVE_INFINITY, workers);
    }

    /*
     * The logarithm of a standard deviation from few entries is uncertain. It is moved toward the mean over the columns, the more so
     * the more uncertain it is compared to how columns differ. Otherwise a column with two entries that happen to be alike would get a
     * scale near zero, and its errors would count for more than those of all others together. Columns with more entries keep their own
     * scale, so their units do not matter.
     */
    private static void shrink(Pattern.Lines columns, double[] scale) {
        int[] varied =
                IntStream.range(0, scale.length).filter(j -> scale[j] > 0).toArray();
        double mean = Arrays.stream(varied)
                .mapToDouble(j -> Math.log(scale[j]))
                .average()
                .orElse(0);
        double spread = 0;
        double chance = 0;
        for (int j : varied) {
            spread += (Math.log(scale[j]) - mean) * (Math.log(scale[j]) - mean) / varied.length;
            chance += uncertainty(columns.size(j)) / varied.length;
        }
        double real = Math.max(0, spread - chance);
        for (int j = 0; j < scale.length; j++) {
            if (columns.size(j) >= FEW) {
                scale[j] = scale[j] > 0 ? scale[j] : 1;
            } else if (scale[j] > 0) {
                double weight = real / (real + uncertainty(columns.size(j)));
                scale[j] = Math.exp(mean + weight * (Math.log(scale[j]) - mean));
            } else {
                scale[j] = Math.exp(mean);
            }
        }
    }

    /* The variance of the logarithm of a standard deviation from this many normal numbers, which is nearly ¼ of trigamma((n − 1)/2). */
    private static double uncertainty(int count) {
        double x = (count - 1) / 2.0;
        return 0.25 * (1 / x + 1 / (2 * x * x));
    }

    @Override
    public String toString() {
        return switch (this) {
            case NONE -> "as they are";
            case COLUMNS -> "centered and scaled";
            case ROWS_AND_COLUMNS -> "centered and scaled, rows leveled";
            case MEAN -> "less the mean of the table";
            case LEVELS -> "less the levels of rows and columns";
        };
    }

    /** Whether each row's level is taken from its own cells. */
    boolean hasLevelsOfRows() {
        return this == ROWS_AND_COLUMNS || this == LEVELS;
    }

    /** The preparation of one table: z = (x − center)/scale − level, and back. */
    public static final class Fitted {
        private final double[] center;
        private final double[] scale;
        private final double[] level;
        private final double shrinkage; // the number of average entries that a row counts as having in addition
        private final Workers workers;

        private Fitted(double[] center, double[] scale, double[] level, double shrinkage, Workers workers) {
            this.center = center;
            this.scale = scale;
            this.level = level;
            this.shrinkage = shrinkage;
            this.workers = workers;
        }

        /**
         * The number by which a column is divided: its standard deviation, or 1 if it is left as it is.
         *
         * @param column the column, from 0
         * @return the scale, in the unit of the column
         */
        public double scale(int column) {
            return scale[column];
        }

        /** The same columns with other rows, whose levels are found by what is known of them. */
        Fitted forRows(Observations data) {
            Pattern.Lines rows = data.pattern().lines(Side.LEFT);
            double[] levels = new double[data.rows()];
            if (Double.isFinite(shrinkage)) {
                workers.run(rows.count(), rows::before, (from, to) -> {
                    for (int i = from; i < to; i++) {
                        for (int k = 0; k < rows.size(i); k++) {
                            int j = rows.other(i, k);
                            levels[i] += (data.values()[rows.position(i, k)] - center[j]) / scale[j];
                        }
                        levels[i] /= rows.size(i) + shrinkage;
                    }
                });
            }
            return new Fitted(center, scale, levels, shrinkage, workers);
        }

        /** What is known of the columns: centers, scales, and how much the levels of rows shrink. */
        double[] toNumbers() {
            double[] numbers = Arrays.copyOf(center, 2 * center.length + 1);
            System.arraycopy(scale, 0, numbers, center.length, scale.length);
            numbers[2 * center.length] = shrinkage;
            return numbers;
        }

        /** Reads what {@link #toNumbers} gave. */
        static Fitted of(double[] numbers, Workers workers) {
            int columns = (numbers.length - 1) / 2;
            return new Fitted(
                    Arrays.copyOf(numbers, columns),
                    Arrays.copyOfRange(numbers, columns, 2 * columns),
                    new double[0],
                    numbers[2 * columns],
                    workers);
        }

        /** The same, but some columns are left as they are. */
        Fitted except(boolean[] columns) {
            double[] newCenter = center.clone();
            double[] newScale = scale.clone();
            for (int j = 0; j < columns.length; j++) {
                newCenter[j] = columns[j] ? 0 : center[j];
                newScale[j] = columns[j] ? 1 : scale[j];
            }
            return new Fitted(newCenter, newScale, level, shrinkage, workers);
        }

        /** The value that a prepared one stands for, in a row without a level. */
        double value(int column, double prepared) {
            return center[column] + scale[column] * prepared;
        }

        /**
         * Prepares observations.
         *
         * @param data the observed entries
         * @return the prepared entries, at the same positions
         */
        public Observations apply(Observations data) {
            Pattern.Lines rows = data.pattern().lines(Side.LEFT);
            double[] prepared = new double[data.count()];
            workers.run(rows.count(), rows::before, (from, to) -> {
                for (int i = from; i < to; i++) {
                    for (int k = 0; k < rows.size(i); k++) {
                        int at = rows.position(i, k);
                        int j = rows.other(i, k);
                        prepared[at] = (data.values()[at] - center[j]) / scale[j] - level[i];
                    }
                }
            });
            return data.withValues(prepared);
        }

        /**
         * Turns a matrix for prepared entries into one for the table itself, whose rank is higher by at most two.
         *
         * @param z the matrix that was found for prepared entries
         * @return the table
         */
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

        /** The error of values for prepared entries, in row order, in units of each column's scale under this preparation. */
        double error(Fitted other, Observations data, double[] prepared) {
            double[] sum = {0};
            other.forEach(data, prepared, (i, j, value, restored) -> {
                double error = (value - restored) / scale[j];
                sum[0] += error * error;
            });
            return Math.sqrt(sum[0] / data.count());
        }

        /** Visits observations, each with the value that a prepared one stands for in place of its weight, row by row. */
        void forEach(Observations data, double[] prepared, Observations.Visitor visitor) {
            int[] next = {0};
            data.forEach((i, j, value, weight) -> {
                double restored = scale[j] * (prepared[next[0]++] + level[i]) + center[j];
                visitor.visit(i, j, value, restored);
            });
        }

        /** The sum of the squared errors of a restored table, in units of each column's scale. */
        double squaredError(Observations data, LowRankMatrix table) {
            Pattern.Lines rows = data.pattern().lines(Side.LEFT);
            double[] fitted = SampledProduct.of(table.left(), table.right(), data.pattern(), workers);
            double sum = 0;
            for (int i = 0; i < rows.count(); i++) {
                for (int k = 0; k < rows.size(i); k++) {
                    int at = rows.position(i, k);
                    double difference = (fitted[at] - data.values()[at]) / scale[rows.other(i, k)];
                    sum += difference * difference;
                }
            }
            return sum;
        }
    }
}
