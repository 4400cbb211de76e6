package rung.cuda.engine;

import java.lang.foreign.MemorySegment;
import rung.cuda.device.Device;
import rung.cuda.device.Device.Launch;
import rung.cuda.device.Device.Struct;
import rung.cuda.device.Kernel;
import rung.cuda.device.Memory;
import rung.cuda.device.Pieces;

/** The entries of a {@link DeviceEntries} in the order of one side's lines, and the pieces that warps take. */
final class EntryOrder {
    /** The memory that the sums of refits may take: lines are refitted in batches of that much. */
    private static final long BATCH_BYTES = 1L << 31;

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

    /**
     * For each line the sum of the other side's rows where it has entries.
     *
     * @param width the width of the rows: 16, 32, 64 or 128
     * @param weights multiply the rows, one for each entry; or none
     * @param scale multiplies the sum of each line; or none
     */
    void gather(int width, Memory weights, Memory rows, Memory scale, Memory out) {
        Memory sums = device.allocate(4L * width * slots);
        device.launch(
                Kernel.PATTERN_PIECES,
                width,
                Launch.ofWarps(pieceCount),
                pieces,
                pieceCount,
                index,
                weights,
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

    /** The value of each entry. */
    Memory values() {
        return values;
    }

    /**
     * Refits every line of preferences; {@code refit.cu} says how.
     *
     * @param width the width of the rows, a multiple of 32
     * @param rank the numbers of a row that count
     * @param common α·FᵀF, width×width
     * @param ridge the penalty of each line
     * @param scales the scale of each line of this side, and of the other
     * @param rows the lines, which are changed
     */
    void refit(int width, int rank, Memory other, Memory common, Memory ridge, Memory[] scales, Memory rows) {
        int batch = (int) Math.max(1, Math.min(pieceCount, BATCH_BYTES / (4L * sumsOf(width))));
        int slotCount = Math.max(batch, slots);
        Memory sums = device.allocate(4L * slotCount * sumsOf(width));
        Memory rights = device.allocate(4L * slotCount * width);
        int shared = 4 * (width * (width + 1) / 2 + 2 * width);
        if (longCount > 0) {
            device.launch(
                    Kernel.SUM_PIECES,
                    width,
                    new Launch(pieceCount, width, 0),
                    pieces,
                    0,
                    1,
                    index,
                    values,
                    other,
                    scales[1],
                    sums,
                    rights);
            device.launch(
                    Kernel.SOLVE_LONG,
                    width,
                    new Launch(longCount, width + 32, shared),
                    longLines,
                    rank,
                    sums,
                    rights,
                    common,
                    ridge,
                    scales[0],
                    rows);
        }
        for (int first = 0; first < pieceCount; first += batch) {
            int count = Math.min(batch, pieceCount - first);
            device.launch(
                    Kernel.SUM_PIECES,
                    width,
                    new Launch(count, width, 0),
                    pieces,
                    first,
                    0,
                    index,
                    values,
                    other,
                    scales[1],
                    sums,
                    rights);
            device.launch(
                    Kernel.SOLVE_PIECES,
                    width,
                    new Launch(count, width + 32, shared),
                    pieces,
                    first,
                    rank,
                    sums,
                    rights,
                    common,
                    ridge,
                    scales[0],
                    rows);
        }
        sums.release();
        rights.release();
    }

    /* The floats that a piece leaves on its way to the equations. */
    private static int sumsOf(int width) {
        return width / 32 * (width / 8 + 2) * 4 * 32;
    }

    /**
     * How far preferences are from their targets.
     *
     * @param width the width of the rows, a multiple of 32
     * @param scales the scale of each line of this side, and of the other
     * @param residuals receives w·(u·v − a·b) for each entry
     * @param losses receives Σ ½·w·(u·v − a·b)² for each line
     */
    void choiceResiduals(int width, Memory own, Memory other, Memory[] scales, Memory residuals, Memory losses) {
        Memory slotLosses = device.allocate(8L * slots);
        device.launch(
                Kernel.CHOICE_RESIDUALS,
                width,
                Launch.ofWarps(pieceCount),
                pieces,
                pieceCount,
                index,
                values,
                own,
                other,
                scales[0],
                scales[1],
                residuals,
                losses,
                slotLosses);
        if (longCount > 0) {
            device.launch(
                    Kernel.CHOICE_LOSSES,
                    width,
                    Launch.ofElements(longCount),
                    longLines,
                    longCount,
                    losses,
                    slotLosses);
        }
        slotLosses.release();
    }

    /** For each line Σ x_j² over its entries, times y². */
    void squaredNorms(Memory y, Memory x, Memory out) {
        device.launch(Kernel.SQUARED_NORMS, 0, Launch.ofWarps(lines()), lines(), start, index, y, x, out);
    }
}
