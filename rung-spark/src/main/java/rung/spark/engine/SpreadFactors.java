package rung.spark.engine;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import rung.LowRankMatrix;
import rung.engine.sampling.ColumnPair;
import rung.engine.sampling.Directions;
import rung.engine.sampling.NextDraw;
import rung.engine.sampling.NoiseRule;
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
 * Factors and ratings spread over a cluster. A refit of a side is one job, and so is one of both sides: the other side's lines go to the
 * blocks that need them, each block draws its lines by {@link SideDraw}, and the driver adds up one row of sums a block, in the order of blocks.
 * A product with the residuals sends lines and directions in the same way.
 */
public final class SpreadFactors implements SampledFactors<SpreadFactors> {
    /** The rounds of draws by fixed priors that one job does: while it runs, the cluster keeps the draws of all of them. */
    private static final int ROUNDS_A_JOB = 4;

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
            own.setMoments(moments(side, BlockRdd.collect(sums(side, own.blocks(), false))));
        }
        return own.moments();
    }

    private JavaRDD<float[]> traits(Side side) {
        return presence.scores(side);
    }

    /* The sums over the last draws, or over the means of all draws. */
    private JavaRDD<DrawSums> sums(Side side, JavaRDD<DrawnBlock> drawn, boolean ofAll) {
        int width = presence.width(side);
        return BlockRdd.ofOne(in -> DrawSums.of(in.one(0), in.one(1), ofAll, width), drawn, traits(side));
    }

    private Moments moments(Side side, List<DrawSums> sums) {
        return DrawSums.moments(sums, lines(side), rank(), presence.side(side).strengths());
    }

    @Override
    public double draw(Side side, LinePrior prior, float[] scale, long key) {
        SpreadSide own = side(side);
        SpreadSide other = side == Side.LEFT ? right : left;
        Generation<DrawnBlock> next = own.next(drawn(side, new NextDraw(prior, scale, key)), other, storage);
        List<DrawSums> sums = isProductDue(side)
                ? drawnWithProduct(side, next, other)
                : BlockRdd.collect(sums(side, next.blocks(), false));
        own.replace(next, moments(side, sums));
        return DrawSums.squares(sums);
    }

    private JavaRDD<DrawnBlock> drawn(Side side, NextDraw next) {
        SpreadSide own = side(side);
        BlockDraw draw = blockDraw(side, next);
        return BlockRdd.ofOne(
                in -> draw.of(in.one(0), in.one(1), in.one(2), in.one(3)),
                own.lines(),
                own.blocks(),
                side(side.other()).sent(),
                traits(side));
    }

    private BlockDraw blockDraw(Side side, NextDraw next) {
        return new BlockDraw(next, presence.width(side), storage.biases());
    }

    /**
     * {@inheritDoc}
     *
     * <p>It takes one job. Each block of rows sends the squared residuals of its draw along with the lines, so that each block of columns knows the
     * noise.
     */
    @Override
    public double[] drawBoth(NextDraw rows, NextDraw columns, NoiseRule rule) {
        outdate();
        left.advance(left.next(drawn(Side.LEFT, rows), right, storage));
        BlockDraw draw = blockDraw(Side.RIGHT, columns);
        JavaRDD<DrawnBlock> drawn = BlockRdd.ofOne(
                in -> draw.after(in.one(2), rule, in.one(0), in.one(1), in.one(3)),
                right.lines(),
                right.blocks(),
                left.sentWithSquares(),
                traits(Side.RIGHT));
        right.advance(right.next(drawn, left, storage));
        double[] squares = computeBoth();
        if (rule.resetsMeans(rule.noise(squares[0]))) {
            left.resetMeans(); // the blocks of columns have done so by themselves
        }
        return squares;
    }

    /** {@inheritDoc} One job does several rounds. */
    @Override
    public void drawRounds(LinePrior rows, LinePrior columns, int rounds) {
        outdate();
        for (int round = 1; round <= rounds; round++) {
            resetMeans();
            left.advance(left.next(drawn(Side.LEFT, new NextDraw(rows, new float[0], 0)), right, storage));
            right.advance(right.next(drawn(Side.RIGHT, new NextDraw(columns, new float[0], 0)), left, storage));
            if (round % ROUNDS_A_JOB == 0 || round == rounds) {
                computeBoth();
            }
        }
    }

    /* Computes the generations to which both sides have advanced; returns the squared residuals of the last ones. */
    private double[] computeBoth() {
        BothSums sums = sumsOfBoth(false);
        left.markComputed(moments(Side.LEFT, sums.left));
        right.markComputed(moments(Side.RIGHT, sums.right));
        return new double[] {DrawSums.squares(sums.left), DrawSums.squares(sums.right)};
    }

    private record BothSums(List<DrawSums> left, List<DrawSums> right) {}

    private BothSums sumsOfBoth(boolean ofAll) {
        List<DrawSums> sums =
                BlockRdd.collectBoth(sums(Side.LEFT, left.blocks(), ofAll), sums(Side.RIGHT, right.blocks(), ofAll));
        int users = data.users().getNumPartitions();
        return new BothSums(sums.subList(0, users), sums.subList(users, sums.size()));
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
    private record DrawAndProductSums(DrawSums draw, BlockSums product) implements Serializable {}

    private List<DrawSums> drawnWithProduct(Side side, Generation<DrawnBlock> next, SpreadSide other) {
        int width = presence.width(side);
        Generation<float[]> product = directions.prepare(next, other);
        ColumnScale scale = directions.scaleOfProduct();
        List<DrawAndProductSums> parts = BlockRdd.collect(
                in -> {
                    float[] traits = in.one(2);
                    return new DrawAndProductSums(
                            DrawSums.of(in.one(1), traits, false, width),
                            BlockSums.of(in.one(0), in.one(3), Directions.COUNT, scale, traits));
                },
                data.lines(side),
                next.blocks(),
                traits(side),
                product.blocks());
        directions.take(product, parts.stream().map(DrawAndProductSums::product).toList());
        return parts.stream().map(DrawAndProductSums::draw).toList();
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
        return GatheredFactors.squaredNorm(data.users(), pair);
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
        BothSums sums = sumsOfBoth(true);
        return new Priors(
                LinePrior.of(moments(Side.LEFT, sums.left), noise, ridge, null),
                LinePrior.of(moments(Side.RIGHT, sums.right), noise, ridge, null));
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
