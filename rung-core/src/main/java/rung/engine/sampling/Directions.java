package rung.engine.sampling;

import java.util.Arrays;
import rung.engine.sampling.block.BlockOperator;
import rung.engine.sampling.block.Rotation;
import rung.engine.sampling.block.TallBlock;
import rung.kernel.FloatKernels;
import rung.linalg.Matrix;
import rung.linalg.Side;

/**
 * Finds H₁ of the residuals G for one insertion after another, by a subspace iteration [HMT11] that continues where it stopped.
 *
 * <pre>B ← Gᵀ·B or G·B, in turn, orthonormal;   the first is taken;   random ones take the place of what is missing</pre>
 *
 * <p>From one insertion and refit to the next the residuals lose the direction that was taken and little else, so the others are known
 * well enough for one product to do; the first pair takes two. The sides take turns, as draws do if there is one after each insertion:
 * the draw then follows from the vector that was just computed. A pair is a start for that draw, not an answer.
 *
 * <p>Held-out error on MovieLens 1M, mean of four splits inside the training part, at rank 30 with 4 rounds and at rank 14 with 3:
 * 0.8352 and 0.8411; with two products for each pair 0.8353 and 0.8409; with twelve by {@link rung.linalg.Lanczos} from a random vector
 * each time 0.8359 and 0.8419.
 *
 * @param <L> the kind of block: in memory, or spread over machines
 */
public final class Directions<L extends TallBlock<L>> {
    /**
     * The number of directions. A product with this many vectors takes about three times as long as with one, since both wait for
     * memory.
     */
    public static final int COUNT = FloatKernels.PAD;

    /** A column of which less than this part is left depends on the columns before it. */
    private static final double DEPENDENT = 1e-6;

    private final long seed;
    private L block;
    private boolean isOrthonormal;
    private Side side = Side.RIGHT; // of the block
    private int searches;

    /**
     * Begins a search.
     *
     * @param random the start: {@link #COUNT} random numbers for each column of G
     * @param seed the seed of the random vectors that replace taken ones
     */
    public Directions(L random, long seed) {
        this.block = random;
        this.seed = seed;
    }

    /**
     * The key of the random start.
     *
     * @param seed the seed
     * @return the key, see {@link rung.linalg.LineRandom}
     */
    public static long key(long seed) {
        return seed ^ 0x2545f4914f6cdd1dL; // draws and traits have others
    }

    /**
     * Makes a pair of vectors u and v, each a combination of the columns of a block.
     *
     * @param <L> the kind of block
     * @param <P> the kind of pair
     */
    @FunctionalInterface
    public interface PairMaker<L, P> {
        /**
         * Makes a pair. The blocks must not be used afterwards.
         *
         * @param sigma σ
         * @param left the block with a row for each row of G
         * @param ofLeft the combination of its columns that is u
         * @param right the block with a row for each column of G
         * @param ofRight the combination of its columns that is v
         * @return the pair
         */
        P pair(double sigma, L left, float[] ofLeft, L right, float[] ofRight);
    }

    /**
     * Takes a direction: unit vectors with Gᵀ·u = σ·v or G·v = σ·u, and σ not much below the largest there is. It has to be inserted
     * then, since the next call gives another one.
     *
     * @param <P> the kind of pair
     * @param residuals the residuals G
     * @param maker makes the pair
     * @return the direction; zeros if G is zero, σ = NaN if its squares are not finite
     */
    public <P> P top(BlockOperator<L> residuals, PairMaker<L, P> maker) {
        if (searches == 0) {
            L product = product(residuals, block);
            turn(product, Rotation.of(product), 0);
        }
        L from = isOrthonormal ? block : block.times(orthonormalizing(block.products()));
        L to = product(residuals, from);
        Rotation rotation = Rotation.of(to);
        P pair = first(from, to, rotation, maker);
        searches++;
        turn(to, rotation, 1);
        return pair;
    }

    /**
     * Computes Gram and Schmidt's matrix M, for which B·Mᵀ is orthonormal. It leaves columns alone that are orthonormal already;
     * eigenvectors would be turned by rounding errors there, since any basis is as good.
     *
     * @param products BᵀB of a block B with {@link #COUNT} columns, row by row
     * @return M, row by row
     */
    public static float[] orthonormalizing(double[] products) {
        Matrix gram = new Matrix(COUNT, COUNT, products);
        Matrix m = new Matrix(COUNT, COUNT);
        for (int t = 0; t < COUNT; t++) {
            double[] row = new double[COUNT];
            row[t] = 1;
            for (int s = 0; s < t; s++) {
                double overlap = inner(gram, m.row(s), row);
                for (int k = 0; k <= s; k++) {
                    row[k] -= overlap * m.get(s, k);
                }
            }
            double square = inner(gram, row, row);
            for (int k = 0; k <= t; k++) {
                m.set(t, k, square > DEPENDENT * gram.get(t, t) ? row[k] / Math.sqrt(square) : 0);
            }
        }
        float[] out = new float[COUNT * COUNT];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) m.array()[k];
        }
        return out;
    }

    private static double inner(Matrix gram, double[] x, double[] y) {
        double sum = 0;
        for (int k = 0; k < COUNT; k++) {
            for (int l = 0; l < COUNT; l++) {
                sum += x[k] * gram.get(k, l) * y[l];
            }
        }
        return sum;
    }

    private L product(BlockOperator<L> residuals, L from) {
        return side == Side.RIGHT ? residuals.multiply(from) : residuals.multiplyTransposed(from);
    }

    private <P> P first(L from, L to, Rotation rotation, PairMaker<L, P> maker) {
        float[] x = Arrays.copyOf(rotation.plain(), COUNT);
        float[] y = Arrays.copyOf(rotation.toUnits(), COUNT);
        double sigma = Math.sqrt(rotation.values()[0]);
        return side == Side.RIGHT ? maker.pair(sigma, to, y, from, x) : maker.pair(sigma, from, x, to, y);
    }

    /* Turns to the directions of the other side, with random ones in place of those that were taken or are missing. */
    private void turn(L product, Rotation rotation, int taken) {
        float[] others = new float[COUNT * COUNT];
        System.arraycopy(rotation.toUnits(), taken * COUNT, others, 0, others.length - taken * COUNT);
        int known = Math.max(0, rotation.count() - taken);
        isOrthonormal = known == COUNT;
        L next = product.times(others);
        L all = isOrthonormal ? next : next.withRandom(known, key(seed) + ((long) searches << 32));
        L kept = all.kept();
        product.release();
        block.release();
        block = kept;
        side = side.other();
    }

    /** Frees what the search holds outside of the heap. It must not be used afterwards. */
    public void release() {
        block.release();
    }
}
