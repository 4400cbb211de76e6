package rung.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import rung.engine.sampling.biased.BiasedFactors;

/**
 * The lines of one block as they are settled, in rows as wide as the kernels want them.
 *
 * @param hints see {@link BiasedFactors.Lines}; empty if there are none
 */
@DefaultSerializer(JavaSerializer.class)
record Settled(LineBlock block, int r, float[] means, float[] variances, float[] hints) implements Serializable {}
