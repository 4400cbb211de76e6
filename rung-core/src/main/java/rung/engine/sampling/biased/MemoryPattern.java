package rung.engine.sampling.biased;

import rung.engine.sampling.block.BlockOperator;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.MemoryBlock;
import rung.engine.sampling.block.SingleEntries;
import rung.linalg.Workers;

/** N of {@link Presence}, in the memory of this JVM. */
public record MemoryPattern(SingleEntries entries) implements BlockOperator<MemoryBlock> {
    /** What is told by the entries; nothing, if there are too few lines. */
    public static Presence<MemoryBlock> presence(SingleEntries entries, long seed) {
        int count = Presence.count(entries.rows(), entries.columns());
        if (count == 0) {
            return nothing(entries);
        }
        FloatBlock random = FloatBlock.random(entries.columns(), Presence.TRAITS, count, Presence.key(seed), 0);
        return Presence.of(new MemoryPattern(entries), new MemoryBlock(entries.workers(), random));
    }

    public static Presence<MemoryBlock> nothing(SingleEntries entries) {
        MemoryBlock rows = new MemoryBlock(entries.workers(), FloatBlock.none(entries.rows()));
        MemoryBlock columns = new MemoryBlock(entries.workers(), FloatBlock.none(entries.columns()));
        double[] none = new double[0];
        return new Presence<>(
                new Presence.SideTraits<>(rows, none, columns), new Presence.SideTraits<>(columns, none, rows));
    }

    @Override
    public MemoryBlock multiply(MemoryBlock columns) {
        return product(entries.lines(true), entries.lines(false), columns);
    }

    @Override
    public MemoryBlock multiplyTransposed(MemoryBlock rows) {
        return product(entries.lines(false), entries.lines(true), rows);
    }

    /* Each line times its weight; w numbers a line. */
    public static void weigh(EntryLines lines, float[] rows, int w, Workers workers) {
        workers.run(lines.count(), line -> (long) line * w, (from, to) -> Presence.weigh(lines, rows, w, from, to));
    }

    private MemoryBlock product(EntryLines lines, EntryLines others, MemoryBlock ofOthers) {
        int width = ofOthers.width();
        float[] weighed = ofOthers.numbers().values().clone();
        weigh(others, weighed, width, entries.workers());
        return entries.product(
                lines, width, width, (from, to, out) -> Presence.gather(lines, weighed, width, from, to, out));
    }
}
