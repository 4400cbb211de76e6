package rung.cuda.engine;

import java.lang.foreign.MemorySegment;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import rung.cuda.device.Device;
import rung.cuda.device.Device.Launch;
import rung.cuda.device.Kernel;
import rung.cuda.device.Memory;
import rung.engine.sampling.HeldOutEntries;
import rung.linalg.Side;

/**
 * Observed entries on a device, stored twice: row after row, each in the order that was given, and column after column, in which the row
 * ascends. Takes 16 bytes per entry, and 24 more while they are
 * sorted.
 */
final class DeviceEntries {
    private static final int TILE = 8192;

    private final Device device;
    private final int count;
    private final double mean;
    private final double squares;
    private final EntryOrder byRow;
    private final EntryOrder byColumn;
    private final Map<HeldOutEntries, Memory[]> taken = new HashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private final Map<Object, List<Memory>> owned = new HashMap<>(); // by references to the owners

    private DeviceEntries(
            Device device, int count, double mean, double squares, EntryOrder byRow, EntryOrder byColumn) {
        this.device = device;
        this.count = count;
        this.mean = mean;
        this.squares = squares;
        this.byRow = byRow;
        this.byColumn = byColumn;
    }

    /**
     * Takes entries to the device, in any order, and sorts them there.
     *
     * @param mean is subtracted from each value; NaN for the mean of the values
     */
    static DeviceEntries of(Device device, int rows, int columns, int[] i, int[] j, float[] values, double mean) {
        int count = values.length;
        Sorter sorter = new Sorter(device, count);
        Sorter.Entries given = sorter.allocate();
        device.put(MemorySegment.ofArray(i), given.keys(), 0);
        device.put(MemorySegment.ofArray(j), given.others(), 0);
        device.put(MemorySegment.ofArray(values), given.values(), 0);
        double offset = Double.isNaN(mean) ? moments(device, given.values(), count)[0] / count : mean;
        device.launch(Kernel.SUBTRACT, 0, Launch.ofElements(count), count, given.values(), offset);
        double squares = moments(device, given.values(), count)[1];
        Sorter.Entries rowMajor = sorter.sort(given, rows);
        Sorter.Entries columnMajor = sorter.allocate();
        device.copy(rowMajor.others(), columnMajor.keys(), 4L * count);
        device.copy(rowMajor.keys(), columnMajor.others(), 4L * count);
        device.copy(rowMajor.values(), columnMajor.values(), 4L * count);
        EntryOrder byRow = EntryOrder.of(device, rowMajor.keys(), rows, count, rowMajor.others(), rowMajor.values());
        rowMajor.keys().release();
        Sorter.Entries sorted = sorter.sort(columnMajor, columns);
        EntryOrder byColumn = EntryOrder.of(device, sorted.keys(), columns, count, sorted.others(), sorted.values());
        sorted.keys().release();
        return new DeviceEntries(device, count, offset, squares, byRow, byColumn);
    }

    /* Σ x and Σ x². */
    private static double[] moments(Device device, Memory values, int count) {
        int parts = Math.max(1, (count + TILE - 1) / TILE);
        Memory inParts = device.allocate(16L * parts);
        device.launch(Kernel.MOMENTS, 0, new Launch(parts, 256, 0), count, values, inParts);
        return Rows.addedUp(device, inParts, parts, 2);
    }

    Device device() {
        return device;
    }

    /** The number of entries. */
    int count() {
        return count;
    }

    /** What was subtracted from each value. */
    double mean() {
        return mean;
    }

    /** The sum of the squares of the values less the mean. */
    double squares() {
        return squares;
    }

    EntryOrder order(Side side) {
        return side == Side.LEFT ? byRow : byColumn;
    }

    /** The number of lines of a side. */
    int lines(Side side) {
        return order(side).lines();
    }

    /**
     * Gives memory back once its owner was collected as garbage, at the next such call: of a pair nobody can tell when it is not needed any
     * more.
     *
     * @param owner who uses the memory
     * @param memory the memory
     */
    void releaseAfter(Object owner, List<Memory> memory) {
        for (Object unused = collected.poll(); unused != null; unused = collected.poll()) {
            owned.remove(unused).forEach(Memory::release);
        }
        owned.put(new PhantomReference<>(owner, collected), memory);
    }

    /** Entries that were held out, on the device: rows, columns and values. They are taken there once. */
    Memory[] taken(HeldOutEntries heldOut) {
        return taken.computeIfAbsent(heldOut, given -> {
            int n = given.values().length;
            Memory[] there = {device.allocate(4L * n), device.allocate(4L * n), device.allocate(4L * n)};
            device.put(MemorySegment.ofArray(given.rows()), there[0], 0);
            device.put(MemorySegment.ofArray(given.columns()), there[1], 0);
            device.put(MemorySegment.ofArray(given.values()), there[2], 0);
            return there;
        });
    }
}
