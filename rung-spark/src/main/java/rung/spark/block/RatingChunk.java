package rung.spark.block;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import rung.linalg.Side;

/**
 * Some ratings, in flat arrays: users, items and values.
 *
 * <p>If a session uses Kryo, which knows nothing of records, Java serializes this one, as every record that is sent.
 *
 * @param bad a row that is no rating, in which case there are no ratings here; or null
 * @param users the user of each rating
 * @param items the item of each rating
 * @param values the value of each rating
 */
@DefaultSerializer(JavaSerializer.class)
public record RatingChunk(long[] users, long[] items, float[] values, BadRow bad) implements Serializable {
    static RatingChunk of(BadRow bad) {
        return new RatingChunk(new long[0], new long[0], new float[0], bad);
    }

    int count() {
        return values.length;
    }

    /** The user of each rating, which is the left side, or the item. */
    long[] ids(Side side) {
        return side == Side.LEFT ? users : items;
    }

    /** Collects ratings until there are enough for a chunk. */
    public static final class Builder {
        /** The most ratings in a chunk; a chunk is sent at once. */
        static final int MOST = 1 << 16;

        private long[] users = new long[64];
        private long[] items = new long[64];
        private float[] values = new float[64];
        private int count;

        /** Creates a builder without ratings. */
        public Builder() {}

        /**
         * How many ratings were added since the last chunk.
         *
         * @return the number
         */
        public int count() {
            return count;
        }

        /**
         * Adds a rating.
         *
         * @param user the user, by number
         * @param item the item, by number
         * @param value the value
         */
        public void add(long user, long item, float value) {
            if (count == values.length) {
                users = Arrays.copyOf(users, 2 * count);
                items = Arrays.copyOf(items, 2 * count);
                values = Arrays.copyOf(values, 2 * count);
            }
            users[count] = user;
            items[count] = item;
            values[count++] = value;
        }

        boolean isFull() {
            return count >= MOST;
        }

        /**
         * A chunk of what was added; the builder is empty afterwards.
         *
         * @return the chunk
         */
        public RatingChunk take() {
            RatingChunk chunk = new RatingChunk(
                    Arrays.copyOf(users, count), Arrays.copyOf(items, count), Arrays.copyOf(values, count), null);
            count = 0;
            return chunk;
        }
    }
}
