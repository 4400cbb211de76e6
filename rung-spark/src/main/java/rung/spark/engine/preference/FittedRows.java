package rung.spark.engine.preference;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * The factors of a block's lines, and what the refit that gave them found out about R on the way.
 *
 * @param numbers rank floats for each line
 * @param loss what the entries of these lines add to the loss; not a number if it was not asked for
 * @param ridge what these lines add to the penalty; not a number if it was not asked for
 */
@DefaultSerializer(JavaSerializer.class)
record FittedRows(float[] numbers, double loss, double ridge) implements Serializable {
    /** Factors about which nothing else is known. */
    static FittedRows of(float[] numbers) {
        return new FittedRows(numbers, Double.NaN, Double.NaN);
    }
}
