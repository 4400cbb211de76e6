package rung.engine;

import rung.linalg.Workers;

/** N of {@link Presence}, in the memory of this JVM. */
record MemoryPattern(SingleEntries entries) implements LineOperator<MemoryNumbers> {
    /** What is told by the entries; nothing, if there are too few lines. */
    static Presence<MemoryNumbers> presence(SingleEntries entries, long seed) {
        int count = Presence.count(entries.rows(), entries.columns());
        if (count == 0) {
            return nothing(entries);
        }
        Numbers random = Numbers.random(entries.columns(), Presence.TRAITS, count, Presence.key(seed), 0);
        return Presence.of(new MemoryPattern(entries), new MemoryNumbers(entries.workers(), random));
    }

    static Presence<MemoryNumbers> nothing(SingleEntries entries) {
        MemoryNumbers rows = new MemoryNumbers(entries.workers(), Numbers.none(entries.rows()));
        MemoryNumbers columns = new MemoryNumbers(entries.workers(), Numbers.none(entries.columns()));
        double[] none = new double[0];
        return new Presence<>(new Presence.OneSide<>(rows, none, columns), new Presence.OneSide<>(columns, none, rows));
    }

    @Override
    public MemoryNumbers multiply(MemoryNumbers columns) {
        return product(entries.lines(true), entries.lines(false), columns);
    }

    @Override
    public MemoryNumbers multiplyTransposed(MemoryNumbers rows) {
        return product(entries.lines(false), entries.lines(true), rows);
    }

    /* Each line times its weight; w numbers a line. */
    static void weigh(EntryLines lines, float[] rows, int w, Workers workers) {
        workers.run(lines.count(), line -> (long) line * w, (from, to) -> Presence.weigh(lines, rows, w, from, to));
    }

    private MemoryNumbers product(EntryLines lines, EntryLines others, MemoryNumbers ofOthers) {
        int width = ofOthers.width();
        float[] weighed = ofOthers.numbers().values().clone();
        weigh(others, weighed, width, entries.workers());
        return entries.product(
                lines, width, width, (from, to, out) -> Presence.gather(lines, weighed, width, from, to, out));
    }
}
