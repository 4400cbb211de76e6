package rung.kernel;

/**
 * The hot loops over dense data in single precision, for the separation of videos. A tile holds {@link #WIDTH} neighboring rows of a
 * matrix, column after column: the entry in its row p and column j is at j·WIDTH + p. {@link KernelChoice#tiles()} gives the family in
 * use.
 *
 * <p>No kernel allocates, and none starts a thread; additions are in a fixed order, as in {@link FloatKernels}.
 */
public interface TileKernels {
    /** The number of rows in a tile. */
    int WIDTH = 64;

    /** The width w of {@link #addRowProducts} is a multiple of this. */
    int GROUP = 4;

    /** {@link #addColumnProducts} keeps each sum as this many partial sums. */
    int PARTS = 16;

    /**
     * The family's name: {@code scalar} or {@code vector}, the values of the system property {@link KernelChoice#PROPERTY}.
     *
     * @return the name
     */
    String name();

    /**
     * Computes weights and weighted residuals of n columns under Huber's loss. For an entry m with the residual ρ = m − Σ_k u_k·v_k the
     * weight is w = min(1, δ/|ρ|), and the weighted residual w·ρ is the derivative of the loss. Where m is NaN there is no entry, and
     * both are 0.
     *
     * @param m the tile
     * @param n the number of its columns
     * @param u the rows of the left factor, r times WIDTH elements: row p is u[p], u[WIDTH + p], …
     * @param v the rows of the right factor, n times r elements
     * @param r the rank
     * @param delta Huber's δ, in the unit of the entries
     * @param weights receives the weight of each entry, in the tile's layout
     * @param weighted receives the weighted residual of each entry, in the tile's layout
     */
    void huber(float[] m, int n, float[] u, float[] v, int r, float delta, float[] weights, float[] weighted);

    /**
     * Computes weights and weighted residuals as {@link #huber} does, under Cauchy's loss, whose weights are w = 1/(1 + (ρ/c)²).
     *
     * @param m the tile
     * @param n the number of its columns
     * @param u the rows of the left factor, as in {@link #huber}
     * @param v the rows of the right factor, as in {@link #huber}
     * @param r the rank
     * @param c Cauchy's scale, in the unit of the entries
     * @param weights receives the weight of each entry, in the tile's layout
     * @param weighted receives the weighted residual of each entry, in the tile's layout
     */
    void cauchy(float[] m, int n, float[] u, float[] v, int r, float c, float[] weights, float[] weighted);

    /**
     * Computes 1/c, limited to the greatest float. Where c is next to nothing, c² would be 0, and the weight of an entry that fits
     * exactly would be 0/0.
     *
     * @param c Cauchy's scale
     * @return the inverse of c, finite
     */
    static float inverse(float c) {
        return Math.min(1 / c, Float.MAX_VALUE);
    }

    /**
     * Computes C ← C + Bᵀ·Aᵀ for the WIDTH×n tile A: c[q·WIDTH + p] grows by Σ_j b[j·w + q]·a[j·WIDTH + p].
     *
     * @param a the tile A
     * @param n the number of its columns
     * @param b n rows of w elements
     * @param w the width of a row of B, a multiple of {@link #GROUP}
     * @param c receives w times WIDTH elements
     */
    void addRowProducts(float[] a, int n, float[] b, int w, float[] c);

    /**
     * Adds up Σ_p a[j·WIDTH + p]·b[q·WIDTH + p] for n columns j and w rows q of B. Each sum is kept as {@link #PARTS} partial sums,
     * which the caller adds up after the last tile: c[(cFrom + j·w + q)·PARTS + k] grows by the terms whose p is k modulo PARTS.
     *
     * @param a the tile A
     * @param n the number of its columns
     * @param b w rows of WIDTH elements
     * @param w the number of rows of B
     * @param c the partial sums
     * @param cFrom the number of sums in {@code c} before those of this tile
     */
    void addColumnProducts(float[] a, int n, float[] b, int w, float[] c, int cFrom);
}
