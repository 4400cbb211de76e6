package rung.engine.sampling;

import java.io.Serializable;

/**
 * What follows from the squared residuals that a draw leaves.
 *
 * @param count the number of entries
 * @param least the least variance that the noise is believed to have
 * @param settled once the noise is below this, the draws until then were far from the posterior, and the means begin anew
 */
public record NoiseRule(long count, double least, double settled) implements Serializable {
    /**
     * The variance of the noise.
     *
     * @param squares the sum of the squared residuals
     * @return the variance
     */
    public double noise(double squares) {
        return Math.max(squares / count, least);
    }

    /**
     * Whether the means over the draws begin anew.
     *
     * @param noise the variance of the noise
     * @return whether they do
     */
    public boolean resetsMeans(double noise) {
        return noise < settled;
    }
}
