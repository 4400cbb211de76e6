package rung.engine.sampling;

import java.util.Arrays;
import java.util.List;
import rung.engine.sampling.posterior.LinePrior;

/**
 * The settings of a chain of draws, see {@link SamplingIterate}.
 *
 * @param seed the seed of all random numbers
 * @param ridge λ in place of the estimated variances of the factors, see {@link LinePrior}; 0 for none
 * @param fitPenalty λ of the joint fit that gives the first pairs where lines have few entries, see {@link JointFit}
 */
public record ChainSettings(long seed, double ridge, double fitPenalty) {
    /**
     * Settings with estimated variances, and the penalty of a joint fit that is used where nothing is held out to choose it by.
     *
     * @param seed the seed of all random numbers
     * @return the settings
     */
    public static ChainSettings of(long seed) {
        return new ChainSettings(seed, 0, JointFit.PENALTY);
    }

    /**
     * Sets the seed of all random numbers.
     *
     * @param other the seed
     * @return a changed copy
     */
    public ChainSettings withSeed(long other) {
        return new ChainSettings(other, ridge, fitPenalty);
    }

    /**
     * Sets the ridge.
     *
     * @param other λ; 0 for none
     * @return a changed copy
     */
    public ChainSettings withRidge(double other) {
        return new ChainSettings(seed, other, fitPenalty);
    }

    /**
     * The settings to choose from by held-out entries: one for each penalty of a joint fit. Where pairs come from the
     * residuals there is nothing to choose, and these settings are the only ones.
     *
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param count the number of entries
     * @return the settings to try
     */
    public List<ChainSettings> alternatives(int rows, int columns, long count) {
        return fitsJointly(rows, columns, count)
                ? Arrays.stream(JointFit.PENALTIES)
                        .mapToObj(penalty -> new ChainSettings(seed, ridge, penalty))
                        .toList()
                : List.of(this);
    }

    /** Whether the first pairs of a climb on a matrix with {@code count} entries come from a joint fit. */
    boolean fitsJointly(int rows, int columns, long count) {
        return ridge == 0 && JointFit.isBetter(rows, columns, count);
    }
}
