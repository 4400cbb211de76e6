package rung.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A call of every kernel at the shapes that lead to every inner loop, each on arrays of its own, so that the same list can be
 * made once for each thread. {@link KernelAllocations} counts what the calls allocate.
 */
final class KernelCalls {
    /** One kernel at one shape; the name begins with the interface and the method, such as {@code FloatKernels.gram}. */
    record Call(String name, Runnable run) {}

    private static final int POOL = 50;
    private static final int ENTRIES = 37;

    private final Random random = new Random(20211115);
    private final List<Call> calls = new ArrayList<>();
    private final int[] index = random.ints(300, 0, POOL).toArray();

    private KernelCalls() {}

    /** Every call, in a fixed order, by the kernels of the given family. */
    static List<Call> of(String family) {
        KernelCalls all = new KernelCalls();
        all.addSingle(KernelChoice.chooseSingle(family));
        all.addTiles(KernelChoice.chooseTiles(family));
        all.addDouble(KernelChoice.choose(family));
        return all.calls;
    }

    private void add(String kernel, String shape, Runnable run) {
        calls.add(new Call(kernel + " " + shape, run));
    }

    private void addSingle(FloatKernels kernels) {
        for (int n : new int[] {5, 200}) {
            float[] x = floats(n);
            float[] y = floats(n);
            add("FloatKernels.dot", "n=" + n, () -> kernels.dot(x, 0, y, 0, n));
            add("FloatKernels.axpy", "n=" + n, () -> kernels.axpy(1e-9f, x, 0, y, 0, n));
        }
        for (int w : new int[] {16, 32, 48, 64, 80}) {
            addSingle(kernels, w);
        }
        for (int w : new int[] {16, 64}) {
            addSingleBlocks(kernels, w);
        }
        for (int r : new int[] {3, 16, 30, 45, 64}) {
            addSingleSquares(kernels, r);
        }
    }

    private void addSingle(FloatKernels kernels, int w) {
        float[] u = floats(w);
        float[] b = floats(POOL * w);
        float[] out = new float[300];
        float[] gathered = new float[ENTRIES * w];
        add("FloatKernels.gather", "w=" + w, () -> kernels.gather(b, w, index, 0, ENTRIES, gathered));
        for (int n : new int[] {5, ENTRIES}) {
            String shape = "n=" + n + " w=" + w;
            add("FloatKernels.multiply", shape, () -> kernels.multiply(b, n, w, u, 0, out));
            add("FloatKernels.sampledProduct", shape, () -> kernels.sampledProduct(u, 0, b, w, index, 0, n, out));
            float[] values = floats(n);
            float[] sum = new float[w];
            add("FloatKernels.multiplyTransposed", shape, () -> kernels.multiplyTransposed(b, n, w, values, sum));
            add(
                    "FloatKernels.sparseTimesBlock",
                    shape,
                    () -> kernels.sparseTimesBlock(values, index, 0, n, b, w, sum, 0));
            add(
                    "FloatKernels.sparseTimesBlock",
                    shape + " of ones",
                    () -> kernels.sparseTimesBlock(null, index, 0, n, b, w, sum, 0));
        }
    }

    private void addSingleBlocks(FloatKernels kernels, int w) {
        float[] a = floats(ENTRIES * w);
        for (int c : new int[] {16, 48, 64}) {
            float[] b = floats(w * c);
            float[] out = new float[ENTRIES * c];
            int[] found = new int[ENTRIES * c];
            float[] one = new float[ENTRIES];
            Arrays.fill(one, 1);
            float[] least = new float[c];
            Arrays.fill(least, 0.9f);
            least[c / 2] = Float.NEGATIVE_INFINITY; // one of each row is found
            String shape = "w=" + w + " c=" + c;
            add("FloatKernels.product", shape, () -> kernels.product(a, 0, ENTRIES, w, b, c, out));
            add("FloatKernels.product", "few rows, " + shape, () -> kernels.product(a, 1, 4, w, b, c, out));
            add(
                    "FloatKernels.scaleAndSelect",
                    shape,
                    () -> kernels.scaleAndSelect(out, ENTRIES, c, one, one, 0, least, found));
        }
    }

    private void addSingleSquares(FloatKernels kernels, int r) {
        int w = FloatKernels.padded(r);
        int n = FloatKernels.GRAM_BLOCK + ENTRIES;
        float[] a = floats(n * w);
        float[] g = new float[w * w];
        add("FloatKernels.gram", "r=" + r, () -> kernels.gram(a, ENTRIES, w, r, false, g));
        add("FloatKernels.gram", "in blocks, r=" + r, () -> kernels.gram(a, n, w, r, false, g));
        add("FloatKernels.gram", "added, r=" + r, () -> kernels.gram(a, ENTRIES, w, r, true, g));
        float[] definite = new float[w * w];
        for (int i = 0; i < r; i++) {
            Arrays.fill(definite, i * w + i, i * w + r, 0.01f);
            definite[i * w + i] = r;
        }
        float[] factor = definite.clone();
        require(kernels.cholesky(factor, r, w, 0));
        float[] l = new float[w * w];
        add("FloatKernels.cholesky", "r=" + r, () -> {
            System.arraycopy(definite, 0, l, 0, l.length);
            require(kernels.cholesky(l, r, w, 0));
        });
        float[] x = floats(w);
        float[] solution = new float[w];
        add("FloatKernels.forwardSolve", "r=" + r, () -> {
            System.arraycopy(x, 0, solution, 0, w);
            kernels.forwardSolve(factor, r, w, solution);
        });
        add("FloatKernels.backSolve", "r=" + r, () -> {
            System.arraycopy(x, 0, solution, 0, w);
            kernels.backSolve(factor, r, w, solution);
        });
    }

    private void addTiles(TileKernels kernels) {
        int n = 7;
        int size = n * TileKernels.WIDTH;
        float[] m = floats(size);
        float[] weights = new float[size];
        float[] weighted = new float[size];
        for (int r : new int[] {1, 9}) {
            float[] u = floats(r * TileKernels.WIDTH);
            float[] v = floats(n * r);
            add("TileKernels.huber", "r=" + r, () -> kernels.huber(m, n, u, v, r, 0.3f, weights, weighted));
            add("TileKernels.cauchy", "r=" + r, () -> kernels.cauchy(m, n, u, v, r, 0.3f, weights, weighted));
        }
        for (int w : new int[] {4, 12}) {
            float[] b = floats(n * w);
            float[] rows = floats(w * TileKernels.WIDTH);
            float[] c = new float[w * TileKernels.WIDTH];
            float[] parts = new float[n * w * TileKernels.PARTS];
            add("TileKernels.addRowProducts", "w=" + w, () -> {
                Arrays.fill(c, 0);
                kernels.addRowProducts(m, n, b, w, c);
            });
            add("TileKernels.addColumnProducts", "w=" + w, () -> {
                Arrays.fill(parts, 0);
                kernels.addColumnProducts(m, n, rows, w, parts, 0);
            });
        }
    }

    private void addDouble(Kernels kernels) {
        for (int n : new int[] {5, 200}) {
            double[] x = doubles(n);
            double[] y = doubles(n);
            add("Kernels.dot", "n=" + n, () -> kernels.dot(x, 0, y, 0, n));
            add("Kernels.axpy", "n=" + n, () -> kernels.axpy(1e-9, x, 0, y, 0, n));
            add("Kernels.sparseDot", "n=" + n, () -> kernels.sparseDot(x, index, 0, n, doublePool));
        }
        for (int w : new int[] {5, 8, 21, 32, 40}) {
            addDouble(kernels, w);
        }
    }

    private final double[] doublePool = random.doubles(POOL).toArray();

    private void addDouble(Kernels kernels, int w) {
        double[] u = doubles(w);
        double[] b = doubles(POOL * w);
        double[] out = new double[300];
        double[] gathered = new double[ENTRIES * w];
        double[] weights = doubles(ENTRIES);
        double[] sum = new double[w];
        add("Kernels.gather", "w=" + w, () -> kernels.gather(b, w, index, 0, ENTRIES, gathered));
        for (int n : new int[] {5, ENTRIES}) {
            String shape = "n=" + n + " w=" + w;
            add("Kernels.multiply", shape, () -> kernels.multiply(b, n, w, u, 0, out));
            add("Kernels.sampledProduct", shape, () -> kernels.sampledProduct(u, 0, b, w, index, 0, n, out));
            add("Kernels.multiplyTransposed", shape, () -> kernels.multiplyTransposed(b, n, w, weights, sum));
            add("Kernels.sparseTimesBlock", shape, () -> kernels.sparseTimesBlock(weights, index, 0, n, b, w, sum, 0));
        }
        double[] many = doubles(index.length);
        add(
                "Kernels.sparseTimesBlock",
                "n=" + index.length + " w=" + w,
                () -> kernels.sparseTimesBlock(many, index, 0, index.length, b, w, sum, 0));
        double[] g = new double[w * w];
        double[] right = doubles(w * w);
        double[] product = new double[ENTRIES * w];
        add("Kernels.product", "w=" + w, () -> kernels.product(b, 0, ENTRIES, w, right, w, product, 0));
        for (boolean lower : new boolean[] {false, true}) {
            add("Kernels.addTransposedProduct", "lower=" + lower + " w=" + w, () -> {
                Arrays.fill(g, 0);
                kernels.addTransposedProduct(b, 0, w, b, 0, w, ENTRIES, g, lower);
            });
        }
        add("Kernels.gram", "w=" + w, () -> kernels.gram(b, ENTRIES, w, null, g));
        add("Kernels.gram", "weighted, w=" + w, () -> kernels.gram(b, ENTRIES, w, weights, g));
        double[] cosines = new double[POOL];
        double[] sines = new double[POOL];
        Arrays.fill(cosines, 1);
        add("Kernels.rotateRows", "w=" + w, () -> kernels.rotateRows(b, w, cosines, sines, 0, 0, POOL - 1));
        addDoubleSquares(kernels, w);
        addGroups(kernels, w);
    }

    private void addDoubleSquares(Kernels kernels, int r) {
        int w = Kernels.padded(r);
        double[] definite = new double[w * w];
        for (int i = 0; i < r; i++) {
            Arrays.fill(definite, i * w, i * w + i, 0.01);
            definite[i * w + i] = r;
        }
        double[] factor = definite.clone();
        require(kernels.cholesky(factor, r, w, 0));
        double[] l = new double[w * w];
        add("Kernels.cholesky", "r=" + r, () -> {
            System.arraycopy(definite, 0, l, 0, l.length);
            require(kernels.cholesky(l, r, w, 0));
        });
        double[] x = doubles(w);
        double[] solution = new double[w];
        add("Kernels.choleskySolve", "r=" + r, () -> {
            System.arraycopy(x, 0, solution, 0, w);
            kernels.choleskySolve(factor, r, w, solution);
        });
    }

    private void addGroups(Kernels kernels, int r) {
        int elements = r * (r + 1) / 2;
        double[] definite = new double[elements * Kernels.PAD];
        for (int i = 0; i < r; i++) {
            int diagonal = (i * (i + 1) / 2 + i) * Kernels.PAD;
            Arrays.fill(definite, diagonal, diagonal + Kernels.PAD, r);
        }
        double[] h = new double[definite.length];
        double[] work = new double[definite.length];
        double[] x = doubles(r * Kernels.PAD);
        add("Kernels.invertGroup", "r=" + r, () -> {
            System.arraycopy(definite, 0, h, 0, h.length);
            kernels.invertGroup(h, r, x, work);
            Arrays.fill(x, 1);
        });
    }

    private float[] floats(int n) {
        float[] x = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = 2 * random.nextFloat() - 1;
        }
        return x;
    }

    private double[] doubles(int n) {
        return random.doubles(n, -1, 1).toArray();
    }

    private static void require(boolean factored) {
        if (!factored) {
            throw new IllegalStateException("a matrix with a dominant diagonal should be positive definite");
        }
    }
}
