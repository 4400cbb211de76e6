package rung.spark.engine;

import java.io.Serializable;
import rung.engine.sampling.NextDraw;
import rung.engine.sampling.NoiseRule;
import rung.engine.sampling.SideDraw;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.LinePrior;
import rung.linalg.Workers;
import rung.spark.block.DrawnBlock;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;

/**
 * How the lines of a block are drawn; sent with tasks.
 *
 * @param draw prior, scale and random numbers
 * @param width the number of traits of a line
 * @param biases whether lines have biases
 */
record BlockDraw(NextDraw draw, int width, boolean biases) implements Serializable {
    /**
     * Draws the lines of a block.
     *
     * @param before their last draws
     * @param others the lines of the other side that the block needs
     * @param traits the traits of the lines
     */
    DrawnBlock of(LineBlock block, DrawnBlock before, float[] others, float[] traits) {
        SampledSide side = before.side().copy(Workers.ONE);
        side.beginDraw(draw.scale());
        LinePrior prior = biases ? draw.prior() : draw.prior().withoutBias();
        double[] squares = new double[block.lines()];
        new SideDraw(others, null, side.rank(), prior)
                .draw(
                        block.entries(),
                        new FloatBlock(block.lines(), width, traits),
                        side,
                        draw.key(),
                        block.first(),
                        0,
                        block.lines(),
                        squares);
        double sum = 0;
        for (double square : squares) {
            sum += square;
        }
        return new DrawnBlock(side, sum);
    }

    /** Draws the lines of a block at the noise that a draw of the other side has just left. */
    DrawnBlock after(Exchange.Inbox drawn, NoiseRule rule, LineBlock block, DrawnBlock before, float[] traits) {
        double noise = rule.noise(drawn.squares());
        return new BlockDraw(draw.at(noise), width, biases)
                .of(block, rule.resetsMeans(noise) ? before.withoutMeans() : before, drawn.rows(), traits);
    }
}
