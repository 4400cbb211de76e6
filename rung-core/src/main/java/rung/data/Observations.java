package rung.data;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import rung.HeldOut;
import rung.LowRankMatrix;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * Observed entries of an m×n matrix: all of them, or those on a set Ω, each with a value and, optionally, a weight. Immutable.
 *
 * <p>An entry may be observed more than once; each observation counts for itself.
 */
public final class Observations {
    private final Pattern pattern;
    private final double[] values;
    private final double[] weights;

    private Observations(Pattern pattern, double[] values, double[] weights) {
        this.pattern = pattern;
        this.values = values;
        this.weights = weights;
    }

    /**
     * Every entry of a matrix.
     *
     * @param m the matrix, all entries finite
     * @return the observations
     */
    public static Observations dense(Matrix m) {
        return full(m, null);
    }

    /**
     * Every entry of a matrix, weighted.
     *
     * @param m the matrix, all entries finite
     * @param weights the weight of each entry, at least 0
     * @return the observations
     */
    public static Observations dense(Matrix m, Matrix weights) {
        if (weights.rows() != m.rows() || weights.columns() != m.columns()) {
            throw new IllegalArgumentException("weights must be a " + m + " as the values are, got a " + weights);
        }
        return full(m, weights.array().clone());
    }

    private static Observations full(Matrix m, double[] weights) {
        requireSides(m.rows(), m.columns());
        Observations all =
                new Observations(Pattern.full(m.rows(), m.columns()), m.array().clone(), weights);
        for (int k = 0; k < all.values.length; k++) {
            check(k / m.columns(), k % m.columns(), all.values[k], all.weight(k));
        }
        return all;
    }

    /**
     * The entries of a matrix that are not NaN: a table with holes.
     *
     * @param m the matrix
     * @return the observations
     */
    public static Observations withHoles(Matrix m) {
        requireSides(m.rows(), m.columns());
        int count = 0;
        for (double value : m.array()) {
            count += Double.isNaN(value) ? 0 : 1;
        }
        double[] values = new double[count];
        int[] columns = new int[count];
        int[] rowStart = new int[m.rows() + 1];
        int k = 0;
        for (int i = 0; i < m.rows(); i++) {
            for (int j = 0; j < m.columns(); j++) {
                double value = m.get(i, j);
                if (!Double.isNaN(value)) {
                    check(i, j, value, 1);
                    columns[k] = j;
                    values[k++] = value;
                }
            }
            rowStart[i + 1] = k;
        }
        return new Observations(Pattern.ofRows(m.columns(), rowStart, columns), values, null);
    }

    /**
     * A builder without observations.
     *
     * @param rows the number m of rows
     * @param columns the number n of columns
     * @return the builder
     */
    public static Builder builder(int rows, int columns) {
        return new Builder(rows, columns);
    }

    /** Collects observations one by one. */
    public static final class Builder {
        private final int rows;
        private final int columns;
        private int count;
        private int[] i = new int[16];
        private int[] j = new int[16];
        private double[] values = new double[16];
        private double[] weights = new double[16];
        private boolean weighted;

        private Builder(int rows, int columns) {
            requireSides(rows, columns);
            this.rows = rows;
            this.columns = columns;
        }

        /**
         * Adds an observation of weight 1.
         *
         * @param row the row, from 0
         * @param column the column, from 0
         * @param value the value, finite
         * @return this builder
         */
        public Builder add(int row, int column, double value) {
            return add(row, column, value, 1);
        }

        /**
         * Adds an observation.
         *
         * @param row the row, from 0
         * @param column the column, from 0
         * @param value the value, finite
         * @param weight the weight, at least 0
         * @return this builder
         */
        public Builder add(int row, int column, double value, double weight) {
            if (row < 0 || row >= rows || column < 0 || column >= columns) {
                throw new IllegalArgumentException("an observation must lie inside the " + rows + "×" + columns
                        + " matrix, got (" + row + ", " + column + ")");
            }
            check(row, column, value, weight);
            if (count == values.length) {
                int larger = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * count);
                i = Arrays.copyOf(i, larger);
                j = Arrays.copyOf(j, larger);
                values = Arrays.copyOf(values, larger);
                weights = Arrays.copyOf(weights, larger);
            }
            i[count] = row;
            j[count] = column;
            values[count] = value;
            weights[count] = weight;
            weighted |= weight != 1;
            count++;
            return this;
        }

        /**
         * Makes observations of what was added so far.
         *
         * @return the observations
         */
        public Observations build() {
            int[] order = new int[count];
            Pattern pattern = Pattern.of(rows, columns, Arrays.copyOf(i, count), Arrays.copyOf(j, count), order);
            return new Observations(pattern, pick(values, order), weighted ? pick(weights, order) : null);
        }
    }

    /**
     * The number m of rows.
     *
     * @return m
     */
    public int rows() {
        return pattern.rows();
    }

    /**
     * The number n of columns.
     *
     * @return n
     */
    public int columns() {
        return pattern.columns();
    }

    /**
     * The number of observations.
     *
     * @return |Ω|
     */
    public int count() {
        return pattern.count();
    }

    /**
     * The positions of the observations.
     *
     * @return Ω
     */
    public Pattern pattern() {
        return pattern;
    }

    /**
     * The values of the observations.
     *
     * @return the values in row order: the array itself, not to be changed
     */
    public double[] values() {
        return values;
    }

    /**
     * The weights of the observations.
     *
     * @return the weights in row order: the array itself, not to be changed; empty if all are one
     */
    public Optional<double[]> weights() {
        return Optional.ofNullable(weights);
    }

    /**
     * The weight of one observation.
     *
     * @param k its number, in row order
     * @return the weight; 1 if observations have none
     */
    public double weight(int k) {
        return weights == null ? 1 : weights[k];
    }

    /**
     * Other values at the same positions, without weights.
     *
     * @param others the values in row order; not copied
     * @return the observations
     */
    public Observations withValues(double[] others) {
        if (others.length != count()) {
            throw new IllegalArgumentException("there must be " + count() + " values, got " + others.length);
        }
        return new Observations(pattern, others, null);
    }

    /**
     * The smallest weight of any entry of the matrix: 0 unless every entry is observed, as with {@link #dense}.
     *
     * @return the weight
     */
    public double smallestWeight() {
        if (!pattern.isFull()) {
            return 0;
        }
        return weights == null ? 1 : Arrays.stream(weights).min().orElse(0);
    }

    /**
     * The observations of the transposed matrix.
     *
     * @return observations with rows and columns exchanged
     */
    public Observations transposed() {
        Pattern.Lines columnwise = pattern.lines(Side.RIGHT);
        int[] order = new int[count()];
        for (int line = 0; line < columnwise.count(); line++) {
            int at = (int) columnwise.before(line);
            for (int k = 0; k < columnwise.size(line); k++) {
                order[at + k] = columnwise.position(line, k);
            }
        }
        return new Observations(
                pattern.transposed(), pick(values, order), weights == null ? null : pick(weights, order));
    }

    /**
     * Two disjoint parts of some observations.
     *
     * @param train the part to train on
     * @param heldOut the part that is held out
     */
    public record Split(Observations train, Observations heldOut) {}

    /**
     * Holds out each observation with a given probability.
     *
     * @param fraction the probability
     * @param seed the seed; the same seed holds out the same observations
     * @return both parts
     */
    public Split split(double fraction, long seed) {
        return split(fraction, seed, false);
    }

    /**
     * Holds out each observation with a given probability, but none of a row from which all would be held out: nothing would be left to
     * predict them from.
     *
     * @param fraction the probability
     * @param seed the seed; the same seed holds out the same observations
     * @return both parts
     */
    public Split splitWithinRows(double fraction, long seed) {
        return split(fraction, seed, true);
    }

    private Split split(double fraction, long seed, boolean keepsRows) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("fraction must be between 0 and 1, got " + fraction);
        }
        SplittableRandom random = new SplittableRandom(seed);
        boolean[] isDrawn = new boolean[count()];
        boolean[] isKept = new boolean[rows()]; // whether something of the row is kept anyway
        int[] next = new int[1];
        forEach((row, column, value, weight) -> {
            boolean isOut = random.nextDouble() < fraction;
            isDrawn[next[0]++] = isOut;
            isKept[row] |= !isOut || !keepsRows;
        });
        Builder train = builder(rows(), columns());
        Builder heldOut = builder(rows(), columns());
        next[0] = 0;
        forEach((row, column, value, weight) ->
                (isDrawn[next[0]++] && isKept[row] ? heldOut : train).add(row, column, value, weight));
        return new Split(train.build(), heldOut.build());
    }

    /**
     * Takes rows chosen at random, in their order: all sets of rows are equally likely.
     *
     * @param most the number of rows to take
     * @param seed the seed; the same seed takes the same rows
     * @return the observations in these rows, which are numbered anew; all of them if there are no more than {@code most} rows
     */
    public Observations someRows(int most, long seed) {
        if (rows() <= most) {
            return this;
        }
        SplittableRandom random = new SplittableRandom(seed);
        Builder some = builder(most, columns());
        int[] taken = new int[rows()];
        for (int i = 0, next = 0; i < taken.length; i++) {
            boolean isTaken = random.nextInt(rows() - i) < most - next;
            taken[i] = isTaken ? next++ : -1;
        }
        forEach((i, j, value, weight) -> {
            if (taken[i] >= 0) {
                some.add(taken[i], j, value, weight);
            }
        });
        return some.build();
    }

    /**
     * The root of the mean squared difference between a matrix and these values, without weights.
     *
     * @param a the matrix
     * @return the error
     * @throws IllegalStateException if there are no observations
     */
    public double rmse(LowRankMatrix a) {
        return rmse(a, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /**
     * The same error after the entries of the matrix are clipped to [low, high].
     *
     * @param a the matrix
     * @param low the lower bound
     * @param high the upper bound
     * @return the error
     * @throws IllegalStateException if there are no observations
     */
    public double rmse(LowRankMatrix a, double low, double high) {
        if (count() == 0) {
            throw new IllegalStateException("there are no observations, so there is no error on them");
        }
        double[] fitted = SampledProduct.of(a.left(), a.right(), pattern, Workers.all());
        double sum = 0;
        for (int k = 0; k < fitted.length; k++) {
            double difference = Math.max(low, Math.min(high, fitted[k])) - values[k];
            sum += difference * difference;
        }
        return Math.sqrt(sum / fitted.length);
    }

    /**
     * These observations as data that a run chooses the best solution of its path by: the one with the least {@link #rmse(LowRankMatrix)}.
     *
     * @return the held-out data, without patience; empty if there are no observations, so that nothing is chosen by them
     */
    public Optional<HeldOut<LowRankMatrix>> asHeldOut() {
        return count() == 0 ? Optional.empty() : Optional.of(HeldOut.of(this::rmse));
    }

    /** Handles one observation. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Handles one observation.
         *
         * @param row the row, from 0
         * @param column the column, from 0
         * @param value the value
         * @param weight the weight
         */
        void visit(int row, int column, double value, double weight);
    }

    /**
     * Visits every observation, row by row, columns ascending.
     *
     * @param visitor handles one observation
     */
    public void forEach(Visitor visitor) {
        Pattern.Lines lines = pattern.lines(Side.LEFT);
        for (int row = 0; row < lines.count(); row++) {
            int at = (int) lines.before(row);
            for (int k = 0; k < lines.size(row); k++) {
                visitor.visit(row, lines.other(row, k), values[at + k], weights == null ? 1 : weights[at + k]);
            }
        }
    }

    private static double[] pick(double[] from, int[] order) {
        double[] picked = new double[order.length];
        for (int k = 0; k < order.length; k++) {
            picked[k] = from[order[k]];
        }
        return picked;
    }

    private static void requireSides(int rows, int columns) {
        if (rows < 1 || columns < 1) {
            throw new IllegalArgumentException(
                    "a matrix must have at least one row and one column, got " + rows + "×" + columns);
        }
    }

    private static void check(int i, int j, double value, double weight) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("the value at (" + i + ", " + j + ") must be finite, got " + value);
        }
        if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "the weight at (" + i + ", " + j + ") must be finite and not negative, got " + weight);
        }
    }

    @Override
    public String toString() {
        return count() + " observations of a " + rows() + "×" + columns() + " matrix";
    }
}
