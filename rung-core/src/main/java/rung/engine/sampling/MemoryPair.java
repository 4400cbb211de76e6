package rung.engine.sampling;

import rung.engine.sampling.block.SingleEntries;
import rung.linalg.SingularPair;

/**
 * A pair in the memory of this JVM.
 *
 * @param entries the entries of the factors
 * @param gathered the pair
 */
record MemoryPair(SingleEntries entries, SingularPair gathered) implements ColumnPair<MemoryFactors> {
    @Override
    public double sigma() {
        return gathered.sigma();
    }

    @Override
    public double squaredNorm() {
        return entries.squaredNorm(gathered);
    }

    @Override
    public void appendTo(MemoryFactors factors, double s) {
        factors.append(gathered, s);
    }

    @Override
    public MemoryPair downhill(double sigma) {
        return new MemoryPair(entries, SingularPairs.downhill(gathered, sigma));
    }
}
