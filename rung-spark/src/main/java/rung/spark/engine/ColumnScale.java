package rung.spark.engine;

import java.io.Serializable;
import rung.engine.sampling.block.LineScale;
import rung.linalg.Side;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;

/**
 * The scales of the lines of a side, see {@link LineScale}, or none.
 *
 * @param isScaled whether lines have scales; else all are 1
 * @param mean the mean number of entries of a line
 * @param smoothing c of the scales
 */
record ColumnScale(boolean isScaled, double mean, double smoothing) implements Serializable {
    static final ColumnScale NONE = new ColumnScale(false, 0, 0);

    static ColumnScale of(RatingBlocks data, Side side, double smoothing) {
        return new ColumnScale(true, data.perLine(side), smoothing);
    }

    /** The rows of n floats, each times the scale of its line. */
    float[] times(LineBlock lines, float[] rows, int n) {
        float[] out = rows.clone();
        if (isScaled) {
            LineScale.multiply(LineScale.of(lines.entries(), mean, smoothing), out, n, 0, lines.lines());
        }
        return out;
    }

    /** The numbers, each times the scale of its line. */
    double[] times(LineBlock lines, double[] x) {
        return isScaled ? LineScale.times(LineScale.of(lines.entries(), mean, smoothing), x) : x;
    }
}
