package rung.linalg;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A thin singular value decomposition A = U·diag(σ)·Vᵀ: U is m×k and V n×k with orthonormal columns, σ descends and is not negative.
 *
 * @param u the left singular vectors, as columns
 * @param sigma the singular values
 * @param v the right singular vectors, as columns
 */
public record Svd(Matrix u, double[] sigma, Matrix v) {
    private static final int MAX_SWEEPS = 60;

    /** The vectors that {@link #largest} has beside those it is asked for. */
    private static final int SPARE = 8;

    /** Copies the singular values. */
    public Svd {
        sigma = sigma.clone();
    }

    /**
     * The singular values.
     *
     * @return a copy, descending
     */
    @Override
    public double[] sigma() {
        return sigma.clone();
    }

    /**
     * One of the singular values.
     *
     * @param k its number, from 0 for the largest
     * @return the value
     */
    public double sigma(int k) {
        return sigma[k];
    }

    /**
     * Decomposes a dense matrix, with k = min(m, n). An {@link ArithmeticException} is thrown if an entry is not finite.
     *
     * @param a the matrix
     * @return its decomposition
     */
    public static Svd of(Matrix a) {
        if (a.rows() < a.columns()) {
            return of(a.transposed()).transposed();
        }
        if (!a.isFinite()) {
            throw new ArithmeticException("a matrix with entries that are not finite has no singular values");
        }
        Qr qr = Qr.of(a);
        Svd small = jacobi(qr.r());
        return new Svd(qr.q().multiply(small.u), small.sigma, small.v);
    }

    /**
     * Decomposes U·Vᵀ without computing the m×n product, except where r is larger than m or n.
     *
     * @param u the left factor, m×r
     * @param v the right factor, n×r
     * @return the decomposition of the product
     */
    public static Svd ofProduct(Matrix u, Matrix v) {
        int r = u.columns();
        if (r > u.rows() || r > v.rows()) {
            return of(u.multiplyByTransposed(v));
        }
        Qr left = Qr.of(u);
        Qr right = Qr.of(v);
        Svd core = of(left.r().multiplyByTransposed(right.r()));
        return new Svd(left.q().multiply(core.u), core.sigma, right.q().multiply(core.v));
    }

    /**
     * Computes H_r: the r largest singular values of an operator and their vectors, from a random block that is sharpened by {@code
     * passes} products with A·Aᵀ, orthonormalized after each [MRT11, SKT14].
     *
     * <p>The error falls like (σ_{b+1}/σ_r)^(2·passes+1), where b is r plus a few spare vectors.
     *
     * @param a the operator A
     * @param r the number of singular values
     * @param passes the number of products with A·Aᵀ
     * @param random draws the first block
     * @return the r leading terms, approximately
     */
    public static Svd largest(LinearOperator a, int r, int passes, RandomGenerator random) {
        return largest(a, r, passes, Matrix.gaussian(a.columns(), block(a.rows(), a.columns(), r), random));
    }

    /**
     * The number of vectors that a search for the r largest singular values of an m×n operator needs: r and a few to spare.
     *
     * @param m the number of rows
     * @param n the number of columns
     * @param r the number of singular values
     * @return the number of vectors, at most the smaller of m and n
     */
    public static int block(int m, int n, int r) {
        int least = Math.min(m, n);
        if (r < 0 || r > least) {
            throw new IllegalArgumentException("r must be between 0 and " + least + " (the smaller side), got " + r);
        }
        return Math.min(least, r + SPARE);
    }

    /**
     * Computes H_r from a given first block; see {@link #largest(LinearOperator, int, int, RandomGenerator)}.
     *
     * @param a the operator A
     * @param r the number of singular values
     * @param passes the number of products with A·Aᵀ
     * @param start the first block: random vectors as columns, as many as {@link #block} says
     * @return the r leading terms, approximately
     */
    public static Svd largest(LinearOperator a, int r, int passes, Matrix start) {
        Matrix q = Qr.of(a.multiply(start)).q();
        for (int pass = 0; pass < passes; pass++) {
            q = Qr.of(a.multiply(Qr.of(a.multiplyTransposed(q)).q())).q();
        }
        Svd small = of(a.multiplyTransposed(q)); // Aᵀ·Q = V·Σ·Wᵀ, so A ≈ (Q·W)·Σ·Vᵀ
        return new Svd(q.multiply(small.v), small.sigma, small.u).first(r);
    }

    /**
     * Keeps the leading terms.
     *
     * @param r the number of terms
     * @return a decomposition of r terms, with factors of its own
     */
    public Svd first(int r) {
        return new Svd(u.firstColumns(r), Arrays.copyOf(sigma, r), v.firstColumns(r));
    }

    /**
     * The decomposition of Aᵀ: U and V change places.
     *
     * @return a decomposition that shares the factors of this one
     */
    public Svd transposed() {
        return new Svd(v, sigma, u);
    }

    /*
     * One-sided Jacobi: rotates pairs of columns of A·V until all are orthogonal; their norms are then the singular values.
     * It is slower than bidiagonalization for hundreds of columns, but the matrices here are ranks wide, it computes even
     * the smallest singular values to full relative accuracy, and it is thirty lines with no library behind them.
     * Columns are kept as rows, so that every loop runs over contiguous memory.
     */
    private static Svd jacobi(Matrix square) {
        int n = square.columns();
        double[] work = square.transposed().array();
        double[] v = Matrix.identity(n).array();
        double scale = square.norm();
        if (scale > 0) {
            for (int k = 0; k < work.length; k++) {
                work[k] /= scale;
            }
        }
        boolean rotated = true;
        for (int sweep = 0; rotated && sweep < MAX_SWEEPS; sweep++) {
            rotated = false;
            for (int p = 0; p < n - 1; p++) {
                for (int q = p + 1; q < n; q++) {
                    rotated |= orthogonalize(work, v, p * n, q * n, n);
                }
            }
        }
        return sorted(work, v, scale, n);
    }

    private static boolean orthogonalize(double[] work, double[] v, int p, int q, int n) {
        double pp = 0;
        double qq = 0;
        double pq = 0;
        for (int i = 0; i < n; i++) {
            pp += work[p + i] * work[p + i];
            qq += work[q + i] * work[q + i];
            pq += work[p + i] * work[q + i];
        }
        if (Math.abs(pq) <= 1e-15 * Math.sqrt(pp * qq) || Math.abs(pq) < Double.MIN_NORMAL) {
            return false;
        }
        double zeta = (qq - pp) / (2 * pq);
        double t = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.hypot(1, zeta));
        double cosine = 1 / Math.hypot(1, t);
        rotate(work, p, q, n, cosine, cosine * t);
        rotate(v, p, q, n, cosine, cosine * t);
        return true;
    }

    private static void rotate(double[] x, int p, int q, int n, double cosine, double sine) {
        for (int i = 0; i < n; i++) {
            double xp = x[p + i];
            double xq = x[q + i];
            x[p + i] = cosine * xp - sine * xq;
            x[q + i] = sine * xp + cosine * xq;
        }
    }

    private static Svd sorted(double[] work, double[] v, double scale, int n) {
        double[] norms = new double[n];
        for (int j = 0; j < n; j++) {
            norms[j] = Matrix.norm(Arrays.copyOfRange(work, j * n, (j + 1) * n));
        }
        Integer[] order = new Integer[n];
        Arrays.setAll(order, j -> j);
        Arrays.sort(order, (i, j) -> Double.compare(norms[j], norms[i]));
        double[] sigma = new double[n];
        Matrix left = new Matrix(n, n);
        Matrix right = new Matrix(n, n);
        int rank = 0;
        for (int j = 0; j < n; j++) {
            int from = order[j];
            sigma[j] = norms[from] * scale;
            boolean negligible = norms[from] < 1e-200;
            rank = negligible ? rank : j + 1;
            for (int i = 0; i < n; i++) {
                left.set(i, j, negligible ? 0 : work[from * n + i] / norms[from]);
                right.set(i, j, v[from * n + i]);
            }
        }
        return new Svd(rank < n ? completed(left, rank) : left, sigma, right);
    }

    /* Replaces the columns from number {@code rank} on, which are zero, so that all columns are orthonormal. */
    private static Matrix completed(Matrix left, int rank) {
        int n = left.rows();
        Matrix full = left.copy();
        int next = rank;
        for (int e = 0; e < n && next < n; e++) {
            double[] x = new double[n];
            x[e] = 1;
            for (int twice = 0; twice < 2; twice++) {
                for (int j = 0; j < next; j++) {
                    double dot = 0;
                    for (int i = 0; i < n; i++) {
                        dot += full.get(i, j) * x[i];
                    }
                    for (int i = 0; i < n; i++) {
                        x[i] -= dot * full.get(i, j);
                    }
                }
            }
            double norm = Matrix.norm(x);
            if (norm > 0.5 / Math.sqrt(n)) {
                for (int i = 0; i < n; i++) {
                    full.set(i, next, x[i] / norm);
                }
                next++;
            }
        }
        return full;
    }
}
