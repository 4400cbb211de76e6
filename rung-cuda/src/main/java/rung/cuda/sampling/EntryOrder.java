package rung.cuda.sampling;

import java.lang.foreign.MemorySegment;
import rung.cuda.device.Device;
import rung.cuda.device.Device.Launch;
import rung.cuda.device.Device.Struct;
import rung.cuda.device.Kernel;
import rung.cuda.device.Memory;
import rung.cuda.device.Pieces;

/** The entries of a {@link DeviceEntries} in the order of one side's lines, and the pieces that warps take. */
final class EntryOrder {
    private final Device device;
    private final int[] sizes; // of the lines
    private final Memory start;
    private final Memory index;
    private final Memory values;
    private final Memory pieces;
    private final Memory longLines;
    private final int pieceCount;
    private final int longCount;
    private final int slots;

    private EntryOrder(Device device, int[] starts, Memory start, Memory index, Memory values) {
        this.device = device;
        this.start = start;
        this.index = index;
        this.values = values;
        Pieces cut = Pieces.of(starts);
        this.pieces = uploaded(device, cut.pieces());
        this.longLines = uploaded(device, cut.longLines());
        this.pieceCount = cut.count();
        this.longCount = cut.longCount();
        this.slots = cut.slots();
        this.sizes = new int[starts.length - 1];
        for (int line = 0; line < sizes.length; line++) {
            sizes[line] = starts[line + 1] - starts[line];
        }
    }

    /**
     * Makes an order of sorted entries.
     *
     * @param keys the line of each entry, ascending
     * @param lines the number of lines
     * @param count the number of entries
     * @param index the line on the other side of each entry; kept
     * @param values the value of each entry; kept
     */
    static EntryOrder of(Device device, Memory keys, int lines, int count, Memory index, Memory values) {
        Memory start = device.allocate(4L * (lines + 1));
        device.launch(Kernel.LINE_STARTS, 0, Launch.ofElements(count + 1L), count, keys, lines, start);
        int[] starts = new int[lines + 1];
        device.get(start, MemorySegment.ofArray(starts));
        return new EntryOrder(device, starts, start, index, values);
    }

    private static Memory uploaded(Device device, int[] numbers) {
        Memory memory = device.allocate(4L * Math.max(1, numbers.length));
        device.put(MemorySegment.ofArray(numbers), memory, 0);
        return memory;
    }

    /** The number of lines. */
    int lines() {
        return sizes.length;
    }

    /** The number of entries of each line; not to be changed. */
    int[] sizes() {
        return sizes;
    }

    /** The entries as the kernels that draw take them. */
    Struct entries() {
        return new Struct(start, index, values);
    }

    /** Draws every line. */
    void draw(int width, Memory other, Struct prior, Struct averages, DeviceSide own, Memory squares) {
        int tiles = (width / 8) * (width / 8 + 2) / 4;
        Memory sums = device.allocate(4L * 32 * 4 * tiles * slots);
        device.launch(
                Kernel.DRAW_PIECES,
                width,
                Launch.ofWarps(pieceCount),
                pieces,
                pieceCount,
                entries(),
                other,
                prior,
                averages,
                sums,
                own.draw(),
                own.mean(),
                own.square(),
                squares);
        if (longCount > 0) {
            device.launch(
                    Kernel.DRAW_LONG,
                    width,
                    Launch.ofWarps(longCount),
                    longLines,
                    longCount,
                    entries(),
                    prior,
                    averages,
                    sums,
                    own.draw(),
                    own.mean(),
                    own.square(),
                    squares);
        }
        sums.release();
    }

    /** Means and variances of the posteriors of every line. */
    void posteriors(int width, Memory other, Memory variances, Struct prior, Memory means, Memory ownVariances) {
        device.launch(
                Kernel.POSTERIORS,
                width,
                Launch.ofWarps(lines()),
                lines(),
                entries(),
                other,
                variances,
                prior,
                means,
                ownVariances);
    }

    /**
     * The residuals times a block, and their squares.
     *
     * @param block 16 numbers for each line of the other side; none for the squares alone
     * @param scale multiplies the product of each line; or none
     * @param out receives 16 numbers for each line; or none
     * @param squares receives a number for each line
     */
    void residuals(int width, Memory own, Memory other, Memory block, Memory scale, Memory out, Memory squares) {
        Memory sums = device.allocate(4L * DeviceBlock.DIRECTIONS * slots);
        Memory slotSquares = device.allocate(8L * slots);
        device.launch(
                Kernel.RESIDUAL_PIECES,
                width,
                Launch.ofWarps(pieceCount),
                pieces,
                pieceCount,
                index,
                values,
                own,
                other,
                block,
                scale,
                out,
                squares,
                sums,
                slotSquares);
        if (longCount > 0) {
            device.launch(
                    Kernel.RESIDUAL_LONG,
                    width,
                    Launch.ofWarps(longCount),
                    longLines,
                    longCount,
                    scale,
                    out,
                    squares,
                    sums,
                    slotSquares);
        }
        sums.release();
        slotSquares.release();
    }

    /** For each line the sum of the other side's rows where it has entries, times its scale. */
    void gather(int width, Memory rows, Memory scale, Memory out) {
        Memory sums = device.allocate(4L * width * slots);
        device.launch(
                Kernel.PATTERN_PIECES,
                width,
                Launch.ofWarps(pieceCount),
                pieces,
                pieceCount,
                index,
                rows,
                scale,
                out,
                sums);
        if (longCount > 0) {
            device.launch(
                    Kernel.PATTERN_LONG, width, Launch.ofWarps(longCount), longLines, longCount, scale, out, sums);
        }
        sums.release();
    }

    /** For each line Σ x_j² over its entries, times y². */
    void squaredNorms(Memory y, Memory x, Memory out) {
        device.launch(Kernel.SQUARED_NORMS, 0, Launch.ofWarps(lines()), lines(), start, index, y, x, out);
    }

    void release() {
        for (Memory memory : new Memory[] {start, index, values, pieces, longLines}) {
            memory.release();
        }
    }
}
