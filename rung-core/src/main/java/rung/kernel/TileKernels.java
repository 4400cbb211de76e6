package rung.kernel;

/**
 * The hot loops over dense data in single precision. A tile holds {@link #WIDTH} neighbouring rows of a matrix, column after
 * column: the entry of its row p in column j is at j·WIDTH + p. {@link KernelChoice#tiles()} is the family in use.
 *
 * <p>No kernel allocates, and none starts a thread; additions are in a fixed order, as in {@link FloatKernels}.
 */
public interface TileKernels {
    /** The number of rows in a tile. */
    int WIDTH = 64;

    /** Widths of {@link #addRowProducts} are multiples of this. */
    int GROUP = 4;

    /** So many sums are kept for each of {@link #addColumnProducts}. */
    int PARTS = 16;

    /** The family's name, as in the system property that forces it. */
    String name();

    /**
     * The residuals ρ = m − Σ_k u_k·v_k of n columns under Huber's loss: an entry becomes its weight w = min(1, δ/|ρ|) and the
     * weighted residual w·ρ, which is the derivative of the loss. Where m is NaN there is no entry, and both are 0.
     *
     * @param m the tile
     * @param u r rows of WIDTH elements: the factor's row p is u[p], u[WIDTH + p], …
     * @param v n rows of r elements
     */
    void huber(float[] m, int n, float[] u, float[] v, int r, float delta, float[] weights, float[] weighted);

    /** The same under Cauchy's loss, whose weights are w = 1/(1 + (ρ/c)²). */
    void cauchy(float[] m, int n, float[] u, float[] v, int r, float c, float[] weights, float[] weighted);

    /** 1/c, but finite: where c is next to nothing, c² would be 0, and the weight of an entry that fits 0/0. */
    static float inverse(float c) {
        return Math.min(1 / c, Float.MAX_VALUE);
    }

    /**
     * C ← C + Bᵀ·Aᵀ for the WIDTH×n tile A: c[q·WIDTH + p] grows by Σ_j b[j·w + q]·a[j·WIDTH + p].
     *
     * @param b n rows of w elements
     * @param w a multiple of {@link #GROUP}
     */
    void addRowProducts(float[] a, int n, float[] b, int w, float[] c);

    /**
     * The sums Σ_p a[j·WIDTH + p]·b[q·WIDTH + p] for n columns j and w rows q of B, each as {@link #PARTS} sums to be added up
     * after the last tile: c[(cFrom + j·w + q)·PARTS + k] grows by the terms whose p is k modulo PARTS.
     */
    void addColumnProducts(float[] a, int n, float[] b, int w, float[] c, int cFrom);
}
