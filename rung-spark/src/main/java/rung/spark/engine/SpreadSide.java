package rung.spark.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.Moments;
import rung.kernel.FloatKernels;
import rung.linalg.Workers;
import rung.spark.block.BlockRdd;
import rung.spark.block.DrawnBlock;
import rung.spark.block.Exchange;
import rung.spark.block.LineBlock;

/** One side of {@link SpreadFactors}: its lines as they were drawn last, block by block. */
final class SpreadSide {
    private final JavaRDD<LineBlock> lines;
    private final JavaRDD<LineBlock> others;
    private final List<SpreadColumn> columns = new ArrayList<>(); // appended since the last draw
    private final List<Generation<DrawnBlock>> passed = new ArrayList<>(); // the last computed one, and those after it
    private int rank;
    private Generation<DrawnBlock> generation;
    private JavaRDD<DrawnBlock> blocks; // the generation's, and what was appended to it since
    private JavaRDD<float[]> sent; // null if they were not sent yet
    private Moments moments; // null if they were not added up yet

    private SpreadSide(JavaRDD<LineBlock> lines, JavaRDD<LineBlock> others) {
        this.lines = lines;
        this.others = others;
    }

    /** A side of rank 0, without biases yet. */
    static SpreadSide zero(JavaRDD<LineBlock> lines, JavaRDD<LineBlock> others, StorageLevel level) {
        SpreadSide side = new SpreadSide(lines, others);
        side.blocks = BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    return new DrawnBlock(SampledSide.zero(block.lines()), 0);
                },
                lines);
        side.generation = Generation.first(side.blocks, level);
        side.generation.hold();
        return side;
    }

    /**
     * A copy that goes on with other ratings of the same users and items, or with the same.
     *
     * @param samePresence whether the pattern of the ratings is the same, so that the moments still hold
     */
    SpreadSide on(JavaRDD<LineBlock> otherLines, JavaRDD<LineBlock> othersOfThem, boolean samePresence) {
        SpreadSide copy = new SpreadSide(otherLines, othersOfThem);
        copy.rank = rank;
        copy.generation = generation;
        generation.hold();
        copy.blocks = blocks;
        copy.columns.addAll(columns);
        columns.forEach(column -> column.block().hold());
        copy.sent = sent;
        copy.moments = samePresence ? moments : null;
        return copy;
    }

    void release() {
        generation.release();
        releaseColumns();
    }

    private void releaseColumns() {
        columns.forEach(column -> column.block().release());
        columns.clear();
    }

    Generation<DrawnBlock> generation() {
        return generation;
    }

    int rank() {
        return rank;
    }

    /** The ratings of the lines. */
    JavaRDD<LineBlock> lines() {
        return lines;
    }

    JavaRDD<DrawnBlock> blocks() {
        return blocks;
    }

    /** The last draws, where the other side's blocks need them; see {@link Exchange#send}. */
    JavaRDD<float[]> sent() {
        sent = sent == null ? sent(Exchange.What.DRAW) : sent;
        return sent;
    }

    /** The last draws where the other side's blocks need them, and the squared residuals that they left. */
    JavaRDD<Exchange.Inbox> sentWithSquares() {
        return Exchange.sendWithSquares(lines, blocks, others, rank);
    }

    JavaRDD<float[]> sent(Exchange.What what) {
        return Exchange.send(lines, blocks, others, rank, what);
    }

    /** The moments of the last draws; null if they were not added up yet. */
    Moments moments() {
        return moments;
    }

    void setMoments(Moments moments) {
        this.moments = moments;
    }

    /** The generation that a draw will be once it is computed; the cluster keeps it, and this side holds it. */
    Generation<DrawnBlock> next(JavaRDD<DrawnBlock> drawn, SpreadSide other, SpreadFactors.Storage storage) {
        List<Generation<?>> others = new ArrayList<>(List.of(other.generation));
        columns.forEach(column -> others.add(column.block()));
        other.columns.forEach(column -> others.add(column.block()));
        return Generation.next(drawn, generation, others, storage);
    }

    /** Replaces the current generation by the next, which is computed. */
    void replace(Generation<DrawnBlock> next, Moments ofNext) {
        advance(next);
        markComputed(ofNext);
    }

    /** Replaces the current generation by the next, which a job will compute. */
    void advance(Generation<DrawnBlock> next) {
        passed.add(generation);
        generation = next;
        blocks = next.blocks();
        sent = null;
        moments = null;
    }

    /** Tells that a job has computed all generations since the last that was computed. */
    void markComputed(Moments ofLast) {
        passed.stream().skip(1).forEach(Generation::markComputed);
        passed.forEach(Generation::release);
        passed.clear();
        generation.markComputed();
        blocks = generation.blocks();
        sent = null;
        moments = ofLast;
        releaseColumns();
    }

    /** Appends a column: s times this vector. */
    void append(SpreadColumn column, double s) {
        column.block().hold();
        columns.add(column);
        SpreadColumn.Combination combination = column.combination();
        Moments known = moments;
        change(
                BlockRdd.ofOne(
                        in -> {
                            LineBlock block = in.one(0);
                            DrawnBlock side = in.one(1);
                            double[] own = combination.of(block, in.one(2));
                            return new DrawnBlock(side.side().with(own, s, Workers.ONE), side.squares());
                        },
                        lines,
                        blocks,
                        column.block().blocks()),
                rank + 1);
        moments = known == null ? null : column.appendedTo(known, s);
    }

    /** Appends a column: s times these numbers, one for each line. */
    void append(double[] column, double s) {
        change(BlockRdd.ofOne(in -> with(in.one(0), in.one(1), column, s), lines, blocks), rank + 1);
    }

    private static DrawnBlock with(LineBlock block, DrawnBlock side, double[] column, double s) {
        double[] own = Arrays.copyOfRange(column, block.first(), block.first() + block.lines());
        return new DrawnBlock(side.side().with(own, s, Workers.ONE), side.squares());
    }

    /** Appends columns of normal random numbers, each line its own; s is their deviation. */
    void appendRandom(int count, double s, long key) {
        int width = FloatKernels.padded(count);
        change(
                BlockRdd.ofOne(
                        in -> {
                            LineBlock block = in.one(0);
                            DrawnBlock before = in.one(1);
                            FloatBlock random = FloatBlock.random(block.lines(), width, count, key, block.first());
                            SampledSide side = before.side();
                            for (int k = 0; k < count; k++) {
                                float[] unit = new float[width];
                                unit[k] = 1;
                                double[] column = new double[block.lines()];
                                random.times(unit, 0, column.length, column);
                                side = side.with(column, s, Workers.ONE);
                            }
                            return new DrawnBlock(side, before.squares());
                        },
                        lines,
                        blocks),
                rank + count);
    }

    /** The means of the columns, a row for each line of a block, in rows of whole width for the kernels. */
    JavaRDD<float[]> means() {
        int r = rank;
        int width = FloatKernels.padded(r);
        return BlockRdd.ofOne(
                in -> {
                    SampledSide side = in.<DrawnBlock>one(0).side();
                    float[] out = new float[side.lines() * width];
                    for (int line = 0; line < side.lines(); line++) {
                        System.arraycopy(side.mean(), line * side.width(), out, line * width, r);
                    }
                    return out;
                },
                blocks);
    }

    /** Removes one of the columns. */
    void remove(int column) {
        change(
                BlockRdd.ofOne(
                        in -> {
                            DrawnBlock side = in.one(0);
                            return new DrawnBlock(side.side().without(column, Workers.ONE), side.squares());
                        },
                        blocks),
                rank - 1);
    }

    private void change(JavaRDD<DrawnBlock> changed, int ofRank) {
        blocks = changed;
        rank = ofRank;
        sent = null;
        moments = null;
    }

    /** Starts the means anew; the draws stay. */
    void resetMeans() {
        blocks = BlockRdd.ofOne(in -> in.<DrawnBlock>one(0).withoutMeans(), blocks);
    }
}
