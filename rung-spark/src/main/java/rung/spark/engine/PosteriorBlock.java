package rung.spark.engine;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import rung.engine.sampling.biased.BiasedFactors;
import rung.spark.block.LineBlock;

/**
 * The posterior means and variances of the lines of one block, in rows as wide as the kernels need.
 *
 * @param block the ratings of the lines
 * @param r the rank
 * @param means the means, in rows (x, bias, …)
 * @param variances the variances, in the same shape
 * @param hints the hints of {@link BiasedFactors.Lines}; empty if there are none
 */
@DefaultSerializer(JavaSerializer.class)
public record PosteriorBlock(LineBlock block, int r, float[] means, float[] variances, float[] hints)
        implements Serializable {}
