package rung.engine.sampling;

import rung.engine.sampling.block.BlockOperator;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.MemoryBlock;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.block.SingleEntries;
import rung.linalg.Side;

/** The residuals U·Vᵀ − M at the entries, in the memory of this JVM. They are not stored: each product computes them anew. */
record MemoryResiduals(SingleEntries entries, SampledSide left, SampledSide right)
        implements BlockOperator<MemoryBlock> {
    @Override
    public MemoryBlock multiply(MemoryBlock columns) {
        return product(entries.lines(Side.LEFT), left, right, columns);
    }

    @Override
    public MemoryBlock multiplyTransposed(MemoryBlock rows) {
        return product(entries.lines(Side.RIGHT), right, left, rows);
    }

    private MemoryBlock product(EntryLines lines, SampledSide own, SampledSide other, MemoryBlock ofOther) {
        FloatBlock block = ofOther.floats();
        return entries.product(
                lines,
                block.width(),
                own.width() + block.width(),
                (from, to, out) ->
                        lines.timesResiduals(own, other.draw(), block.values(), block.width(), from, to, out));
    }

    /** The sum of the squared residuals. */
    double squares() {
        EntryLines lines = entries.lines(Side.LEFT);
        double[] squares = new double[lines.count()];
        entries.workers()
                .run(
                        lines.count(),
                        line -> (long) lines.start()[line] * left.width(),
                        (from, to) -> lines.squaredResiduals(left, right.draw(), from, to, squares));
        return SingleEntries.sum(squares);
    }
}
