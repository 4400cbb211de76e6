package rung.spark.engine;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.Moments;
import rung.linalg.Workers;
import rung.spark.block.DrawnBlock;

/**
 * What a block sends the driver about its draws.
 *
 * @param squares the sum of the squared residuals
 * @param columns the sum of the squares of each column, bias last
 * @param products the sums of the products of each column with each trait; empty if there are no traits
 */
@DefaultSerializer(JavaSerializer.class)
record DrawSums(double squares, double[] columns, double[] products) implements Serializable {
    /**
     * The sums over one block.
     *
     * @param traits the traits of its lines
     * @param ofAll whether the sums are over the means of all draws, in place of the last draws
     * @param width the number of traits
     */
    static DrawSums of(DrawnBlock block, float[] traits, boolean ofAll, int width) {
        SampledSide side = block.side();
        float[] rows = ofAll ? side.mean() : side.draw();
        return new DrawSums(
                block.squares(),
                ofAll ? side.squaresOfAll(Workers.ONE) : side.squares(Workers.ONE),
                width > 0 ? SpreadNumbers.products(traits, width, rows, side.width(), side.rank() + 1) : new double[0]);
    }

    /** The sum of the squared residuals of all blocks. */
    static double squares(List<DrawSums> parts) {
        double squares = 0;
        for (DrawSums part : parts) {
            squares += part.squares;
        }
        return squares;
    }

    /** The moments of a side with these blocks. */
    static Moments moments(List<DrawSums> parts, int lines, int rank, double[] strengths) {
        double[] columns = new double[rank + 1];
        double[] products = new double[strengths.length * (rank + 1)];
        for (DrawSums part : parts) {
            Arrays.setAll(columns, k -> columns[k] + part.columns[k]);
            Arrays.setAll(products, k -> products[k] + part.products[k]);
        }
        return new Moments(lines, columns, strengths, products);
    }
}
