package rung.spark.engine;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import rung.LowRankMatrix;
import rung.engine.sampling.ColumnPair;
import rung.engine.sampling.Directions;
import rung.engine.sampling.ResidualBins;
import rung.engine.sampling.SampledFactors;
import rung.engine.sampling.SideDraw;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.LinePrior;
import rung.engine.sampling.posterior.Moments;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Workers;
import rung.spark.block.BlockRdd;
import rung.spark.block.DrawnBlock;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;

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
    private SpreadDirections directions; // null if none were sought yet

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
        SpreadFactors factors = new SpreadFactors(
                data,
                presence,
                storage,
                seed,
                SpreadSide.zero(data.users(), data.items(), storage.level()),
                SpreadSide.zero(data.items(), data.users(), storage.level()));
        for (Side side : Side.values()) {
            factors.side(side).setMoments(factors.moments(side, List.of()));
        }
        return factors;
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

    private JavaRDD<float[]> traits(Side side) {
        return presence.scores(side);
    }

    /* The moments of the last draws, or of the means over all draws. */
    private Moments addedUp(Side side, boolean ofAll) {
        int width = presence.width(side);
        return moments(
                side,
                BlockRdd.collect(
                        in -> Summary.of(in.one(0), in.one(1), ofAll, width),
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
        static Summary of(DrawnBlock block, float[] traits, boolean ofAll, int width) {
            SampledSide side = block.side();
            float[] rows = ofAll ? side.mean() : side.draw();
            return new Summary(
                    block.squares(),
                    ofAll ? side.squaresOfAll(Workers.ONE) : side.squares(Workers.ONE),
                    width > 0
                            ? SpreadNumbers.products(traits, width, rows, side.width(), side.rank() + 1)
                            : new double[0]);
        }
    }

    @Override
    public double draw(Side side, LinePrior prior, float[] scale, long key) {
        SpreadSide own = side(side);
        SpreadSide other = side == Side.LEFT ? right : left;
        int r = rank();
        int width = presence.width(side);
        LinePrior used = storage.biases() ? prior : prior.withoutBias();
        JavaRDD<DrawnBlock> drawn = BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    FloatBlock traits = new FloatBlock(block.lines(), width, in.one(3));
                    return drawn(block, in.one(1), new SideDraw(in.one(2), null, r, used), traits, scale, key);
                },
                own.lines(),
                own.blocks(),
                other.sent(),
                traits(side));
        Generation<DrawnBlock> next = own.next(drawn, other, storage);
        List<Summary> summaries =
                isProductDue(side) ? drawnWithProduct(side, next, other) : summaries(side, next.blocks());
        own.replace(next, moments(side, summaries));
        double squares = 0;
        for (Summary summary : summaries) {
            squares += summary.squares();
        }
        return squares;
    }

    private List<Summary> summaries(Side side, JavaRDD<DrawnBlock> drawn) {
        int width = presence.width(side);
        return BlockRdd.collect(in -> Summary.of(in.one(0), in.one(1), false, width), drawn, traits(side));
    }

    private boolean isProductDue(Side side) {
        boolean isDue = directions != null && directions.isDueWith(side);
        if (directions != null && !isDue) {
            directions.outdate();
        }
        return isDue;
    }

    /** What a block sends the driver about its draws and the product with the directions that follows them. */
    @DefaultSerializer(JavaSerializer.class)
    private record SummaryAndSums(Summary summary, BlockSums sums) implements Serializable {}

    private List<Summary> drawnWithProduct(Side side, Generation<DrawnBlock> next, SpreadSide other) {
        int width = presence.width(side);
        Generation<float[]> product = directions.prepare(next, other);
        ColumnScale scale = directions.scaleOfProduct();
        List<SummaryAndSums> parts = BlockRdd.collect(
                in -> {
                    float[] traits = in.one(2);
                    return new SummaryAndSums(
                            Summary.of(in.one(1), traits, false, width),
                            BlockSums.of(in.one(0), in.one(3), Directions.COUNT, scale, traits));
                },
                data.lines(side),
                next.blocks(),
                traits(side),
                product.blocks());
        directions.take(product, parts.stream().map(SummaryAndSums::sums).toList());
        return parts.stream().map(SummaryAndSums::summary).toList();
    }

    private static DrawnBlock drawn(
            LineBlock block, DrawnBlock before, SideDraw draw, FloatBlock traits, float[] scale, long key) {
        SampledSide side = before.side().copy(Workers.ONE);
        side.beginDraw(scale);
        double[] squares = new double[block.lines()];
        draw.draw(block.entries(), traits, side, key, block.first(), 0, block.lines(), squares);
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
        outdate();
    }

    /** Appends a pair whose vectors are on the cluster. */
    void append(SpreadColumn u, SpreadColumn v, double s) {
        left.append(u, -Math.sqrt(s));
        right.append(v, Math.sqrt(s));
    }

    @Override
    public void appendRandom(int columns, double variance, long key) {
        left.appendRandom(columns, Math.sqrt(variance), key);
        right.appendRandom(columns, Math.sqrt(variance), ~key);
        outdate();
    }

    @Override
    public void remove(int i) {
        left.remove(i);
        right.remove(i);
        outdate();
    }

    private void outdate() {
        if (directions != null) {
            directions.outdate();
        }
    }

    @Override
    public void resetMeans() {
        left.resetMeans();
        right.resetMeans();
    }

    @Override
    public double squares() {
        return SpreadResiduals.squares(left, right);
    }

    @Override
    public ColumnPair<SpreadFactors> top(double smoothing) {
        if (directions != null && directions.smoothing() != smoothing) {
            directions.release();
            directions = null;
        }
        if (directions == null) {
            directions = new SpreadDirections(data, presence, storage, seed, smoothing);
        }
        return directions.top(left, right);
    }

    @Override
    public void takeSearch(SpreadFactors copy) {
        if (directions != null) {
            directions.release();
        }
        directions = copy.directions;
        copy.directions = null;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The driver sees the Gram matrices of both sides only. The blocks that the pairs are made of are freed when the pairs are
     * collected as garbage.
     */
    @Override
    public List<ColumnPair<SpreadFactors>> singularPairs(double negligible) {
        int r = rank();
        SpreadColumns u = SpreadColumns.of(data, Side.LEFT, left.means(), presence, r, storage);
        SpreadColumns v = SpreadColumns.of(data, Side.RIGHT, right.means(), presence, r, storage);
        GramSvd svd = GramSvd.of(u.gram(r), v.gram(r));
        List<ColumnPair<SpreadFactors>> pairs = new ArrayList<>();
        for (int k = 0; k < svd.sigma().length && svd.sigma()[k] > negligible * svd.sigma()[0]; k++) {
            pairs.add(new SpreadColumnPair(
                    data,
                    svd.sigma()[k],
                    u.combined(svd.u().column(k)),
                    v.combined(svd.v().column(k)),
                    Double.NaN));
        }
        return pairs;
    }

    /** Takes vectors on the driver, for tests and for what is small enough. */
    @Override
    public double squaredNorm(SingularPair pair) {
        double[] u = pair.u();
        double[] v = pair.v();
        return BlockRdd.collect(
                        in -> {
                            LineBlock block = in.one(0);
                            double[] own = Arrays.copyOfRange(u, block.first(), block.first() + block.lines());
                            return SpreadColumn.squaredNorm(block, own, gathered(v, block.numbers()));
                        },
                        data.users())
                .stream()
                .reduce(0.0, Double::sum);
    }

    private static float[] gathered(double[] x, int[] index) {
        float[] out = new float[index.length];
        for (int k = 0; k < index.length; k++) {
            out[k] = (float) x[index[k]];
        }
        return out;
    }

    /**
     * The priors of both sides, by the means over all draws.
     *
     * @param users the prior of the users
     * @param items the prior of the items
     */
    public record Priors(LinePrior users, LinePrior items) {}

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

    private LinePrior prior(Side side, double noise, double ridge) {
        return LinePrior.of(addedUp(side, true), noise, ridge, null);
    }

    /**
     * What links the expected factors of the lines of a side to traits that were given.
     *
     * @param side the side
     * @param priors the priors of both sides
     * @return for each column, bias last, a number for each trait; empty if none were given
     */
    public float[] links(Side side, Priors priors) {
        return presence.links(side, side == Side.LEFT ? priors.users() : priors.items(), rank());
    }

    /**
     * The posterior of every user, given the means of the items.
     *
     * @param priors the priors of both sides
     * @return a value for each block of users
     */
    public JavaRDD<PosteriorBlock> userPosteriors(Priors priors) {
        int r = rank();
        int width = presence.width(Side.LEFT);
        LinePrior prior = priors.users();
        JavaRDD<float[]> means = right.sent(Exchange.What.MEAN);
        JavaRDD<float[]> variances = right.sent(Exchange.What.VARIANCE);
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] rows = new float[block.lines() * SampledSide.width(r)];
                    float[] rowVariances = new float[rows.length];
                    FloatBlock traits = new FloatBlock(block.lines(), width, in.one(3));
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
        return GatheredFactors.rmse(heldOut, left.blocks(), right.sent(Exchange.What.MEAN), data.mean(), low, high);
    }

    /**
     * Counts the residuals that the posteriors of the users leave on other ratings.
     *
     * @param heldOut the other ratings, by user
     * @param priors the priors of both sides
     * @param low the lowest rating, and the lowest prediction
     * @param high the highest rating, and the highest prediction
     * @return the counts
     */
    public ResidualBins residuals(JavaRDD<LineBlock> heldOut, Priors priors, double low, double high) {
        return GatheredFactors.residuals(
                heldOut, userPosteriors(priors), right.sent(Exchange.What.MEAN), data.mean(), low, high);
    }

    /** Gathers all factors on the driver, for tests and for what is small enough. */
    @Override
    public LowRankMatrix matrix(double mean) {
        Matrix u = new Matrix(data.rows(), rank() + 2);
        Matrix v = new Matrix(data.columns(), rank() + 2);
        GatheredFactors.gather(data.users(), left.blocks(), u);
        GatheredFactors.gather(data.items(), right.blocks(), v);
        return SampledFactors.product(u, v, mean);
    }

    @Override
    public BiasedFactors posteriorModel(double mean, double noise, double ridge) {
        Priors priors = priors(noise, ridge);
        return new BiasedFactors(
                mean,
                noise,
                GatheredFactors.lines(userPosteriors(priors), data.rows(), rank(), priors.users())
                        .withLinks(links(Side.LEFT, priors)),
                GatheredFactors.lines(itemPosteriors(priors), data.columns(), rank(), priors.items())
                        .withLinks(links(Side.RIGHT, priors)),
                0);
    }
}
