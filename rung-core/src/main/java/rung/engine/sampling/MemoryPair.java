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
        double[] u = sigma < 0 ? negated(gathered.u()) : gathered.u();
        return new MemoryPair(entries, new SingularPair(Math.abs(sigma), u, gathered.v()));
    }

    static double[] negated(double[] x) {
        double[] out = new double[x.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = -x[k];
        }
        return out;
    }
}
