package rung.engine.sampling;

import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.LinePosterior;
import rung.engine.sampling.posterior.LinePrior;
import rung.linalg.LineRandom;

/**
 * Draws lines of one side of a {@link Sampling}, given the other side. Every engine uses it for the lines it holds, wherever it holds
 * them. For one thread at a time; it owns its work space.
 */
public final class SideDraw {
    private final LinePosterior posterior;
    private final int r;
    private final float[] links;
    private final float[] expected;

    /**
     * Prepares for the lines of one side.
     *
     * @param factor the other side's lines: rows (x, bias, 1) as in {@link SampledSide}
     * @param variances how uncertain they are, see {@link SampledSide#variances}; null if they are certain
     * @param r the rank
     * @param prior the prior of this side
     */
    public SideDraw(float[] factor, float[] variances, int r, LinePrior prior) {
        this.posterior = new LinePosterior(factor, variances, r, prior);
        this.r = r;
        this.links = prior.links();
        this.expected = new float[SampledSide.width(r)];
    }

    /**
     * Draws some lines into their side, after {@link SampledSide#beginDraw}.
     *
     * @param entries the entries of these lines
     * @param traits the traits of these lines
     * @param own the side, which receives the draws
     * @param key the key of the random numbers, of which every line has its own
     * @param first the number of line 0 among all lines of the side, so that the draws do not depend on who holds the line
     * @param from the first line
     * @param to the line after the last
     * @param squares receives Σ (y − f·x)² of each line
     */
    public void draw(
            EntryLines entries,
            FloatBlock traits,
            SampledSide own,
            long key,
            int first,
            int from,
            int to,
            double[] squares) {
        for (int line = from; line < to; line++) {
            condition(entries, traits, line);
            float[] x = posterior.draw(LineRandom.of(key, first + line));
            own.record(line, posterior.mean(), x);
            squares[line] = posterior.drawnSquares();
        }
    }

    /**
     * Computes the means and the variances of the posteriors of some lines.
     *
     * @param entries the entries of these lines
     * @param traits the traits of these lines
     * @param from the first line
     * @param to the line after the last
     * @param means receives the means, in rows as wide as the other side's
     * @param variances receives the variances, in the same shape
     */
    public void posteriorMeans(
            EntryLines entries, FloatBlock traits, int from, int to, float[] means, float[] variances) {
        int w = SampledSide.width(r);
        for (int line = from; line < to; line++) {
            condition(entries, traits, line);
            System.arraycopy(posterior.mean(), 0, means, line * w, r + 1);
            for (int k = 0; k < r; k++) {
                variances[line * w + k] = (float) posterior.variance(k);
            }
        }
    }

    private void condition(EntryLines entries, FloatBlock traits, int line) {
        traits.multiplied(links, r + 1, line, expected);
        int start = entries.start()[line];
        posterior.condition(entries.index(), entries.values(), start, entries.start()[line + 1], expected);
    }
}
