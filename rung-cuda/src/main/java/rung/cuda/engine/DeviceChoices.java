package rung.cuda.engine;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import rung.cuda.device.Device;
import rung.cuda.device.Memory;
import rung.engine.preference.ChoiceProblem;
import rung.engine.preference.FactorRows;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/**
 * The problem of {@link rung.engine.preference.Preferences} on a device: entries with weights, whose targets are the product of a scale of their row
 * and one of their column.
 */
public final class DeviceChoices implements ChoiceProblem<ChoicePair> {
    private static final long KEY = 0x9e3779b97f4a7c15L;

    /** The width of the rows by which weights are added up: the least there is. */
    private static final int NARROW = 16;

    private final DeviceEntries entries; // whose values are the weights
    private final double alpha;
    private final long seed;
    private final float[][] scales; // of rows and columns
    private final Memory[] scalesThere;
    private final double[][] sums; // of the weights of each line

    private DeviceChoices(DeviceEntries entries, double alpha, long seed, float[][] scales, double[][] sums) {
        this.entries = entries;
        this.alpha = alpha;
        this.seed = seed;
        this.scales = scales;
        this.scalesThere =
                new Memory[] {Rows.uploaded(entries.device(), scales[0]), Rows.uploaded(entries.device(), scales[1])};
        this.sums = sums;
    }

    /**
     * States a problem without scales.
     *
     * @param device where it is solved
     * @param rows the number of rows
     * @param columns the number of columns
     * @param i the row of each entry
     * @param j the column of each entry
     * @param weights the weight of each entry; empty if all are 1
     * @param alpha how much an entry that is not there counts
     * @param seed the seed of the search for pairs
     * @return the problem
     */
    public static DeviceChoices of(
            Device device,
            int rows,
            int columns,
            int[] i,
            int[] j,
            Optional<float[]> weights,
            double alpha,
            long seed) {
        if (i.length == 0) {
            throw new IllegalArgumentException("there must be at least one entry, got none");
        }
        float[] given = weights.orElseGet(() -> ones(i.length));
        DeviceEntries entries = DeviceEntries.of(device, rows, columns, i, j, given, 0);
        double[][] sums = new double[2][];
        for (Side side : Side.values()) {
            sums[side == Side.LEFT ? 0 : 1] = weights.isEmpty()
                    ? Arrays.stream(entries.order(side).sizes())
                            .asDoubleStream()
                            .toArray()
                    : sumsOfWeights(entries, side);
        }
        return new DeviceChoices(entries, alpha, seed, new float[][] {ones(rows), ones(columns)}, sums);
    }

    private static float[] ones(int count) {
        float[] ones = new float[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    /* For each line of a side the sum of its weights: the product of the weights with rows of ones. */
    private static double[] sumsOfWeights(DeviceEntries entries, Side side) {
        Device device = entries.device();
        EntryOrder order = entries.order(side);
        int others = entries.lines(side.other());
        Memory rows = Rows.uploaded(device, ones(others * NARROW));
        Memory out = device.allocate(4L * order.lines() * NARROW);
        order.gather(NARROW, order.values(), rows, Memory.NONE, out);
        float[] wide = new float[order.lines() * NARROW];
        device.get(out, MemorySegment.ofArray(wide));
        rows.release();
        out.release();
        double[] sums = new double[order.lines()];
        Arrays.setAll(sums, line -> wide[line * NARROW]);
        return sums;
    }

    @Override
    public int[] rowCounts() {
        return entries.order(Side.LEFT).sizes().clone();
    }

    @Override
    public int[] columnCounts() {
        return entries.order(Side.RIGHT).sizes().clone();
    }

    @Override
    public DeviceChoices withScales(float[] rows, float[] columns) {
        return new DeviceChoices(entries, alpha, seed, new float[][] {rows.clone(), columns.clone()}, sums);
    }

    @Override
    public double sumOfSquaredTargets() {
        return DevicePair.of(entries, new SingularPair(1, doubles(scales[0]), doubles(scales[1])))
                .squaredNorm();
    }

    private static double[] doubles(float[] x) {
        double[] out = new double[x.length];
        Arrays.setAll(out, k -> x[k]);
        return out;
    }

    @Override
    public ChoicePair start(double lambda, double nu) {
        return ChoicePair.zero(this, ridge(lambda, nu));
    }

    @Override
    public ChoicePair start(double lambda, double nu, ChoicePair from) {
        return from.on(this, ridge(lambda, nu));
    }

    @Override
    public FactorRows left(ChoicePair pair) {
        return pair.factors(Side.LEFT);
    }

    @Override
    public FactorRows right(ChoicePair pair) {
        return pair.factors(Side.RIGHT);
    }

    private Memory[] ridge(double lambda, double nu) {
        Memory[] ridge = new Memory[2];
        for (int side = 0; side < 2; side++) {
            double unseen = alpha * sums[1 - side].length;
            double[] c = Arrays.stream(sums[side])
                    .map(sum -> lambda == 0 ? 0 : lambda * Math.pow(sum + unseen, nu))
                    .toArray();
            ridge[side] = Rows.uploaded(device(), Rows.floats(c));
        }
        return ridge;
    }

    Device device() {
        return entries.device();
    }

    double alpha() {
        return alpha;
    }

    int count() {
        return entries.count();
    }

    int lines(Side side) {
        return entries.lines(side);
    }

    EntryOrder order(Side side) {
        return entries.order(side);
    }

    /** The scales of a side's lines, and of the other's. */
    Memory[] scales(Side side) {
        return side == Side.LEFT ? scalesThere : new Memory[] {scalesThere[1], scalesThere[0]};
    }

    /** The key of the random numbers of a search that begins at a rank. */
    long key(int rank) {
        return (seed + rank) * KEY;
    }
}
