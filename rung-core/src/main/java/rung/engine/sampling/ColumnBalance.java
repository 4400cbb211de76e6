package rung.engine.sampling;

import java.util.stream.IntStream;
import rung.linalg.Side;

/**
 * The scale at which a chain's draws enter its means. The entries say only what U·Vᵀ is, so that from draw to draw a column of U grows by
 * chance while that of V shrinks, or the other way round, without end. In the means both have the same norm: a column of U is multiplied by
 * a factor, and that of V divided by it.
 *
 * @param rightSquares the squared norm of each column of V, as it was before its last draw
 * @param factors the factor of each column of U; a column that has none yet stays as it is
 */
record ColumnBalance(double[] rightSquares, double[] factors) {
    /** The balance of a chain that was not drawn yet. */
    static ColumnBalance none() {
        return new ColumnBalance(new double[0], new double[0]);
    }

    /**
     * The balance for the next draw of a side. Factors change with U alone, so that each draw of U and the draw of V that follows it have the
     * same.
     *
     * @param side the side
     * @param squares the squared norm of each of its columns, that of the bias last
     */
    ColumnBalance before(Side side, double[] squares) {
        int r = squares.length - 1;
        if (side == Side.RIGHT) {
            return new ColumnBalance(
                    IntStream.range(0, r).mapToDouble(k -> squares[k]).toArray(), factors);
        }
        double[] next = new double[Math.min(r, rightSquares.length)];
        for (int k = 0; k < next.length; k++) {
            double factor = Math.sqrt(Math.sqrt(rightSquares[k] / squares[k]));
            next[k] = factor > 0 && factor < Float.MAX_VALUE ? factor : 1;
        }
        return new ColumnBalance(rightSquares, next);
    }

    /** What multiplies each column of a side; columns behind the last of them stay as they are. */
    float[] scale(Side side) {
        float[] scale = new float[factors.length];
        for (int k = 0; k < scale.length; k++) {
            scale[k] = (float) (side == Side.LEFT ? factors[k] : 1 / factors[k]);
        }
        return scale;
    }

    /** The balance without a column. */
    ColumnBalance without(int column) {
        return new ColumnBalance(without(rightSquares, column), without(factors, column));
    }

    private static double[] without(double[] x, int column) {
        return IntStream.range(0, x.length)
                .filter(k -> k != column)
                .mapToDouble(k -> x[k])
                .toArray();
    }
}
