package rung.spark.engine.preference;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.preference.FactorRows;
import rung.engine.preference.PreferenceBlock;
import rung.engine.preference.PreferenceIterate;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.Svd;
import rung.linalg.SymmetricEigen;
import rung.linalg.Workers;
import rung.preferences.TargetScales;
import rung.spark.block.BlockRdd;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;

/**
 * Finds the top pairs of the gradient of a {@link SpreadPair} and appends them, as {@link PreferenceIterate#appendTop} does: the same
 * random block, and as many products. What the core makes orthonormal by reflections is here multiplied by a small matrix, which the
 * driver finds in the block's Gram matrix: both span the same space, on which alone the pairs depend.
 */
final class SpreadSearch {
    /** Directions whose squared length is below this part of the longest one's are rounding errors. */
    private static final double NEGLIGIBLE = 1e-10;

    private final SpreadPair pair;
    private final SpreadEntries entries;
    private final int r;
    private final List<JavaRDD<double[]>> kept = new ArrayList<>();

    SpreadSearch(SpreadPair pair) {
        this.pair = pair;
        this.entries = pair.entries();
        this.r = pair.rank();
    }

    /**
     * A block of vectors over the lines of a side: Y·C, where Y is spread over the cluster and C is small.
     *
     * @param y the rows of Y, those of each block in one array
     * @param c C, which has a row for each column of Y
     */
    private record Tall(Side side, JavaRDD<double[]> y, Matrix c) {
        Tall times(Matrix matrix) {
            return new Tall(side, y, c.multiply(matrix));
        }

        int columns() {
            return c.columns();
        }
    }

    /** A matrix that is sent to the cluster with a task. */
    private record SmallMatrix(int rows, int columns, double[] numbers) implements Serializable {
        static SmallMatrix of(Matrix matrix) {
            return new SmallMatrix(matrix.rows(), matrix.columns(), matrix.array());
        }

        /** Multiplies rows, which stand one after another, by this matrix. */
        double[] timesRows(double[] y) {
            Matrix left = new Matrix(y.length / rows, rows, y);
            return left.multiply(new Matrix(rows, columns, numbers)).array();
        }
    }

    /** Appends at most {@code count} pairs and returns how many. */
    int append(int count) {
        int m = entries.data().rows();
        int n = entries.data().columns();
        int b = Math.min(count, Math.min(m, n));
        if (b == 0) {
            return 0;
        }
        try {
            Tall q = orthonormal(product(Side.LEFT, random(Svd.block(m, n, b))));
            if (q.columns() == 0) {
                return 0;
            }
            for (int pass = 0; pass < PreferenceIterate.PASSES; pass++) {
                q = orthonormal(product(Side.LEFT, orthonormal(product(Side.RIGHT, q))));
            }
            return append(q, product(Side.RIGHT, q), b);
        } finally {
            kept.forEach(block -> block.unpersist(false));
        }
    }

    private Tall random(int columns) {
        long seed = entries.seed();
        int rank = r;
        JavaRDD<double[]> random = BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    return PreferenceBlock.randomBlock(block.first(), block.lines(), columns, seed, rank)
                            .array();
                },
                entries.data().items());
        return new Tall(Side.RIGHT, random, Matrix.identity(columns));
    }

    /* Aᵀ·Q = V·Σ·Wᵀ, so A ≈ (Q·W)·Σ·Vᵀ; W and Σ² are in the Gram matrix of Aᵀ·Q. */
    private int append(Tall q, Tall transposed, int most) {
        SymmetricEigen eigen = SymmetricEigen.of(gram(transposed));
        int b = Math.min(most, above(eigen));
        double[] sigma = new double[b];
        double[] inverse = new double[b];
        for (int k = 0; k < b; k++) {
            sigma[k] = Math.sqrt(eigen.value(k));
            inverse[k] = 1 / sigma[k];
        }
        Matrix w = eigen.vectors().firstColumns(b);
        Tall u = q.times(w);
        Tall v = transposed.times(w.scaledColumns(inverse));
        double[] curvatures = curvatures(u, v);
        double[] users = slopes(u);
        double[] items = slopes(v);
        double[] steps = new double[b];
        for (int k = 0; k < b; k++) {
            double slope = 0.5 * (users[k] + items[k]);
            steps[k] = PreferenceBlock.step(sigma[k], slope, curvatures[k] + entries.alpha());
        }
        int[] rising = IntStream.range(0, b).filter(k -> steps[k] > 0).toArray();
        if (rising.length > 0) {
            widen(u, rising, k -> -Math.sqrt(steps[k]));
            widen(v, rising, k -> Math.sqrt(steps[k]));
        }
        return rising.length;
    }

    /* The number of eigenvalues that are not rounding errors. */
    private static int above(SymmetricEigen eigen) {
        double least = NEGLIGIBLE * eigen.value(0);
        return (int)
                Arrays.stream(eigen.values()).filter(x -> x > 0 && x > least).count();
    }

    private Tall orthonormal(Tall block) {
        SymmetricEigen eigen = SymmetricEigen.of(gram(block));
        int count = above(eigen);
        double[] inverse = new double[count];
        Arrays.setAll(inverse, k -> 1 / Math.sqrt(eigen.value(k)));
        return block.times(eigen.vectors().firstColumns(count).scaledColumns(inverse));
    }

    /* Computes the block and adds up its Gram matrix. */
    private static Matrix gram(Tall block) {
        int k = block.c.rows();
        Matrix sums = new Matrix(k, k);
        for (double[] part : BlockRdd.collect(in -> products(in.one(0), k), block.y)) {
            Arrays.setAll(sums.array(), at -> sums.array()[at] + part[at]);
        }
        return block.c.transposed().multiply(sums.multiply(block.c));
    }

    private static double[] products(double[] y, int k) {
        double[] sums = new double[k * k];
        for (int row = 0; row < y.length; row += k) {
            for (int a = 0; a < k; a++) {
                double x = y[row + a];
                for (int b = 0; b < k; b++) {
                    sums[a * k + b] += x * y[row + b];
                }
            }
        }
        return sums;
    }

    /* The gradient, or its transpose, times a block of the other side. */
    private Tall product(Side side, Tall block) {
        SpreadRows own = pair.side(side);
        SpreadRows other = pair.side(block.side);
        int k = block.columns();
        int rank = r;
        SmallMatrix c = SmallMatrix.of(block.c);
        boolean isWeighted = entries.isWeighted();
        double[] inner = inner(block);
        JavaRDD<float[]> rows = BlockRdd.ofOne(in -> floats(c.timesRows(in.one(0))), block.y);
        JavaRDD<double[]> product = BlockRdd.ofOne(
                in -> {
                    LineBlock lines = in.one(0);
                    return SpreadEntries.arithmetic(lines, in.one(1), in.one(2), isWeighted)
                            .timesGradient(
                                    FactorRows.of(lines.lines(), rank, in.one(3)),
                                    FactorRows.of(lines.needed(), rank, in.one(4)),
                                    FactorRows.of(lines.needed(), k, in.one(5)),
                                    inner)
                            .array();
                },
                own.lines(),
                entries.scales(side),
                entries.neededScales(side),
                own.rows(),
                other.sent(),
                Exchange.sendRows(other.lines(), rows, own.lines(), k));
        product.persist(entries.storage().level());
        kept.add(product);
        return new Tall(side, product, Matrix.identity(k));
    }

    /* α·Fᵀ·X of the factors F and the block X, both of one side. */
    private double[] inner(Tall block) {
        int k = block.columns();
        int rank = r;
        SmallMatrix c = SmallMatrix.of(block.c);
        double[] sums = new double[rank * k];
        if (rank > 0) {
            for (double[] part : BlockRdd.collect(
                    in -> {
                        int lines = in.<LineBlock>one(0).lines();
                        return FactorRows.of(lines, rank, in.one(1))
                                .transposedTimes(c.timesRows(in.one(2)), k, Workers.ONE);
                    },
                    pair.side(block.side).lines(),
                    pair.side(block.side).rows(),
                    block.y)) {
                Arrays.setAll(sums, at -> sums[at] + entries.alpha() * part[at]);
            }
        }
        return sums;
    }

    private static float[] floats(double[] x) {
        float[] out = new float[x.length];
        for (int k = 0; k < x.length; k++) {
            out[k] = (float) x[k];
        }
        return out;
    }

    /* For each pair of vectors: Σ over the seen entries of w·(x_i·y_j)². */
    private double[] curvatures(Tall u, Tall v) {
        int k = u.columns();
        SmallMatrix left = SmallMatrix.of(u.c);
        SmallMatrix right = SmallMatrix.of(v.c);
        boolean isWeighted = entries.isWeighted();
        JavaRDD<float[]> squares = BlockRdd.ofOne(
                in -> {
                    double[] y = right.timesRows(in.one(0));
                    Arrays.setAll(y, at -> y[at] * y[at]);
                    return floats(y);
                },
                v.y);
        return added(
                BlockRdd.collect(
                        in -> {
                            LineBlock lines = in.one(0);
                            return SpreadEntries.arithmetic(lines, in.one(1), in.one(2), isWeighted)
                                    .curvatures(
                                            new Matrix(lines.lines(), k, left.timesRows(in.one(3))),
                                            FactorRows.of(lines.needed(), k, in.one(4)));
                        },
                        entries.data().users(),
                        entries.scales(Side.LEFT),
                        entries.neededScales(Side.LEFT),
                        u.y,
                        Exchange.sendRows(
                                entries.data().items(), squares, entries.data().users(), k)),
                k);
    }

    /* For each vector: the sum over the lines of the penalty's coefficient times the square. */
    private double[] slopes(Tall x) {
        int k = x.columns();
        SmallMatrix c = SmallMatrix.of(x.c);
        double lambda = pair.lambda();
        double unseen = entries.unseen(x.side);
        boolean isWeighted = entries.isWeighted();
        return added(
                BlockRdd.collect(
                        in -> {
                            double[] ridge = SpreadEntries.arithmetic(in.one(0), in.one(1), in.one(2), isWeighted)
                                    .ridge(lambda, TargetScales.NU, unseen);
                            double[] rows = c.timesRows(in.one(3));
                            double[] sums = new double[k];
                            for (int at = 0; at < rows.length; at++) {
                                sums[at % k] += ridge[at / k] * rows[at] * rows[at];
                            }
                            return sums;
                        },
                        entries.data().lines(x.side),
                        entries.scales(x.side),
                        entries.neededScales(x.side),
                        x.y),
                k);
    }

    private static double[] added(List<double[]> parts, int k) {
        double[] sums = new double[k];
        parts.forEach(part -> Arrays.setAll(sums, at -> sums[at] + part[at]));
        return sums;
    }

    /** Gives the number that a vector is multiplied by. */
    @FunctionalInterface
    private interface Scale {
        double of(int k);
    }

    private void widen(Tall x, int[] chosen, Scale scale) {
        Matrix scaled = new Matrix(x.c.rows(), chosen.length);
        for (int row = 0; row < scaled.rows(); row++) {
            for (int k = 0; k < chosen.length; k++) {
                scaled.set(row, k, scale.of(chosen[k]) * x.c.get(row, chosen[k]));
            }
        }
        SmallMatrix c = SmallMatrix.of(scaled);
        int from = r;
        int to = r + chosen.length;
        JavaRDD<float[]> wider = BlockRdd.ofOne(
                in -> {
                    float[] before = in.one(0);
                    double[] more = c.timesRows(in.one(1));
                    int lines = more.length / (to - from);
                    float[] rows = new float[lines * to];
                    for (int line = 0; line < lines; line++) {
                        System.arraycopy(before, line * from, rows, line * to, from);
                        for (int k = from; k < to; k++) {
                            rows[line * to + k] = (float) more[line * (to - from) + k - from];
                        }
                    }
                    return rows;
                },
                pair.side(x.side).rows(),
                x.y);
        pair.side(x.side).widened(wider, to, entries.storage());
    }
}
