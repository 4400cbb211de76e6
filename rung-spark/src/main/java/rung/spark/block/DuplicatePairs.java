package rung.spark.block;

import java.util.Arrays;
import java.util.Locale;
import rung.engine.sampling.block.EntryLines;

/** What to do with several ratings of one item by one user. A frame has no order, so none of them is the last. */
public enum DuplicatePairs {
    /** Their mean counts. */
    MEAN,
    /** Their sum counts, as is right for weights. */
    SUM,
    /** Each counts, as in ALS. */
    KEEP,
    /** They are refused. */
    ERROR;

    /**
     * The constant of this name, which is in lower case.
     *
     * @param name the value of the parameter
     * @return the policy
     */
    public static DuplicatePairs of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** The line and the index of the first entry that occurs twice in sorted lines; null if none does. */
    static int[] repeated(EntryLines lines) {
        for (int line = 0; line < lines.count(); line++) {
            for (int k = lines.start()[line] + 1; k < lines.start()[line + 1]; k++) {
                if (lines.index()[k] == lines.index()[k - 1]) {
                    return new int[] {line, lines.index()[k]};
                }
            }
        }
        return null;
    }

    /** Merges entries that occur several times, unless each counts. The result does not depend on their order. */
    EntryLines merged(EntryLines lines) {
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
                Arrays.sort(values, k, next);
                int kept = this == KEEP ? next - k : 1;
                float merged = this == KEEP ? 0 : merged(values, k, next);
                for (int c = 0; c < kept; c++, to++) {
                    index[to] = index[k + c];
                    values[to] = this == KEEP ? values[k + c] : merged;
                }
            }
            start[line + 1] = to;
        }
        return new EntryLines(start, Arrays.copyOf(index, to), Arrays.copyOf(values, to));
    }

    private float merged(float[] values, int from, int to) {
        if (to == from + 1) {
            return values[from];
        }
        double sum = 0;
        for (int k = from; k < to; k++) {
            sum += values[k];
        }
        return (float) (this == SUM ? sum : sum / (to - from));
    }
}
