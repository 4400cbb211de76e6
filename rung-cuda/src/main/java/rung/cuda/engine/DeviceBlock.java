package rung.cuda.engine;

import java.util.HashSet;
import java.util.Set;
import rung.cuda.device.Device;
import rung.cuda.device.Memory;
import rung.engine.sampling.Directions;
import rung.engine.sampling.block.TallBlock;

/**
 * A block of floats on a device.
 *
 * @param scope knows which blocks are not kept
 * @param lines the number of lines
 * @param width the number of floats in a row
 * @param rows the rows
 */
record DeviceBlock(Scope scope, int lines, int width, Memory rows) implements TallBlock<DeviceBlock> {
    /** The width of a block of directions, for which residuals are compiled. */
    static final int DIRECTIONS = Directions.COUNT;

    /** The memory of blocks that nobody has kept: it is given back when what they were made for is done. */
    static final class Scope {
        private final Device device;
        private final Set<Memory> temporary = new HashSet<>();

        Scope(Device device) {
            this.device = device;
        }

        Device device() {
            return device;
        }

        /** A new block, which is temporary. */
        DeviceBlock block(int lines, int width, Memory rows) {
            temporary.add(rows);
            return new DeviceBlock(this, lines, width, rows);
        }

        /** Gives the memory of all blocks back that nobody has kept. */
        void end() {
            temporary.forEach(Memory::release);
            temporary.clear();
        }
    }

    private Device device() {
        return scope.device();
    }

    /** Random numbers, standard normal; columns from {@code count} on are 0. */
    static DeviceBlock random(Scope scope, int lines, int width, int count, long key) {
        Memory rows = scope.device().allocate(4L * lines * width);
        scope.device().clear(rows);
        Rows.randomize(scope.device(), lines, rows, width, 0, count, 1, key);
        return scope.block(lines, width, rows);
    }

    @Override
    public double[] products() {
        return Rows.products(device(), lines, rows, width, width, rows, width);
    }

    @Override
    public DeviceBlock times(float[] matrix) {
        return scope.block(
                lines, width, Rows.multiplied(device(), lines, rows, width, matrix, width, Memory.NONE, width));
    }

    /** Multiplies each row by the number of its line. */
    DeviceBlock scaled(Memory scale) {
        return scope.block(lines, width, Rows.scaled(device(), lines, rows, width, scale));
    }

    /** The combination x of the columns, times the scale of each line: a double for each. */
    Memory combined(float[] x, Memory scale) {
        return Rows.combined(device(), lines, rows, width, x, scale);
    }

    @Override
    public DeviceBlock withRandom(int from, long key) {
        Memory copy = device().allocate(rows.bytes());
        device().copy(rows, copy, rows.bytes());
        Rows.randomize(device(), lines, copy, width, from, width, (float) (1 / Math.sqrt(lines)), key);
        return scope.block(lines, width, copy);
    }

    @Override
    public DeviceBlock kept() {
        scope.temporary.remove(rows);
        return this;
    }

    @Override
    public void release() {
        scope.temporary.remove(rows);
        rows.release();
    }
}
