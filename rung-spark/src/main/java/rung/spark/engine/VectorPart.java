package rung.spark.engine;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.List;

/** A part of a vector: its numbers, and the place of the first of them. */
@DefaultSerializer(JavaSerializer.class)
record VectorPart(int first, double[] numbers) implements Serializable {
    /** Puts the parts of a vector together. */
    static double[] together(List<VectorPart> parts, int length) {
        double[] out = new double[length];
        for (VectorPart part : parts) {
            System.arraycopy(part.numbers, 0, out, part.first, part.numbers.length);
        }
        return out;
    }
}
