package rung.spark.engine.preference;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.preference.FactorRows;
import rung.engine.preference.PreferenceBlock;
import rung.engine.preference.PreferenceIterate;
import rung.linalg.Matrix;
import rung.linalg.Qr;
import rung.linalg.Side;
import rung.linalg.Svd;
import rung.linalg.SymmetricEigen;
import rung.linalg.Workers;
import rung.preferences.TargetScales;
import rung.spark.block.BlockRdd;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;
import rung.spark.engine.Generation;

/**
 * Finds the top pairs of the gradient of a {@link SpreadPair} and appends them, as {@link PreferenceIterate#appendTop} does: the same
 * random block, and as many products. What the core makes orthonormal by reflections is here multiplied by a small matrix, which the
 * driver finds in the block's Gram matrix. The result is the same to rounding, column by column and sign by sign: ratings that are
 * expected by these factors depend on their signs, through the random numbers that are added to each.
 */
final class SpreadSearch {
    /** Directions whose squared length is below this part of the longest one's are rounding errors. */
    private static final double NEGLIGIBLE = 1e-10;

    private final SpreadPair pair;
    private final SpreadEntries entries;
    private final int r;
    private final Deque<Generation<double[]>> products = new ArrayDeque<>();

    SpreadSearch(SpreadPair pair) {
        this.pair = pair;
        this.entries = pair.entries();
        this.r = pair.rank();
    }

    /**
     * A block of vectors over the lines of a side: Y·C, where Y is spread over the cluster and C is small.
     *
     * @param y the rows of Y, those of each block in one array
     * @param sums the products of Y with other matrices
     * @param top the first rows of Y, as many as Y has columns; of the last block of users alone
     * @param c C, which has a row for each column of Y
     */
    private record Tall(Side side, Generation<double[]> y, Sums sums, Matrix top, Matrix c) {
        Tall times(Matrix matrix) {
            return new Tall(side, y, sums, top, c.multiply(matrix));
        }

        int columns() {
            return c.columns();
        }

        /** (Y·C)ᵀ·(Y·C). */
        Matrix gram() {
            return c.transposed().multiply(sums.gram.multiply(c));
        }

        /** (Y·C)ᵀ·F, where F are the factors of the same side. */
        Matrix withFactors() {
            return c.transposed().multiply(sums.withFactors);
        }

        /** For each vector: the sum over the lines of the penalty's coefficient times the square. */
        double[] slopes() {
            Matrix product = sums.withRidge.multiply(c);
            double[] slopes = new double[columns()];
            for (int row = 0; row < c.rows(); row++) {
                for (int k = 0; k < slopes.length; k++) {
                    slopes[k] += c.get(row, k) * product.get(row, k);
                }
            }
            return slopes;
        }
    }

    /** YᵀY, YᵀF and YᵀDY, where F are the factors of a side and D has the coefficients of the penalty on its diagonal. */
    private record Sums(Matrix gram, Matrix withFactors, Matrix withRidge) {}

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
            Tall q = orthonormal(product(Side.LEFT, random(Svd.block(m, n, b)), false));
            if (q.columns() == 0) {
                return 0;
            }
            for (int pass = 0; pass < PreferenceIterate.PASSES; pass++) {
                Tall back = orthonormal(product(Side.RIGHT, q, false));
                q = orthonormal(product(Side.LEFT, back, pass == PreferenceIterate.PASSES - 1));
            }
            q = q.times(signs(q, m));
            return append(q, product(Side.RIGHT, q, true), b);
        } finally {
            products.forEach(Generation::release);
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
        Generation<double[]> y =
                Generation.between(random, List.of(), entries.storage().level());
        return tall(Side.RIGHT, y, columns, r > 0, false);
    }

    /* Aᵀ·Q = V·Σ·Wᵀ, so A ≈ (Q·W)·Σ·Vᵀ; W and Σ² are in the Gram matrix of Aᵀ·Q. */
    private int append(Tall q, Tall transposed, int most) {
        SymmetricEigen eigen = SymmetricEigen.of(transposed.gram());
        int b = Math.min(most, above(eigen));
        Svd small = Svd.of(root(eigen, eigen.values().length)); // which turns columns as that of Aᵀ·Q does
        double[] sigma = Arrays.copyOf(small.sigma(), b);
        double[] inverse = Arrays.stream(sigma).map(x -> 1 / x).toArray();
        Matrix w = small.v().firstColumns(b);
        Tall u = q.times(w);
        Tall v = transposed.times(w.scaledColumns(inverse));
        double[] curvatures = curvatures(u, v);
        double[] users = u.slopes();
        double[] items = v.slopes();
        double[] steps = new double[b];
        for (int k = 0; k < b; k++) {
            double slope = 0.5 * (users[k] + items[k]);
            steps[k] = PreferenceBlock.step(sigma[k], slope, curvatures[k] + entries.alpha());
        }
        int[] rising = IntStream.range(0, b).filter(k -> steps[k] > 0).toArray();
        if (rising.length > 0) {
            widen(scaled(u, rising, k -> -Math.sqrt(steps[k])));
            widen(scaled(v, rising, k -> Math.sqrt(steps[k])));
        }
        return rising.length;
    }

    /* The number of eigenvalues that are not rounding errors. */
    private static int above(SymmetricEigen eigen) {
        double least = NEGLIGIBLE * eigen.value(0);
        return (int)
                Arrays.stream(eigen.values()).filter(x -> x > 0 && x > least).count();
    }

    /* The first rows of the square root Λ^½·Eᵀ of a Gram matrix E·Λ·Eᵀ: a matrix with the same Gram matrix, if there are enough of them. */
    private static Matrix root(SymmetricEigen eigen, int rows) {
        int k = eigen.values().length;
        Matrix root = new Matrix(rows, k);
        for (int row = 0; row < rows; row++) {
            double scale = Math.sqrt(Math.max(0, eigen.value(row)));
            for (int column = 0; column < k; column++) {
                root.set(row, column, scale * eigen.vectors().get(column, row));
            }
        }
        return root;
    }

    /* B = Q·R, where R is a triangle, as by reflections, but for the signs of the columns. */
    private static Tall orthonormal(Tall block) {
        SymmetricEigen eigen = SymmetricEigen.of(block.gram());
        int count = above(eigen);
        double[] inverse = new double[count];
        Arrays.setAll(inverse, k -> 1 / Math.sqrt(eigen.value(k)));
        Matrix turn = Qr.of(root(eigen, count).firstColumns(count)).q();
        return block.times(
                eigen.vectors().firstColumns(count).scaledColumns(inverse).multiply(turn));
    }

    /*
     * The signs that reflections of m rows give the columns of Q, on the diagonal. Reflections turn orthonormal columns into those of the
     * unit matrix or their negatives, and what they do to the first rows is an elimination in these rows alone.
     */
    private static Matrix signs(Tall q, int m) {
        int k = q.columns();
        Matrix x = q.top.multiply(q.c);
        Matrix signs = new Matrix(k, k);
        for (int j = 0; j < k; j++) {
            boolean isReflected = j < m - 1; // one row needs no reflection
            double sign = Math.copySign(1, isReflected ? -x.get(j, j) : x.get(j, j));
            signs.set(j, j, sign);
            double pivot = x.get(j, j) - sign;
            for (int i = j + 1; i < k; i++) {
                double part = x.get(i, j) / pivot;
                for (int c = j + 1; c < k; c++) {
                    x.set(i, c, x.get(i, c) - part * x.get(j, c));
                }
            }
        }
        return signs;
    }

    /* A block and its products, by the job that computes it; without a job if nothing has to be known. The penalty is asked for at last. */
    private Tall tall(Side side, Generation<double[]> y, int k, boolean isNeeded, boolean isLast) {
        Matrix gram = new Matrix(k, k);
        Matrix withFactors = new Matrix(k, r);
        Matrix withRidge = new Matrix(k, k);
        Matrix top = new Matrix(k, k);
        if (isNeeded) {
            int rank = r;
            boolean withTop = isLast && side == Side.LEFT;
            int next = 0;
            double lambda = pair.lambda();
            double unseen = entries.unseen(side);
            boolean isWeighted = entries.isWeighted();
            for (double[][] part : BlockRdd.collect(
                    in -> {
                        LineBlock lines = in.one(0);
                        double[] rows = in.one(4);
                        double[] ridge = SpreadEntries.arithmetic(lines, in.one(1), in.one(2), isWeighted)
                                .ridge(lambda, TargetScales.NU, unseen);
                        return new double[][] {
                            products(rows, k, line -> 1),
                            FactorRows.of(lines.lines(), rank, in.one(3)).transposedTimes(rows, k, Workers.ONE),
                            isLast ? products(rows, k, line -> ridge[line]) : new double[0],
                            withTop ? first(lines, rows, k) : new double[0]
                        };
                    },
                    entries.data().lines(side),
                    entries.scales(side),
                    entries.neededScales(side),
                    pair.side(side).rows(),
                    y.blocks())) {
                add(gram, part[0]);
                add(withFactors, part[1]);
                add(withRidge, part[2]);
                System.arraycopy(part[3], 0, top.array(), next, part[3].length);
                next += part[3].length;
            }
            y.markComputed();
        }
        products.add(y);
        if (products.size() > 2) { // the last two are what pairs are made of
            products.remove().release();
        }
        return new Tall(side, y, new Sums(gram, withFactors, withRidge), top, Matrix.identity(k));
    }

    /* Those of a block's rows that are among the first k of all. */
    private static double[] first(LineBlock lines, double[] rows, int k) {
        return Arrays.copyOf(rows, k * Math.max(0, Math.min(lines.lines(), k - lines.first())));
    }

    private static void add(Matrix sums, double[] part) {
        double[] all = sums.array();
        for (int at = 0; at < part.length; at++) {
            all[at] += part[at];
        }
    }

    /* Σ weight·yᵀy over the rows y. */
    private static double[] products(double[] y, int k, IntToDoubleFunction weight) {
        double[] sums = new double[k * k];
        for (int row = 0; row < y.length; row += k) {
            double w = weight.applyAsDouble(row / k);
            for (int a = 0; a < k; a++) {
                double x = w * y[row + a];
                for (int b = a; b < k; b++) {
                    sums[a * k + b] += x * y[row + b];
                }
            }
        }
        for (int a = 0; a < k; a++) {
            for (int b = 0; b < a; b++) {
                sums[a * k + b] = sums[b * k + a];
            }
        }
        return sums;
    }

    /* The gradient, or its transpose, times a block of the other side. */
    private Tall product(Side side, Tall block, boolean isLast) {
        SpreadRows own = pair.side(side);
        SpreadRows other = pair.side(block.side);
        int k = block.columns();
        int rank = r;
        SmallMatrix c = SmallMatrix.of(block.c);
        boolean isWeighted = entries.isWeighted();
        double[] inner = block.withFactors().array().clone(); // α·Fᵀ·X
        Arrays.setAll(inner, at -> entries.alpha() * inner[at]);
        JavaRDD<float[]> rows = BlockRdd.ofOne(in -> floats(c.timesRows(in.one(0))), block.y.blocks());
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
        List<Generation<?>> from = List.of(own.generation(), other.generation(), block.y);
        return tall(side, Generation.between(product, from, entries.storage().level()), k, true, isLast);
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
                v.y.blocks());
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
                        u.y.blocks(),
                        Exchange.sendRows(
                                entries.data().items(), squares, entries.data().users(), k)),
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

    private static Tall scaled(Tall x, int[] chosen, Scale scale) {
        Matrix some = new Matrix(x.columns(), chosen.length);
        for (int k = 0; k < chosen.length; k++) {
            some.set(chosen[k], k, scale.of(chosen[k]));
        }
        return x.times(some);
    }

    private void widen(Tall x) {
        SmallMatrix c = SmallMatrix.of(x.c);
        int from = r;
        int to = r + x.columns();
        JavaRDD<FittedRows> wider = BlockRdd.ofOne(
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
                    return FittedRows.of(rows);
                },
                pair.side(x.side).rows(),
                x.y.blocks());
        pair.side(x.side).widened(wider, x.y, to, widenedGram(x), entries.storage());
    }

    /* Differs from what the wider factors give by their rounding to floats. */
    private double[] widenedGram(Tall x) {
        int to = r + x.columns();
        double[] wide = new double[to * to];
        double[] before = pair.side(x.side).gram();
        Matrix across = x.withFactors();
        Matrix own = x.gram();
        for (int a = 0; a < to; a++) {
            for (int b = 0; b <= a; b++) {
                double product = a < r ? before[a * r + b] : b < r ? across.get(a - r, b) : own.get(a - r, b - r);
                wide[a * to + b] = product;
                wide[b * to + a] = product;
            }
        }
        return wide;
    }
}
