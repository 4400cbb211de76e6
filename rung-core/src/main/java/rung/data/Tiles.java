package rung.data;

import java.util.Arrays;
import rung.kernel.TileKernels;
import rung.linalg.Matrix;

/**
 * A dense matrix in single precision or in bytes, such as a video with a row for each pixel and a column for each frame.
 * Entries may be missing. It is kept in tiles of {@link #WIDTH} rows, column after column within a tile, so that one copy in
 * memory serves walks along rows and along columns.
 */
public final class Tiles {
    /** The number of rows in a tile. */
    public static final int WIDTH = TileKernels.WIDTH;

    private final int rows;
    private final int columns;
    private final float[][] floats; // a row of each is a tile; null if the entries are bytes
    private final byte[][] bytes;
    private boolean[] constant; // made when it is first asked for

    private Tiles(int rows, int columns, float[][] floats, byte[][] bytes) {
        this.rows = rows;
        this.columns = columns;
        this.floats = floats;
        this.bytes = bytes;
    }

    /** A matrix of unsigned bytes, a quarter of the memory, to be filled column by column. */
    public static Builder ofBytes(int rows) {
        return new Builder(rows, true);
    }

    /** A matrix of floats, to be filled column by column; NaN is a missing entry. */
    public static Builder ofFloats(int rows) {
        return new Builder(rows, false);
    }

    /** The entries of a matrix, rounded to single precision; NaN is a missing entry. */
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

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /** The number of tiles; the last may have rows that are not of the matrix, all missing. */
    public int count() {
        return count(rows);
    }

    private static int count(int rows) {
        return (rows + WIDTH - 1) / WIDTH;
    }

    /** How many bytes the entries of such a matrix take. */
    public static long memory(long rows, long columns, boolean asBytes) {
        return (rows + WIDTH - 1) / WIDTH * WIDTH * columns * (asBytes ? 1 : Float.BYTES);
    }

    /** The entry of row i in column j; NaN if it is missing. */
    public float get(int i, int j) {
        int at = j * WIDTH + i % WIDTH;
        return floats != null ? floats[i / WIDTH][at] : bytes[i / WIDTH][at] & 0xff;
    }

    /** Column j as floats, NaN where an entry is missing. */
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

    /** Writes a tile's entries: that of its row p in column j to j·WIDTH + p, NaN where there is none. */
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

    /** Of each row whether it has several entries and all are the same: borders, letterboxes. Such rows tell nothing about noise. */
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

    /** Rows as columns. */
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

    /** All entries in double precision, NaN where one is missing. */
    public Matrix toMatrix() {
        Matrix matrix = new Matrix(rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                matrix.set(i, j, get(i, j));
            }
        }
        return matrix;
    }

    /** The given rows, in the given order, as a matrix of its own. */
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

    /** A matrix in the making. */
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

        /** Makes room for so many columns in all, which saves copying. */
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

        /** Appends a column of floats. */
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

        /** Appends a column of unsigned bytes. */
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

        /** The number of columns so far. */
        public int columns() {
            return columns;
        }

        /** The matrix; the builder must not be used after. */
        public Tiles build() {
            if (columns == 0) {
                throw new IllegalStateException("a matrix must have at least 1 column, got none");
            }
            return new Tiles(rows, columns, floats, bytes);
        }
    }
}
