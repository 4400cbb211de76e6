package rung.completion.kind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How sharp the probabilities of labels must be so that they are shares: of the cells whose label is stated with 60 %, 60 of 100 should
 * have it. A fit that has an equation for each label states its likeliest one too cautiously, the more so the more labels there are. So
 * there is an exponent for each column, which held-out cells tell:
 *
 * <pre>probability of label k = w_k^β / Σ_l w_l^β</pre>
 *
 * <p>where w_k is the weight that the fit gives to the label. The exponent makes the labels of the held-out cells likeliest. Cells may be
 * few: its logarithm is drawn toward that of the table, and that toward 0. The order of the labels stays. Immutable.
 */
public final class Sharpness {
    /** How far the logarithm of the table's exponent is from 0, as a standard deviation, before a cell is seen. */
    private static final double OF_TABLE = 0.5;

    /** How far the logarithms of the columns' exponents are from that of the table. */
    private static final double OF_COLUMNS = 0.3;

    /** Weights below this count as this, and those above its inverse as that. */
    private static final double LEAST = 1e-12;

    private static final int STEPS = 50;

    private static final double LONGEST_STEP = 0.5;

    private static final double SHORTEST_STEP = 1e-6;

    private final double[] exponents;

    private Sharpness(double[] exponents) {
        this.exponents = exponents;
    }

    /**
     * Reads what {@link #exponents} gave.
     *
     * @param exponents the exponent of each column; none if all are 1
     * @return the sharpness
     */
    public static Sharpness of(double... exponents) {
        return new Sharpness(exponents.clone());
    }

    /**
     * The exponents of all columns.
     *
     * @return the exponents, in an array of the caller's own; none if all are 1
     */
    public double[] exponents() {
        return exponents.clone();
    }

    /**
     * The probabilities of the labels of a cell.
     *
     * @param column the column
     * @param weights the weight of each label, not negative
     * @return the probability of each label
     */
    public double[] probabilities(int column, double... weights) {
        double exponent = exponents.length == 0 ? 1 : exponents[column];
        return shares(logarithms(weights), exponent);
    }

    private static double[] logarithms(double[] weights) {
        return Arrays.stream(weights)
                .map(w -> Math.log(Math.max(LEAST, Math.min(w, 1 / LEAST))))
                .toArray();
    }

    private static double[] shares(double[] logarithms, double exponent) {
        double most = Arrays.stream(logarithms).max().orElse(0);
        double[] shares = Arrays.stream(logarithms)
                .map(x -> Math.exp(exponent * (x - most)))
                .toArray();
        double sum = Arrays.stream(shares).sum();
        for (int k = 0; k < shares.length; k++) {
            shares[k] /= sum;
        }
        return shares;
    }

    /** Held-out cells, and what a fit that has not seen them says of their labels. */
    public static final class Evidence {
        private record Cell(double[] logarithms, int label) {}

        private final List<List<Cell>> cells;

        /**
         * Begins without cells.
         *
         * @param columns the number of columns of the table
         */
        public Evidence(int columns) {
            this.cells = IntStream.range(0, columns)
                    .mapToObj(j -> (List<Cell>) new ArrayList<Cell>())
                    .toList();
        }

        /**
         * Adds a held-out cell.
         *
         * @param column its column
         * @param label the number of the label that it has
         * @param weights the weight of each label
         */
        public void add(int column, int label, double... weights) {
            cells.get(column).add(new Cell(logarithms(weights), label));
        }

        /**
         * What the cells say.
         *
         * @return the sharpness
         */
        public Sharpness sharpness() {
            double ofTable = likeliest(cells.stream().flatMap(List::stream).toList(), 0, OF_TABLE);
            return new Sharpness(cells.stream()
                    .mapToDouble(column -> Math.exp(likeliest(column, ofTable, OF_COLUMNS)))
                    .toArray());
        }

        /* The likeliest logarithm of an exponent, by Newton's method: the loss of the cells is convex in the exponent. */
        private static double likeliest(List<Cell> cells, double expected, double deviation) {
            double t = expected;
            for (int step = 0; step < STEPS; step++) {
                double exponent = Math.exp(t);
                double slope = (t - expected) / (deviation * deviation);
                double curvature = 1 / (deviation * deviation);
                for (Cell cell : cells) {
                    double[] shares = shares(cell.logarithms, exponent);
                    double mean = 0;
                    double square = 0;
                    for (int k = 0; k < shares.length; k++) {
                        mean += shares[k] * cell.logarithms[k];
                        square += shares[k] * cell.logarithms[k] * cell.logarithms[k];
                    }
                    slope += exponent * (mean - cell.logarithms[cell.label]);
                    curvature += exponent * exponent * Math.max(0, square - mean * mean);
                }
                double move = Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, -slope / curvature));
                t += move;
                if (Math.abs(move) < SHORTEST_STEP) {
                    break;
                }
            }
            return t;
        }
    }
}
