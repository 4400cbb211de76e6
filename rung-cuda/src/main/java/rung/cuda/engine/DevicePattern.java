package rung.cuda.engine;

import java.util.Arrays;
import rung.cuda.device.Device;
import rung.cuda.device.Memory;
import rung.engine.sampling.block.BlockOperator;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.Side;

/** The matrix N of {@link Presence} on a device. */
final class DevicePattern implements BlockOperator<DeviceBlock> {
    private final DeviceEntries entries;
    private final DeviceBlock.Scope scope;
    private final Memory rowWeights;
    private final Memory columnWeights;

    private DevicePattern(DeviceEntries entries, DeviceBlock.Scope scope) {
        this.entries = entries;
        this.scope = scope;
        this.rowWeights = weights(entries, Side.LEFT);
        this.columnWeights = weights(entries, Side.RIGHT);
    }

    /** The lines of a side, of which the lengths are known and nothing else. */
    static EntryLines lines(DeviceEntries entries, Side side) {
        int[] sizes = entries.order(side).sizes();
        int[] start = new int[sizes.length + 1];
        for (int line = 0; line < sizes.length; line++) {
            start[line + 1] = start[line] + sizes[line];
        }
        return new EntryLines(start, new int[0], new float[0]);
    }

    /** The weight of each line of a side: a number for each, see {@link Presence#weigh}. */
    static Memory weights(DeviceEntries entries, Side side) {
        EntryLines lines = lines(entries, side);
        float[] weights = new float[lines.count()];
        Arrays.fill(weights, 1);
        Presence.weigh(lines, weights, 1, 0, weights.length);
        return Rows.uploaded(entries.device(), weights);
    }

    /** The traits of all lines; none if there are too few lines. */
    static Presence<DeviceBlock> presence(DeviceEntries entries, long seed) {
        int rows = entries.lines(Side.LEFT);
        int columns = entries.lines(Side.RIGHT);
        int count = Presence.count(rows, columns);
        if (count == 0) {
            return nothing(entries);
        }
        DeviceBlock.Scope scope = new DeviceBlock.Scope(entries.device());
        DevicePattern pattern = new DevicePattern(entries, scope);
        DeviceBlock random = DeviceBlock.random(scope, columns, Presence.TRAITS, count, Presence.key(seed));
        Presence<DeviceBlock> presence = Presence.of(pattern, random);
        scope.end();
        pattern.rowWeights.release();
        pattern.columnWeights.release();
        return presence;
    }

    /** No traits for either side. */
    static Presence<DeviceBlock> nothing(DeviceEntries entries) {
        DeviceBlock.Scope scope = new DeviceBlock.Scope(entries.device());
        DeviceBlock rows = new DeviceBlock(scope, entries.lines(Side.LEFT), 0, Memory.NONE);
        DeviceBlock columns = new DeviceBlock(scope, entries.lines(Side.RIGHT), 0, Memory.NONE);
        return new Presence<>(
                new Presence.SideTraits<>(rows, new double[0], columns),
                new Presence.SideTraits<>(columns, new double[0], rows));
    }

    /** Traits that are given, see {@link Presence#given}. */
    static Presence<DeviceBlock> given(DeviceEntries entries, FloatBlock rows, FloatBlock columns) {
        Device device = entries.device();
        DeviceBlock.Scope scope = new DeviceBlock.Scope(device);
        DeviceBlock ofRows = scope.block(rows.lines(), rows.width(), Rows.uploaded(device, rows.values()));
        DeviceBlock ofColumns = scope.block(columns.lines(), columns.width(), Rows.uploaded(device, columns.values()));
        DeviceBlock noLoadingsOfRows = new DeviceBlock(scope, rows.lines(), 0, Memory.NONE);
        DeviceBlock noLoadingsOfColumns = new DeviceBlock(scope, columns.lines(), 0, Memory.NONE);
        Presence<DeviceBlock> presence = new Presence<>(
                Presence.given(ofRows, rows.lines(), noLoadingsOfColumns),
                Presence.given(ofColumns, columns.lines(), noLoadingsOfRows));
        scope.end();
        return presence;
    }

    @Override
    public DeviceBlock multiply(DeviceBlock columns) {
        return product(Side.LEFT, columnWeights, columns, rowWeights);
    }

    @Override
    public DeviceBlock multiplyTransposed(DeviceBlock rows) {
        return product(Side.RIGHT, rowWeights, rows, columnWeights);
    }

    private DeviceBlock product(Side side, Memory otherWeights, DeviceBlock block, Memory ownWeights) {
        DeviceBlock weighed = block.scaled(otherWeights);
        EntryOrder order = entries.order(side);
        Memory out = entries.device().allocate(4L * order.lines() * block.width());
        order.gather(block.width(), Memory.NONE, weighed.rows(), ownWeights, out);
        weighed.release();
        return scope.block(order.lines(), block.width(), out);
    }
}
