package rung.engine.preference;

import java.util.Arrays;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.Grouping;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * Seen entries, cut into lines: the rows, or the columns. The entries of line k are start[k] … start[k+1] − 1 of the other arrays.
 *
 * @param start where the entries of each line begin, and at the end the number of entries
 * @param index for each entry its line on the other side
 * @param weights the weight w of each entry; null if all are one
 * @param targets the target t of each entry; null if all are one
 * @param ownScale what the targets of each line are multiplied by; null if that is one for all
 * @param otherScale the same for the lines of the other side; null together with {@code ownScale}
 */
record EventLines(int[] start, int[] index, float[] weights, float[] targets, float[] ownScale, float[] otherScale) {
    private static final FloatKernels KERNELS = KernelChoice.single();

    private EventLines(int[] start, int[] index, float[] weights, float[] targets) {
        this(start, index, weights, targets, null, null);
    }

    /** The same entries, of which the targets are multiplied by these. */
    EventLines withScales(float[] own, float[] other) {
        return new EventLines(start, index, weights, targets, own, other);
    }

    /** The number of lines. */
    int count() {
        return start.length - 1;
    }

    /** The number of entries in a line. */
    int size(int line) {
        return start[line + 1] - start[line];
    }

    /** The number of entries in each line. */
    int[] sizes() {
        int[] sizes = new int[count()];
        Arrays.setAll(sizes, this::size);
        return sizes;
    }

    /** The weight of an entry. */
    float weight(int entry) {
        return weights == null ? 1 : weights[entry];
    }

    /** The target of an entry, which is in this line. */
    float target(int line, int entry) {
        float target = targets == null ? 1 : targets[entry];
        return ownScale == null ? target : target * (ownScale[line] * otherScale[index[entry]]);
    }

    /** Whether all weights and targets are one. */
    boolean isPlain() {
        return weights == null && targets == null && ownScale == null;
    }

    /** The number of entries in the longest line. */
    int longest() {
        int longest = 0;
        for (int line = 0; line < count(); line++) {
            longest = Math.max(longest, size(line));
        }
        return longest;
    }

    /** The sum of the weights of each line. */
    double[] sums() {
        double[] sums = new double[count()];
        for (int line = 0; line < sums.length; line++) {
            sums[line] = size(line);
            if (weights != null) {
                sums[line] = 0;
                for (int k = start[line]; k < start[line + 1]; k++) {
                    sums[line] += weights[k];
                }
            }
        }
        return sums;
    }

    /**
     * Computes the residuals of lines from (inclusive) to (exclusive): w·(A − t) for each entry, and what each line adds to the loss.
     *
     * @param own the factors of the lines
     * @param other the factors of the other side
     * @param out receives the residual of each entry
     * @param losses receives ½·Σ w·(A − t)² of each line
     */
    void residuals(FactorRows own, FactorRows other, int from, int to, float[] out, double[] losses) {
        int w = own.width();
        for (int line = from; line < to; line++) {
            if (own.rank() > 0) {
                KERNELS.sampledProduct(
                        own.values(), line * w, other.values(), w, index, start[line], start[line + 1], out);
            }
            double sum = 0;
            for (int k = start[line]; k < start[line + 1]; k++) {
                float residual = out[k] - target(line, k);
                out[k] = weight(k) * residual;
                sum += (double) out[k] * residual;
            }
            losses[line] = 0.5 * sum;
        }
    }

    /**
     * Computes Σ w·(x_i·y_j)² over the entries of lines from (inclusive) to (exclusive), for each of some pairs of vectors.
     *
     * @param x the vectors x, as columns
     * @param squares the squares of the vectors y
     */
    double[] curvatures(Matrix x, FactorRows squares, int from, int to) {
        float[] row = new float[squares.width()];
        double[] sums = new double[x.columns()];
        for (int i = from; i < to; i++) {
            KERNELS.sparseTimesBlock(weights, index, start[i], start[i + 1], squares.values(), squares.width(), row, 0);
            for (int k = 0; k < sums.length; k++) {
                sums[k] += row[k] * x.get(i, k) * x.get(i, k);
            }
        }
        return sums;
    }

    /** Groups the entries (line_k, index_k) by line; entries keep their order within a line. */
    static EventLines of(int[] line, int[] index, float[] weights, float[] targets, int count, Workers workers) {
        Grouping grouping = Grouping.of(line, count, workers);
        EventLines lines =
                new EventLines(grouping.start(), new int[line.length], spaceLike(weights), spaceLike(targets));
        grouping.forEachPiece((from, to, next) -> {
            for (int k = from; k < to; k++) {
                lines.put(next[line[k]]++, index[k], weights, targets, k);
            }
        });
        return lines;
    }

    private static float[] spaceLike(float[] values) {
        return values == null ? null : new float[values.length];
    }

    private void put(int at, int other, float[] fromWeights, float[] fromTargets, int k) {
        index[at] = other;
        if (weights != null) {
            weights[at] = fromWeights[k];
        }
        if (targets != null) {
            targets[at] = fromTargets[k];
        }
    }

    /** Cuts the same entries the other way into {@code count} lines; within each line the index ascends. */
    EventLines transposed(int count, Workers workers) {
        return into(
                count, new EventLines(null, new int[index.length], spaceLike(weights), spaceLike(targets)), workers);
    }

    /** Cuts the same entries the other way, into the arrays of {@code space}, whose entries are lost. */
    EventLines into(int count, EventLines space, Workers workers) {
        Grouping grouping = Grouping.of(index, count, workers);
        EventLines lines = new EventLines(grouping.start(), space.index, space.weights, space.targets);
        grouping.forEachPiece((from, to, next) -> {
            int line = lineOf(from);
            for (int k = from; k < to; k++) {
                while (k >= start[line + 1]) {
                    line++;
                }
                lines.put(next[index[k]]++, line, weights, targets, k);
            }
        });
        return lines;
    }

    /* The line of an entry. */
    private int lineOf(int entry) {
        int at = Arrays.binarySearch(start, entry);
        return at < 0 ? -at - 2 : at;
    }
}
