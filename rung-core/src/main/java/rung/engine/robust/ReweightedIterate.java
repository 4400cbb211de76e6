package rung.engine.robust;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.Refit;
import rung.data.Tiles;
import rung.engine.LbfgsIterate;
import rung.linalg.Lanczos;
import rung.linalg.LineSearch;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/** The iterate of {@link Reweighted}: sides are refitted line by line; the rest is as for any convex function. */
public final class ReweightedIterate extends LbfgsIterate<ReweightedIterate> {
    /** A line search ends once the slope has fallen to this part of its first value; the refits that follow find the scale anew. */
    private static final double SEARCHED = 0.01;

    /** The most iterations of an exact refit. */
    private static final int MAX_ITERATIONS = 300;

    private final WeightedResiduals residuals;
    private final RowEvidence before; // null if there is none

    ReweightedIterate(WeightedResiduals residuals, RowEvidence before, long seed, Matrix u, Matrix v) {
        super(residuals, seed, u, v);
        this.residuals = residuals;
        this.before = before;
    }

    @Override
    protected ReweightedIterate with(Matrix newU, Matrix newV) {
        return new ReweightedIterate(residuals, before, seed, newU, newV);
    }

    @Override
    public LinearOperator gradient() {
        return residuals.gradient(u, v);
    }

    /** The penalty of the evidence: how far the rows of U are from where earlier columns had them. */
    @Override
    protected double penalty() {
        return before == null ? 0 : before.penalty(u);
    }

    /** Starts the search from a vector that does not depend on the order of columns, so that the result does not either. */
    @Override
    protected SingularPair top(LinearOperator gradient, Lanczos lanczos) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] rows = new double[u.rows()];
        Arrays.setAll(rows, i -> random.nextGaussian());
        double[] start = gradient.multiplyTransposed(Matrix.column(rows)).array();
        return Matrix.norm(start) > 0 ? lanczos.top(gradient, start) : lanczos.top(gradient, seed);
    }

    @Override
    public double lineSearch(SingularPair pair) {
        Matrix left = Matrix.column(pair.u());
        Matrix right = Matrix.column(pair.v());
        LineSearch.Slope slope = s -> -left.multiplyTransposed(residuals
                        .gradient(u.withColumn(pair.u(), -s), v.withColumn(pair.v(), 1))
                        .multiply(right))
                .get(0, 0);
        return LineSearch.minimize(slope, slope.at(0), pair.sigma(), SEARCHED);
    }

    @Override
    public void refit(Side side, Refit refit) {
        int iterations = Math.min(refit.iterations(), MAX_ITERATIONS);
        if (side == Side.LEFT) {
            refitLeft(refit.fromZero() ? new Matrix(u.rows(), rank()) : u, iterations);
        } else {
            refitRight(refit.fromZero() ? new Matrix(v.rows(), rank()) : v, iterations);
        }
    }

    /** Refits every row of U by itself, tile by tile: the entries of a tile stay in the cache for all iterations. */
    private void refitLeft(Matrix start, int iterations) {
        int r = rank();
        float[] right = WeightedResiduals.floats(v);
        float[] factors = WeightedResiduals.grouped(v);
        float[] products = WeightedResiduals.grouped(products(v));
        int w = WeightedResiduals.grouped(r);
        int productWidth = WeightedResiduals.grouped(r * (r + 1) / 2);
        Matrix moved = start.copy();
        residuals.forEachTile(() -> {
            WeightedResiduals.Tile tile = residuals.new Tile(r);
            float[] gram = new float[productWidth * Tiles.WIDTH];
            float[] gradient = new float[w * Tiles.WIDTH];
            ReweightedStep step = new ReweightedStep(r);
            return t -> {
                tile.load(t, moved);
                double change = 1;
                for (int k = 0; k < iterations && change > ReweightedStep.NEGLIGIBLE; k++) {
                    tile.weigh(right);
                    Arrays.fill(gram, 0);
                    tile.weightsTimes(products, productWidth, gram);
                    Arrays.fill(gradient, 0);
                    tile.residualsTimes(factors, w, gradient);
                    double stretch = ReweightedStep.stretch(k);
                    change = 0;
                    for (int p = 0; p < tile.height; p++) {
                        step.read(gram, gradient, p, Tiles.WIDTH);
                        if (before != null) {
                            step.add(before, tile.first + p, tile.u, p, Tiles.WIDTH);
                        }
                        change = Math.max(change, step.move(tile.u, p, Tiles.WIDTH, stretch));
                    }
                }
                tile.store(moved);
            };
        });
        replace(moved, v);
    }

    /** Computes what {@link Reweighted#evidence} returns, without earlier evidence. */
    static RowEvidence evidence(WeightedResiduals residuals, Matrix u, Matrix v) {
        int r = u.columns();
        int pairs = r * (r + 1) / 2;
        int width = WeightedResiduals.grouped(pairs);
        float[] right = WeightedResiduals.floats(v);
        float[] products = WeightedResiduals.grouped(products(v));
        float[] all = new float[u.rows() * pairs];
        residuals.forEachTile(() -> {
            WeightedResiduals.Tile tile = residuals.new Tile(r);
            float[] gram = new float[width * Tiles.WIDTH];
            return t -> {
                tile.load(t, u).weigh(right);
                Arrays.fill(gram, 0);
                tile.weightsTimes(products, width, gram);
                for (int p = 0; p < tile.height; p++) {
                    for (int q = 0; q < pairs; q++) {
                        all[(tile.first + p) * pairs + q] = gram[q * Tiles.WIDTH + p];
                    }
                }
            };
        });
        return new RowEvidence(u, all);
    }

    /** Refits every row of V by itself, from sums over all tiles. */
    private void refitRight(Matrix start, int iterations) {
        int r = rank();
        int n = v.rows();
        int pairs = r * (r + 1) / 2;
        float[] right = WeightedResiduals.floats(start);
        ReweightedStep step = new ReweightedStep(r);
        double change = 1;
        for (int k = 0; k < iterations && change > ReweightedStep.NEGLIGIBLE; k++) {
            double[] sums = residuals.sumOverTiles(n * (pairs + r), () -> {
                WeightedResiduals.Tile tile = residuals.new Tile(r);
                float[] products = new float[pairs * Tiles.WIDTH];
                return (t, part) -> {
                    tile.load(t, u).weigh(right);
                    products(tile.u, r, products);
                    tile.transposedWeightsTimes(products, pairs, part, 0);
                    tile.transposedResidualsTimes(tile.u, r, part, n * pairs);
                };
            });
            double stretch = ReweightedStep.stretch(k);
            change = 0;
            for (int j = 0; j < n; j++) {
                step.read(sums, j * pairs, n * pairs + j * r);
                change = Math.max(change, step.move(right, j * r, 1, stretch));
            }
        }
        Matrix moved = new Matrix(n, r);
        for (int i = 0; i < right.length; i++) {
            moved.array()[i] = right[i];
        }
        replace(u, moved);
    }

    /** Computes all x_a·x_b with b ≤ a, for each row x of a factor. */
    private static Matrix products(Matrix factor) {
        int r = factor.columns();
        Matrix products = new Matrix(factor.rows(), r * (r + 1) / 2);
        for (int i = 0; i < factor.rows(); i++) {
            for (int a = 0, q = 0; a < r; a++) {
                for (int b = 0; b <= a; b++, q++) {
                    products.set(i, q, factor.get(i, a) * factor.get(i, b));
                }
            }
        }
        return products;
    }

    /** Computes the same for a tile's rows, column after column. */
    private static void products(float[] factor, int r, float[] products) {
        for (int a = 0, q = 0; a < r; a++) {
            for (int b = 0; b <= a; b++, q++) {
                for (int p = 0; p < Tiles.WIDTH; p++) {
                    products[q * Tiles.WIDTH + p] = factor[a * Tiles.WIDTH + p] * factor[b * Tiles.WIDTH + p];
                }
            }
        }
    }
}
