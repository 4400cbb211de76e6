package rung.linalg;

import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;

/** Floats that are only read: those of an array, or of a file that is mapped into memory and stays there. Can be shared by threads. */
public abstract class FloatSequence {
    private FloatSequence() {}

    /**
     * The floats of an array.
     *
     * @param array the array, which is kept, and must not change
     * @return its floats
     */
    public static FloatSequence of(float... array) {
        return new FloatSequence() {
            @Override
            public long length() {
                return array.length;
            }

            @Override
            public float get(long at) {
                return array[(int) at];
            }

            @Override
            public void copy(long from, float[] target, int count) {
                System.arraycopy(array, Math.toIntExact(from), target, 0, count);
            }

            @Override
            public float[] toArray() {
                return array.clone();
            }
        };
    }

    /**
     * The floats of some buffers, one buffer after the other.
     *
     * @param pieces the buffers, from their beginnings to their limits; at least one, and all but the last equally long. Their contents are
     *     not copied
     * @return their floats
     */
    public static FloatSequence of(List<FloatBuffer> pieces) {
        FloatBuffer[] all = pieces.toArray(new FloatBuffer[0]);
        long each = Math.max(1, all[0].limit());
        long length = pieces.stream().mapToLong(FloatBuffer::limit).sum();
        return new FloatSequence() {
            @Override
            public long length() {
                return length;
            }

            @Override
            public float get(long at) {
                return at < each ? all[0].get((int) at) : all[(int) (at / each)].get((int) (at % each));
            }

            @Override
            public void copy(long from, float[] target, int count) {
                int done = 0;
                while (done < count) {
                    FloatBuffer piece = all[(int) ((from + done) / each)];
                    int at = (int) ((from + done) % each);
                    int some = Math.min(count - done, piece.limit() - at);
                    piece.get(at, target, done, some);
                    done += some;
                }
            }
        };
    }

    /**
     * The number of floats.
     *
     * @return the number
     */
    public abstract long length();

    /**
     * One of the floats.
     *
     * @param at its place, from 0
     * @return the float
     */
    public abstract float get(long at);

    /**
     * Copies some of the floats to the beginning of an array.
     *
     * @param from the place of the first
     * @param target receives them
     * @param count how many
     */
    public abstract void copy(long from, float[] target, int count);

    /**
     * Copies some of the floats.
     *
     * @param from the place of the first
     * @param count how many
     * @return a new array
     */
    public float[] copy(long from, int count) {
        float[] some = new float[count];
        copy(from, some, count);
        return some;
    }

    /**
     * Copies all floats.
     *
     * @return a new array
     */
    public float[] toArray() {
        return copy(0, Math.toIntExact(length()));
    }

    @Override
    public String toString() {
        return length() + " floats, from " + Arrays.toString(copy(0, (int) Math.min(3, length())));
    }
}
