package rung.engine.sampling;

import java.util.List;
import rung.LowRankMatrix;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.LineScale;
import rung.engine.sampling.block.MemoryBlock;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.block.ScaledOperator;
import rung.engine.sampling.block.SingleEntries;
import rung.engine.sampling.posterior.LinePrior;
import rung.engine.sampling.posterior.MemoryPattern;
import rung.engine.sampling.posterior.Moments;
import rung.engine.sampling.posterior.Presence;
import rung.kernel.FloatKernels;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Workers;

/** Factors and entries in the memory of this JVM, drawn on several threads. */
public final class MemoryFactors implements SampledFactors<MemoryFactors> {
    private final SingleEntries entries;
    private final Presence<MemoryBlock> presence;
    private final long seed;
    private SampledSide left;
    private SampledSide right;
    private Directions<MemoryBlock> directions; // null before the first search
    private double smoothingOfDirections;
    private double[] rowScale;
    private double[] columnScale;

    private MemoryFactors(
            SingleEntries entries, Presence<MemoryBlock> presence, long seed, SampledSide left, SampledSide right) {
        this.entries = entries;
        this.seed = seed;
        this.presence = presence;
        this.left = left;
        this.right = right;
    }

    /** Factors of rank 0 whose biases are 0. */
    static MemoryFactors zero(SingleEntries entries, Presence<MemoryBlock> presence, long seed) {
        return new MemoryFactors(
                entries, presence, seed, SampledSide.zero(entries.rows()), SampledSide.zero(entries.columns()));
    }

    /** A copy that continues with other entries. */
    MemoryFactors on(SingleEntries others, Presence<MemoryBlock> presenceOfOthers) {
        return new MemoryFactors(others, presenceOfOthers, seed, left.copy(workers()), right.copy(workers()));
    }

    private Workers workers() {
        return entries.workers();
    }

    private SampledSide side(Side side) {
        return side == Side.LEFT ? left : right;
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
        return residuals().squares();
    }

    @Override
    public ColumnPair<MemoryFactors> top(double smoothing) {
        if (directions == null || smoothing != smoothingOfDirections) {
            FloatBlock random =
                    FloatBlock.random(entries.columns(), Directions.COUNT, Directions.COUNT, Directions.key(seed), 0);
            directions = new Directions<>(new MemoryBlock(entries.workers(), random), seed);
            smoothingOfDirections = smoothing;
            rowScale = entries.scale(Side.LEFT, smoothing);
            columnScale = entries.scale(Side.RIGHT, smoothing);
        }
        return directions.top(new ScaledOperator(residuals(), rowScale, columnScale), this::pair);
    }

    private MemoryPair pair(double sigma, MemoryBlock rows, float[] ofRows, MemoryBlock columns, float[] ofColumns) {
        return new MemoryPair(
                entries,
                new SingularPair(
                        sigma,
                        LineScale.times(rowScale, rows.column(ofRows)),
                        LineScale.times(columnScale, columns.column(ofColumns))));
    }

    @Override
    public void takeSearch(MemoryFactors copy) {
        directions = copy.directions;
        smoothingOfDirections = copy.smoothingOfDirections;
        rowScale = copy.rowScale;
        columnScale = copy.columnScale;
    }

    @Override
    public List<ColumnPair<MemoryFactors>> singularPairs(double negligible) {
        Matrix u = means(left).firstColumns(rank());
        Matrix v = means(right).firstColumns(rank());
        return SingularPairs.of(u, v, negligible).stream()
                .<ColumnPair<MemoryFactors>>map(pair -> new MemoryPair(entries, pair))
                .toList();
    }

    private MemoryResiduals residuals() {
        return new MemoryResiduals(entries, left, right);
    }

    @Override
    public double squaredNorm(SingularPair pair) {
        return entries.squaredNorm(pair);
    }

    @Override
    public Moments moments(Side side) {
        SampledSide own = side(side);
        return moments(side, own.squares(workers()), own.draw());
    }

    private Moments moments(Side side, double[] squares, float[] rows) {
        SampledSide own = side(side);
        Presence.SideTraits<MemoryBlock> known = traits(side);
        return known.traits().floats().isNone()
                ? Moments.of(own.lines(), squares)
                : new Moments(
                        own.lines(),
                        squares,
                        known.strengths(),
                        known.traits().products(rows, own.width(), rank() + 1));
    }

    private Presence.SideTraits<MemoryBlock> traits(Side side) {
        return side == Side.LEFT ? presence.rows() : presence.columns();
    }

    @Override
    public double draw(Side side, LinePrior prior, float[] scale, long key) {
        SampledSide own = side(side);
        SampledSide other = side == Side.LEFT ? right : left;
        EntryLines lines = entries.lines(side);
        FloatBlock traits = traits(side).traits().floats();
        double[] squares = new double[own.lines()];
        own.beginDraw(scale);
        forEachLine(
                lines,
                other.draw(),
                null,
                prior,
                (draw, from, to) -> draw.draw(lines, traits, own, key, 0, from, to, squares));
        return SingleEntries.sum(squares);
    }

    /** A task for some lines. */
    @FunctionalInterface
    private interface LinesTask {
        void run(SideDraw draw, int from, int to);
    }

    private void forEachLine(EntryLines lines, float[] factor, float[] variances, LinePrior prior, LinesTask task) {
        int r = rank();
        long solving = r + 2L;
        workers().run(lines.count(), line -> (lines.start()[line] + line * solving) * r * r + line * 100L, () -> {
            SideDraw draw = new SideDraw(factor, variances, r, prior);
            return (from, to) -> task.run(draw, from, to);
        });
    }

    @Override
    public void append(SingularPair pair, double s) {
        left = left.with(pair.u(), -Math.sqrt(s), workers());
        right = right.with(pair.v(), Math.sqrt(s), workers());
    }

    @Override
    public void appendRandom(int columns, double variance, long key) {
        left = withRandom(left, columns, Math.sqrt(variance), key);
        right = withRandom(right, columns, Math.sqrt(variance), ~key);
    }

    private SampledSide withRandom(SampledSide side, int columns, double scale, long key) {
        int width = FloatKernels.padded(columns);
        MemoryBlock random = new MemoryBlock(workers(), FloatBlock.random(side.lines(), width, columns, key, 0));
        SampledSide wider = side;
        for (int k = 0; k < columns; k++) {
            float[] unit = new float[width];
            unit[k] = 1;
            wider = wider.with(random.column(unit), scale, workers());
        }
        return wider;
    }

    @Override
    public void remove(int i) {
        left = left.without(i, workers());
        right = right.without(i, workers());
    }

    @Override
    public void resetMeans() {
        left.resetMeans();
        right.resetMeans();
    }

    @Override
    public MemoryFactors copy() {
        return on(entries, presence);
    }

    @Override
    public LowRankMatrix matrix(double mean) {
        return SampledFactors.product(means(left), means(right), mean);
    }

    @Override
    public double squaredErrors(HeldOutEntries heldOut, double mean, double low, double high) {
        LowRankMatrix a = matrix(mean);
        return workers()
                .sum(heldOut.values().length, a.rank(), (from, to) ->
                        new double[] {SampledFactors.squaredErrors(a, heldOut, low, high, from, to)})[0];
    }

    private Matrix means(SampledSide side) {
        int r = side.rank();
        Matrix means = new Matrix(side.lines(), r + 2);
        workers().run(side.lines(), line -> (long) line * side.width(), (from, to) -> {
            for (int line = from; line < to; line++) {
                for (int k = 0; k < r + 2; k++) {
                    means.set(line, k, side.mean()[line * side.width() + k]);
                }
            }
        });
        return means;
    }

    @Override
    public BiasedFactors posteriorModel(double mean, double noise, double ridge) {
        int r = rank();
        float[] columnVariances = right.variances(workers());
        LinePrior rowPrior = prior(Side.LEFT, noise, ridge);
        LinePrior columnPrior = prior(Side.RIGHT, noise, ridge);
        float[] rows = new float[left.mean().length];
        float[] rowVariances = new float[rows.length];
        EntryLines lines = entries.lines(Side.LEFT);
        FloatBlock traits = presence.rows().traits().floats();
        forEachLine(
                lines,
                right.mean(),
                columnVariances,
                rowPrior,
                (draw, from, to) -> draw.posteriorMeans(lines, traits, from, to, rows, rowVariances));
        float[] rowHints = hints(Side.LEFT, columnPrior.links());
        float[] columnHints = hints(Side.RIGHT, rowPrior.links());
        return new BiasedFactors(
                mean,
                noise,
                BiasedFactors.Lines.of(left.lines(), r, rows, rowVariances, rowPrior.variances(), rowHints)
                        .withLinks(traits(Side.LEFT).links(rowPrior.links(), r)),
                BiasedFactors.Lines.of(
                                right.lines(), r, right.mean(), columnVariances, columnPrior.variances(), columnHints)
                        .withLinks(traits(Side.RIGHT).links(columnPrior.links(), r)),
                0);
    }

    /*
     * Computes for each line of this side how its presence shifts the expected factors of a line on the other side, whose links these
     * are.
     */
    private float[] hints(Side side, float[] links) {
        MemoryBlock loadings = traits(side.other()).loadings();
        if (links.length == 0 || loadings.width() == 0) {
            return new float[0];
        }
        int w = left.width();
        float[] hints = loadings.multiplied(links, rank() + 1, w);
        MemoryPattern.weigh(entries.lines(side), hints, w, workers());
        return hints;
    }

    /* The prior of a side that all its draws give. */
    private LinePrior prior(Side side, double noise, double ridge) {
        SampledSide own = side(side);
        return LinePrior.of(moments(side, own.squaresOfAll(workers()), own.mean()), noise, ridge, null);
    }
}
