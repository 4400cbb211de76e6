package rung.kernel;

/**
 * The hot loops in double precision, behind one interface with two implementations, called families: plain loops ({@link
 * ScalarKernels}) and the JDK's Vector API ({@code VectorKernels}). {@link KernelChoice#active()} gives the family in use.
 *
 * <p>Every matrix is row-major and compact: row k of an n×w block starts at k·w. A kernel is correct for any width w; a width that is a
 * multiple of {@link #PAD} needs no tail loop, so callers that copy rows into a scratch block pad them with zeros to {@link
 * #padded(int)}. No kernel allocates, and none starts a thread: each handles the rows that its caller owns, in a fixed order of
 * additions, so that a result depends on the family of kernels but not on how the work was split.
 */
public interface Kernels {
    /** A width that is a multiple of this needs no tail loop: a vector of doubles has 1, 2, 4 or 8 lanes. */
    int PAD = 8;

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
     * The family's name: {@code scalar} or {@code vector}, the values of the system property {@link KernelChoice#PROPERTY}.
     *
     * @return the name
     */
    String name();

    /**
     * Computes the dot product Σ_i x[xFrom + i]·y[yFrom + i] of n elements.
     *
     * @param x the first vector
     * @param xFrom where the first vector begins in {@code x}
     * @param y the second vector
     * @param yFrom where the second vector begins in {@code y}
     * @param n the number of elements
     * @return the sum of the products
     */
    double dot(double[] x, int xFrom, double[] y, int yFrom, int n);

    /**
     * Computes y ← y + s·x over n elements.
     *
     * @param s the factor
     * @param x the vector that is added
     * @param xFrom where it begins in {@code x}
     * @param y the vector that is changed
     * @param yFrom where it begins in {@code y}
     * @param n the number of elements
     */
    void axpy(double s, double[] x, int xFrom, double[] y, int yFrom, int n);

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
    void gather(double[] b, int w, int[] index, int from, int to, double[] out);

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
    void multiply(double[] a, int n, int w, double[] x, int xFrom, double[] y);

    /**
     * Computes x ← Aᵀ·y = Σ_k y[k]·a_k over the rows a_k of A.
     *
     * @param a the n×w block A
     * @param n the number of rows
     * @param w the width of a row
     * @param y the vector of n elements
     * @param x receives w elements from 0
     */
    void multiplyTransposed(double[] a, int n, int w, double[] y, double[] x);

    /**
     * Computes C ← A·B for an n×w block A and a w×p matrix B.
     *
     * @param a holds A
     * @param aFrom where A begins in {@code a}
     * @param n the number of rows of A
     * @param w the width of A, and the number of rows of B
     * @param b the matrix B
     * @param p the width of B
     * @param c receives C, n×p
     * @param cFrom where C begins in {@code c}
     */
    void product(double[] a, int aFrom, int n, int w, double[] b, int p, double[] c, int cFrom);

    /**
     * Computes G ← G + Aᵀ·B for an n×w block A and an n×p block B.
     *
     * @param a holds A
     * @param aFrom where A begins in {@code a}
     * @param w the width of A
     * @param b holds B
     * @param bFrom where B begins in {@code b}
     * @param p the width of B
     * @param n the number of rows of A and B
     * @param g the w×p matrix G
     * @param lower whether only the lower triangle of G is wanted; what stands above the diagonal afterwards is then unspecified
     */
    void addTransposedProduct(
            double[] a, int aFrom, int w, double[] b, int bFrom, int p, int n, double[] g, boolean lower);

    /**
     * Rotates neighboring rows of V: for i from last − 1 down to first, rows (x, y) = (i, i + 1) become (c·x − s·y, s·x + c·y) with
     * c[at + i] and s[at + i].
     *
     * @param v the rows
     * @param w the width of a row
     * @param c the cosines
     * @param s the sines
     * @param at the offset of the cosine and the sine of row 0
     * @param first the first row
     * @param last the last row
     */
    void rotateRows(double[] v, int w, double[] c, double[] s, int at, int first, int last);

    /**
     * Computes the lower triangle of G ← Aᵀ·diag(c)·A, w×w. What stands above the diagonal afterwards is unspecified.
     *
     * @param a the n×w block A
     * @param n the number of rows
     * @param w the width of a row
     * @param c the weights of the rows; null means that each is 1
     * @param g receives G
     */
    void gram(double[] a, int n, int w, double[] c, double[] g);

    /**
     * Factors G = L·Lᵀ: Cholesky's factor L of the leading r×r part of G replaces the lower triangle. What stands in the first r rows
     * right of the diagonal is unspecified afterwards; {@link #choleskySolve} needs it as it is.
     *
     * @param g the matrix G, of which the lower triangle is read
     * @param r the number of unknowns
     * @param w the distance between the beginnings of two rows
     * @param floor the least pivot that is accepted, as a part of the diagonal element that it came from
     * @return false, with G destroyed, as soon as a pivot is not above {@code floor} times its diagonal element
     */
    boolean cholesky(double[] g, int r, int w, double floor);

    /**
     * Solves with Cholesky's factor: x ← (L·Lᵀ)⁻¹·x.
     *
     * @param l the array just as {@link #cholesky} left it
     * @param r the number of unknowns
     * @param w the distance between the beginnings of two rows
     * @param x the right-hand side, which the solution replaces
     */
    void choleskySolve(double[] l, int r, int w, double[] x);

    /** A smaller pivot in {@link #invertGroup} is raised to this part of the diagonal element that it came from. */
    double LEAST_PIVOT = 1e-14;

    /**
     * Inverts {@link #PAD} symmetric positive definite r×r matrices at once, and solves with each: H ← H⁻¹ and x ← H⁻¹·x. The matrices
     * are interleaved: element e of matrix b stands at e·PAD + b, where the elements of a matrix are its lower triangle, row after row.
     *
     * @param h the matrices, which their inverses replace
     * @param r the number of rows of each matrix
     * @param x a right-hand side for each matrix, interleaved in the same way; the solutions replace them
     * @param work receives the inverse of Cholesky's factor of each matrix, in the same layout; the product of its diagonal is 1/√det H
     */
    void invertGroup(double[] h, int r, double[] x, double[] work);

    /**
     * Computes the sampled product, one row of U times some rows of V: out[k] = u·v_{index[k]} for k in [from, to).
     *
     * @param u holds the row u
     * @param uFrom where it begins in {@code u}
     * @param v the rows of V
     * @param r the width of all rows
     * @param index the numbers of rows of V
     * @param from the first k
     * @param to the k after the last
     * @param out receives the products, at the positions from {@code from}
     */
    void sampledProduct(double[] u, int uFrom, double[] v, int r, int[] index, int from, int to, double[] out);

    /**
     * Multiplies one row of a sparse matrix by a vector: Σ_k values[k]·x[index[k]] for k in [from, to).
     *
     * @param values the values of the row's entries
     * @param index the columns of the row's entries
     * @param from the first k
     * @param to the k after the last
     * @param x the vector
     * @return the sum
     */
    double sparseDot(double[] values, int[] index, int from, int to, double[] x);

    /**
     * Multiplies one row of a sparse matrix by a block B: out ← Σ_k values[k]·b_{index[k]} for k in [from, to).
     *
     * @param values the values of the row's entries
     * @param index the columns of the row's entries, which are rows of B
     * @param from the first k
     * @param to the k after the last
     * @param b the rows of B
     * @param w the width of a row of B
     * @param out receives w elements
     * @param outFrom where they begin in {@code out}
     */
    void sparseTimesBlock(double[] values, int[] index, int from, int to, double[] b, int w, double[] out, int outFrom);
}
