package rung.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import rung.engine.SampledSide;

/**
 * The draws of the lines of one block, and the sum of the squared residuals that they left.
 *
 * @param block which block this is
 */
@DefaultSerializer(JavaSerializer.class)
record SideBlock(int block, SampledSide side, double squares) implements Serializable {}
