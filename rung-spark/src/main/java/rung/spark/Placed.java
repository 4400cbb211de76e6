package rung.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.List;

/** Some numbers of a vector, from the first on. */
@DefaultSerializer(JavaSerializer.class)
record Placed(int first, double[] numbers) implements Serializable {
    /** The whole vector. */
    static double[] together(List<Placed> parts, int length) {
        double[] out = new double[length];
        for (Placed part : parts) {
            System.arraycopy(part.numbers, 0, out, part.first, part.numbers.length);
        }
        return out;
    }
}
