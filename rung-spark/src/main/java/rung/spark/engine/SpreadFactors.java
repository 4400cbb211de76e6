package rung.spark.engine;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import rung.LowRankMatrix;
import rung.engine.sampling.Directions;
import rung.engine.sampling.SampledFactors;
import rung.engine.sampling.SideDraw;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.Moments;
import rung.engine.sampling.biased.Presence;
import rung.engine.sampling.biased.Prior;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.LineScale;
import rung.engine.sampling.block.SampledSide;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Workers;
import rung.spark.block.BlockRdd;
import rung.spark.block.DrawnBlock;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;
import scala.Tuple2;

/**
 * Factors and ratings spread over a cluster. A refit of a side is one job: the other side's lines go to the blocks that need
 * them, each block draws its lines by {@link SideDraw}, and the driver adds up one row of sums a block, in the order of blocks.
 * A product with the residuals sends lines and directions in the same way.
 */
public final class SpreadFactors implements SampledFactors<SpreadFactors> {
    private final RatingBlocks data;
    private final SharedPresence presence;
    private final Storage storage;
    private final long seed;
    private final SpreadSide left;
    private final SpreadSide right;
    private Directions<SpreadNumbers> directions; // null if none were sought yet
    private double smoothingOfDirections;
    private double[] rowScale; // null until the first pair is sought
    private double[] columnScale;

    /**
     * How the cluster stores what is computed.
     *
     * @param level where blocks are stored
     * @param interval the number of refits of a side after which its lineage is cut; −1 for never
     * @param biases whether lines have biases
     */
    public record Storage(StorageLevel level, int interval, boolean biases) {}

    private SpreadFactors(
            RatingBlocks data, SharedPresence presence, Storage storage, long seed, SpreadSide left, SpreadSide right) {
        this.data = data;
        this.presence = presence;
        presence.hold();
        this.storage = storage;
        this.seed = seed;
        this.left = left;
        this.right = right;
    }

    /** Factors of rank 0, without biases yet. */
    static SpreadFactors zero(RatingBlocks data, SharedPresence presence, Storage storage, long seed) {
        return new SpreadFactors(
                data,
                presence,
                storage,
                seed,
                SpreadSide.zero(data.users(), data.items(), storage.level()),
                SpreadSide.zero(data.items(), data.users(), storage.level()));
    }

    /** A copy that goes on with other ratings of the same users and items. */
    SpreadFactors on(RatingBlocks others, SharedPresence presenceOfOthers) {
        boolean isTold = presence == presenceOfOthers;
        return new SpreadFactors(
                others,
                presenceOfOthers,
                storage,
                seed,
                left.on(others.users(), others.items(), isTold),
                right.on(others.items(), others.users(), isTold));
    }

    @Override
    public SpreadFactors copy() {
        return on(data, presence);
    }

    @Override
    public void release() {
        left.release();
        right.release();
        presence.release();
        if (directions != null) {
            directions.release();
        }
    }

    @Override
    public long count() {
        return data.count();
    }

    @Override
    public int rank() {
        return left.rank();
    }

    @Override
    public int lines(Side side) {
        return data.count(side);
    }

    private SpreadSide side(Side side) {
        return side == Side.LEFT ? left : right;
    }

    @Override
    public Moments moments(Side side) {
        SpreadSide own = side(side);
        if (own.moments() == null) {
            own.setMoments(addedUp(side, false));
        }
        return own.moments();
    }

    private boolean isTold(Side side) {
        return presence.side(side).strengths().length > 0;
    }

    private JavaRDD<float[]> traits(Side side) {
        return presence.side(side).traits().scores();
    }

    /* The moments of the last draws, or of the means over all draws. */
    private Moments addedUp(Side side, boolean ofAll) {
        boolean isTold = isTold(side);
        return moments(
                side,
                BlockRdd.collect(
                        in -> Summary.of(in.one(0), in.one(1), ofAll, isTold),
                        side(side).blocks(),
                        traits(side)));
    }

    private Moments moments(Side side, List<Summary> summaries) {
        double[] columns = new double[rank() + 1];
        double[] strengths = presence.side(side).strengths();
        double[] products = new double[strengths.length * (rank() + 1)];
        for (Summary summary : summaries) {
            Arrays.setAll(columns, k -> columns[k] + summary.columns()[k]);
            Arrays.setAll(products, k -> products[k] + summary.products()[k]);
        }
        return new Moments(lines(side), columns, strengths, products);
    }

    /** What a block sends the driver about its draws. */
    @DefaultSerializer(JavaSerializer.class)
    private record Summary(double squares, double[] columns, double[] products) implements Serializable {
        static Summary of(DrawnBlock block, float[] scores, boolean ofAll, boolean isTold) {
            SampledSide side = block.side();
            float[] rows = ofAll ? side.mean() : side.draw();
            return new Summary(
                    block.squares(),
                    ofAll ? side.squaresOfAll(Workers.ONE) : side.squares(Workers.ONE),
                    isTold
                            ? SpreadNumbers.products(scores, Presence.TRAITS, rows, side.width(), side.rank() + 1)
                            : new double[0]);
        }
    }

    @Override
    public double draw(Side side, Prior prior, float[] scale, long key) {
        SpreadSide own = side(side);
        SpreadSide other = side == Side.LEFT ? right : left;
        int r = rank();
        Prior used = storage.biases() ? prior : prior.withoutBias();
        JavaRDD<DrawnBlock> drawn = BlockRdd.ofOne(
                in -> drawn(in.one(0), in.one(1), new SideDraw(in.one(2), null, r, used), in.one(3), scale, key),
                own.lines(),
                own.blocks(),
                other.sent(),
                traits(side));
        Generation<DrawnBlock> next = own.next(drawn, other, storage);
        boolean isTold = isTold(side);
        List<Summary> summaries =
                BlockRdd.collect(in -> Summary.of(in.one(0), in.one(1), false, isTold), drawn, traits(side));
        own.replace(next, moments(side, summaries));
        double squares = 0;
        for (Summary summary : summaries) {
            squares += summary.squares();
        }
        return squares;
    }

    private static DrawnBlock drawn(
            LineBlock block, DrawnBlock before, SideDraw draw, float[] scores, float[] scale, long key) {
        SampledSide side = before.side().copy(Workers.ONE);
        side.beginDraw(scale);
        double[] squares = new double[block.lines()];
        draw.draw(
                block.entries(),
                new FloatBlock(block.lines(), Presence.TRAITS, scores),
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
        return new DrawnBlock(side, sum);
    }

    @Override
    public void append(SingularPair pair, double s) {
        left.append(pair.u(), -Math.sqrt(s));
        right.append(pair.v(), Math.sqrt(s));
    }

    @Override
    public void remove(int i) {
        left.remove(i);
        right.remove(i);
    }

    @Override
    public void resetMeans() {
        left.resetMeans();
        right.resetMeans();
    }

    @Override
    public double squares() {
        return residuals(LineScale.LIGHT).squares(); // those are not scaled
    }

    @Override
    public SingularPair top(double smoothing) {
        if (directions == null || smoothing != smoothingOfDirections) {
            if (directions != null) {
                directions.release();
            }
            int n = Directions.COUNT;
            directions =
                    new Directions<>(SpreadNumbers.random(data, Side.RIGHT, storage, n, n, Directions.key(seed)), seed);
            smoothingOfDirections = smoothing;
            rowScale = SpreadResiduals.scales(data, Side.LEFT, smoothing);
            columnScale = SpreadResiduals.scales(data, Side.RIGHT, smoothing);
        }
        SingularPair pair = directions.top(residuals(smoothing));
        return new SingularPair(
                pair.sigma(), LineScale.times(rowScale, pair.u()), LineScale.times(columnScale, pair.v()));
    }

    private SpreadResiduals residuals(double smoothing) {
        return new SpreadResiduals(data, left, right, storage, smoothing);
    }

    @Override
    public double squaredNorm(SingularPair pair) {
        SharedVector<float[]> v = SharedVector.of(floats(pair.v()), data.columns(), context());
        List<VectorPart> parts = BlockRdd.collect(
                in -> {
                    LineBlock block = in.one(0);
                    double[] squares = new double[block.lines()];
                    float[] own = gathered(v.value(), block.numbers());
                    block.entries().squares(own, 0, block.lines(), squares);
                    return new VectorPart(block.first(), squares);
                },
                data.users());
        v.release();
        double[] squares = VectorPart.together(parts, data.rows());
        double sum = 0;
        for (int i = 0; i < squares.length; i++) {
            sum += pair.u()[i] * pair.u()[i] * squares[i];
        }
        return sum;
    }

    private static float[] floats(double[] x) {
        float[] out = new float[x.length];
        for (int k = 0; k < x.length; k++) {
            out[k] = (float) x[k];
        }
        return out;
    }

    private static float[] gathered(float[] x, int[] index) {
        float[] out = new float[index.length];
        for (int k = 0; k < index.length; k++) {
            out[k] = x[index[k]];
        }
        return out;
    }

    private JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(data.users().context());
    }

    /**
     * The priors of both sides, by the means over all draws.
     *
     * @param users the prior of the users
     * @param items the prior of the items
     */
    public record Priors(Prior users, Prior items) {}

    /**
     * The priors that the means over all draws give, at this noise and ridge.
     *
     * @param noise the variance of the noise
     * @param ridge λ; 0 for none
     * @return the priors
     */
    public Priors priors(double noise, double ridge) {
        return new Priors(prior(Side.LEFT, noise, ridge), prior(Side.RIGHT, noise, ridge));
    }

    private Prior prior(Side side, double noise, double ridge) {
        return Prior.of(addedUp(side, true), noise, ridge, null);
    }

    /**
     * The posterior of every user, given the means of the items.
     *
     * @param priors the priors of both sides
     * @return a value for each block of users
     */
    public JavaRDD<PosteriorBlock> userPosteriors(Priors priors) {
        int r = rank();
        Prior prior = priors.users();
        JavaRDD<float[]> means = right.sent(Exchange.What.MEAN);
        JavaRDD<float[]> variances = right.sent(Exchange.What.VARIANCE);
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] rows = new float[block.lines() * SampledSide.width(r)];
                    float[] rowVariances = new float[rows.length];
                    FloatBlock traits = new FloatBlock(block.lines(), Presence.TRAITS, in.one(3));
                    new SideDraw(in.one(1), in.one(2), r, prior)
                            .posteriorMeans(block.entries(), traits, 0, block.lines(), rows, rowVariances);
                    return new PosteriorBlock(block, r, rows, rowVariances, in.one(4));
                },
                data.users(),
                means,
                variances,
                traits(Side.LEFT),
                presence.side(Side.RIGHT).loadings().hints(priors.items().links(), r));
    }

    /**
     * The means of every item over all draws, and their variances.
     *
     * @param priors the priors of both sides
     * @return a value for each block of items
     */
    public JavaRDD<PosteriorBlock> itemPosteriors(Priors priors) {
        int r = rank();
        return BlockRdd.ofOne(
                in -> {
                    SampledSide side = in.<DrawnBlock>one(1).side();
                    return new PosteriorBlock(in.one(0), r, side.mean(), side.variances(Workers.ONE), in.one(2));
                },
                data.items(),
                right.blocks(),
                presence.side(Side.LEFT).loadings().hints(priors.users().links(), r));
    }

    /**
     * The root mean squared error of the means' predictions on other ratings; predictions are kept between the bounds.
     *
     * @param heldOut the other ratings, by user
     * @param low the lowest prediction
     * @param high the highest prediction
     * @return the error, in the unit of the ratings
     */
    public double rmse(JavaRDD<LineBlock> heldOut, double low, double high) {
        int r = rank();
        double mean = data.mean();
        JavaRDD<float[]> means = right.sent(Exchange.What.MEAN);
        double sum = 0;
        double count = 0;
        for (double[] part : BlockRdd.collect(
                in -> squaredErrors(in.one(0), in.<DrawnBlock>one(1).side(), in.one(2), mean, low, high),
                heldOut,
                left.blocks(),
                means)) {
            sum += part[0];
            count += part[1];
        }
        return Math.sqrt(sum / count);
    }

    private static double[] squaredErrors(
            LineBlock block, SampledSide side, float[] inbox, double mean, double low, double high) {
        int w = side.width();
        int r = side.rank();
        double sum = 0;
        for (int line = 0; line < block.lines(); line++) {
            for (int k = block.entries().start()[line]; k < block.entries().start()[line + 1]; k++) {
                int other = block.entries().index()[k] * w;
                double predicted = mean + side.mean()[line * w + r] + inbox[other + r];
                for (int l = 0; l < r; l++) {
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
        Matrix u = new Matrix(data.rows(), rank() + 2);
        Matrix v = new Matrix(data.columns(), rank() + 2);
        gather(data.users(), left.blocks(), u);
        gather(data.items(), right.blocks(), v);
        return SampledFactors.product(u, v, mean);
    }

    private static void gather(JavaRDD<LineBlock> blocks, JavaRDD<DrawnBlock> sides, Matrix out) {
        JavaRDD<Tuple2<Integer, SampledSide>> placed = BlockRdd.ofOne(
                in -> new Tuple2<>(
                        in.<LineBlock>one(0).first(), in.<DrawnBlock>one(1).side()),
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
    public BiasedFactors posteriorModel(double mean, double noise, double ridge) {
        Priors priors = priors(noise, ridge);
        return new BiasedFactors(
                mean,
                noise,
                lines(userPosteriors(priors), data.rows(), priors.users()),
                lines(itemPosteriors(priors), data.columns(), priors.items()),
                0);
    }

    private BiasedFactors.Lines lines(JavaRDD<PosteriorBlock> settled, int count, Prior prior) {
        int r = rank();
        float[] factors = new float[count * r];
        float[] biases = new float[count];
        float[] variances = new float[count * r];
        float[] hints = new float[prior.links().length == 0 ? 0 : count * (r + 1)];
        for (PosteriorBlock part : settled.collect()) {
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
