package rung.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Some ratings, in flat arrays: a user, an item, a value.
 *
 * <p>Kryo, if a session uses it, knows nothing of records: like all that are sent it is told to leave this one to Java.
 *
 * @param bad a row that is no rating, in place of ratings; or null
 */
@DefaultSerializer(JavaSerializer.class)
record Chunk(long[] users, long[] items, float[] values, BadRow bad) implements Serializable {
    static Chunk of(BadRow bad) {
        return new Chunk(new long[0], new long[0], new float[0], bad);
    }

    int count() {
        return values.length;
    }

    /** Collects ratings until there are enough for a chunk. */
    static final class Builder {
        /** Ratings in a chunk at most; a chunk is what is sent at once. */
        static final int MOST = 1 << 16;

        private long[] users = new long[64];
        private long[] items = new long[64];
        private float[] values = new float[64];
        private int count;

        int count() {
            return count;
        }

        void add(long user, long item, float value) {
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

        /** What was added; the builder begins anew. */
        Chunk take() {
            Chunk chunk = new Chunk(
                    Arrays.copyOf(users, count), Arrays.copyOf(items, count), Arrays.copyOf(values, count), null);
            count = 0;
            return chunk;
        }
    }
}
