package rung.completion;

import java.util.Optional;
import rung.LowRankMatrix;
import rung.linalg.Matrix;

/** What is filled into each cell: an entry of a low-rank matrix, what neighbors add to it, and the bounds of its column. */
public final class Filling {
    private final LowRankMatrix matrix;
    private final Optional<Matrix> local;
    private final Bounds bounds;

    Filling(LowRankMatrix matrix, Optional<Matrix> local, Bounds bounds) {
        this.matrix = matrix;
        this.local = local;
        this.bounds = bounds;
    }

    /**
     * Returns what is filled into a cell.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     * @return the value
     */
    public double at(int row, int column) {
        double near = local.map(part -> part.get(row, column)).orElse(0.0);
        return bounds.clip(column, matrix.get(row, column) + near);
    }
}
