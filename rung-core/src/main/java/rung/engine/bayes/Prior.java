package rung.engine.bayes;

/**
 * The prior of the rows of one side, estimated from them: a normal distribution with a mean and a variance for each column. So a row of
 * which nothing is observed is expected to be like the others, and not zero.
 *
 * <p>The mean has a normal prior itself, around zero, whose variance is the likeliest too. With n rows, x̄ their mean, q the mean of their
 * squares and ρ = x̄²/q, this gives
 *
 * <pre>mean t·x̄,   variance q − t·x̄²,   t = (n·ρ − 1)/((n − 1)·ρ)</pre>
 *
 * <p>and a column whose mean is zero but for chance keeps zero.
 *
 * @param means the mean of each column
 * @param variances the variance of each column
 * @param rows the number of rows with observed entries
 * @param energy twice the part of the divergence that the prior adds
 */
record Prior(double[] means, double[] variances, int rows, double energy) {
    /** Rows differ by at least this part of their squares. */
    private static final double CERTAIN = 1e-14;

    /** What a mean must be worth not to be taken for zero: as much as one that is two standard errors away from it. */
    private static final double DOUBT = 1.6;

    static Prior of(Posterior posterior) {
        int r = posterior.rank();
        double[] means = new double[r];
        double[] variances = new double[r];
        int rows = 0;
        for (int i = 0; i < posterior.rows(); i++) {
            if (posterior.observed()[i]) {
                rows++;
                for (int k = 0; k < r; k++) {
                    means[k] += posterior.mean().get(i, k);
                    variances[k] += posterior.moments().get(i, Posterior.at(k, k));
                }
            }
        }
        double energy = 0;
        for (int k = 0; k < r; k++) {
            means[k] /= rows;
            double square = Math.max(variances[k] / rows, Double.MIN_NORMAL);
            double part = Math.min(means[k] * means[k] / square, 1 - CERTAIN);
            double trust = rows * part > 1 ? (rows * part - 1) / ((rows - 1) * part) : 0;
            double gain = -rows * Math.log1p(-trust * part) + Math.log1p(-trust) - DOUBT;
            trust = gain > 0 ? trust : 0;
            means[k] *= trust;
            variances[k] = Math.max(square * (1 - trust * part), Double.MIN_NORMAL);
            energy += rows * Math.log(square) - Math.max(0, gain);
        }
        return new Prior(means, variances, rows, energy);
    }
}
