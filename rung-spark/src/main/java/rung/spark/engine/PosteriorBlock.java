package rung.spark.engine;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import rung.engine.sampling.biased.BiasedFactors;
import rung.spark.block.LineBlock;

/**
 * The posterior means and variances of the lines of one block, in rows as wide as the kernels want them.
 *
 * @param hints see {@link BiasedFactors.Lines}; empty if there are none
 */
@DefaultSerializer(JavaSerializer.class)
public record PosteriorBlock(LineBlock block, int r, float[] means, float[] variances, float[] hints)
        implements Serializable {}
