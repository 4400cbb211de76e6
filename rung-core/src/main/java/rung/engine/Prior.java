package rung.engine;

import java.io.Serializable;

/**
 * What is believed of the lines of one side before their entries are seen.
 *
 * @param variances of the columns, that of the bias last
 * @param noise the variance of the noise
 * @param ridge if positive, λ in place of the variances, but for that of the bias: λ·n·|x|² is added to the squared residuals of a
 *     line x of n entries, as in the ALS of Spark
 */
public record Prior(double[] variances, double noise, double ridge) implements Serializable {
    /** Without a ridge. */
    public static Prior of(double[] variances, double noise) {
        return new Prior(variances, noise, 0);
    }

    /** The same for lines that have no bias. */
    public Prior withoutBias() {
        double[] others = variances.clone();
        others[others.length - 1] = 0;
        return new Prior(others, noise, ridge);
    }
}
