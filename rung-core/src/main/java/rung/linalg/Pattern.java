package rung.linalg;

import java.util.Arrays;

/**
 * A set Ω of positions in an m×n matrix, indexed both by row and by column; or all m·n positions, of which none is then stored.
 *
 * <p>Numbers attached to Ω (observed values, fitted values, gradients) live in plain arrays in <em>row order</em>: row after row,
 * columns ascending. {@link #lines(Side)} walks them row by row or column by column.
 */
public final class Pattern {
    /*
     * For example Ω = {(0,1), (0,2), (1,0), (2,1)} in a 3×3 matrix:
     *
     *   rows:     start   0  2  3  4        columns:  start   0  1  3  4
     *             index   1  2 | 0 | 1                index   1 | 0  2 | 0
     *                                                 order   2 | 0  3 | 1    (positions in row order)
     *
     * A full pattern stores nothing: row i is positions i·n … i·n+n−1, column j is j, n+j, 2n+j, ….
     */
    private final int rows;
    private final int columns;
    private final Lines byRow;
    private final Lines byColumn;

    private Pattern(int rows, int columns, Lines byRow, Lines byColumn) {
        this.rows = rows;
        this.columns = columns;
        this.byRow = byRow;
        this.byColumn = byColumn;
    }

    /**
     * The pattern of all positions.
     *
     * @param rows the number m of rows
     * @param columns the number n of columns
     * @return the full pattern
     */
    public static Pattern full(int rows, int columns) {
        if ((long) rows * columns > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "a dense matrix must have fewer than 2³¹ entries, got " + rows + "×" + columns);
        }
        return new Pattern(
                rows,
                columns,
                new Lines(rows, columns, 1, null, null, null),
                new Lines(columns, rows, columns, null, null, null));
    }

    /**
     * The pattern of given positions (i[k], j[k]), in any order; a position may occur more than once.
     *
     * @param rows the number m of rows
     * @param columns the number n of columns
     * @param i the rows of the positions
     * @param j the columns of the positions
     * @param order receives, for each position in row order, its index k; as long as {@code i}
     * @return the pattern
     */
    public static Pattern of(int rows, int columns, int[] i, int[] j, int[] order) {
        int count = i.length;
        // Two stable counting sorts, by column and then by row, leave the positions in row order. Most come in it.
        int[] byColumn = null;
        if (!isInRowOrder(i, j)) {
            byColumn = new int[count];
            sort(j, null, columns, byColumn);
        }
        int[] rowStart = sort(i, byColumn, rows, order);
        int[] columnIndex = new int[count];
        for (int k = 0; k < count; k++) {
            columnIndex[k] = j[order[k]];
        }
        return ofRows(columns, rowStart, columnIndex);
    }

    /**
     * The pattern of positions in row order.
     *
     * @param columns the number n of columns
     * @param rowStart for each of the m rows the number of positions in the rows before it, and at the end the number of all positions; not
     *     copied
     * @param columnIndex the column of each position, ascending within each row; not copied
     * @return the pattern
     */
    public static Pattern ofRows(int columns, int[] rowStart, int[] columnIndex) {
        int rows = rowStart.length - 1;
        int[] columnStart = starts(columnIndex, columns);
        int[] next = Arrays.copyOf(columnStart, columns);
        int[] rowIndex = new int[columnIndex.length];
        int[] toRowOrder = new int[columnIndex.length];
        for (int row = 0; row < rows; row++) {
            for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
                int at = next[columnIndex[k]]++;
                rowIndex[at] = row;
                toRowOrder[at] = k;
            }
        }
        return new Pattern(
                rows,
                columns,
                new Lines(rows, 0, 1, rowStart, columnIndex, null),
                new Lines(columns, 0, 1, columnStart, rowIndex, toRowOrder));
    }

    private static boolean isInRowOrder(int[] i, int[] j) {
        int k = 1;
        while (k < i.length && (i[k] > i[k - 1] || i[k] == i[k - 1] && j[k] >= j[k - 1])) {
            k++;
        }
        return k >= i.length;
    }

    /* Stable counting sort of the elements listed in `from` (null: 0, 1, 2, …) by key; returns where each key starts. */
    private static int[] sort(int[] key, int[] from, int keys, int[] to) {
        int[] start = starts(key, keys);
        int[] next = Arrays.copyOf(start, keys);
        for (int k = 0; k < key.length; k++) {
            int element = from == null ? k : from[k];
            to[next[key[element]]++] = element;
        }
        return start;
    }

    /* For each key the number of elements with a smaller one, and at the end the number of all. */
    private static int[] starts(int[] key, int keys) {
        int[] start = new int[keys + 1];
        for (int k : key) {
            start[k + 1]++;
        }
        for (int k = 0; k < keys; k++) {
            start[k + 1] += start[k];
        }
        return start;
    }

    /**
     * The number m of rows of the matrix.
     *
     * @return m
     */
    public int rows() {
        return rows;
    }

    /**
     * The number n of columns of the matrix.
     *
     * @return n
     */
    public int columns() {
        return columns;
    }

    /**
     * The number |Ω| of positions.
     *
     * @return |Ω|
     */
    public int count() {
        return isFull() ? rows * columns : byRow.start[rows];
    }

    /**
     * Whether Ω holds all m·n positions.
     *
     * @return true for a pattern made by {@link #full}
     */
    public boolean isFull() {
        return byRow.isFull();
    }

    /**
     * The positions, cut into rows or into columns.
     *
     * @param side {@link Side#LEFT} for the rows of Ω, {@link Side#RIGHT} for its columns
     * @return the lines
     */
    public Lines lines(Side side) {
        return side == Side.LEFT ? byRow : byColumn;
    }

    /**
     * The positions of the transposed matrix.
     *
     * @return a pattern with rows and columns exchanged
     */
    public Pattern transposed() {
        if (isFull()) {
            return full(columns, rows);
        }
        int count = count();
        int[] i = new int[count];
        for (int row = 0; row < rows; row++) {
            Arrays.fill(i, byRow.start[row], byRow.start[row + 1], row);
        }
        return of(columns, rows, byRow.index, i, new int[count]);
    }

    /** The positions Ω cut into lines: its rows, or its columns. */
    public static final class Lines {
        private final int count;
        private final int length; // entries of each line, if full
        private final int stride; // distance in row order between the entries of a line, if full
        private final int[] start;
        private final int[] index;
        private final int[] order;

        private Lines(int count, int length, int stride, int[] start, int[] index, int[] order) {
            this.count = count;
            this.length = length;
            this.stride = stride;
            this.start = start;
            this.index = index;
            this.order = order;
        }

        /**
         * The number of lines.
         *
         * @return the number of rows, or of columns
         */
        public int count() {
            return count;
        }

        /**
         * Whether each line has all entries.
         *
         * @return true for the lines of a pattern made by {@link Pattern#full}
         */
        public boolean isFull() {
            return start == null;
        }

        /**
         * The number of entries in a line.
         *
         * @param line the line
         * @return its number of entries
         */
        public int size(int line) {
            return start == null ? length : start[line + 1] - start[line];
        }

        /**
         * The number of entries in all lines before this one.
         *
         * @param line the line; the number of lines is allowed too, and gives |Ω|
         * @return how many entries the lines 0 … line − 1 have together
         */
        public long before(int line) {
            return start == null ? (long) line * length : start[line];
        }

        /**
         * The number of entries in the longest line.
         *
         * @return the greatest {@link #size}
         */
        public int longest() {
            int longest = start == null ? length : 0;
            for (int line = 0; start != null && line < count; line++) {
                longest = Math.max(longest, size(line));
            }
            return longest;
        }

        /**
         * For each entry, line after line: the column it lies in if lines are rows, the row if lines are columns. The entries of a line
         * begin at {@link #before}.
         *
         * @return the array itself, not a copy
         * @throws IllegalStateException if Ω is full: entry k of each line then lies in column or row k
         */
        public int[] index() {
            if (start == null) {
                throw new IllegalStateException("a full pattern stores no positions");
            }
            return index;
        }

        /**
         * The column of an entry if lines are rows, its row if lines are columns.
         *
         * @param line the line
         * @param k the number of the entry within the line
         * @return where the entry lies in the other direction
         */
        public int other(int line, int k) {
            return start == null ? k : index[start[line] + k];
        }

        /**
         * Whether the entries of a line are next to each other in row order.
         *
         * @return true for rows, and for the one column of a full m×1 pattern
         */
        public boolean isContiguous() {
            return order == null && stride == 1;
        }

        /**
         * The position in row order of an entry of a line.
         *
         * @param line the line
         * @param k the number of the entry within the line
         * @return its index in arrays in row order
         */
        public int position(int line, int k) {
            if (start == null) {
                return stride == 1 ? line * length + k : k * stride + line;
            }
            return order == null ? start[line] + k : order[start[line] + k];
        }

        /**
         * Copies a line's numbers out of an array in row order.
         *
         * @param rowOrder the array in row order
         * @param line the line
         * @param to receives {@link #size} numbers
         */
        public void load(double[] rowOrder, int line, double[] to) {
            int size = size(line);
            if (isContiguous()) {
                System.arraycopy(rowOrder, (int) before(line), to, 0, size);
            } else {
                for (int k = 0; k < size; k++) {
                    to[k] = rowOrder[position(line, k)];
                }
            }
        }

        /**
         * Copies a line's numbers back into an array in row order.
         *
         * @param from {@link #size} numbers
         * @param line the line
         * @param rowOrder the array in row order
         */
        public void store(double[] from, int line, double[] rowOrder) {
            int size = size(line);
            if (isContiguous()) {
                System.arraycopy(from, 0, rowOrder, (int) before(line), size);
            } else {
                for (int k = 0; k < size; k++) {
                    rowOrder[position(line, k)] = from[k];
                }
            }
        }
    }
}
