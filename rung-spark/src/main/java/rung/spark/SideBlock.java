package rung.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import rung.engine.sampling.block.SampledSide;

/** The draws of the lines of one block, and the sum of the squared residuals that they left. */
@DefaultSerializer(JavaSerializer.class)
record SideBlock(SampledSide side, double squares) implements Serializable {}
