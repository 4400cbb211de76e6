package rung.baseline;

import java.util.Arrays;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * The rows and columns without any observation. Methods without biases predict the mean of all observed values there, as Surprise does.
 * If there is such a line, two more columns in each factor put the mean into the matrix.
 */
final class UnseenLines {
    private final double mean;
    private final boolean[] rows;
    private final boolean[] columns;
    private final boolean any;

    UnseenLines(Observations data) {
        mean = Biases.mean(data);
        rows = of(data.pattern().lines(Side.LEFT));
        columns = of(data.pattern().lines(Side.RIGHT));
        boolean found = false;
        for (boolean[] side : new boolean[][] {rows, columns}) {
            for (boolean unseen : side) {
                found |= unseen;
            }
        }
        any = found;
    }

    /** Returns for each line whether it has no observations. */
    static boolean[] of(Pattern.Lines lines) {
        boolean[] unseen = new boolean[lines.count()];
        for (int line = 0; line < unseen.length; line++) {
            unseen[line] = lines.size(line) == 0;
        }
        return unseen;
    }

    /** Sets the rows of a factor that belong to unseen lines to zero. */
    static void clear(Matrix factor, boolean[] unseen) {
        int r = factor.columns();
        for (int line = 0; line < unseen.length; line++) {
            if (unseen[line]) {
                Arrays.fill(factor.array(), line * r, (line + 1) * r, 0);
            }
        }
    }

    /** Returns the matrix that is U·Vᵀ where both row and column were observed, and the mean elsewhere. */
    LowRankMatrix with(Matrix u, Matrix v) {
        if (!any) {
            return LowRankMatrix.of(u, v);
        }
        Matrix left = TallProducts.beside(u, new Matrix(u.rows(), 2));
        Matrix right = TallProducts.beside(v, new Matrix(v.rows(), 2));
        clear(left, rows);
        clear(right, columns);
        int r = u.columns();
        for (int i = 0; i < rows.length; i++) {
            left.set(i, rows[i] ? r : r + 1, mean);
        }
        for (int j = 0; j < columns.length; j++) {
            right.set(j, r, 1);
            right.set(j, r + 1, columns[j] ? 1 : 0);
        }
        return LowRankMatrix.of(left, right);
    }
}
