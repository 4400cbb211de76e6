package rung.engine.sampling;

import java.util.List;
import rung.Problem;
import rung.engine.sampling.block.FloatBlock;

/**
 * The problem of {@link Sampling}, wherever entries and factors are kept. Immutable: each {@code with…} returns a changed copy.
 *
 * @param <F> where the draws are kept
 */
public interface SamplingProblem<F extends SampledFactors<F>> extends Problem<SamplingIterate<F>> {
    /**
     * Expects of each line what numbers tell that are known of it from elsewhere, instead of the pattern of its entries; see {@link
     * rung.engine.sampling.posterior.Presence}. The model that is made of the solution needs the same numbers of new lines.
     *
     * @param ofRows numbers of each row
     * @param ofColumns numbers of each column
     * @return a changed copy
     */
    SamplingProblem<F> withTraits(FloatBlock ofRows, FloatBlock ofColumns);

    /**
     * Starts from a solution that was found on other entries of the same matrix, instead of from rank 0.
     *
     * @param from the solution; not changed
     * @return a changed copy
     */
    SamplingProblem<F> withStart(SamplingIterate<F> from);

    /** Takes the entries to where they are kept, if that was not done yet; else the first {@link #start} does it. */
    void prepare();

    /**
     * The problems to choose from by held-out entries, see {@link ChainSettings#alternatives}; often this one alone.
     *
     * @return the problems, this one among them
     */
    List<? extends SamplingProblem<F>> alternatives();
}
