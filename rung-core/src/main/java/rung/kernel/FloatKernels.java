package rung.kernel;

/**
 * The hot loops in single precision, for engines that store ratings and factors as floats: half the memory traffic and
 * twice the lanes of {@link Kernels}, and the same habits. {@link KernelChoice#single()} is the family in use.
 *
 * <p>Every matrix is row-major and compact: row k of an n×w block starts at k·w. Other than there, w must be a multiple of
 * {@link #PAD}: callers pad rows with zeros to {@link #padded(int)}, and an {@link IllegalArgumentException} meets those
 * that do not. No kernel allocates, and none starts a thread: each handles the rows that its caller owns, in a fixed order
 * of additions, so that a result depends on the family of kernels but not on how the work was split.
 */
public interface FloatKernels {
    /** Widths are multiples of this; every vector of floats has 2, 4, 8 or 16 lanes. */
    int PAD = 16;

    /** How many rows are summed in single precision before the sum is added to those of the rows before. */
    int GRAM_BLOCK = 128;

    /** The least multiple of {@link #PAD} that is not below {@code width}. */
    static int padded(int width) {
        return (width + PAD - 1) & -PAD;
    }

    /** Throws unless w is a multiple of {@link #PAD}. */
    static void checkWidth(int w) {
        if ((w & PAD - 1) != 0) {
            throw new IllegalArgumentException("the width must be a multiple of " + PAD + ", got " + w);
        }
    }

    /** The family's name, as in the system property that forces it. */
    String name();

    /** x·y over n elements, any number, from the given offsets. */
    float dot(float[] x, int xFrom, float[] y, int yFrom, int n);

    /** y ← y + s·x over n elements, any number, from the given offsets. */
    void axpy(float s, float[] x, int xFrom, float[] y, int yFrom, int n);

    /** The rows b_{index[k]}, w wide, for k in [from, to), copied one after another to the beginning of {@code out}. */
    void gather(float[] b, int w, int[] index, int from, int to, float[] out);

    /** y ← A·x: y[k] = a_k·x for the n rows a_k, w wide, of the block; x starts at {@code xFrom}. */
    void multiply(float[] a, int n, int w, float[] x, int xFrom, float[] y);

    /** x ← Aᵀ·y: x = Σ_k y[k]·a_k, w elements of x from 0. */
    void multiplyTransposed(float[] a, int n, int w, float[] y, float[] x);

    /**
     * The upper triangle of the leading r×r part of G ← Aᵀ·A, whose rows are w apart; what is written elsewhere is unspecified.
     * Sums of at most {@link #GRAM_BLOCK} rows are added up, so that thousands of rows lose no accuracy.
     *
     * @param add whether the product is added to what G holds
     */
    void gram(float[] a, int n, int w, int r, boolean add, float[] g);

    /**
     * Cholesky's factor L of the leading r×r part of G, whose rows are w apart and of which the upper triangle is read, in place
     * in the lower triangle. What stands in the first r rows right of the diagonal is unspecified afterwards, and the solves
     * need it.
     *
     * @return false, with G spoilt, as soon as a pivot is not above {@code floor} times the diagonal it came from, or so
     *     small that its inverse may not be a float
     */
    boolean cholesky(float[] g, int r, int w, float floor);

    /** x ← L⁻¹·x for the array just as {@link #cholesky} left it. */
    void forwardSolve(float[] l, int r, int w, float[] x);

    /** x ← L⁻ᵀ·x for the array just as {@link #cholesky} left it. */
    void backSolve(float[] l, int r, int w, float[] x);

    /** The sampled product: out[k] = u·v_{index[k]} for k in [from, to), where u is w wide from {@code uFrom}. */
    void sampledProduct(float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out);

    /**
     * One row of a sparse matrix times an n×w block: out ← Σ_k values[k]·b_{index[k]}, w elements from {@code outFrom};
     * {@code values == null} means all ones.
     */
    void sparseTimesBlock(float[] values, int[] index, int from, int to, float[] b, int w, float[] out, int outFrom);
}
