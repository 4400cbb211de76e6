package rung.cli.pipe;

import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.List;
import rung.data.Ids;

/** A list of texts as it is on the wire: the UTF-8 bytes of all, one after the other, and where each begins. */
final class Names extends AbstractList<String> {
    private final byte[] pool;
    private final int[] offsets;

    Names(byte[] pool, int[] offsets) {
        for (int k = 0; k < offsets.length; k++) {
            if (offsets[k] < (k == 0 ? 0 : offsets[k - 1]) || offsets[k] > pool.length) {
                throw new IllegalArgumentException("the offsets of names must ascend to the length of their bytes");
            }
        }
        this.pool = pool;
        this.offsets = offsets;
    }

    static Names of(List<String> texts) {
        byte[][] all = texts.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        int[] offsets = new int[all.length + 1];
        for (int k = 0; k < all.length; k++) {
            offsets[k + 1] = Math.addExact(offsets[k], all[k].length);
        }
        byte[] pool = new byte[offsets[all.length]];
        for (int k = 0; k < all.length; k++) {
            System.arraycopy(all[k], 0, pool, offsets[k], all[k].length);
        }
        return new Names(pool, offsets);
    }

    static Names of(Ids ids) {
        return new Names(ids.pool(), ids.offsets());
    }

    byte[] pool() {
        return pool;
    }

    int[] offsets() {
        return offsets;
    }

    @Override
    public String get(int k) {
        return new String(pool, offsets[k], offsets[k + 1] - offsets[k], StandardCharsets.UTF_8);
    }

    @Override
    public int size() {
        return offsets.length - 1;
    }
}
