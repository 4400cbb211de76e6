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
        Numbers block = ofOther.numbers();
        return entries.product(
                lines,
                block.width(),
                own.width() + block.width(),
                (from, to, out) ->
                        lines.timesResiduals(own, other.draw(), block.values(), block.width(), from, to, out));
    }

    /** The sum of their squares. */
    double squares() {
        EntryLines lines = entries.lines(true);
        double[] squares = new double[lines.count()];
        entries.workers()
                .run(
                        lines.count(),
                        line -> (long) lines.start()[line] * left.width(),
                        (from, to) -> lines.squaredResiduals(left, right.draw(), from, to, squares));
        return SingleEntries.sum(squares);
    }
}
