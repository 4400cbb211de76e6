package rung.data;

import java.util.Arrays;
import rung.kernel.TileKernels;
import rung.linalg.Matrix;

/**
 * A dense matrix in single precision or in bytes, such as a video with a row for each pixel and a column for each frame. Entries may be
 * missing. It is stored in tiles of {@link #WIDTH} rows, column after column within a tile, so that one copy in memory serves walks
 * along rows and along columns.
 */
public final class Tiles {
    /** The number of rows in a tile. */
    public static final int WIDTH = TileKernels.WIDTH;

    private final int rows;
    private final int columns;
    private final float[][] floats; // one array for each tile; null if the entries are bytes
    private final byte[][] bytes; // one array for each tile; null if the entries are floats
    private boolean[] constant; // computed when it is first asked for

    private Tiles(int rows, int columns, float[][] floats, byte[][] bytes) {
        this.rows = rows;
        this.columns = columns;
        this.floats = floats;
        this.bytes = bytes;
    }

    /**
     * A builder of a matrix of unsigned bytes, which takes a quarter of the memory of floats; it is filled column by column.
     *
     * @param rows the number of rows
     * @return the builder
     */
    public static Builder ofBytes(int rows) {
        return new Builder(rows, true);
    }

    /**
     * A builder of a matrix of floats, where NaN is a missing entry; it is filled column by column.
     *
     * @param rows the number of rows
     * @return the builder
     */
    public static Builder ofFloats(int rows) {
        return new Builder(rows, false);
    }

    /**
     * The entries of a matrix, rounded to single precision.
     *
     * @param matrix the matrix, where NaN is a missing entry
     * @return the tiles
     */
    public static Tiles of(Matrix matrix) {
        Builder builder = ofFloats(matrix.rows()).expecting(matrix.columns());
        float[] column = new float[matrix.rows()];
        for (int j = 0; j < matrix.columns(); j++) {
            for (int i = 0; i < column.length; i++) {
                column[i] = (float) matrix.get(i, j);
            }
            builder.add(column);
        }
        return builder.build();
    }

    /**
     * The number of rows.
     *
     * @return the number
     */
    public int rows() {
        return rows;
    }

    /**
     * The number of columns.
     *
     * @return the number
     */
    public int columns() {
        return columns;
    }

    /**
     * The number of tiles. The last one may have rows beyond those of the matrix, whose entries are all missing.
     *
     * @return the number
     */
    public int count() {
        return count(rows);
    }

    private static int count(int rows) {
        return (rows + WIDTH - 1) / WIDTH;
    }

    /**
     * The memory that the entries of a matrix take.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @param asBytes whether entries are bytes instead of floats
     * @return the memory, in bytes
     */
    public static long memory(long rows, long columns, boolean asBytes) {
        return (rows + WIDTH - 1) / WIDTH * WIDTH * columns * (asBytes ? 1 : Float.BYTES);
    }

    /**
     * The entry in row i, column j.
     *
     * @param i the row, from 0
     * @param j the column, from 0
     * @return the entry; NaN if it is missing
     */
    public float get(int i, int j) {
        int at = j * WIDTH + i % WIDTH;
        return floats != null ? floats[i / WIDTH][at] : bytes[i / WIDTH][at] & 0xff;
    }

    /**
     * Copies a column.
     *
     * @param j the column, from 0
     * @param out receives a float for each row, NaN where an entry is missing
     */
    public void column(int j, float[] out) {
        for (int t = 0; t < count(); t++) {
            int height = Math.min(WIDTH, rows - t * WIDTH);
            if (floats != null) {
                System.arraycopy(floats[t], j * WIDTH, out, t * WIDTH, height);
            } else {
                for (int p = 0; p < height; p++) {
                    out[t * WIDTH + p] = bytes[t][j * WIDTH + p] & 0xff;
                }
            }
        }
    }

    /**
     * Copies a tile: the entry in its row p and column j goes to j·WIDTH + p.
     *
     * @param tile the tile, from 0
     * @param out receives the entries, NaN where there is none
     */
    public void load(int tile, float[] out) {
        int size = columns * WIDTH;
        if (floats != null) {
            System.arraycopy(floats[tile], 0, out, 0, size);
            return;
        }
        byte[] from = bytes[tile];
        for (int k = 0; k < size; k++) {
            out[k] = from[k] & 0xff;
        }
        int height = Math.min(WIDTH, rows - tile * WIDTH);
        for (int k = 0; k < size && height < WIDTH; k += WIDTH) {
            Arrays.fill(out, k + height, k + WIDTH, Float.NaN);
        }
    }

    /**
     * Finds the rows that have several entries, all of them the same: borders and letterboxes. Such rows say nothing about noise.
     *
     * @return for each row whether it is such
     */
    public synchronized boolean[] constantRows() {
        if (constant == null) {
            constant = new boolean[rows];
            for (int i = 0; i < rows; i++) {
                constant[i] = isConstant(i);
            }
        }
        return constant;
    }

    private boolean isConstant(int i) {
        float first = Float.NaN;
        int entries = 0;
        for (int j = 0; j < columns; j++) {
            float entry = get(i, j);
            if (entry == entry) {
                first = entries++ == 0 ? entry : first;
                if (entry != first) {
                    return false;
                }
            }
        }
        return entries > 1;
    }

    /**
     * The transposed matrix.
     *
     * @return tiles with rows and columns exchanged
     */
    public Tiles transposed() {
        Builder builder = new Builder(columns, floats == null).expecting(rows);
        float[] row = new float[columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                row[j] = get(i, j);
            }
            builder.put(row);
        }
        return builder.build();
    }

    /**
     * All entries in double precision.
     *
     * @return a matrix with NaN where an entry is missing
     */
    public Matrix toMatrix() {
        Matrix matrix = new Matrix(rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                matrix.set(i, j, get(i, j));
            }
        }
        return matrix;
    }

    /**
     * Some of the rows as a matrix of their own.
     *
     * @param chosen the rows, in the order they should have
     * @return the matrix
     */
    public Tiles rows(int[] chosen) {
        int count = count(chosen.length);
        Tiles some = new Tiles(
                chosen.length,
                columns,
                floats == null ? null : new float[count][columns * WIDTH],
                bytes == null ? null : new byte[count][columns * WIDTH]);
        for (int k = 0; k < chosen.length; k++) {
            some.copyRow(this, chosen[k], k);
        }
        for (int k = chosen.length; k < count * WIDTH && floats != null; k++) {
            for (int at = k % WIDTH; at < columns * WIDTH; at += WIDTH) {
                some.floats[count - 1][at] = Float.NaN;
            }
        }
        return some;
    }

    private void copyRow(Tiles from, int i, int to) {
        int source = i % WIDTH;
        int target = to % WIDTH;
        for (int at = 0; at < columns * WIDTH; at += WIDTH) {
            if (floats != null) {
                floats[to / WIDTH][at + target] = from.floats[i / WIDTH][at + source];
            } else {
                bytes[to / WIDTH][at + target] = from.bytes[i / WIDTH][at + source];
            }
        }
    }

    /** Collects a matrix column by column. */
    public static final class Builder {
        private final int rows;
        private final float[][] floats;
        private final byte[][] bytes;
        private int columns;
        private int capacity;

        private Builder(int rows, boolean asBytes) {
            if (rows < 1) {
                throw new IllegalArgumentException("a matrix must have at least 1 row, got " + rows);
            }
            this.rows = rows;
            floats = asBytes ? null : new float[count(rows)][0];
            bytes = asBytes ? new byte[count(rows)][0] : null;
        }

        /**
         * Reserves memory for columns, which saves copying.
         *
         * @param all the number of columns in all
         * @return this builder
         */
        public Builder expecting(int all) {
            long size = (long) all * WIDTH;
            if (size > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException("a matrix must have at most " + (Integer.MAX_VALUE - 8) / WIDTH
                        + " columns, got " + all + ": separate it in windows");
            }
            capacity = Math.max(capacity, all);
            for (int t = 0; t < count(rows); t++) {
                if (floats != null) {
                    floats[t] = Arrays.copyOf(floats[t], capacity * WIDTH);
                } else {
                    bytes[t] = Arrays.copyOf(bytes[t], capacity * WIDTH);
                }
            }
            return this;
        }

        /**
         * Appends a column of floats.
         *
         * @param column an entry for each row, NaN if it is missing
         * @return this builder
         */
        public Builder add(float[] column) {
            if (floats == null) {
                throw new IllegalStateException("a matrix of bytes takes columns of bytes");
            }
            check(column.length);
            for (int i = 0; i < rows; i++) {
                if (Float.isInfinite(column[i])) {
                    throw new IllegalArgumentException(
                            "an entry must be within the range of single precision, but that in row " + (i + 1)
                                    + ", column " + (columns + 1) + " is not");
                }
            }
            return put(column);
        }

        /**
         * Appends a column of unsigned bytes.
         *
         * @param column an entry for each row
         * @return this builder
         */
        public Builder add(byte[] column) {
            check(column.length);
            grow();
            for (int t = 0; t < count(rows); t++) {
                int height = Math.min(WIDTH, rows - t * WIDTH);
                if (bytes != null) {
                    System.arraycopy(column, t * WIDTH, bytes[t], columns * WIDTH, height);
                } else {
                    for (int p = 0; p < height; p++) {
                        floats[t][columns * WIDTH + p] = column[t * WIDTH + p] & 0xff;
                    }
                    Arrays.fill(floats[t], columns * WIDTH + height, (columns + 1) * WIDTH, Float.NaN);
                }
            }
            columns++;
            return this;
        }

        private Builder put(float[] column) {
            grow();
            for (int t = 0; t < count(rows); t++) {
                int height = Math.min(WIDTH, rows - t * WIDTH);
                int to = columns * WIDTH;
                if (floats != null) {
                    System.arraycopy(column, t * WIDTH, floats[t], to, height);
                    Arrays.fill(floats[t], to + height, to + WIDTH, Float.NaN);
                } else {
                    for (int p = 0; p < height; p++) {
                        bytes[t][to + p] = (byte) column[t * WIDTH + p];
                    }
                }
            }
            columns++;
            return this;
        }

        private void check(int length) {
            if (length != rows) {
                throw new IllegalArgumentException("a column must have " + rows + " entries, got " + length);
            }
        }

        private void grow() {
            if (columns == capacity) {
                expecting(Math.max(16, columns + columns / 2));
            }
        }

        /**
         * The number of columns so far.
         *
         * @return the number
         */
        public int columns() {
            return columns;
        }

        /**
         * Makes the matrix. The builder must not be used afterwards.
         *
         * @return the matrix
         */
        public Tiles build() {
            if (columns == 0) {
                throw new IllegalStateException("a matrix must have at least 1 column, got none");
            }
            return new Tiles(rows, columns, floats, bytes);
        }
    }
}
