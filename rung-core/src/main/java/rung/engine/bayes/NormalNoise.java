package rung.engine.bayes;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * Normal noise, of one variance for each column: s²/w_j, see {@link ColumnVariances}. A table of people has columns that are measured well
 * and others that are not, and what is known of a row is told by the former.
 */
final class NormalNoise implements Noise {
    private final Pattern pattern;
    private final Targets targets;
    private final double variance;
    private final boolean mayDiffer; // whether columns may
    private final double[] columns; // the weights of the columns; null if all are one
    private final double rest; // of the energy, that does not depend on s²
    private double[] byRow; // the weights of the entries, as soon as they are asked for

    private NormalNoise(
            Pattern pattern, Targets targets, double variance, boolean mayDiffer, double[] columns, double rest) {
        this.pattern = pattern;
        this.mayDiffer = mayDiffer;
        this.targets = targets;
        this.variance = Math.max(variance, Double.MIN_NORMAL);
        this.columns = columns;
        this.rest = rest;
    }

    /** Noise of one variance for all columns, to begin with, or for good. */
    static NormalNoise of(Pattern pattern, Targets targets, double variance, boolean mayDiffer) {
        return new NormalNoise(pattern, targets, variance, mayDiffer, null, 0);
    }

    /** Noise of a variance for each column. */
    static NormalNoise of(Pattern pattern, Targets targets, double variance, double[] weights) {
        Pattern.Lines lines = pattern.lines(Side.RIGHT);
        double logarithms = 0;
        for (int j = 0; j < weights.length; j++) {
            logarithms += lines.size(j) * Math.log(weights[j]);
        }
        return new NormalNoise(pattern, targets, variance, true, weights, -0.5 * logarithms);
    }

    @Override
    public double variance() {
        return variance;
    }

    @Override
    public double variance(int column, double mean, double uncertainty) {
        return variance / weight(column) + uncertainty;
    }

    @Override
    public double drawn(int column, double product, SplittableRandom random) {
        return product + Math.sqrt(variance / weight(column)) * random.nextGaussian();
    }

    /** The weight of the entries of a column. */
    double weight(int column) {
        return columns == null ? 1 : columns[column];
    }

    @Override
    public void load(Side side, int line, int from, int n, double[] to) {
        if (columns != null && side == Side.RIGHT) {
            Arrays.fill(to, 0, n, columns[line]);
        } else if (columns != null) {
            Pattern.Lines rows = pattern.lines(Side.LEFT);
            int first = from - (int) rows.before(line);
            for (int k = 0; k < n; k++) {
                to[k] = columns[rows.other(line, first + k)];
            }
        }
    }

    @Override
    public double[] weights() {
        if (columns != null && byRow == null) {
            Pattern.Lines rows = pattern.lines(Side.LEFT);
            double[] weights = new double[targets.count()];
            for (int i = 0, at = 0; i < rows.count(); i++) {
                for (int k = 0; k < rows.size(i); k++) {
                    weights[at++] = columns[rows.other(i, k)];
                }
            }
            byRow = weights;
        }
        return byRow;
    }

    @Override
    public Targets targets() {
        return targets;
    }

    @Override
    public double energy() {
        return 0.5 * targets.count() * Math.log(variance) + rest;
    }

    @Override
    public Noise refitted(Posterior left, Posterior right, BayesianUpdate update) {
        return mayDiffer && update.side() == Side.RIGHT
                ? likeliest(update)
                : new NormalNoise(
                        pattern, targets, update.squares() / Math.max(1, targets.count()), mayDiffer, columns, rest);
    }

    private Noise likeliest(BayesianUpdate update) {
        Pattern.Lines lines = pattern.lines(Side.RIGHT);
        double[] squares = new double[lines.count()];
        int[] counts = new int[lines.count()];
        Arrays.setAll(squares, j -> Math.max(0, update.squares(j)) / weight(j));
        Arrays.setAll(counts, lines::size);
        ColumnVariances found = ColumnVariances.of(squares, counts);
        double constants = 0.5 * targets.count() * (Math.log(found.variance()) + 1);
        return new NormalNoise(
                pattern, targets, found.variance(), true, found.weights().orElse(null), found.energy() - constants);
    }
}
