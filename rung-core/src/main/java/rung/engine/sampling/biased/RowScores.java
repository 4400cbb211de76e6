package rung.engine.sampling.biased;

import java.util.List;
import rung.engine.sampling.block.SampledSide;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;

/** Predicts whole rows of a factor model: μ + b + c_j + u·v_j for every column j. Can be shared by threads. */
public final class RowScores {
    private static final FloatKernels KERNELS = KernelChoice.single();

    /** The number of columns that are predicted at a time. */
    private static final int TILE = 64;

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
        Block block = block(List.of(line));
        float[] some = new float[TILE * block.rows()];
        for (int from = 0; from < count; from += TILE) {
            int to = Math.min(count, from + TILE);
            block.predict(from, to, some);
            for (int j = from; j < to; j++) {
                out[j] = some[(j - from) * block.rows()];
            }
        }
    }

    /**
     * Predicts a row by one product for each column: several times faster than {@link #of}, and the same up to the last bits, because sums
     * are taken in another order.
     *
     * @param line the factors and the bias of the row
     * @param out receives a prediction for each column, not clipped
     */
    public void alone(FoldIn.Line line, float[] out) {
        KERNELS.multiply(factor, count, SampledSide.width(rank), numbers(line), 0, out);
    }

    /** What the columns are multiplied by: the factors of a row, 1 for the bias of the column, and the row's own level. */
    private float[] numbers(FoldIn.Line line) {
        float[] numbers = new float[SampledSide.width(rank)];
        for (int k = 0; k < rank; k++) {
            numbers[k] = line.factor(k);
        }
        numbers[rank] = 1;
        numbers[rank + 1] = (float) (line.bias() + mean);
        return numbers;
    }

    /**
     * Prepares rows that are predicted together, which is faster than one after another and gives the same numbers.
     *
     * @param lines the factors and the bias of each row
     * @return the block
     */
    public Block block(List<FoldIn.Line> lines) {
        return new Block(lines);
    }

    /** Rows that are predicted together. */
    public final class Block {
        private final int rows;
        private final float[] x;

        private Block(List<FoldIn.Line> lines) {
            rows = FloatKernels.padded(lines.size());
            x = new float[SampledSide.width(rank) * rows];
            for (int p = 0; p < lines.size(); p++) {
                float[] numbers = numbers(lines.get(p));
                for (int k = 0; k < numbers.length; k++) {
                    x[k * rows + p] = numbers[k];
                }
            }
        }

        /**
         * The number of rows, padded: the distance between the predictions for two columns.
         *
         * @return the number
         */
        public int rows() {
            return rows;
        }

        /**
         * Predicts some columns of all rows.
         *
         * @param from the first column
         * @param to the column after the last
         * @param out receives, for each column, the predictions of all rows, not clipped
         */
        public void predict(int from, int to, float[] out) {
            KERNELS.product(factor, from, to, SampledSide.width(rank), x, rows, out);
        }
    }
}
