package rung.completion.order;

import java.util.Arrays;

/**
 * Factors of one sort by which the squares of errors differ from group to group of cells, such as the columns.
 *
 * <p>A group has few cells, so its factor is drawn toward the common mean of all, by empirical Bayes: the logarithm of a group's mean square
 * varies by chance/n, with n the number of its units and chance the variance of the units' mean squares over their square. What the
 * logarithms differ by beyond that is their own. A unit is a stretch of cells in one group: errors in it are alike, so it counts as one.
 */
public final class ErrorFactors {
    /** The bounds of what is taken for chance: it is 2 for single normal errors, and beyond the upper one a few cells would decide. */
    private static final double LEAST_CHANCE = 0.1;

    private static final double MOST_CHANCE = 30;

    /** A mean square counts as at least this part of that of all cells, so that its logarithm is not ruled by errors that are 0. */
    private static final double LEAST = 1e-12;

    private final int[] group; // of each cell
    private final int[] unit; // of each cell; their cells follow each other
    private final int units;
    private final double[] factors; // of squares
    private double mean; // of the logarithms of the factors that the groups have in the last round
    private double own; // their variance
    private double chance;
    private final double[] sums; // of each group: the squares of the last round, before its new factor
    private final double[] counts; // its cells
    private final double[] lengths; // its units' squared numbers of cells, added up
    private final double[] unitSums;
    private final double[] unitCounts;
    private double least;

    /**
     * Begins with factors of 1.
     *
     * @param groups the number of groups; 0 if all factors stay 1
     * @param group the group of each cell
     * @param stretch the stretch of each cell, ascending
     */
    public ErrorFactors(int groups, int[] group, int[] stretch) {
        int n = group.length;
        this.group = group;
        this.unit = new int[n];
        for (int c = 1; c < n; c++) {
            unit[c] = unit[c - 1] + (stretch[c] != stretch[c - 1] || group[c] != group[c - 1] ? 1 : 0);
        }
        this.units = n == 0 ? 0 : unit[n - 1] + 1;
        this.factors = new double[groups];
        this.sums = new double[groups];
        this.counts = new double[groups];
        this.lengths = new double[groups];
        this.unitSums = new double[units];
        this.unitCounts = new double[units];
        Arrays.fill(factors, 1);
        for (int c = 0; c < n && groups > 0; c++) {
            unitCounts[unit[c]]++;
            counts[group[c]]++;
        }
        for (int c = 0; c < n && groups > 0; c++) {
            lengths[group[c]] += unitCounts[unit[c]];
        }
    }

    /**
     * The factor of the squares in a group.
     *
     * @param g the group
     * @return the factor; 1 if there are no groups
     */
    public double factor(int g) {
        return factors.length == 0 ? 1 : factors[g];
    }

    /**
     * Multiplies the factors by what squares still differ by, and divides the squares by that. The first time the factors follow what
     * differs within groups, later what is left.
     *
     * @param squares the square of each cell's error over what was expected of it, divided by the factors so far; changed
     */
    public void improve(double[] squares) {
        double all = Arrays.stream(squares).sum() / Math.max(1, squares.length);
        if (factors.length == 0 || !(all > 0)) {
            return;
        }
        Arrays.fill(sums, 0);
        Arrays.fill(unitSums, 0);
        for (int c = 0; c < squares.length; c++) {
            double before = squares[c] * factors[group[c]];
            sums[group[c]] += before;
            unitSums[unit[c]] += before;
        }
        double total = Arrays.stream(sums).sum();
        least = LEAST * total / squares.length;
        chance = chance == 0 ? chanceWithin() : chanceLeft(squares, all);
        prior();
        double[] ratio = new double[factors.length];
        for (int g = 0; g < factors.length; g++) {
            double next = Math.exp(shrunk(sums[g], counts[g], lengths[g]));
            ratio[g] = next / factors[g];
            factors[g] = next;
        }
        for (int c = 0; c < squares.length; c++) {
            squares[c] /= ratio[group[c]];
        }
    }

    /* The variance of units' mean squares over the square of the mean of all, once they were divided by factors. */
    private double chanceLeft(double[] squares, double all) {
        double[] each = new double[units];
        for (int c = 0; c < squares.length; c++) {
            each[unit[c]] += squares[c] / all;
        }
        double sum = 0;
        for (int u = 0; u < units; u++) {
            sum += each[u] * each[u] / unitCounts[u];
        }
        return Math.min(MOST_CHANCE, Math.max(LEAST_CHANCE, sum / squares.length - 1));
    }

    /*
     * The same before there are factors, in the average group. A group of n units shows chance/(1 + chance/n), since its mean is not the
     * expected value.
     */
    private double chanceWithin() {
        double[] differences = new double[factors.length];
        for (int c = 0, u = -1; c < group.length; c++) {
            if (unit[c] != u) {
                u = unit[c];
                double mean = sums[group[c]] / counts[group[c]];
                double difference = mean > 0 ? unitSums[u] / unitCounts[u] / mean - 1 : 0;
                differences[group[c]] += unitCounts[u] * difference * difference;
            }
        }
        double seen = 0;
        double inverse = 0; // of the number of units
        double weight = 0;
        for (int g = 0; g < factors.length; g++) {
            double n = counts[g] * counts[g] / Math.max(lengths[g], 1);
            if (n > 1 && sums[g] > 0) {
                seen += n * differences[g] / counts[g];
                inverse += 1 - 1 / n;
                weight += n - 1;
            }
        }
        if (weight == 0) {
            return MOST_CHANCE;
        }
        double relative = seen / weight;
        double left = 1 - relative * inverse / weight;
        return left * MOST_CHANCE <= relative ? MOST_CHANCE : Math.max(LEAST_CHANCE, relative / left);
    }

    /* The mean and the variance of the groups' own logarithms, each group counted by its cells. */
    private void prior() {
        double cells = group.length;
        mean = 0;
        for (int g = 0; g < factors.length; g++) {
            mean += counts[g] > 0 ? counts[g] * log(sums[g], counts[g], lengths[g]) / cells : 0;
        }
        own = 0;
        for (int g = 0; g < factors.length; g++) {
            if (counts[g] > 0) {
                double difference = log(sums[g], counts[g], lengths[g]) - mean;
                own += counts[g] * (difference * difference - chance(counts[g], lengths[g])) / cells;
            }
        }
        own = Math.max(0, own);
    }

    /* What the logarithm of a group's mean square varies by. */
    private double chance(double count, double length) {
        return chance * length / (count * count);
    }

    /* The logarithm of a group's mean square, plus what it falls short of that of the expected square. */
    private double log(double sum, double count, double length) {
        return Math.log(Math.max(sum / count, least)) + chance(count, length) / 2;
    }

    private double shrunk(double sum, double count, double length) {
        if (count == 0 || own == 0) {
            return mean;
        }
        return mean + own / (own + chance(count, length)) * (log(sum, count, length) - mean);
    }

    /**
     * What the square of a cell's error is to be multiplied by, so that its group's factor comes from the other units alone.
     *
     * @param c the cell
     * @return the factor of its group over the one without its unit
     */
    public double loss(int c) {
        if (factors.length == 0 || least == 0) {
            return 1;
        }
        int g = group[c];
        int u = unit[c];
        double count = counts[g] - unitCounts[u];
        double length = lengths[g] - unitCounts[u] * unitCounts[u];
        double without = count == 0 ? mean : shrunk(Math.max(0, sums[g] - unitSums[u]), count, length);
        return factors[g] / Math.exp(without);
    }
}
