package rung.spark.block;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import rung.engine.sampling.block.SampledSide;
import rung.linalg.Workers;

/**
 * The draws of the lines of one block, and the sum of the squared residuals that they left.
 *
 * @param side the draws of the lines
 * @param squares the sum of the squared residuals
 */
@DefaultSerializer(JavaSerializer.class)
public record DrawnBlock(SampledSide side, double squares) implements Serializable {
    /**
     * Begins the means anew; the draws stay.
     *
     * @return a changed copy
     */
    public DrawnBlock withoutMeans() {
        SampledSide copy = side.copy(Workers.ONE);
        copy.resetMeans();
        return new DrawnBlock(copy, squares);
    }
}
