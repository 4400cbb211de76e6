package rung.completion.order;

import java.util.Arrays;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * The order of the rows or of the columns of a table: which of them is ordered, and the position of each line, such as its time.
 * Immutable.
 *
 * <p>If the rows are ordered, each column is a line across the order, and the other way round.
 */
public final class Order {
    private final Side side;
    private final double[] positions;

    private Order(Side side, double[] positions) {
        this.side = side;
        this.positions = positions;
    }

    /**
     * Lines at equal distances: at 0, 1, 2, ….
     *
     * @param side {@link Side#LEFT} if the rows are ordered, {@link Side#RIGHT} if the columns are
     * @param lines the number of rows or of columns
     * @return the order
     */
    public static Order of(Side side, int lines) {
        double[] positions = new double[lines];
        Arrays.setAll(positions, line -> line);
        return new Order(side, positions);
    }

    /**
     * Lines at given positions.
     *
     * @param side {@link Side#LEFT} if the rows are ordered, {@link Side#RIGHT} if the columns are
     * @param positions the position of each line, ascending; copied
     * @return the order
     * @throws IllegalArgumentException if the positions are not finite numbers that ascend
     */
    public static Order of(Side side, double[] positions) {
        double[] copy = positions.clone();
        for (int line = 0; line < copy.length; line++) {
            if (!Double.isFinite(copy[line])) {
                throw new IllegalArgumentException(
                        "the position of line " + line + " must be finite, got " + copy[line]);
            }
            if (line > 0 && !(copy[line] > copy[line - 1])) {
                throw new IllegalArgumentException("the position of line " + line + " must be above that of the line"
                        + " before it, which is " + copy[line - 1] + ", got " + copy[line]
                        + ": merge lines at the same position");
            }
        }
        return new Order(side, copy);
    }

    /**
     * The ordered side.
     *
     * @return {@link Side#LEFT} if the rows are ordered, {@link Side#RIGHT} if the columns are
     */
    public Side side() {
        return side;
    }

    /**
     * The number of ordered lines.
     *
     * @return the number of rows or of columns
     */
    public int lines() {
        return positions.length;
    }

    /**
     * The position of a line.
     *
     * @param line the line, from 0
     * @return its position
     */
    public double position(int line) {
        return positions[line];
    }

    /** The positions of a table cut into the lines across the order. */
    Pattern.Lines across(Pattern pattern) {
        return pattern.lines(side.other());
    }

    /** Checks that the ordered side of a table has as many lines as there are positions. */
    void require(Observations data) {
        int count = side == Side.LEFT ? data.rows() : data.columns();
        if (count != positions.length) {
            throw new IllegalArgumentException("an order of the " + (side == Side.LEFT ? "rows" : "columns")
                    + " must have " + count + " positions, got " + positions.length);
        }
    }

    /** The distance from the first line to the last. */
    double span() {
        return positions.length < 2 ? 0 : positions[positions.length - 1] - positions[0];
    }

    /** The median distance between neighboring lines; 1 if there is one line. */
    double typicalGap() {
        if (positions.length < 2) {
            return 1;
        }
        double[] gaps = new double[positions.length - 1];
        Arrays.setAll(gaps, line -> positions[line + 1] - positions[line]);
        Arrays.sort(gaps);
        return gaps[gaps.length / 2];
    }
}
