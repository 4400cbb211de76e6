package rung.spark.block;

import java.util.Arrays;

/** Distinct ids in ascending order, and the place of each. */
final class Numbering {
    /** A table from id to place is used if it has at most this many cells for each id that was given. */
    private static final int CELLS = 4;

    private final long[] ids;
    private final int[] table; // place + 1 of id − ids[0]; null if that were too large

    private Numbering(long[] ids, int[] table) {
        this.ids = ids;
        this.table = table;
    }

    static Numbering of(long[] given) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (long id : given) {
            low = Math.min(low, id);
            high = Math.max(high, id);
        }
        long span = high - low;
        if (given.length > 0 && span >= 0 && span < (long) CELLS * given.length + 1024 && span < 1 << 28) {
            return ofTable(given, low, (int) span + 1);
        }
        long[] sorted = given.clone();
        Arrays.sort(sorted);
        int size = 0;
        for (int k = 0; k < sorted.length; k++) {
            if (k == 0 || sorted[k] != sorted[k - 1]) {
                sorted[size++] = sorted[k];
            }
        }
        return new Numbering(Arrays.copyOf(sorted, size), null);
    }

    private static Numbering ofTable(long[] given, long low, int cells) {
        int[] table = new int[cells];
        for (long id : given) {
            table[(int) (id - low)] = 1;
        }
        int size = 0;
        for (int cell = 0; cell < cells; cell++) {
            table[cell] = table[cell] == 0 ? 0 : ++size;
        }
        long[] ids = new long[size];
        for (int cell = 0; cell < cells; cell++) {
            if (table[cell] > 0) {
                ids[table[cell] - 1] = low + cell;
            }
        }
        return new Numbering(ids, table);
    }

    int size() {
        return ids.length;
    }

    /** The ids, ascending: the array itself. */
    long[] ids() {
        return ids;
    }

    /** The places of ids that are all known. */
    int[] numbers(long[] given) {
        int[] numbers = new int[given.length];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = table == null ? Arrays.binarySearch(ids, given[k]) : table[(int) (given[k] - ids[0])] - 1;
        }
        return numbers;
    }
}
