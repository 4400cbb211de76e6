package rung.spark;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Some ratings, in flat arrays: a user, an item, a value.
 *
 * @param problem a sentence about a row that is no rating, in place of ratings; or null
 */
record Chunk(long[] users, long[] items, float[] values, String problem) implements Serializable {
    static Chunk ofProblem(String problem) {
        return new Chunk(new long[0], new long[0], new float[0], problem);
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
