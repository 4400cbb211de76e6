package rung.kernel;

/**
 * The hot loops, behind one interface with two implementations: plain loops ({@link ScalarKernels}) and the JDK's Vector
 * API ({@code VectorKernels}). {@link KernelChoice#active()} is the one in use.
 *
 * <p>Every matrix is row-major and compact: row k of an n×w block starts at k·w. Any width is correct; a multiple of
 * {@link #PAD} needs no tail loop, so callers that copy rows into a scratch block pad them with zeros to
 * {@link #padded(int)}. No kernel allocates, and none starts a thread: each handles the rows that its caller owns, in a
 * fixed order of additions, so that a result depends on the family of kernels but not on how the work was split.
 */
public interface Kernels {
    /** Widths that are multiples of this need no tail loop; every vector of doubles has 1, 2, 4 or 8 lanes. */
    int PAD = 8;

    /** The least multiple of {@link #PAD} that is not below {@code width}. */
    static int padded(int width) {
        return (width + PAD - 1) & -PAD;
    }

    /** The family's name, as in the system property that forces it. */
    String name();

    /** x·y over n elements from the given offsets. */
    double dot(double[] x, int xFrom, double[] y, int yFrom, int n);

    /** y ← y + s·x over n elements from the given offsets. */
    void axpy(double s, double[] x, int xFrom, double[] y, int yFrom, int n);

    /** The rows b_{index[k]}, w wide, for k in [from, to), copied one after another to the beginning of {@code out}. */
    void gather(double[] b, int w, int[] index, int from, int to, double[] out);

    /** y ← A·x: y[k] = a_k·x for the n rows a_k, w wide, of the block; x starts at {@code xFrom}. */
    void multiply(double[] a, int n, int w, double[] x, int xFrom, double[] y);

    /** x ← Aᵀ·y: x = Σ_k y[k]·a_k, w elements of x from 0. */
    void multiplyTransposed(double[] a, int n, int w, double[] y, double[] x);

    /** C ← A·B for n rows, w wide, of A from {@code aFrom}; B is w×p, and C gets n rows, p wide, from {@code cFrom}. */
    void product(double[] a, int aFrom, int n, int w, double[] b, int p, double[] c, int cFrom);

    /**
     * G ← G + Aᵀ·B, w×p, for n rows of A, w wide, and of B, p wide, from the given offsets. If {@code lower}, what is
     * written above the diagonal is unspecified.
     */
    void addTransposedProduct(
            double[] a, int aFrom, int w, double[] b, int bFrom, int p, int n, double[] g, boolean lower);

    /**
     * Rotates neighboring rows, w wide: for i from last − 1 down to first, rows (i, i + 1) ← (c·x − s·y, s·x + c·y) with
     * c[at + i] and s[at + i].
     */
    void rotateRows(double[] v, int w, double[] c, double[] s, int at, int first, int last);

    /**
     * The lower triangle of G ← Aᵀ·diag(c)·A, w×w; {@code c == null} means all ones. What is written above the diagonal
     * is unspecified.
     */
    void gram(double[] a, int n, int w, double[] c, double[] g);

    /**
     * Cholesky's factor L of the leading r×r part of G, whose rows are w apart, in place in the lower triangle. What
     * stands in the first r rows right of the diagonal is unspecified afterwards, and {@link #choleskySolve} needs it.
     *
     * @return false, with G spoilt, as soon as a pivot is not above {@code floor} times the diagonal it came from
     */
    boolean cholesky(double[] g, int r, int w, double floor);

    /** x ← (L·Lᵀ)⁻¹·x for the array just as {@link #cholesky} left it. */
    void choleskySolve(double[] l, int r, int w, double[] x);

    /** Pivots of {@link #invertGroup} are at least this part of the diagonal they come from. */
    double LEAST_PIVOT = 1e-14;

    /**
     * Inverts {@link #PAD} symmetric positive definite matrices of one size at once, and solves with each: H ← H⁻¹ and
     * x ← H⁻¹·x. The groups are interleaved: element e of number b stands at e·PAD + b, where the elements of a matrix are its
     * lower triangle, row after row.
     *
     * @param work receives the inverse of Cholesky's factor, in the same layout; its diagonal is the determinant's root inverted
     */
    void invertGroup(double[] h, int r, double[] x, double[] work);

    /** The sampled product: out[k] = u·v_{index[k]} for k in [from, to), where u is r wide from {@code uFrom}. */
    void sampledProduct(double[] u, int uFrom, double[] v, int r, int[] index, int from, int to, double[] out);

    /** One row of a sparse matrix times a vector: Σ_k values[k]·x[index[k]] for k in [from, to). */
    double sparseDot(double[] values, int[] index, int from, int to, double[] x);

    /** One row of a sparse matrix times an n×w block: out ← Σ_k values[k]·b_{index[k]}, w elements from {@code outFrom}. */
    void sparseTimesBlock(double[] values, int[] index, int from, int to, double[] b, int w, double[] out, int outFrom);
}
