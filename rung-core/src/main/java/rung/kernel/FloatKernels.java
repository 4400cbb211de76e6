package rung.kernel;

/**
 * The hot loops in single precision, for engines that store ratings and factors as floats: half the memory traffic of {@link Kernels}
 * and twice as many lanes in a vector. {@link KernelChoice#single()} gives the family in use.
 *
 * <p>Every matrix is row-major and compact: row k of an n×w block starts at k·w. Unlike in {@link Kernels}, w must be a multiple of
 * {@link #PAD}: callers pad rows with zeros to {@link #padded(int)}, and any other width throws an {@link IllegalArgumentException}. No
 * kernel allocates, and none starts a thread: each handles the rows that its caller owns, in a fixed order of additions, so that a
 * result depends on the family of kernels but not on how the work was split.
 */
public interface FloatKernels {
    /** Every width is a multiple of this: a vector of floats has 2, 4, 8 or 16 lanes. */
    int PAD = 16;

    /** {@link #gram} adds up at most this many rows before it adds their sum to the sum of the earlier blocks. */
    int GRAM_BLOCK = 128;

    /**
     * Rounds a width up to a multiple of {@link #PAD}.
     *
     * @param width the width of a row, in elements
     * @return the least multiple of {@link #PAD} that is at least {@code width}
     */
    static int padded(int width) {
        return (width + PAD - 1) & -PAD;
    }

    /**
     * Throws an {@link IllegalArgumentException} unless a width is a multiple of {@link #PAD}.
     *
     * @param w the width of a row, in elements
     */
    static void checkWidth(int w) {
        if ((w & PAD - 1) != 0) {
            throw new IllegalArgumentException("the width must be a multiple of " + PAD + ", got " + w);
        }
    }

    /**
     * The family's name: {@code scalar} or {@code vector}, the values of the system property {@link KernelChoice#PROPERTY}.
     *
     * @return the name
     */
    String name();

    /**
     * Computes the dot product Σ_i x[xFrom + i]·y[yFrom + i] of n elements; n need not be a multiple of {@link #PAD}.
     *
     * @param x the first vector
     * @param xFrom where the first vector begins in {@code x}
     * @param y the second vector
     * @param yFrom where the second vector begins in {@code y}
     * @param n the number of elements
     * @return the sum of the products
     */
    float dot(float[] x, int xFrom, float[] y, int yFrom, int n);

    /**
     * Computes y ← y + s·x over n elements; n need not be a multiple of {@link #PAD}.
     *
     * @param s the factor
     * @param x the vector that is added
     * @param xFrom where it begins in {@code x}
     * @param y the vector that is changed
     * @param yFrom where it begins in {@code y}
     * @param n the number of elements
     */
    void axpy(float s, float[] x, int xFrom, float[] y, int yFrom, int n);

    /**
     * Copies the rows index[from] … index[to − 1] of B, one after another, to the beginning of {@code out}.
     *
     * @param b the block B of rows
     * @param w the width of a row
     * @param index the numbers of rows
     * @param from the first position in {@code index}
     * @param to the position after the last
     * @param out receives to − from rows, w wide
     */
    void gather(float[] b, int w, int[] index, int from, int to, float[] out);

    /**
     * Computes y ← A·x: y[k] is the dot product of row k of A with x.
     *
     * @param a the n×w block A
     * @param n the number of rows
     * @param w the width of a row
     * @param x the vector of w elements
     * @param xFrom where it begins in {@code x}
     * @param y receives n elements from 0
     */
    void multiply(float[] a, int n, int w, float[] x, int xFrom, float[] y);

    /**
     * Computes x ← Aᵀ·y = Σ_k y[k]·a_k over the rows a_k of A.
     *
     * @param a the n×w block A
     * @param n the number of rows
     * @param w the width of a row
     * @param y the vector of n elements
     * @param x receives w elements from 0
     */
    void multiplyTransposed(float[] a, int n, int w, float[] y, float[] x);

    /**
     * Computes the upper triangle of the leading r×r part of G ← Aᵀ·A; what stands elsewhere in G afterwards is unspecified. Rows are
     * summed in blocks of at most {@link #GRAM_BLOCK}, so that thousands of rows lose no accuracy.
     *
     * @param a the n×w block A
     * @param n the number of rows
     * @param w the width of a row, and the distance between the beginnings of two rows of G
     * @param r the number of columns of A that count
     * @param add whether the product is added to what G holds, instead of replacing it
     * @param g the matrix G, w×w
     */
    void gram(float[] a, int n, int w, int r, boolean add, float[] g);

    /**
     * Factors G = L·Lᵀ: reads the upper triangle of the leading r×r part of G and writes Cholesky's factor L to the lower one. What
     * stands in the first r rows right of the diagonal is unspecified afterwards; {@link #forwardSolve} and {@link #backSolve} need it
     * as it is.
     *
     * @param g the matrix G
     * @param r the number of unknowns
     * @param w the distance between the beginnings of two rows
     * @param floor the least pivot that is accepted, as a part of the diagonal element that it came from
     * @return false, with G destroyed, as soon as a pivot is not above {@code floor} times its diagonal element, or is so small that
     *     its inverse may not be a float
     */
    boolean cholesky(float[] g, int r, int w, float floor);

    /**
     * Solves with Cholesky's factor: x ← L⁻¹·x.
     *
     * @param l the array just as {@link #cholesky} left it
     * @param r the number of unknowns
     * @param w the distance between the beginnings of two rows
     * @param x the right-hand side, which the solution replaces
     */
    void forwardSolve(float[] l, int r, int w, float[] x);

    /**
     * Solves with the transpose of Cholesky's factor: x ← L⁻ᵀ·x.
     *
     * @param l the array just as {@link #cholesky} left it
     * @param r the number of unknowns
     * @param w the distance between the beginnings of two rows
     * @param x the right-hand side, which the solution replaces
     */
    void backSolve(float[] l, int r, int w, float[] x);

    /**
     * Computes the sampled product, one row of U times some rows of V: out[k] = u·v_{index[k]} for k in [from, to).
     *
     * @param u holds the row u
     * @param uFrom where it begins in {@code u}
     * @param v the rows of V
     * @param w the width of all rows
     * @param index the numbers of rows of V
     * @param from the first k
     * @param to the k after the last
     * @param out receives the products, at the positions from {@code from}
     */
    void sampledProduct(float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out);

    /**
     * Multiplies one row of a sparse matrix by a block B: out ← Σ_k values[k]·b_{index[k]} for k in [from, to).
     *
     * @param values the values of the row's entries; null means that each is 1
     * @param index the columns of the row's entries, which are rows of B
     * @param from the first k
     * @param to the k after the last
     * @param b the rows of B
     * @param w the width of a row of B
     * @param out receives w elements
     * @param outFrom where they begin in {@code out}
     */
    void sparseTimesBlock(float[] values, int[] index, int from, int to, float[] b, int w, float[] out, int outFrom);

    /**
     * Computes C ← A·B for some rows of A and a block B of columns: out[(k − from)·c + p] = Σ_j a[k·w + j]·b[j·c + p] for k in [from,
     * to). Each sum is in the order of j, whatever rows and columns are computed beside it, so that its bits do not depend on them.
     *
     * @param a the rows of A
     * @param from the first row
     * @param to the row after the last
     * @param w the width of a row of A, and the number of rows of B
     * @param b the block B
     * @param c the number of columns of B, a multiple of {@link #PAD}
     * @param out receives to − from rows of c elements from 0
     */
    void product(float[] a, int from, int to, int w, float[] b, int c, float[] out);

    /**
     * Scales the rows of a block and finds the elements that are large enough for their column. An element x of row k becomes
     * x·up[from + k] if it is positive, and x·down[from + k] if it is not. It is large enough if it is at least least[p] then, p being
     * its column; NaN never is.
     *
     * @param x the block, n×c
     * @param n the number of rows
     * @param c the number of columns, a multiple of {@link #PAD}
     * @param up what positive elements of each row are multiplied by
     * @param down what the other elements of each row are multiplied by
     * @param from the element of {@code up} and {@code down} that belongs to row 0
     * @param least the least element of each column that is large enough
     * @param found receives the positions k·c + p of those elements, ascending; has room for n·c
     * @return the number of positions
     */
    int scaleAndSelect(float[] x, int n, int c, float[] up, float[] down, int from, float[] least, int[] found);
}
