package rung.engine.sampling;

import java.io.Serializable;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.LinePrior;

/**
 * A draw of one side that is to come. All of it is known before the other side is drawn, except for the noise.
 *
 * @param prior the prior of the lines
 * @param scale multiplies the columns on their way into the means, see {@link SampledSide#beginDraw}; or empty
 * @param key the key of the random numbers
 */
public record NextDraw(LinePrior prior, float[] scale, long key) implements Serializable {
    /**
     * The same draw at another noise.
     *
     * @param noise the variance of the noise
     * @return a changed copy
     */
    public NextDraw at(double noise) {
        return new NextDraw(prior.at(noise), scale, key);
    }
}
