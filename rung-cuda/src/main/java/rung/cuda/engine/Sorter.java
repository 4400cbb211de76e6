package rung.cuda.engine;

import rung.cuda.device.Device;
import rung.cuda.device.Device.Launch;
import rung.cuda.device.Kernel;
import rung.cuda.device.Memory;

/** Sorts entries on the device; {@code order.cu} says how. */
final class Sorter {
    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int TILE = 8192;
    private static final int SCAN = 1024;

    private final Device device;
    private final int count;

    Sorter(Device device, int count) {
        this.device = device;
        this.count = count;
    }

    /** Entries: a key, another number and a value each. */
    record Entries(Memory keys, Memory others, Memory values) {
        /** The same entries with the other number as the key. */
        Entries turned() {
            return new Entries(others, keys, values);
        }

        void release() {
            keys.release();
            others.release();
            values.release();
        }
    }

    Entries allocate() {
        return new Entries(device.allocate(4L * count), device.allocate(4L * count), device.allocate(4L * count));
    }

    /**
     * Sorts by the key; entries with the same key keep their order.
     *
     * @param entries the entries; their memory is given back
     * @param limit above all keys
     */
    Entries sort(Entries entries, int limit) {
        int tiles = Math.max(1, (count + TILE - 1) / TILE);
        Entries from = entries;
        Entries to = allocate();
        Memory counts = device.allocate(4L * DIGITS * tiles);
        for (int shift = 0; shift == 0 || limit - 1 >> shift > 0; shift += DIGIT_BITS) {
            device.launch(
                    Kernel.COUNT_DIGITS, 0, new Launch(tiles, DIGITS, 0), count, from.keys(), shift, tiles, counts);
            scan(counts, DIGITS * tiles);
            device.launch(
                    Kernel.PLACE_DIGITS,
                    0,
                    new Launch(tiles, DIGITS, TILE),
                    count,
                    from.keys(),
                    from.others(),
                    from.values(),
                    shift,
                    tiles,
                    counts,
                    to.keys(),
                    to.others(),
                    to.values());
            Entries free = from;
            from = to;
            to = free;
        }
        counts.release();
        to.release();
        return from;
    }

    /* Replaces each of n numbers by the sum of those before it. */
    private void scan(Memory numbers, int n) {
        int tiles = (n + SCAN - 1) / SCAN;
        Memory totals = device.allocate(4L * tiles);
        device.launch(Kernel.SCAN, 0, new Launch(tiles, SCAN, 0), n, numbers, totals);
        if (tiles > 1) {
            scan(totals, tiles);
            device.launch(Kernel.ADD_TOTALS, 0, new Launch(tiles, SCAN, 0), n, numbers, totals);
        }
        totals.release();
    }
}
