package rung.cuda.engine;

import java.util.Arrays;
import rung.cuda.device.Device;
import rung.cuda.device.Memory;
import rung.linalg.Side;

/**
 * The problem of {@link rung.engine.preference.Preferences} on a device: entries with weights, whose targets are the product of a scale of their row
 * and one of their column.
 */
public final class DeviceChoices {
    private static final long KEY = 0x9e3779b97f4a7c15L;

    private final DeviceEntries entries; // whose values are the weights
    private final double alpha;
    private final long seed;
    private final Memory[] scales; // of rows and columns
    private final double[][] sums; // of the weights of each line

    private DeviceChoices(DeviceEntries entries, double alpha, long seed, Memory[] scales, double[][] sums) {
        this.entries = entries;
        this.alpha = alpha;
        this.seed = seed;
        this.scales = scales;
        this.sums = sums;
    }

    /**
     * States a problem.
     *
     * @param device where it is solved
     * @param rowScales a scale for each row
     * @param columnScales a scale for each column
     * @param i the row of each entry
     * @param j the column of each entry
     * @param weights the weight of each entry
     * @param alpha how much an entry that is not there counts
     * @param seed the seed of the search for pairs
     * @return the problem
     */
    public static DeviceChoices of(
            Device device,
            float[] rowScales,
            float[] columnScales,
            int[] i,
            int[] j,
            float[] weights,
            double alpha,
            long seed) {
        DeviceEntries entries = DeviceEntries.of(device, rowScales.length, columnScales.length, i, j, weights, 0);
        double[][] sums = {new double[rowScales.length], new double[columnScales.length]};
        for (int e = 0; e < weights.length; e++) {
            sums[0][i[e]] += weights[e];
            sums[1][j[e]] += weights[e];
        }
        Memory[] scales = {Rows.uploaded(device, rowScales), Rows.uploaded(device, columnScales)};
        return new DeviceChoices(entries, alpha, seed, scales, sums);
    }

    /**
     * Begins at rank 0.
     *
     * @param lambda λ of the penalty λ·(the sum of a line's weights + α·its length)^ν
     * @param nu ν
     * @return a pair of rank 0
     */
    public ChoicePair start(double lambda, double nu) {
        return ChoicePair.zero(this, ridge(lambda, nu));
    }

    /**
     * Begins where another pair is.
     *
     * @param lambda λ of the penalty
     * @param nu ν
     * @param from the pair, which stays as it is
     * @return a new pair
     */
    public ChoicePair start(double lambda, double nu, ChoicePair from) {
        return from.on(this, ridge(lambda, nu));
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
        return side == Side.LEFT ? scales : new Memory[] {scales[1], scales[0]};
    }

    /** The key of the random numbers of a search that begins at a rank. */
    long key(int rank) {
        return (seed + rank) * KEY;
    }
}
