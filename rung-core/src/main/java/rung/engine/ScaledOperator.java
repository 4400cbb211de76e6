package rung.engine;

/**
 * D·G·E for an operator G in the memory of this JVM; see {@link LineScale}.
 *
 * @param rows D, a number for each row
 * @param columns E, a number for each column
 */
record ScaledOperator(LineOperator<MemoryNumbers> g, double[] rows, double[] columns)
        implements LineOperator<MemoryNumbers> {
    @Override
    public MemoryNumbers multiply(MemoryNumbers block) {
        return g.multiply(block.scaled(columns)).scaled(rows);
    }

    @Override
    public MemoryNumbers multiplyTransposed(MemoryNumbers block) {
        return g.multiplyTransposed(block.scaled(rows)).scaled(columns);
    }
}
