package rung.linalg;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;

/** Ints that are only read: those of an array, or of a file that is mapped into memory and stays there. Can be shared by threads. */
public abstract class IntSequence {
    private IntSequence() {}

    /**
     * The ints of an array.
     *
     * @param array the array, which is kept, and must not change
     * @return its ints
     */
    public static IntSequence of(int... array) {
        return new IntSequence() {
            @Override
            public long length() {
                return array.length;
            }

            @Override
            public int get(long at) {
                return array[(int) at];
            }

            @Override
            public void copy(long from, int[] target, int count) {
                System.arraycopy(array, Math.toIntExact(from), target, 0, count);
            }

            @Override
            public int[] toArray() {
                return array.clone();
            }
        };
    }

    /**
     * The ints of some buffers, one buffer after the other.
     *
     * @param pieces the buffers, from their beginnings to their limits; at least one, and all but the last equally long. Their contents are
     *     not copied
     * @return their ints
     */
    public static IntSequence of(List<IntBuffer> pieces) {
        IntBuffer[] all = pieces.toArray(new IntBuffer[0]);
        long each = Math.max(1, all[0].limit());
        long length = pieces.stream().mapToLong(IntBuffer::limit).sum();
        return new IntSequence() {
            @Override
            public long length() {
                return length;
            }

            @Override
            public int get(long at) {
                return at < each ? all[0].get((int) at) : all[(int) (at / each)].get((int) (at % each));
            }

            @Override
            public void copy(long from, int[] target, int count) {
                int done = 0;
                while (done < count) {
                    IntBuffer piece = all[(int) ((from + done) / each)];
                    int at = (int) ((from + done) % each);
                    int some = Math.min(count - done, piece.limit() - at);
                    piece.get(at, target, done, some);
                    done += some;
                }
            }
        };
    }

    /**
     * The number of ints.
     *
     * @return the number
     */
    public abstract long length();

    /**
     * One of the ints.
     *
     * @param at its place, from 0
     * @return the int
     */
    public abstract int get(long at);

    /**
     * Copies some of the ints to the beginning of an array.
     *
     * @param from the place of the first
     * @param target receives them
     * @param count how many
     */
    public abstract void copy(long from, int[] target, int count);

    /**
     * Copies some of the ints.
     *
     * @param from the place of the first
     * @param count how many
     * @return a new array
     */
    public int[] copy(long from, int count) {
        int[] some = new int[count];
        copy(from, some, count);
        return some;
    }

    /**
     * Copies all ints.
     *
     * @return a new array
     */
    public int[] toArray() {
        return copy(0, Math.toIntExact(length()));
    }

    @Override
    public String toString() {
        return length() + " ints, from " + Arrays.toString(copy(0, (int) Math.min(3, length())));
    }
}
