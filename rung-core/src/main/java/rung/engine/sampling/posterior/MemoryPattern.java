package rung.engine.sampling.posterior;

import rung.engine.sampling.block.BlockOperator;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.MemoryBlock;
import rung.engine.sampling.block.SingleEntries;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * The matrix N of {@link Presence}, in the memory of this JVM.
 *
 * @param entries the observed entries
 */
public record MemoryPattern(SingleEntries entries) implements BlockOperator<MemoryBlock> {
    /**
     * Computes the traits of all lines; there are none if there are too few lines.
     *
     * @param entries the observed entries
     * @param seed the seed of the random start
     * @return the traits of both sides
     */
    public static Presence<MemoryBlock> presence(SingleEntries entries, long seed) {
        int count = Presence.count(entries.rows(), entries.columns());
        if (count == 0) {
            return nothing(entries);
        }
        FloatBlock random = FloatBlock.random(entries.columns(), Presence.TRAITS, count, Presence.key(seed), 0);
        return Presence.of(new MemoryPattern(entries), new MemoryBlock(entries.workers(), random));
    }

    /**
     * Traits that are given: numbers of each line that are known from elsewhere. They are turned so that they are orthogonal, and the weakest
     * are left out where there are too few lines.
     *
     * @param entries the observed entries
     * @param rows the numbers of the rows
     * @param columns the numbers of the columns
     * @return the traits of both sides
     */
    public static Presence<MemoryBlock> given(SingleEntries entries, FloatBlock rows, FloatBlock columns) {
        return new Presence<>(given(entries, rows, columns.lines()), given(entries, columns, rows.lines()));
    }

    private static Presence.SideTraits<MemoryBlock> given(SingleEntries entries, FloatBlock numbers, int others) {
        MemoryBlock none = new MemoryBlock(entries.workers(), FloatBlock.none(others));
        return Presence.given(new MemoryBlock(entries.workers(), numbers), numbers.lines(), none);
    }

    /**
     * No traits for either side.
     *
     * @param entries the observed entries
     * @return both sides, without traits
     */
    public static Presence<MemoryBlock> nothing(SingleEntries entries) {
        MemoryBlock rows = new MemoryBlock(entries.workers(), FloatBlock.none(entries.rows()));
        MemoryBlock columns = new MemoryBlock(entries.workers(), FloatBlock.none(entries.columns()));
        double[] none = new double[0];
        return new Presence<>(
                new Presence.SideTraits<>(rows, none, columns), new Presence.SideTraits<>(columns, none, rows));
    }

    @Override
    public MemoryBlock multiply(MemoryBlock columns) {
        return product(entries.lines(Side.LEFT), entries.lines(Side.RIGHT), columns);
    }

    @Override
    public MemoryBlock multiplyTransposed(MemoryBlock rows) {
        return product(entries.lines(Side.RIGHT), entries.lines(Side.LEFT), rows);
    }

    /**
     * Multiplies the row of each line by the line's weight, see {@link Presence#weigh}.
     *
     * @param lines the lines, of which the number of entries counts
     * @param rows one row after another, changed
     * @param w the number of floats in a row
     * @param workers the threads
     */
    public static void weigh(EntryLines lines, float[] rows, int w, Workers workers) {
        workers.run(lines.count(), line -> (long) line * w, (from, to) -> Presence.weigh(lines, rows, w, from, to));
    }

    private MemoryBlock product(EntryLines lines, EntryLines others, MemoryBlock ofOthers) {
        int width = ofOthers.width();
        float[] weighed = ofOthers.floats().values().clone();
        weigh(others, weighed, width, entries.workers());
        return entries.product(
                lines, width, width, (from, to, out) -> Presence.gather(lines, weighed, width, from, to, out));
    }
}
