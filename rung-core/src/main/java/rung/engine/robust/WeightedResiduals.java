package rung.engine.robust;

import java.util.Arrays;
import java.util.function.Supplier;
import rung.ConvexFunction;
import rung.LowRankMatrix;
import rung.data.Tiles;
import rung.kernel.KernelChoice;
import rung.kernel.TileKernels;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * The function R(A) = Σ ρ(M − A) over the entries of M for a robust loss ρ, and its gradient: minus the weighted residuals. Neither
 * residuals nor weights are stored: each product walks over the tiles of M and computes them anew.
 */
final class WeightedResiduals implements ConvexFunction {
    /**
     * Sums over rows are made in parts of about this many tiles, whatever the number of threads; more parts would take longer to add
     * up.
     */
    private static final int TILES_IN_PART = 16;

    private static final int LEAST_PARTS = 4;
    private static final int MOST_PARTS = 64;

    /** The standard deviation of a Gaussian as a multiple of the median of its absolute value. */
    private static final double GAUSSIAN = 1.4826;

    private static final TileKernels KERNELS = KernelChoice.tiles();

    private final Tiles tiles;
    private final RobustLoss loss;
    private final double width;
    private final Workers workers;

    /**
     * Creates the function.
     *
     * @param width the width of the loss, δ or c
     */
    WeightedResiduals(Tiles tiles, RobustLoss loss, double width, Workers workers) {
        this.tiles = tiles;
        this.loss = loss;
        this.width = width;
        this.workers = workers;
    }

    Tiles tiles() {
        return tiles;
    }

    RobustLoss loss() {
        return loss;
    }

    double width() {
        return width;
    }

    @Override
    public int rows() {
        return tiles.rows();
    }

    @Override
    public int columns() {
        return tiles.columns();
    }

    @Override
    public double value(LowRankMatrix a) {
        return value(a.left(), a.right());
    }

    double value(Matrix u, Matrix v) {
        double[] values = new double[tiles.count()];
        float[] right = floats(v);
        forEachTile(() -> {
            Tile tile = new Tile(u.columns());
            return t -> values[t] = tile.load(t, u).weigh(right).value();
        });
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    @Override
    public LinearOperator gradient(LowRankMatrix a) {
        return gradient(a.left(), a.right());
    }

    LinearOperator gradient(Matrix u, Matrix v) {
        return new LinearOperator() {
            @Override
            public int rows() {
                return tiles.rows();
            }

            @Override
            public int columns() {
                return tiles.columns();
            }

            @Override
            public Matrix multiply(Matrix x) {
                return product(u, v, x);
            }

            @Override
            public Matrix multiplyTransposed(Matrix y) {
                return transposedProduct(u, v, y);
            }
        };
    }

    private Matrix product(Matrix u, Matrix v, Matrix x) {
        int k = x.columns();
        int w = grouped(k);
        float[] right = floats(v);
        float[] block = grouped(x);
        Matrix out = new Matrix(tiles.rows(), k);
        forEachTile(() -> {
            Tile tile = new Tile(u.columns());
            float[] sums = new float[w * Tiles.WIDTH];
            return t -> {
                tile.load(t, u).weigh(right);
                Arrays.fill(sums, 0);
                tile.residualsTimes(block, w, sums);
                for (int p = 0; p < tile.height; p++) {
                    for (int c = 0; c < k; c++) {
                        out.set(tile.first + p, c, -sums[c * Tiles.WIDTH + p]);
                    }
                }
            };
        });
        return out;
    }

    private Matrix transposedProduct(Matrix u, Matrix v, Matrix y) {
        int k = y.columns();
        float[] right = floats(v);
        int n = tiles.columns();
        double[] sums = sumOverTiles(n * k, () -> {
            Tile tile = new Tile(u.columns());
            float[] block = new float[k * Tiles.WIDTH];
            return (t, part) -> {
                tile.load(t, u).weigh(right);
                tile.transposed(y, block);
                tile.transposedResidualsTimes(block, k, part, 0);
            };
        });
        Matrix out = new Matrix(n, k);
        for (int i = 0; i < sums.length; i++) {
            out.array()[i] = -sums[i];
        }
        return out;
    }

    /** Computes what {@link Reweighted#scale} returns. */
    double scale(Matrix u, Matrix v) {
        boolean[] constant = tiles.constantRows();
        boolean areAllConstant = allTrue(constant);
        float[] right = floats(v);
        MagnitudeHistogram[] parts = new MagnitudeHistogram[parts()];
        WeightedResiduals unweighted = new WeightedResiduals(tiles, RobustLoss.HUBER, Float.MAX_VALUE, workers);
        inParts((part, from, to) -> {
            Tile tile = unweighted.new Tile(u.columns());
            parts[part] = new MagnitudeHistogram();
            for (int t = from; t < to; t++) {
                tile.load(t, u).weigh(right);
                for (int p = 0; p < tile.height && !areAllConstant; p++) {
                    if (constant[tile.first + p]) {
                        tile.leaveOut(p);
                    }
                }
                parts[part].add(tile.weighted, tile.weights);
            }
        });
        MagnitudeHistogram all = new MagnitudeHistogram();
        for (MagnitudeHistogram part : parts) {
            all.add(part);
        }
        return GAUSSIAN * all.median();
    }

    private static boolean allTrue(boolean[] values) {
        for (boolean value : values) {
            if (!value) {
                return false;
            }
        }
        return true;
    }

    /** A task for a tile. */
    @FunctionalInterface
    interface TileTask {
        void at(int tile);
    }

    /** Adds the terms of a tile to a part of a sum. */
    @FunctionalInterface
    interface TileSum {
        void add(int tile, float[] part);
    }

    /** Runs a task for each tile; each thread has a task of its own. */
    void forEachTile(Supplier<TileTask> tasks) {
        long work = (long) Tiles.WIDTH * tiles.columns();
        workers.run(tiles.count(), t -> t * work, () -> {
            TileTask task = tasks.get();
            return (from, to) -> {
                for (int t = from; t < to; t++) {
                    task.at(t);
                }
            };
        });
    }

    /**
     * Adds up what the tasks add for all tiles, in an order that does not depend on the threads. A task keeps each sum as the partial
     * sums of {@link TileKernels#addColumnProducts}.
     */
    double[] sumOverTiles(int size, Supplier<TileSum> tasks) {
        if ((long) size * TileKernels.PARTS > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a matrix of " + tiles.columns() + " columns is too wide for this rank");
        }
        double[][] sums = new double[parts()][size];
        inParts((part, from, to) -> {
            TileSum task = tasks.get();
            float[] terms = new float[size * TileKernels.PARTS];
            for (int t = from; t < to; t++) {
                task.add(t, terms);
            }
            for (int k = 0, at = 0; k < size; k++, at += TileKernels.PARTS) {
                double sum = 0;
                for (int i = 0; i < TileKernels.PARTS; i++) {
                    sum += terms[at + i];
                }
                sums[part][k] = sum;
            }
        });
        double[] total = new double[size];
        for (double[] sum : sums) {
            for (int k = 0; k < size; k++) {
                total[k] += sum[k];
            }
        }
        return total;
    }

    /** A task for the tiles of a part. */
    @FunctionalInterface
    private interface PartTask {
        void run(int part, int from, int to);
    }

    private int parts() {
        int wanted = Math.max(LEAST_PARTS, Math.min(MOST_PARTS, tiles.count() / TILES_IN_PART));
        return Math.min(wanted, tiles.count());
    }

    private void inParts(PartTask task) {
        int count = tiles.count();
        int parts = parts();
        long work = (long) Tiles.WIDTH * tiles.columns() * count / parts;
        workers.run(parts, part -> part * work, (from, to) -> {
            for (int part = from; part < to; part++) {
                task.run(part, (int) ((long) part * count / parts), (int) ((long) (part + 1) * count / parts));
            }
        });
    }

    static float[] floats(Matrix matrix) {
        double[] array = matrix.array();
        float[] out = new float[array.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) array[k];
        }
        return out;
    }

    /** Rounds a number of columns up to a width that {@link TileKernels#addRowProducts} accepts. */
    static int grouped(int columns) {
        return (columns + TileKernels.GROUP - 1) / TileKernels.GROUP * TileKernels.GROUP;
    }

    /** Copies the rows of a matrix, each padded with zeros to such a width. */
    static float[] grouped(Matrix matrix) {
        int k = matrix.columns();
        int w = grouped(k);
        float[] out = new float[matrix.rows() * w];
        for (int i = 0; i < matrix.rows(); i++) {
            for (int c = 0; c < k; c++) {
                out[i * w + c] = (float) matrix.get(i, c);
            }
        }
        return out;
    }

    /** The work space of one thread: the entries of a tile, the tile's rows of U, and the weights and weighted residuals. */
    final class Tile {
        private final int columns = tiles.columns();
        private final int rank;
        private final float[] entries = new float[columns * Tiles.WIDTH];
        private final float[] weights = new float[columns * Tiles.WIDTH];
        private final float[] weighted = new float[columns * Tiles.WIDTH];
        final float[] u;
        int first;
        int height;

        Tile(int rank) {
            this.rank = rank;
            this.u = new float[rank * Tiles.WIDTH];
        }

        /** Loads a tile and its rows of U. */
        Tile load(int tile, Matrix left) {
            first = tile * Tiles.WIDTH;
            height = Math.min(Tiles.WIDTH, tiles.rows() - first);
            tiles.load(tile, entries);
            transposed(left, u);
            return this;
        }

        /** Writes the tile's rows of U back. */
        void store(Matrix left) {
            double[] array = left.array();
            for (int p = 0; p < height; p++) {
                for (int k = 0; k < rank; k++) {
                    array[(first + p) * rank + k] = u[k * Tiles.WIDTH + p];
                }
            }
        }

        /** Copies the tile's rows of a matrix, column after column. */
        void transposed(Matrix matrix, float[] out) {
            double[] array = matrix.array();
            int k = matrix.columns();
            for (int c = 0; c < k; c++) {
                for (int p = 0, at = first * k + c; p < height; p++, at += k) {
                    out[c * Tiles.WIDTH + p] = (float) array[at];
                }
                Arrays.fill(out, c * Tiles.WIDTH + height, (c + 1) * Tiles.WIDTH, 0);
            }
        }

        /** Sets the weights of a row to 0. */
        void leaveOut(int p) {
            for (int k = p; k < weights.length; k += Tiles.WIDTH) {
                weights[k] = 0;
            }
        }

        /** Computes the residuals, their weights and the products of both. */
        Tile weigh(float[] v) {
            loss.weighing().weigh(KERNELS, entries, columns, u, v, rank, (float) width, weights, weighted);
            return this;
        }

        double value() {
            return loss.value(weights, weighted, width);
        }

        /** Adds the weighted residuals times B, which has a row for each column of the tile, to C, column after column. */
        void residualsTimes(float[] b, int w, float[] c) {
            KERNELS.addRowProducts(weighted, columns, b, w, c);
        }

        void weightsTimes(float[] b, int w, float[] c) {
            KERNELS.addRowProducts(weights, columns, b, w, c);
        }

        /** Adds the products of the weighted residuals, transposed, with w columns, each WIDTH long; for {@link #sumOverTiles}. */
        void transposedResidualsTimes(float[] b, int w, float[] c, int cFrom) {
            KERNELS.addColumnProducts(weighted, columns, b, w, c, cFrom);
        }

        void transposedWeightsTimes(float[] b, int w, float[] c, int cFrom) {
            KERNELS.addColumnProducts(weights, columns, b, w, c, cFrom);
        }
    }

    @Override
    public String toString() {
        return loss + " of width " + width;
    }
}
