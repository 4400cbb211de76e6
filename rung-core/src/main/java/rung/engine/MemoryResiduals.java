package rung.engine;

/** U·Vᵀ less the entries, in the memory of this JVM. Nothing of it is kept: each product computes them anew. */
record MemoryResiduals(SingleEntries entries, SampledSide left, SampledSide right)
        implements LineOperator<MemoryNumbers> {
    @Override
    public MemoryNumbers multiply(MemoryNumbers columns) {
        return product(entries.lines(true), left, right, columns);
    }

    @Override
    public MemoryNumbers multiplyTransposed(MemoryNumbers rows) {
        return product(entries.lines(false), right, left, rows);
    }

    private MemoryNumbers product(EntryLines lines, SampledSide own, SampledSide other, MemoryNumbers ofOther) {
        float[] factor = SampledSide.asFactor(other.draw(), other.lines(), other.rank());
        Numbers block = ofOther.numbers();
        return entries.product(
                lines,
                block.width(),
                own.width() + block.width(),
                (from, to, out) -> lines.timesResiduals(own, factor, block.values(), block.width(), from, to, out));
    }

    /** The sum of their squares. */
    double squares() {
        EntryLines lines = entries.lines(true);
        float[] factor = SampledSide.asFactor(right.draw(), right.lines(), right.rank());
        double[] squares = new double[lines.count()];
        entries.workers()
                .run(
                        lines.count(),
                        line -> (long) lines.start()[line] * left.width(),
                        (from, to) -> lines.squaredResiduals(left, factor, from, to, squares));
        return SingleEntries.sum(squares);
    }
}
