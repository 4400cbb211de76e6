package rung.engine.sampling;

import java.util.Arrays;
import java.util.List;
import rung.engine.sampling.biased.Prior;

/**
 * What a chain of draws is told, see {@link SamplingIterate}.
 *
 * @param seed of all random numbers
 * @param ridge λ in place of the estimated variances of the factors, see {@link Prior}; 0 for none
 * @param fitPenalty λ of the joint fit that the first pairs come from where lines have few entries, see {@link JointFit}
 */
public record ChainSettings(long seed, double ridge, double fitPenalty) {
    /** Estimated variances, and the penalty of a joint fit that is used where nothing is held out to choose it by. */
    public static ChainSettings of(long seed) {
        return new ChainSettings(seed, 0, JointFit.PENALTY);
    }

    /** The same draws by another seed. */
    public ChainSettings withSeed(long other) {
        return new ChainSettings(other, ridge, fitPenalty);
    }

    /** The same with a ridge, or none if it is 0. */
    public ChainSettings withRidge(double other) {
        return new ChainSettings(seed, other, fitPenalty);
    }

    /**
     * The settings to choose from by held-out entries: one for each penalty of a joint fit. Where pairs come from the
     * residuals there is nothing to choose, and these settings are the only ones.
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
