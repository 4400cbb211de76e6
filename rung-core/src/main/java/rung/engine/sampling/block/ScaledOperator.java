package rung.engine.sampling.block;

/**
 * The scaled operator D·G·E, in the memory of this JVM; {@link LineScale} says why.
 *
 * @param g the operator G
 * @param rows D, a number for each row
 * @param columns E, a number for each column
 */
public record ScaledOperator(BlockOperator<MemoryBlock> g, double[] rows, double[] columns)
        implements BlockOperator<MemoryBlock> {
    @Override
    public MemoryBlock multiply(MemoryBlock block) {
        return g.multiply(block.scaled(columns)).scaled(rows);
    }

    @Override
    public MemoryBlock multiplyTransposed(MemoryBlock block) {
        return g.multiplyTransposed(block.scaled(rows)).scaled(columns);
    }
}
