package rung.cuda.engine;

import java.util.Arrays;
import java.util.List;
import rung.LowRankMatrix;
import rung.cuda.device.Device;
import rung.cuda.device.Device.Launch;
import rung.cuda.device.Device.Struct;
import rung.cuda.device.Kernel;
import rung.cuda.device.Memory;
import rung.engine.device.DeviceException;
import rung.engine.sampling.ColumnPair;
import rung.engine.sampling.Directions;
import rung.engine.sampling.HeldOutEntries;
import rung.engine.sampling.SampledFactors;
import rung.engine.sampling.SingularPairs;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.LineScale;
import rung.engine.sampling.posterior.LinePrior;
import rung.engine.sampling.posterior.Moments;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/** Factors and entries in the memory of a device. The host sees sums, the vectors of new columns and, at the end, the model. */
public final class DeviceFactors implements SampledFactors<DeviceFactors> {
    /** The highest rank: a row of a line's equations is kept by one of the 32 lanes of a warp. */
    static final int MOST = 30;

    private final DeviceEntries entries;
    private final Presence<DeviceBlock> presence;
    private final long seed;
    private DeviceSide left;
    private DeviceSide right;
    private Search search; // null before the first search

    /** A search for directions in scaled residuals. */
    private static final class Search {
        private final double smoothing;
        private final DeviceBlock.Scope scope;
        private final Directions<DeviceBlock> directions;
        private final Memory[] scales; // of rows and columns

        Search(DeviceEntries entries, long seed, double smoothing) {
            Device device = entries.device();
            this.smoothing = smoothing;
            this.scope = new DeviceBlock.Scope(device);
            int columns = entries.lines(Side.RIGHT);
            int n = DeviceBlock.DIRECTIONS;
            this.directions = new Directions<>(
                    DeviceBlock.random(scope, columns, n, n, Directions.key(seed))
                            .kept(),
                    seed);
            this.scales = new Memory[] {scale(entries, Side.LEFT, smoothing), scale(entries, Side.RIGHT, smoothing)};
        }

        private static Memory scale(DeviceEntries entries, Side side, double smoothing) {
            EntryLines lines = DevicePattern.lines(entries, side);
            double[] scale = LineScale.of(lines, (double) entries.count() / Math.max(1, lines.count()), smoothing);
            return Rows.uploaded(entries.device(), Rows.floats(scale));
        }

        DevicePair top(DeviceEntries entries, DeviceSide left, DeviceSide right) {
            DeviceResiduals residuals = new DeviceResiduals(entries, left, right, scales[0], scales[1], scope);
            DevicePair pair = directions.top(
                    residuals,
                    (sigma, rows, ofRows, columns, ofColumns) -> DevicePair.of(
                            entries, sigma, rows.combined(ofRows, scales[0]), columns.combined(ofColumns, scales[1])));
            scope.end();
            return pair;
        }

        void release() {
            directions.release();
            scales[0].release();
            scales[1].release();
        }
    }

    private DeviceFactors(
            DeviceEntries entries, Presence<DeviceBlock> presence, long seed, DeviceSide left, DeviceSide right) {
        this.entries = entries;
        this.presence = presence;
        this.seed = seed;
        this.left = left;
        this.right = right;
    }

    /** Factors of rank 0 whose biases are 0. */
    static DeviceFactors zero(DeviceEntries entries, Presence<DeviceBlock> presence, long seed) {
        Device device = entries.device();
        return new DeviceFactors(
                entries,
                presence,
                seed,
                DeviceSide.zero(device, entries.lines(Side.LEFT)),
                DeviceSide.zero(device, entries.lines(Side.RIGHT)));
    }

    /** A copy that continues with other entries. */
    DeviceFactors on(DeviceEntries others, Presence<DeviceBlock> presenceOfOthers) {
        return new DeviceFactors(others, presenceOfOthers, seed, left.copy(), right.copy());
    }

    private Device device() {
        return entries.device();
    }

    private DeviceSide side(Side side) {
        return side == Side.LEFT ? left : right;
    }

    private Presence.SideTraits<DeviceBlock> traits(Side side) {
        return side == Side.LEFT ? presence.rows() : presence.columns();
    }

    @Override
    public long count() {
        return entries.count();
    }

    @Override
    public int rank() {
        return left.rank();
    }

    @Override
    public int lines(Side side) {
        return side(side).lines();
    }

    @Override
    public double squares() {
        return DeviceResiduals.squares(entries, left, right);
    }

    @Override
    public ColumnPair<DeviceFactors> top(double smoothing) {
        if (search == null || search.smoothing != smoothing) {
            releaseSearch();
            search = new Search(entries, seed, smoothing);
        }
        return search.top(entries, left, right);
    }

    @Override
    public void takeSearch(DeviceFactors copy) {
        releaseSearch();
        search = copy.search;
        copy.search = null;
    }

    private void releaseSearch() {
        if (search != null) {
            search.release();
            search = null;
        }
    }

    @Override
    public List<ColumnPair<DeviceFactors>> singularPairs(double negligible) {
        Matrix u = means(left).firstColumns(rank());
        Matrix v = means(right).firstColumns(rank());
        return SingularPairs.of(u, v, negligible).stream()
                .<ColumnPair<DeviceFactors>>map(pair -> DevicePair.of(entries, pair))
                .toList();
    }

    @Override
    public double squaredNorm(SingularPair pair) {
        return DevicePair.of(entries, pair).squaredNorm();
    }

    @Override
    public Moments moments(Side side) {
        DeviceSide own = side(side);
        return moments(side, own.draw(), Rows.sums(device(), own.lines(), own.draw(), own.width(), true));
    }

    /* The moments of rows, given the sums of squares of each number; rows of the device become those of the host. */
    private Moments moments(Side side, Memory rows, double[] sums) {
        DeviceSide own = side(side);
        Presence.SideTraits<DeviceBlock> known = traits(side);
        int n = known.traits().width();
        double[] squares = onHost(sums, 1);
        if (n == 0) {
            return Moments.of(own.lines(), squares);
        }
        int w = own.width();
        double[] products =
                Rows.products(device(), own.lines(), rows, w, w, known.traits().rows(), n);
        return new Moments(own.lines(), squares, known.strengths(), onHost(products, n));
    }

    /* From n numbers for each number of a row of the device to those of the host: x₁ … x_r, and the bias last. */
    private double[] onHost(double[] ofRow, int n) {
        int r = rank();
        double[] out = new double[(r + 1) * n];
        System.arraycopy(ofRow, n, out, 0, r * n);
        System.arraycopy(ofRow, ofRow.length - n, out, r * n, n);
        return out;
    }

    @Override
    public double draw(Side side, LinePrior prior, float[] scale, long key) {
        DeviceSide own = side(side);
        EntryOrder order = entries.order(side);
        int w = own.width();
        float[] steps = own.beginDraw();
        float[] factors = new float[w];
        Arrays.fill(factors, 1);
        System.arraycopy(scale, 0, factors, 1, scale.length);
        Memory shrinkage = Rows.uploaded(device(), shrinkage(prior, w));
        Memory step = Rows.uploaded(device(), steps);
        Memory factor = Rows.uploaded(device(), factors);
        Memory expected = expected(side, prior);
        Memory squares = device().allocate(8L * own.lines());
        order.draw(
                w,
                side(side.other()).draw(),
                struct(prior, shrinkage, expected, key),
                new Struct(step, factor),
                own,
                squares);
        double sum = Rows.total(device(), own.lines(), squares);
        for (Memory memory : new Memory[] {shrinkage, step, factor, expected}) {
            memory.release();
        }
        return sum;
    }

    private Struct struct(LinePrior prior, Memory shrinkage, Memory expected, long key) {
        float chance = prior.byChance() ? (float) Math.sqrt(prior.noise()) : 0;
        return new Struct(shrinkage, expected, (float) prior.ridge(), (float) prior.noise(), chance, key, rank());
    }

    /* The noise divided by the prior variance of each unknown, the bias first; 1 for padding. */
    private static float[] shrinkage(LinePrior prior, int width) {
        float[] out = new float[width];
        Arrays.fill(out, 1);
        double[] variances = prior.variances();
        int r = variances.length - 1;
        double least = 1e-9 * prior.noise() + Float.MIN_NORMAL;
        for (int k = 0; k <= r; k++) {
            out[k == r ? 0 : k + 1] = (float) (prior.noise() / Math.max(variances[k], least));
        }
        return out;
    }

    /* What is expected of each line of a side, the bias first. */
    private Memory expected(Side side, LinePrior prior) {
        DeviceBlock known = traits(side).traits();
        if (prior.links().length == 0 || known.width() == 0) {
            return Memory.NONE;
        }
        int n = known.width();
        int r = rank();
        float[] links = new float[(r + 1) * n];
        System.arraycopy(prior.links(), r * n, links, 0, n);
        System.arraycopy(prior.links(), 0, links, n, r * n);
        return Rows.multiplied(
                device(),
                known.lines(),
                known.rows(),
                n,
                links,
                r + 1,
                Memory.NONE,
                side(side).width());
    }

    @Override
    public void append(SingularPair pair, double s) {
        DevicePair.of(entries, pair).appendTo(this, s);
    }

    /** Appends a column that was not drawn yet: s·u and t·v. */
    void append(Memory u, double s, Memory v, double t) {
        requireRank(rank() + 1);
        left = left.with(u, s);
        right = right.with(v, t);
    }

    @Override
    public void appendRandom(int columns, double variance, long key) {
        requireRank(rank() + columns);
        left = left.withRandom(columns, (float) Math.sqrt(variance), key);
        right = right.withRandom(columns, (float) Math.sqrt(variance), ~key);
    }

    private static void requireRank(int rank) {
        if (rank > MOST) {
            throw new DeviceException("a GPU trains ratings up to rank " + MOST
                    + ": ask for that at most, or train without --device gpu");
        }
    }

    @Override
    public void remove(int i) {
        left = left.without(i);
        right = right.without(i);
    }

    @Override
    public void resetMeans() {
        left.resetMeans();
        right.resetMeans();
    }

    @Override
    public DeviceFactors copy() {
        return on(entries, presence);
    }

    @Override
    public void release() {
        releaseSearch();
        left.release();
        right.release();
    }

    @Override
    public LowRankMatrix matrix(double mean) {
        return SampledFactors.product(means(left), means(right), mean);
    }

    @Override
    public double squaredErrors(HeldOutEntries heldOut, double mean, double low, double high) {
        int count = heldOut.values().length;
        Memory[] there = entries.taken(heldOut);
        Memory errors = device().allocate(8L * count);
        device().launch(
                        Kernel.HELD_OUT_ERRORS,
                        0,
                        Launch.ofElements(count),
                        count,
                        there[0],
                        there[1],
                        there[2],
                        left.mean(),
                        right.mean(),
                        left.width(),
                        mean,
                        low,
                        high,
                        errors);
        return Rows.total(device(), count, errors);
    }

    /** The last draws of a side: rows in the order of the host. */
    float[] draws(Side side) {
        return side(side).onHost(side(side).draw(), 1);
    }

    private static Matrix means(DeviceSide side) {
        int r = side.rank();
        float[] rows = side.onHost(side.mean(), 1);
        Matrix means = new Matrix(side.lines(), r + 2);
        for (int line = 0; line < side.lines(); line++) {
            for (int k = 0; k < r + 2; k++) {
                means.set(line, k, rows[line * side.width() + k]);
            }
        }
        return means;
    }

    @Override
    public BiasedFactors posteriorModel(double mean, double noise, double ridge) {
        LinePrior rowPrior = prior(Side.LEFT, noise, ridge);
        LinePrior columnPrior = prior(Side.RIGHT, noise, ridge);
        Memory columnVariances = right.variances();
        Memory rows = device().allocate(left.mean().bytes());
        Memory rowVariances = device().allocate(left.mean().bytes());
        Memory shrinkage = Rows.uploaded(device(), shrinkage(rowPrior, left.width()));
        Memory expected = expected(Side.LEFT, rowPrior);
        entries.order(Side.LEFT)
                .posteriors(
                        left.width(),
                        right.mean(),
                        columnVariances,
                        struct(rowPrior.withoutChance(), shrinkage, expected, 0),
                        rows,
                        rowVariances);
        BiasedFactors model = new BiasedFactors(
                mean,
                noise,
                lines(left, rows, rowVariances, rowPrior, hints(Side.LEFT, columnPrior.links()))
                        .withLinks(traits(Side.LEFT).links(rowPrior.links(), rank())),
                lines(right, right.mean(), columnVariances, columnPrior, hints(Side.RIGHT, rowPrior.links()))
                        .withLinks(traits(Side.RIGHT).links(columnPrior.links(), rank())),
                0);
        for (Memory memory : new Memory[] {columnVariances, rows, rowVariances, shrinkage, expected}) {
            memory.release();
        }
        return model;
    }

    private static BiasedFactors.Lines lines(
            DeviceSide side, Memory rows, Memory variances, LinePrior prior, float[] hints) {
        return BiasedFactors.Lines.of(
                side.lines(), side.rank(), side.onHost(rows, 1), side.onHost(variances, 0), prior.variances(), hints);
    }

    /*
     * Computes for each line of this side how its presence shifts the expected factors of a line on the other side, whose links these
     * are.
     */
    private float[] hints(Side side, float[] links) {
        DeviceBlock loadings = traits(side.other()).loadings();
        if (links.length == 0 || loadings.width() == 0) {
            return new float[0];
        }
        int w = left.width();
        Memory weights = DevicePattern.weights(entries, side);
        Memory hints = Rows.multiplied(
                device(), loadings.lines(), loadings.rows(), loadings.width(), links, rank() + 1, weights, w);
        float[] out = new float[loadings.lines() * w];
        device().get(hints, java.lang.foreign.MemorySegment.ofArray(out));
        weights.release();
        hints.release();
        return out;
    }

    /* The prior of a side that all its draws give. */
    private LinePrior prior(Side side, double noise, double ridge) {
        DeviceSide own = side(side);
        double[] squares = Rows.sums(device(), own.lines(), own.square(), own.width(), false);
        return LinePrior.of(moments(side, own.mean(), squares), noise, ridge, null);
    }
}
