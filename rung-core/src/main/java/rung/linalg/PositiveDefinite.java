package rung.linalg;

import java.util.Arrays;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/**
 * A symmetric positive definite n×n matrix that is inverted in place, on several threads.
 *
 * <p>The inverse comes from n sweeps, {@code TILE} of them at a time: with K the rows of a tile and P = A_KK⁻¹,
 *
 * <pre>A_ij ← A_ij − A_iK·P·A_Kj,   A_iK ← A_iK·P,   A_KK ← −P,   and −A⁻¹ is left when each K had its turn.</pre>
 *
 * <p>Positive definiteness makes every A_KK positive definite when its turn comes, so that nothing has to be permuted. Costs n³/2
 * multiplications, as Cholesky's factor and its inverse together do, and 4·n² bytes. Lines are padded to a whole number of tiles by
 * those of the identity.
 */
public final class PositiveDefinite {
    private static final Kernels KERNELS = KernelChoice.active();

    /** The rows and columns of a tile. */
    private static final int TILE = 64;

    private static final int AREA = TILE * TILE;

    private final int n;
    private final int blocks;
    private final double[][] tiles; // the lower triangle: tile (I, J) with J ≤ I at I·(I + 1)/2 + J, row-major

    /**
     * Creates the identity.
     *
     * @param n the number of rows and columns
     */
    public PositiveDefinite(int n) {
        this.n = n;
        this.blocks = n / TILE + (n % TILE > 0 ? 1 : 0);
        this.tiles = new double[blocks * (blocks + 1) / 2][AREA];
        for (int block = 0; block < blocks; block++) {
            double[] tile = tile(block, block);
            for (int k = 0; k < TILE; k++) {
                tile[k * TILE + k] = 1;
            }
        }
    }

    /**
     * The memory that a matrix takes.
     *
     * @param n the number of rows and columns
     * @return bytes, nearly
     */
    public static long bytes(int n) {
        return 4L * n * (n + TILE);
    }

    private double[] tile(int i, int j) {
        return tiles[i * (i + 1) / 2 + j];
    }

    /**
     * The number of rows and columns.
     *
     * @return n
     */
    public int size() {
        return n;
    }

    /**
     * Sets the part of a row that lies left of the diagonal and on it, and with it the same part of the column. Different rows may be
     * set on different threads.
     *
     * @param i the row
     * @param row the elements of the columns 0 … i; what follows is not read
     */
    public void setRow(int i, double[] row) {
        for (int j = 0; j <= i; j += TILE) {
            System.arraycopy(row, j, tile(i / TILE, j / TILE), i % TILE * TILE, Math.min(TILE, i + 1 - j));
        }
    }

    /**
     * Copies a row.
     *
     * @param i the row
     * @param row receives all n elements
     */
    public void row(int i, double[] row) {
        for (int j = 0; j <= i; j += TILE) {
            System.arraycopy(tile(i / TILE, j / TILE), i % TILE * TILE, row, j, Math.min(TILE, i + 1 - j));
        }
        for (int j = i + 1; j < n; j++) {
            row[j] = tile(j / TILE, i / TILE)[j % TILE * TILE + i % TILE];
        }
    }

    /**
     * An element.
     *
     * @param i the row
     * @param j the column
     * @return the element
     */
    public double get(int i, int j) {
        int low = Math.max(i, j);
        int left = Math.min(i, j);
        return tile(low / TILE, left / TILE)[low % TILE * TILE + left % TILE];
    }

    /**
     * Replaces the matrix by its inverse. The result does not depend on the number of threads, bit for bit.
     *
     * @param workers the threads
     * @throws IllegalArgumentException if the matrix is not positive definite; it is then destroyed
     */
    public void invert(Workers workers) {
        double[][] t = new double[blocks][AREA]; // T_I = A_KI
        double[][] s = new double[blocks][AREA]; // S_I = −P·A_KI
        for (int k = 0; k < blocks; k++) {
            int pivot = k;
            double[] p = inverse(tile(k, k));
            workers.run(blocks, block -> (long) block * AREA * TILE, (from, to) -> {
                for (int i = from; i < to; i++) {
                    if (i != pivot) {
                        toPanel(pivot, i, t[i]);
                        KERNELS.product(p, 0, TILE, TILE, t[i], TILE, s[i], 0);
                        negate(s[i]);
                    }
                }
            });
            workers.run(blocks, block -> (long) block * (block + 1) / 2 * AREA * TILE, (from, to) -> {
                for (int i = from; i < to; i++) {
                    for (int j = 0; j <= i; j++) {
                        if (i != pivot && j != pivot) { // A_IJ ← A_IJ − A_IK·P·A_KJ
                            KERNELS.addTransposedProduct(s[i], 0, TILE, t[j], 0, TILE, TILE, tile(i, j), false);
                        }
                    }
                }
            });
            for (int i = 0; i < blocks; i++) {
                if (i != pivot) {
                    fromPanel(pivot, i, s[i]);
                }
            }
            negate(p);
            System.arraycopy(p, 0, tile(k, k), 0, AREA);
        }
        for (double[] tile : tiles) {
            negate(tile);
        }
    }

    private static void negate(double[] x) {
        for (int e = 0; e < x.length; e++) {
            x[e] = -x[e];
        }
    }

    /* Copies A_KI. */
    private void toPanel(int k, int i, double[] panel) {
        if (i < k) {
            System.arraycopy(tile(k, i), 0, panel, 0, AREA);
        } else {
            transpose(tile(i, k), panel);
        }
    }

    /* A_KI ← −S_I. */
    private void fromPanel(int k, int i, double[] panel) {
        negate(panel);
        if (i < k) {
            System.arraycopy(panel, 0, tile(k, i), 0, AREA);
        } else {
            transpose(panel, tile(i, k));
        }
    }

    private static void transpose(double[] from, double[] to) {
        for (int a = 0; a < TILE; a++) {
            for (int b = 0; b < TILE; b++) {
                to[b * TILE + a] = from[a * TILE + b];
            }
        }
    }

    /* The inverse of one tile, of which the lower triangle is read, by Cholesky's factor and one solve for each column. */
    private static double[] inverse(double[] tile) {
        double[] l = tile.clone();
        if (!KERNELS.cholesky(l, TILE, TILE, 0)) {
            throw new IllegalArgumentException("the matrix must be positive definite");
        }
        double[] p = new double[AREA];
        double[] x = new double[TILE];
        for (int a = 0; a < TILE; a++) {
            Arrays.fill(x, 0);
            x[a] = 1;
            KERNELS.choleskySolve(l, TILE, TILE, x);
            for (int b = 0; b <= a; b++) {
                p[a * TILE + b] = x[b];
                p[b * TILE + a] = x[b];
            }
        }
        return p;
    }
}
