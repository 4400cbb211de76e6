package rung.engine.sampling.biased;

import rung.engine.sampling.block.SampledSide;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;

/** Predicts whole rows of a factor model: μ + b + c_j + u·v_j for every column j. Can be shared by threads. */
public final class RowScores {
    private static final FloatKernels KERNELS = KernelChoice.single();

    private final float[] factor;
    private final double mean;
    private final int rank;
    private final int count;

    /**
     * Prepares the columns of a model.
     *
     * @param model the model
     */
    public RowScores(BiasedFactors model) {
        this.factor = model.columns().wideRows();
        this.mean = model.mean();
        this.rank = model.rank();
        this.count = model.columns().count();
    }

    /**
     * The number of columns.
     *
     * @return the number
     */
    public int count() {
        return count;
    }

    /**
     * Predicts a row.
     *
     * @param line the factors and the bias of the row
     * @param out receives a prediction for each column, not clipped
     */
    public void of(FoldIn.Line line, float[] out) {
        int w = SampledSide.width(rank);
        float[] x = new float[w];
        System.arraycopy(line.factors(), 0, x, 0, rank);
        x[rank] = 1;
        x[rank + 1] = (float) (line.bias() + mean);
        KERNELS.multiply(factor, count, w, x, 0, out);
    }
}
