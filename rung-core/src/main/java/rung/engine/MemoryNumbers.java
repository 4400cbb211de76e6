package rung.engine;

/** Numbers in the memory of this JVM. Sums are added up in parts that do not depend on the number of threads. */
record MemoryNumbers(SingleEntries entries, boolean isLeft, Traits traits) implements LineNumbers<MemoryNumbers> {
    /** Lines that are added up by one thread. */
    private static final int PART = 1024;

    private static final int D = Traits.COUNT;

    /** What is told by the entries; nothing, if there are too few lines. */
    static Presence<MemoryNumbers> presence(SingleEntries entries, long seed) {
        int count = Presence.count(entries.rows(), entries.columns());
        Traits random = Traits.random(entries.columns(), count, seed, 0);
        return count == 0 ? nothing(entries) : Presence.of(new MemoryNumbers(entries, false, random));
    }

    static Presence<MemoryNumbers> nothing(SingleEntries entries) {
        MemoryNumbers rows = new MemoryNumbers(entries, true, Traits.none(entries.rows()));
        MemoryNumbers columns = new MemoryNumbers(entries, false, Traits.none(entries.columns()));
        double[] none = new double[0];
        return new Presence<>(new Presence.OneSide<>(rows, none, columns), new Presence.OneSide<>(columns, none, rows));
    }

    @Override
    public MemoryNumbers other() {
        float[] weighed = traits.scores().clone();
        Traits.weigh(entries.lines(isLeft), weighed, D);
        EntryLines others = entries.lines(!isLeft);
        float[] out = new float[others.count() * D];
        entries.workers()
                .run(
                        others.count(),
                        line -> (long) others.start()[line] * D,
                        (from, to) -> Traits.gather(others, weighed, from, to, out));
        return new MemoryNumbers(entries, !isLeft, new Traits(others.count(), out));
    }

    @Override
    public double[] products() {
        return products(traits.scores(), D, D);
    }

    /** Σ over the lines of x·tᵀ, where x are the first n numbers of a row; rows are w apart. */
    double[] products(float[] rows, int w, int n) {
        int lines = traits.lines();
        double[][] parts = new double[(lines + PART - 1) / PART][];
        entries.workers().run(parts.length, part -> (long) part * PART * n * D, (from, to) -> {
            for (int part = from; part < to; part++) {
                parts[part] = traits.products(rows, w, n, part * PART, Math.min(lines, (part + 1) * PART));
            }
        });
        double[] sums = new double[n * D];
        for (double[] part : parts) {
            for (int k = 0; k < sums.length; k++) {
                sums[k] += part[k];
            }
        }
        return sums;
    }

    @Override
    public MemoryNumbers times(float[] matrix) {
        return new MemoryNumbers(entries, isLeft, new Traits(traits.lines(), multiplied(matrix, D, D)));
    }

    private float[] multiplied(float[] matrix, int n, int w) {
        float[] out = new float[traits.lines() * w];
        entries.workers()
                .run(
                        traits.lines(),
                        line -> (long) line * n * D,
                        (from, to) -> traits.multiplied(matrix, n, from, to, out, w));
        return out;
    }

    /**
     * What an entry at each of these lines adds to what is expected of one of the other side, see {@link BiasedFactors.Lines}.
     *
     * @param links of the other side
     */
    float[] hints(float[] links, int n, int w) {
        if (links.length == 0) {
            return new float[0];
        }
        float[] hints = multiplied(links, n, w);
        Traits.weigh(entries.lines(isLeft), hints, w);
        return hints;
    }

    @Override
    public MemoryNumbers kept() {
        return this;
    }

    @Override
    public void release() {
        // nothing is held outside of the heap
    }
}
