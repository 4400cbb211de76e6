package rung.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import rung.LowRankMatrix;
import rung.Side;
import rung.engine.BiasedFactors;
import rung.engine.Prior;
import rung.engine.SampledFactors;
import rung.engine.SampledSide;
import rung.engine.SideDraw;
import rung.linalg.Lanczos;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import scala.Tuple2;

/**
 * Factors and ratings spread over a cluster. A refit of a side is one job: the other side's lines go to the blocks that need
 * them, each block draws its lines by {@link SideDraw}, and the driver adds up one row of sums a block, in the order of blocks.
 * The top pair takes a job without a shuffle for each of its steps.
 */
final class SpreadFactors implements SampledFactors {
    private final RatingBlocks data;
    private final Storage storage;
    private int rank;
    private Generation left;
    private Generation right;
    private JavaRDD<SideBlock> leftBlocks; // the generation's, and what was appended to it since
    private JavaRDD<SideBlock> rightBlocks;
    private double[] leftSquares; // the sum over the lines of the squares of each column
    private double[] rightSquares;
    private JavaRDD<float[]> rightAtUsers; // null if it was not sent yet
    private final List<Shared<double[]>> leftColumns = new ArrayList<>(); // appended since the last draw
    private final List<Shared<double[]>> rightColumns = new ArrayList<>();

    /**
     * How generations are kept.
     *
     * @param interval lineages are cut after so many refits of a side; −1 for never
     * @param biases whether lines have biases
     */
    record Storage(StorageLevel level, int interval, boolean biases) {}

    private SpreadFactors(RatingBlocks data, Storage storage) {
        this.data = data;
        this.storage = storage;
    }

    /** Rank 0, and no bias yet. */
    static SpreadFactors zero(RatingBlocks data, Storage storage) {
        SpreadFactors factors = new SpreadFactors(data, storage);
        factors.leftBlocks = zero(data.users());
        factors.rightBlocks = zero(data.items());
        factors.left = Generation.of(factors.leftBlocks, 0, List.of(), storage.level());
        factors.right = Generation.of(factors.rightBlocks, 0, List.of(), storage.level());
        factors.left.hold();
        factors.right.hold();
        factors.leftSquares = new double[1];
        factors.rightSquares = new double[1];
        return factors;
    }

    private static JavaRDD<SideBlock> zero(JavaRDD<LineBlock> blocks) {
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    return new SideBlock(SampledSide.zero(block.lines()), 0);
                },
                blocks);
    }

    /** A copy that goes on with other ratings of the same users and items. */
    SpreadFactors on(RatingBlocks others) {
        SpreadFactors copy = new SpreadFactors(others, storage);
        copy.rank = rank;
        copy.left = left;
        copy.right = right;
        left.hold();
        right.hold();
        copy.leftBlocks = leftBlocks;
        copy.rightBlocks = rightBlocks;
        copy.leftSquares = leftSquares;
        copy.rightSquares = rightSquares;
        copy.rightAtUsers = rightAtUsers;
        return copy;
    }

    @Override
    public SampledFactors copy() {
        return on(data);
    }

    @Override
    public void release() {
        left.release();
        right.release();
    }

    @Override
    public long count() {
        return data.count();
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int lines(Side side) {
        return side == Side.LEFT ? data.rows() : data.columns();
    }

    @Override
    public double[] meanSquares(Side side) {
        double[] means = (side == Side.LEFT ? leftSquares : rightSquares).clone();
        for (int k = 0; k < means.length; k++) {
            means[k] /= Math.max(1, lines(side));
        }
        return means;
    }

    private JavaRDD<float[]> rightAtUsers() {
        if (rightAtUsers == null) {
            rightAtUsers = Exchange.send(data.items(), rightBlocks, data.users(), rank, Exchange.What.DRAW);
        }
        return rightAtUsers;
    }

    /** What a block tells the driver of its draws. */
    @DefaultSerializer(JavaSerializer.class)
    private record Summary(double squares, double[] columns) implements Serializable {}

    @Override
    public double draw(Side side, Prior prior, long key) {
        boolean isLeft = side == Side.LEFT;
        int r = rank;
        Prior own = storage.biases() ? prior : prior.withoutBias();
        JavaRDD<float[]> inboxes =
                isLeft ? rightAtUsers() : Exchange.send(data.users(), leftBlocks, data.items(), r, Exchange.What.DRAW);
        JavaRDD<SideBlock> drawn = BlockRdd.ofOne(
                in -> drawn(in.one(0), in.one(1), new SideDraw(in.one(2), null, r, own), key),
                isLeft ? data.users() : data.items(),
                isLeft ? leftBlocks : rightBlocks,
                inboxes);
        Generation next = generation(drawn, isLeft ? left : right, isLeft ? right : left);
        List<Summary> summaries = BlockRdd.collect(
                in -> {
                    SideBlock block = in.one(0);
                    return new Summary(block.squares(), block.side().squares());
                },
                drawn);
        next.isComputed();
        double squares = 0;
        double[] columns = new double[r + 1];
        for (Summary summary : summaries) {
            squares += summary.squares();
            for (int k = 0; k <= r; k++) {
                columns[k] += summary.columns()[k];
            }
        }
        replace(isLeft, next, columns);
        return squares;
    }

    private static SideBlock drawn(LineBlock block, SideBlock before, SideDraw draw, long key) {
        SampledSide side = before.side().copy();
        side.beginDraw();
        double[] squares = new double[block.lines()];
        draw.draw(block.entries(), side, key, block.first(), 0, block.lines(), squares);
        double sum = 0;
        for (double square : squares) {
            sum += square;
        }
        return new SideBlock(side, sum);
    }

    private Generation generation(JavaRDD<SideBlock> drawn, Generation own, Generation other) {
        List<Generation> parents = List.of(own, other);
        int interval = storage.interval();
        boolean isCut = interval > 0 && (own.age() + 1) % interval == 0;
        Generation next = isCut
                ? Generation.cut(drawn, own.age() + 1, parents, storage.level())
                : Generation.of(drawn, own.age() + 1, parents, storage.level());
        next.hold();
        return next;
    }

    private void replace(boolean isLeft, Generation next, double[] squares) {
        if (isLeft) {
            left.release();
            left = next;
            leftBlocks = next.blocks();
            leftSquares = squares;
            release(leftColumns);
        } else {
            right.release();
            right = next;
            rightBlocks = next.blocks();
            rightSquares = squares;
            rightAtUsers = null;
            release(rightColumns);
        }
    }

    private static void release(List<Shared<double[]>> columns) {
        columns.forEach(Shared::release);
        columns.clear();
    }

    @Override
    public void append(SingularPair pair, double s) {
        double root = Math.sqrt(s);
        int r = rank;
        Shared<double[]> u = Shared.of(pair.u(), data.rows(), context());
        Shared<double[]> v = Shared.of(pair.v(), data.columns(), context());
        leftColumns.add(u);
        rightColumns.add(v);
        JavaRDD<float[]> before = rightAtUsers();
        leftBlocks = BlockRdd.ofOne(in -> with(in.one(0), in.one(1), u.value(), -root), data.users(), leftBlocks);
        rightBlocks = BlockRdd.ofOne(in -> with(in.one(0), in.one(1), v.value(), root), data.items(), rightBlocks);
        rightAtUsers = BlockRdd.ofOne(
                in -> widened(in.one(1), r, in.<LineBlock>one(0).numbers(), v.value(), root), data.users(), before);
        leftSquares = withColumn(leftSquares, pair.u(), -root);
        rightSquares = withColumn(rightSquares, pair.v(), root);
        rank++;
    }

    private static SideBlock with(LineBlock block, SideBlock side, double[] column, double s) {
        double[] own = Arrays.copyOfRange(column, block.first(), block.first() + block.lines());
        return new SideBlock(side.side().with(own, s), side.squares());
    }

    /* Rows (x, 1, bias) to rows with one more x. */
    private static float[] widened(float[] inbox, int r, int[] numbers, double[] column, double s) {
        int from = SampledSide.width(r);
        int to = SampledSide.width(r + 1);
        float[] out = new float[Exchange.cells(numbers.length, r + 1)];
        for (int k = 0; k < numbers.length; k++) {
            System.arraycopy(inbox, k * from, out, k * to, r);
            out[k * to + r] = (float) (s * column[numbers[k]]);
            out[k * to + r + 1] = inbox[k * from + r];
            out[k * to + r + 2] = inbox[k * from + r + 1];
        }
        return out;
    }

    private double[] withColumn(double[] squares, double[] column, double s) {
        double[] out = Arrays.copyOf(squares, rank + 2);
        out[rank + 1] = squares[rank];
        out[rank] = 0;
        for (double x : column) {
            float stored = (float) (s * x);
            out[rank] += (double) stored * stored;
        }
        return out;
    }

    @Override
    public void remove(int i) {
        leftBlocks = without(leftBlocks, i);
        rightBlocks = without(rightBlocks, i);
        leftSquares = without(leftSquares, i);
        rightSquares = without(rightSquares, i);
        rightAtUsers = null;
        rank--;
    }

    private static JavaRDD<SideBlock> without(JavaRDD<SideBlock> blocks, int i) {
        return BlockRdd.ofOne(
                in -> {
                    SideBlock side = in.one(0);
                    return new SideBlock(side.side().without(i), side.squares());
                },
                blocks);
    }

    private static double[] without(double[] squares, int i) {
        double[] out = Arrays.copyOf(squares, squares.length - 1);
        System.arraycopy(squares, i + 1, out, i, out.length - i);
        return out;
    }

    @Override
    public void forget() {
        leftBlocks = BlockRdd.ofOne(in -> forgotten(in.one(0)), leftBlocks);
        rightBlocks = BlockRdd.ofOne(in -> forgotten(in.one(0)), rightBlocks);
    }

    private static SideBlock forgotten(SideBlock block) {
        SampledSide side = block.side().copy();
        side.forget();
        return new SideBlock(side, block.squares());
    }

    private JavaRDD<float[]> residuals() {
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] residuals = new float[block.entries().values().length];
                    block.entries().residuals(in.<SideBlock>one(1).side(), in.one(2), 0, block.lines(), residuals);
                    return residuals;
                },
                data.users(),
                leftBlocks,
                rightAtUsers());
    }

    @Override
    public double squares() {
        return BlockRdd.collect(
                        in -> {
                            double sum = 0;
                            for (float x : in.<float[]>one(0)) {
                                sum += (double) x * x;
                            }
                            return sum;
                        },
                        residuals())
                .stream()
                .reduce(0.0, Double::sum);
    }

    @Override
    public SingularPair top(double tolerance, int steps, long seed) {
        JavaRDD<float[]> residuals = residuals().persist(storage.level());
        try {
            return new Lanczos(tolerance, steps).top(new ResidualOperator(data, residuals), seed);
        } finally {
            residuals.unpersist(false);
        }
    }

    @Override
    public double squaredNorm(SingularPair pair) {
        Shared<float[]> v = Shared.of(ResidualOperator.floats(pair.v()), data.columns(), context());
        List<Placed> parts = BlockRdd.collect(
                in -> {
                    LineBlock block = in.one(0);
                    double[] squares = new double[block.lines()];
                    float[] own = ResidualOperator.gathered(v.value(), block.numbers());
                    block.entries().squares(own, 0, block.lines(), squares);
                    return new Placed(block.first(), squares);
                },
                data.users());
        v.release();
        double[] squares = Placed.together(parts, data.rows());
        double sum = 0;
        for (int i = 0; i < squares.length; i++) {
            sum += pair.u()[i] * pair.u()[i] * squares[i];
        }
        return sum;
    }

    /** Some numbers of a vector, from the first on. */
    @DefaultSerializer(JavaSerializer.class)
    record Placed(int first, double[] numbers) implements Serializable {
        static double[] together(List<Placed> parts, int length) {
            double[] out = new double[length];
            for (Placed part : parts) {
                System.arraycopy(part.numbers, 0, out, part.first, part.numbers.length);
            }
            return out;
        }
    }

    private JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(data.users().context());
    }

    /** The lines of one block as they are settled: means and variances, in rows as wide as the kernels want them. */
    @DefaultSerializer(JavaSerializer.class)
    record Settled(LineBlock block, int r, float[] means, float[] variances) implements Serializable {}

    /** Every user's posterior, the items' means given. */
    JavaRDD<Settled> settledUsers(Prior prior) {
        int r = rank;
        JavaRDD<float[]> means = Exchange.send(data.items(), rightBlocks, data.users(), r, Exchange.What.MEAN);
        JavaRDD<float[]> variances = Exchange.send(data.items(), rightBlocks, data.users(), r, Exchange.What.VARIANCE);
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] rows = new float[block.lines() * SampledSide.width(r)];
                    float[] rowVariances = new float[rows.length];
                    new SideDraw(in.one(1), in.one(2), r, prior)
                            .settle(block.entries(), 0, block.lines(), rows, rowVariances);
                    return new Settled(block, r, rows, rowVariances);
                },
                data.users(),
                means,
                variances);
    }

    /** The items' means. */
    JavaRDD<Settled> settledItems() {
        int r = rank;
        return BlockRdd.ofOne(
                in -> {
                    SampledSide side = in.<SideBlock>one(1).side();
                    return new Settled(in.one(0), r, side.mean(), side.variances());
                },
                data.items(),
                rightBlocks);
    }

    /** The mean square of each column over all draws, bias last. */
    double[] priors(Side side) {
        double[] sums = new double[rank + 1];
        BlockRdd.collect(in -> in.<SideBlock>one(0).side().squaresOfAll(), side == Side.LEFT ? leftBlocks : rightBlocks)
                .forEach(part -> Arrays.setAll(sums, k -> sums[k] + part[k]));
        Arrays.setAll(sums, k -> sums[k] / Math.max(1, lines(side)));
        return sums;
    }

    /** The error of the product of the means on other ratings, predictions between the bounds. */
    double rmse(JavaRDD<LineBlock> heldOut, double low, double high) {
        int r = rank;
        double mean = data.mean();
        JavaRDD<float[]> means = Exchange.send(data.items(), rightBlocks, data.users(), r, Exchange.What.MEAN);
        double sum = 0;
        double count = 0;
        for (double[] part : BlockRdd.collect(
                in -> squaredErrors(in.one(0), in.<SideBlock>one(1).side(), in.one(2), mean, low, high),
                heldOut,
                leftBlocks,
                means)) {
            sum += part[0];
            count += part[1];
        }
        return Math.sqrt(sum / count);
    }

    private static double[] squaredErrors(
            LineBlock block, SampledSide side, float[] inbox, double mean, double low, double high) {
        int w = side.width();
        int n = side.rank() + 2;
        double sum = 0;
        for (int line = 0; line < block.lines(); line++) {
            for (int k = block.entries().start()[line]; k < block.entries().start()[line + 1]; k++) {
                int other = block.entries().index()[k] * w;
                double predicted = mean;
                for (int l = 0; l < n; l++) {
                    predicted += (double) side.mean()[line * w + l] * inbox[other + l];
                }
                double error = Math.min(high, Math.max(low, predicted))
                        - (block.entries().values()[k] + mean);
                sum += error * error;
            }
        }
        return new double[] {sum, block.entries().values().length};
    }

    /** Gathers all factors on the driver, for tests and for what is small enough. */
    @Override
    public LowRankMatrix matrix(double mean) {
        Matrix u = new Matrix(data.rows(), rank + 2);
        Matrix v = new Matrix(data.columns(), rank + 2);
        gather(data.users(), leftBlocks, u);
        gather(data.items(), rightBlocks, v);
        return SampledFactors.product(u, v, mean);
    }

    private static void gather(JavaRDD<LineBlock> blocks, JavaRDD<SideBlock> sides, Matrix out) {
        JavaRDD<Tuple2<Integer, SampledSide>> placed = BlockRdd.ofOne(
                in -> new Tuple2<>(
                        in.<LineBlock>one(0).first(), in.<SideBlock>one(1).side()),
                blocks,
                sides);
        for (Tuple2<Integer, SampledSide> part : placed.collect()) {
            SampledSide side = part._2();
            for (int line = 0; line < side.lines(); line++) {
                for (int k = 0; k < out.columns(); k++) {
                    out.set(part._1() + line, k, side.mean()[line * side.width() + k]);
                }
            }
        }
    }

    @Override
    public BiasedFactors settled(double mean, double noise, double ridge) {
        double[] rowPriors = priors(Side.LEFT);
        return new BiasedFactors(
                mean,
                noise,
                lines(settledUsers(new Prior(rowPriors, noise, ridge)), data.rows(), rowPriors),
                lines(settledItems(), data.columns(), priors(Side.RIGHT)),
                0);
    }

    private BiasedFactors.Lines lines(JavaRDD<Settled> settled, int count, double[] priors) {
        int r = rank;
        float[] factors = new float[count * r];
        float[] biases = new float[count];
        float[] variances = new float[count * r];
        for (Settled part : settled.collect()) {
            int w = SampledSide.width(r);
            for (int line = 0; line < part.block().lines(); line++) {
                int to = part.block().first() + line;
                System.arraycopy(part.means(), line * w, factors, to * r, r);
                System.arraycopy(part.variances(), line * w, variances, to * r, r);
                biases[to] = part.means()[line * w + r];
            }
        }
        return new BiasedFactors.Lines(r, factors, biases, variances, priors);
    }
}
