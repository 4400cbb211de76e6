package rung.spark;

import java.util.Arrays;
import java.util.Locale;
import rung.engine.EntryLines;

/** What becomes of several ratings of one item by one user; a frame has no order, so there is no last one. */
enum Duplicates {
    /** Their mean counts. */
    MEAN,
    /** Each counts, as in ALS. */
    KEEP,
    /** They are refused. */
    ERROR;

    static String[] names() {
        return Arrays.stream(values())
                .map(value -> value.toString().toLowerCase(Locale.ROOT))
                .toArray(String[]::new);
    }

    static Duplicates of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** The entries of lines that are in order but may have entries with the same index. */
    EntryLines merged(EntryLines lines, long[] ids, long[] others, boolean byUser) {
        int[] start = new int[lines.start().length];
        int[] index = lines.index();
        float[] values = lines.values();
        int to = 0;
        for (int line = 0; line < lines.count(); line++) {
            int end = lines.start()[line + 1];
            for (int k = lines.start()[line], next; k < end; k = next) {
                next = k + 1;
                while (next < end && index[next] == index[k]) {
                    next++;
                }
                if (next - k > 1) {
                    refuse(ids[line], others[index[k]], byUser);
                    Arrays.sort(values, k, next); // so that the order in which they came does not matter
                }
                int kept = this == KEEP ? next - k : 1;
                float mean = this == KEEP ? 0 : mean(values, k, next);
                for (int c = 0; c < kept; c++, to++) {
                    index[to] = index[k + c];
                    values[to] = this == KEEP ? values[k + c] : mean;
                }
            }
            start[line + 1] = to;
        }
        return to == values.length ? lines : new EntryLines(start, Arrays.copyOf(index, to), Arrays.copyOf(values, to));
    }

    private void refuse(long own, long other, boolean byUser) {
        if (this == ERROR) {
            throw new IllegalArgumentException("each pair must have one rating, got several of user "
                    + (byUser ? own : other) + " and item " + (byUser ? other : own)
                    + "; duplicates may be \"mean\" or \"keep\" instead");
        }
    }

    private static float mean(float[] values, int from, int to) {
        if (to == from + 1) {
            return values[from];
        }
        double sum = 0;
        for (int k = from; k < to; k++) {
            sum += values[k];
        }
        return (float) (sum / (to - from));
    }
}
