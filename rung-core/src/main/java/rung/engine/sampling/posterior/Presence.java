package rung.engine.sampling.posterior;

import java.util.Arrays;
import rung.engine.sampling.block.BlockOperator;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.Rotation;
import rung.engine.sampling.block.TallBlock;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;

/**
 * The traits of users and items: what can be learned from which entries exist, before their values are read. People do not rate by
 * chance: which items a user rated says much about what that user likes.
 *
 * <pre>N_ij = (n_i·n_j)^(−1/3) where there is an entry, else 0;   N ≈ P·Σ·Qᵀ</pre>
 *
 * <p>where n_i and n_j are the numbers of entries of the row and of the column. The traits of the rows are P·Σ = N·Q, those of the
 * columns Q·Σ = Nᵀ·P: the best low-rank matrix once more. They come from few steps of a subspace iteration, since any subspace near the
 * top one suffices, and each side is rotated so that its traits are orthogonal. {@link LinePrior} predicts factors from traits.
 *
 * <p>Better ones can be given where what people choose is learned too: the factors of that. Test error with traits of the pattern, and with
 * those given, told nothing, mean of seeds 0 to 4: MovieLens 100K 0.8784 and 0.8765, 1M 0.8302 and 0.8261.
 *
 * <p>Traits are not part of [AS21]. The factors of implicit feedback [Kor10], which link every line to every line, were
 * tried too, and learned the entries by heart: held-out error inside the training part of one split of MovieLens 1M at rank 30, by a
 * prototype, is 0.8522 without, 0.8466 with those, 0.8387 with traits. For other powers than −1/3, on such splits of 100K (0.9080
 * without) and 1M: −1/4 0.8884 and 0.8393, −1/3 0.8882 and 0.8387, −0.4 0.8897 and 0.8387, −1/2 0.8921 and 0.8411.
 *
 * @param <L> the kind of block: in memory, or spread over machines
 * @param rows the traits of the rows
 * @param columns the traits of the columns
 */
public record Presence<L extends TallBlock<L>>(SideTraits<L> rows, SideTraits<L> columns) {
    private static final FloatKernels KERNELS = KernelChoice.single();

    /**
     * The number of traits of a line; those that the pattern does not have are zero. Held-out error on MovieLens 1M at rank 30, mean of
     * three splits inside the training part: 0.8461 without traits, 0.8345 with 32, 0.8328 with 64, 0.8319 with 128; on 100K 0.9083,
     * 0.8829, 0.8841, 0.8835.
     */
    public static final int TRAITS = 2 * FloatKernels.PAD;

    /** The most lines of a side: the traits of more do not fit into one array. */
    public static final int MOST_LINES = (Integer.MAX_VALUE - 8) / TRAITS;

    /** The number of products with N and Nᵀ before the last ones. */
    private static final int STEPS = 2;

    /** The least number of lines per trait: with fewer there is nothing to learn from. */
    private static final int LINES_PER_TRAIT = 4;

    /**
     * The traits of one side.
     *
     * @param <L> the kind of block
     * @param traits the traits, a row for each line of this side
     * @param strengths Σ over the lines of the square of each trait
     * @param loadings for each line of the <em>other</em> side what it adds to traits: a line's traits are the sum of the loadings
     *     where it has entries, each times the weights of both lines; without columns if the traits were given
     * @param turn what given numbers were multiplied by to become these traits, a row for each trait; empty if they were not given
     */
    public record SideTraits<L>(L traits, double[] strengths, L loadings, float[] turn) {
        /**
         * Traits that come from the pattern.
         *
         * @param traits the traits, a row for each line of this side
         * @param strengths Σ over the lines of the square of each trait
         * @param loadings for each line of the other side what it adds to traits
         */
        public SideTraits(L traits, double[] strengths, L loadings) {
            this(traits, strengths, loadings, new float[0]);
        }

        /**
         * What links the expected factors of a line to the numbers that were given of it, before they were turned into traits.
         *
         * @param ofTraits the links to the traits: for each column, bias last, a row with a number for each trait
         * @param rank the rank
         * @return the links to the numbers, in the same shape; empty if none were given
         */
        public float[] links(float[] ofTraits, int rank) {
            int given = strengths.length;
            float[] out = new float[turn.length == 0 ? 0 : (rank + 1) * given];
            for (int k = 0; k * given < out.length; k++) {
                for (int g = 0; g < given; g++) {
                    double sum = 0;
                    for (int t = 0; t < given; t++) {
                        sum += (double) ofTraits[k * given + t] * turn[t * given + g];
                    }
                    out[k * given + g] = (float) sum;
                }
            }
            return out;
        }
    }

    /**
     * The number of traits that a matrix of this size can have.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @return at most {@link #TRAITS}
     */
    public static int count(int rows, int columns) {
        return Math.min(TRAITS, Math.min(rows, columns) / LINES_PER_TRAIT);
    }

    /**
     * The key of the random start.
     *
     * @param seed the seed
     * @return the key, see {@link rung.linalg.LineRandom}
     */
    public static long key(long seed) {
        return seed ^ 0x5deece66dL << 16; // the draws have others
    }

    /**
     * Computes the traits of both sides.
     *
     * @param <L> the kind of block
     * @param n the matrix N
     * @param random the start: {@link #TRAITS} numbers for each column, of which the first {@link #count} are random and the others 0
     * @return the traits
     */
    public static <L extends TallBlock<L>> Presence<L> of(BlockOperator<L> n, L random) {
        L q = random;
        Rotation rotation = Rotation.of(q);
        for (int step = 0; step < STEPS; step++) {
            L y = n.multiply(q.times(rotation.toUnits()));
            L z = n.multiplyTransposed(y.times(Rotation.of(y).toUnits()));
            rotation = Rotation.of(z); // this computes z; y and q are not needed afterwards
            y.release();
            q.release();
            q = z;
        }
        L right = q.times(rotation.toUnits());
        L y = n.multiply(right);
        Rotation ofRows = Rotation.of(y);
        L left = y.times(ofRows.toUnits());
        L z = n.multiplyTransposed(left);
        Rotation ofColumns = Rotation.of(z);
        Presence<L> presence = new Presence<>(side(ofRows, y, right), side(ofColumns, z, left));
        q.release();
        y.release();
        z.release();
        return presence;
    }

    private static <L extends TallBlock<L>> SideTraits<L> side(Rotation rotation, L block, L from) {
        return new SideTraits<>(
                block.times(rotation.plain()).kept(),
                rotation.values(),
                from.times(rotation.plain()).kept());
    }

    /**
     * The traits of a side that are given: numbers of each line that are known from elsewhere. They are turned so that they are orthogonal,
     * and the weakest are left out where there are too few lines.
     *
     * @param <L> the kind of block
     * @param numbers the numbers of each line
     * @param lines the number of lines
     * @param noLoadings a block without columns, with a row for each line of the other side
     * @return the traits
     */
    public static <L extends TallBlock<L>> SideTraits<L> given(L numbers, int lines, L noLoadings) {
        Rotation rotation = Rotation.of(numbers);
        double[] strengths = rotation.values();
        float[] turn = rotation.plain();
        for (int k = lines / LINES_PER_TRAIT; k < strengths.length; k++) {
            strengths[k] = 0;
            Arrays.fill(turn, k * strengths.length, (k + 1) * strengths.length, 0);
        }
        return new SideTraits<>(numbers.times(turn).kept(), strengths, noLoadings, turn);
    }

    /** The weight of each entry of a line that has n entries: n^(−1/3). */
    static float weight(int n) {
        return (float) (1 / Math.cbrt(Math.max(1, n)));
    }

    /**
     * Adds up the rows of the other side where a line has entries, and multiplies the sum by the line's weight.
     *
     * @param rows the rows of the other side, w apart
     * @param w the number of floats in a row
     * @param index the other side's lines where the line has entries
     * @param from the first of them
     * @param to the one after the last
     * @param out receives w floats
     */
    public static void gather(float[] rows, int w, int[] index, int from, int to, float[] out) {
        KERNELS.sparseTimesBlock(null, index, from, to, rows, w, out, 0);
        float weight = weight(to - from);
        for (int k = 0; k < w; k++) {
            out[k] *= weight;
        }
    }

    /**
     * Multiplies the row of each line by the line's weight, which depends on how many entries it has.
     *
     * @param entries the lines
     * @param rows one row after another, changed
     * @param w the number of floats in a row
     * @param from the first line
     * @param to the line after the last
     */
    public static void weigh(EntryLines entries, float[] rows, int w, int from, int to) {
        for (int line = from; line < to; line++) {
            float weight = weight(entries.size(line));
            for (int k = line * w; k < (line + 1) * w; k++) {
                rows[k] *= weight;
            }
        }
    }

    /**
     * Computes a row for each line: the sum of the other side's rows where it has entries, times the line's weight.
     *
     * @param entries the lines
     * @param others the other side's rows, already multiplied by their weights
     * @param w the number of floats in a row
     * @param from the first line
     * @param to the line after the last
     * @param out receives w floats for each line
     */
    public static void gather(EntryLines entries, float[] others, int w, int from, int to, float[] out) {
        float[] row = new float[w];
        for (int line = from; line < to; line++) {
            int start = entries.start()[line];
            gather(others, w, entries.index(), start, entries.start()[line + 1], row);
            System.arraycopy(row, 0, out, line * w, w);
        }
    }
}
