package rung.engine.sampling.biased;

import rung.engine.sampling.block.SampledSide;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;

/** Whole rows of a factor model: μ + b + c_j + u·v_j for every column j. Shared by threads. */
public final class RowScores {
    private static final FloatKernels KERNELS = KernelChoice.single();

    private final float[] factor;
    private final double mean;
    private final int rank;
    private final int count;

    public RowScores(BiasedFactors model) {
        this.factor = model.columns().wideRows();
        this.mean = model.mean();
        this.rank = model.rank();
        this.count = model.columns().count();
    }

    /** The number of columns. */
    public int count() {
        return count;
    }

    /** The row that belongs to a line, into {@code out}. */
    public void of(FoldIn.Line line, float[] out) {
        int w = SampledSide.width(rank);
        float[] x = new float[w];
        System.arraycopy(line.factors(), 0, x, 0, rank);
        x[rank] = 1;
        x[rank + 1] = (float) (line.bias() + mean);
        KERNELS.multiply(factor, count, w, x, 0, out);
    }
}
