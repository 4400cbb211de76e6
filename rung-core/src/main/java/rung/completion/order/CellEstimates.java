package rung.completion.order;

import rung.linalg.Pattern;

/** The mean and the variance of some cells of a table under a posterior. */
public final class CellEstimates {
    private final Pattern pattern;
    private final double[] means;
    private final double[] variances;

    CellEstimates(Pattern pattern, double[] means, double[] variances) {
        this.pattern = pattern;
        this.means = means;
        this.variances = variances;
    }

    /**
     * The positions of the cells.
     *
     * @return the positions that were asked for
     */
    public Pattern pattern() {
        return pattern;
    }

    /**
     * The mean of each cell.
     *
     * @return the means in row order: the array itself, not to be changed
     */
    public double[] means() {
        return means;
    }

    /**
     * The variance of each cell.
     *
     * @return the variances in row order: the array itself, not to be changed
     */
    public double[] variances() {
        return variances;
    }
}
