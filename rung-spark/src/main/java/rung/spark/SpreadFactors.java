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
import rung.engine.Moments;
import rung.engine.Prior;
import rung.engine.SampledFactors;
import rung.engine.SampledSide;
import rung.engine.SideDraw;
import rung.engine.Traits;
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
    private final SharedPresence presence;
    private final Storage storage;
    private int rank;
    private Generation left;
    private Generation right;
    private JavaRDD<SideBlock> leftBlocks; // the generation's, and what was appended to it since
    private JavaRDD<SideBlock> rightBlocks;
    private Moments leftMoments; // null if they were not added up yet
    private Moments rightMoments;
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

    private SpreadFactors(RatingBlocks data, SharedPresence presence, Storage storage) {
        this.data = data;
        this.presence = presence;
        presence.hold();
        this.storage = storage;
    }

    /** Rank 0, and no bias yet. */
    static SpreadFactors zero(RatingBlocks data, SharedPresence presence, Storage storage) {
        SpreadFactors factors = new SpreadFactors(data, presence, storage);
        factors.leftBlocks = zero(data.users());
        factors.rightBlocks = zero(data.items());
        factors.left = Generation.of(factors.leftBlocks, 0, List.of(), storage.level());
        factors.right = Generation.of(factors.rightBlocks, 0, List.of(), storage.level());
        factors.left.hold();
        factors.right.hold();
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
    SpreadFactors on(RatingBlocks others, SharedPresence presenceOfOthers) {
        SpreadFactors copy = new SpreadFactors(others, presenceOfOthers, storage);
        copy.rank = rank;
        copy.left = left;
        copy.right = right;
        left.hold();
        right.hold();
        copy.leftBlocks = leftBlocks;
        copy.rightBlocks = rightBlocks;
        copy.leftMoments = presence == presenceOfOthers ? leftMoments : null;
        copy.rightMoments = presence == presenceOfOthers ? rightMoments : null;
        copy.rightAtUsers = rightAtUsers;
        return copy;
    }

    @Override
    public SampledFactors copy() {
        return on(data, presence);
    }

    @Override
    public void release() {
        left.release();
        right.release();
        presence.release();
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
    public Moments moments(Side side) {
        if (side == Side.LEFT) {
            leftMoments = leftMoments == null ? addedUp(side, false) : leftMoments;
            return leftMoments;
        }
        rightMoments = rightMoments == null ? addedUp(side, false) : rightMoments;
        return rightMoments;
    }

    private JavaRDD<SideBlock> blocks(Side side) {
        return side == Side.LEFT ? leftBlocks : rightBlocks;
    }

    private boolean isTold(Side side) {
        return presence.side(side).strengths().length > 0;
    }

    private JavaRDD<float[]> traits(Side side) {
        return presence.side(side).traits().scores();
    }

    /* Of the last draws, or over all. */
    private Moments addedUp(Side side, boolean ofAll) {
        boolean isTold = isTold(side);
        return moments(
                side,
                BlockRdd.collect(in -> Summary.of(in.one(0), in.one(1), ofAll, isTold), blocks(side), traits(side)));
    }

    private Moments moments(Side side, List<Summary> summaries) {
        double[] columns = new double[rank + 1];
        double[] strengths = presence.side(side).strengths();
        double[] products = new double[strengths.length * (rank + 1)];
        for (Summary summary : summaries) {
            Arrays.setAll(columns, k -> columns[k] + summary.columns()[k]);
            Arrays.setAll(products, k -> products[k] + summary.products()[k]);
        }
        return new Moments(lines(side), columns, strengths, products);
    }

    private JavaRDD<float[]> rightAtUsers() {
        if (rightAtUsers == null) {
            rightAtUsers = Exchange.send(data.items(), rightBlocks, data.users(), rank, Exchange.What.DRAW);
        }
        return rightAtUsers;
    }

    /** What a block tells the driver of its draws. */
    @DefaultSerializer(JavaSerializer.class)
    private record Summary(double squares, double[] columns, double[] products) implements Serializable {
        static Summary of(SideBlock block, float[] scores, boolean ofAll, boolean isTold) {
            SampledSide side = block.side();
            float[] rows = ofAll ? side.mean() : side.draw();
            return new Summary(
                    block.squares(),
                    ofAll ? side.squaresOfAll() : side.squares(),
                    isTold ? SpreadNumbers.products(scores, rows, side.width(), side.rank() + 1) : new double[0]);
        }
    }

    @Override
    public double draw(Side side, Prior prior, long key) {
        boolean isLeft = side == Side.LEFT;
        int r = rank;
        Prior own = storage.biases() ? prior : prior.withoutBias();
        JavaRDD<float[]> inboxes =
                isLeft ? rightAtUsers() : Exchange.send(data.users(), leftBlocks, data.items(), r, Exchange.What.DRAW);
        JavaRDD<SideBlock> drawn = BlockRdd.ofOne(
                in -> drawn(in.one(0), in.one(1), new SideDraw(in.one(2), null, r, own), in.one(3), key),
                isLeft ? data.users() : data.items(),
                blocks(side),
                inboxes,
                traits(side));
        Generation next = generation(drawn, isLeft ? left : right, isLeft ? right : left);
        boolean isTold = isTold(side);
        List<Summary> summaries =
                BlockRdd.collect(in -> Summary.of(in.one(0), in.one(1), false, isTold), drawn, traits(side));
        next.isComputed();
        replace(isLeft, next, moments(side, summaries));
        double squares = 0;
        for (Summary summary : summaries) {
            squares += summary.squares();
        }
        return squares;
    }

    private static SideBlock drawn(LineBlock block, SideBlock before, SideDraw draw, float[] scores, long key) {
        SampledSide side = before.side().copy();
        side.beginDraw();
        double[] squares = new double[block.lines()];
        draw.draw(
                block.entries(),
                new Traits(block.lines(), scores),
                side,
                key,
                block.first(),
                0,
                block.lines(),
                squares);
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

    private void replace(boolean isLeft, Generation next, Moments moments) {
        if (isLeft) {
            left.release();
            left = next;
            leftBlocks = next.blocks();
            leftMoments = moments;
            release(leftColumns);
        } else {
            right.release();
            right = next;
            rightBlocks = next.blocks();
            rightMoments = moments;
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
        leftMoments = null;
        rightMoments = null;
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

    @Override
    public void remove(int i) {
        leftBlocks = without(leftBlocks, i);
        rightBlocks = without(rightBlocks, i);
        leftMoments = null;
        rightMoments = null;
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

    /**
     * The lines of one block as they are settled, in rows as wide as the kernels want them.
     *
     * @param hints see {@link BiasedFactors.Lines}; empty if there are none
     */
    @DefaultSerializer(JavaSerializer.class)
    record Settled(LineBlock block, int r, float[] means, float[] variances, float[] hints) implements Serializable {}

    /** What is believed of both sides, over all draws. */
    record Priors(Prior users, Prior items) {}

    Priors priors(double noise, double ridge) {
        return new Priors(prior(Side.LEFT, noise, ridge), prior(Side.RIGHT, noise, ridge));
    }

    private Prior prior(Side side, double noise, double ridge) {
        return Prior.of(addedUp(side, true), noise, ridge, null);
    }

    /** Every user's posterior, the items' means given. */
    JavaRDD<Settled> settledUsers(Priors priors) {
        int r = rank;
        Prior prior = priors.users();
        JavaRDD<float[]> means = Exchange.send(data.items(), rightBlocks, data.users(), r, Exchange.What.MEAN);
        JavaRDD<float[]> variances = Exchange.send(data.items(), rightBlocks, data.users(), r, Exchange.What.VARIANCE);
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] rows = new float[block.lines() * SampledSide.width(r)];
                    float[] rowVariances = new float[rows.length];
                    Traits traits = new Traits(block.lines(), in.one(3));
                    new SideDraw(in.one(1), in.one(2), r, prior)
                            .settle(block.entries(), traits, 0, block.lines(), rows, rowVariances);
                    return new Settled(block, r, rows, rowVariances, in.one(4));
                },
                data.users(),
                means,
                variances,
                traits(Side.LEFT),
                presence.side(Side.RIGHT).loadings().hints(priors.items().links(), r));
    }

    /** The items' means. */
    JavaRDD<Settled> settledItems(Priors priors) {
        int r = rank;
        return BlockRdd.ofOne(
                in -> {
                    SampledSide side = in.<SideBlock>one(1).side();
                    return new Settled(in.one(0), r, side.mean(), side.variances(), in.one(2));
                },
                data.items(),
                rightBlocks,
                presence.side(Side.LEFT).loadings().hints(priors.users().links(), r));
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
        Priors priors = priors(noise, ridge);
        return new BiasedFactors(
                mean,
                noise,
                lines(settledUsers(priors), data.rows(), priors.users()),
                lines(settledItems(priors), data.columns(), priors.items()),
                0);
    }

    private BiasedFactors.Lines lines(JavaRDD<Settled> settled, int count, Prior prior) {
        int r = rank;
        float[] factors = new float[count * r];
        float[] biases = new float[count];
        float[] variances = new float[count * r];
        float[] hints = new float[prior.links().length == 0 ? 0 : count * (r + 1)];
        for (Settled part : settled.collect()) {
            int w = SampledSide.width(r);
            for (int line = 0; line < part.block().lines(); line++) {
                int to = part.block().first() + line;
                System.arraycopy(part.means(), line * w, factors, to * r, r);
                System.arraycopy(part.variances(), line * w, variances, to * r, r);
                biases[to] = part.means()[line * w + r];
                if (part.hints().length > 0) {
                    System.arraycopy(part.hints(), line * w, hints, to * (r + 1), r + 1);
                }
            }
        }
        return new BiasedFactors.Lines(r, factors, biases, variances, prior.variances(), hints);
    }
}
