package rung.engine;

import java.util.Arrays;
import rung.kernel.FloatKernels;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;

/**
 * H₁ of the residuals G, for one insertion after another: a subspace iteration [HMT11] that goes on where it stopped.
 *
 * <pre>B ← Gᵀ·B or G·B, in turn, rotated so that its columns are orthonormal;   the first is taken, and a random one takes its place</pre>
 *
 * <p>From one insertion to the next the residuals lose the direction that was taken and little else, so the others are known
 * well enough already for one product to do. The sides take turns, as draws do: the next draw depends on the vector that was
 * just computed. A pair is a start for that draw, not an answer. Held-out error on MovieLens 1M, mean of four splits inside the
 * training part, at rank 30 with 4 rounds and at rank 14 with 3: 0.8351 and 0.8414; with two products for each pair 0.8353 and 0.8409; with
 * twelve by {@link rung.linalg.Lanczos} from a random vector each time 0.8359 and 0.8419.
 *
 * @param <L> where the numbers are kept
 */
public final class Directions<L extends LineNumbers<L>> {
    /** How many there are: a product with so many vectors costs hardly more than with one, since both wait for memory. */
    public static final int COUNT = FloatKernels.PAD;

    private final long seed;
    private L block;
    private boolean ofColumns = true;
    private int searches;

    /**
     * None yet.
     *
     * @param random {@link #COUNT} random numbers for each column of G
     */
    public Directions(L random, long seed) {
        this.block = random;
        this.seed = seed;
    }

    /** The random numbers to begin with have this key. */
    public static long key(long seed) {
        return seed ^ 0x2545f4914f6cdd1dL; // draws and traits have others
    }

    /**
     * Unit vectors with Gᵀ·u = σ·v or G·v = σ·u, and σ not much below the largest there is; σ = NaN if G is not finite, and σ = 0 if
     * it is zero.
     */
    public SingularPair top(LineOperator<L> residuals) {
        if (searches == 0) {
            L product = product(residuals, block);
            turn(product, Rotation.of(product).toUnits());
        }
        L from = searches == 0 ? block : block.withRandom(COUNT - 1, key(seed) + ((long) searches << 32));
        L to = product(residuals, from);
        Rotation rotation = Rotation.of(to);
        SingularPair pair = first(from, to, rotation);
        float[] others = new float[COUNT * COUNT];
        System.arraycopy(rotation.toUnits(), COUNT, others, 0, others.length - COUNT);
        turn(to, others);
        searches++;
        return pair;
    }

    private L product(LineOperator<L> residuals, L from) {
        return ofColumns ? residuals.multiply(from) : residuals.multiplyTransposed(from);
    }

    private SingularPair first(L from, L to, Rotation rotation) {
        double[] x = from.column(Arrays.copyOf(rotation.plain(), COUNT));
        double[] y = to.column(Arrays.copyOf(rotation.toUnits(), COUNT));
        double norm = Matrix.norm(x);
        Arrays.setAll(x, k -> norm == 0 ? 0 : x[k] / norm);
        double sigma = norm == 0 ? 0 : Math.sqrt(rotation.values()[0]) / norm;
        return ofColumns ? new SingularPair(sigma, y, x) : new SingularPair(sigma, x, y);
    }

    /* To the directions of the other side. */
    private void turn(L product, float[] rotation) {
        L next = product.times(rotation).kept();
        product.release();
        block.release();
        block = next;
        ofColumns = !ofColumns;
    }

    /** They are not used any more. */
    public void release() {
        block.release();
    }
}
