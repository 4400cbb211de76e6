package rung.file.numpy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import rung.file.AtomicFile;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.input.ColumnFinder;
import rung.file.input.FileFormat;
import rung.file.input.HoleCount;
import rung.file.input.HoleValues;
import rung.file.input.Source;
import rung.linalg.CellValues;
import rung.linalg.Matrix;

/** A table in a NumPy file: a two-dimensional array, in which NaN is a hole. It is written with the same header. */
public final class NumpyTable implements Table {
    /** The number of elements that are read at a time. */
    private static final int CHUNK = 8192;

    private final Source source;
    private final NumpyHeader header;
    private final Matrix values;
    private int holes;

    private NumpyTable(Source source, NumpyHeader header) {
        this.source = source;
        this.header = header;
        this.values = new Matrix(header.rows(), header.columns());
    }

    /**
     * Reads a table.
     *
     * @param source the file
     * @return the table
     * @throws FormatException if the file is no array of numbers with two dimensions
     */
    public static NumpyTable read(Source source) throws IOException {
        return source.read(in -> {
            NumpyHeader header = NumpyHeader.read(in, source);
            if (!source.isZipped()) {
                requireData(header, source.size() - header.bytes().length, source);
            }
            NumpyTable table = new NumpyTable(source, header);
            table.forEachChunk(in, table::take);
            if (in.read() >= 0) {
                throw source.error("expected " + header.dataBytes() + " bytes of data, found more");
            }
            return table;
        });
    }

    private static void requireData(NumpyHeader header, long found, Source source) throws FormatException {
        if (found != header.dataBytes()) {
            throw source.error("expected " + header.dataBytes() + " bytes of data, found " + found);
        }
    }

    /** Takes some elements, the first of which is element number k of the array. */
    @FunctionalInterface
    private interface ChunkVisitor {
        void visit(int k, ByteBuffer chunk) throws IOException;
    }

    private void forEachChunk(InputStream in, ChunkVisitor visitor) throws IOException {
        int elements = values.array().length;
        int size = header.type().size();
        for (int k = 0; k < elements; k += Math.min(CHUNK, elements - k)) {
            byte[] bytes = in.readNBytes(Math.min(CHUNK, elements - k) * size);
            if (bytes.length < Math.min(CHUNK, elements - k) * size) {
                requireData(header, (long) k * size + bytes.length, source);
            }
            visitor.visit(k, ByteBuffer.wrap(bytes).order(header.type().order()));
        }
    }

    private void take(int first, ByteBuffer chunk) throws FormatException {
        int size = header.type().size();
        for (int k = 0; k < chunk.capacity() / size; k++) {
            double value = header.type().value(chunk, k * size);
            int row = header.row(first + k);
            int column = header.column(first + k);
            if (Double.isInfinite(value)) {
                throw new FormatException(place(row, column) + ": the value must be finite, got " + value);
            }
            holes += Double.isNaN(value) ? 1 : 0;
            values.set(row, column, value);
        }
    }

    @Override
    public Matrix values() {
        return values;
    }

    @Override
    public Optional<List<String>> columnNames() {
        return Optional.empty();
    }

    @Override
    public int find(String column) throws FormatException {
        return new ColumnFinder(source, List.of(), values.columns()).field(column);
    }

    @Override
    public Optional<List<String>> rowLabels() {
        return Optional.empty();
    }

    @Override
    public List<String> notes() {
        return List.of();
    }

    @Override
    public String description() {
        boolean big =
                header.type().order() == ByteOrder.BIG_ENDIAN && header.type().size() > 1;
        return source.name() + " is a NumPy array of " + (big ? "big-endian " : "")
                + header.type().name() + (header.columnwise() ? " in Fortran order, " : ", ")
                + new HoleCount(values.rows(), values.columns(), holes);
    }

    /** Names the place as Python does, from 0. */
    @Override
    public String place(int row, int column) {
        return source.name() + "[" + row + ", " + column + "]";
    }

    @Override
    public void requireTarget(Path target) throws FormatException {
        FileFormat.NUMPY.requireTarget(source, target);
    }

    @Override
    public void writeCompleted(Path target, CellValues values) throws IOException {
        HoleValues filling = new HoleValues(this, values);
        AtomicFile.write(target, out -> write(out, filling));
    }

    /** Writes the completed array. */
    void write(OutputStream out, HoleValues filling) throws IOException {
        source.read(in -> {
            byte[] head = in.readNBytes(header.bytes().length);
            if (!Arrays.equals(head, header.bytes())) {
                throw source.changed();
            }
            out.write(head);
            forEachChunk(in, (k, chunk) -> {
                fill(k, chunk, filling);
                out.write(chunk.array());
            });
            return null;
        });
    }

    private void fill(int first, ByteBuffer chunk, HoleValues filling) {
        int size = header.type().size();
        for (int k = 0; k < chunk.capacity() / size; k++) {
            if (Double.isNaN(header.type().value(chunk, k * size))) {
                double value = filling.at(header.row(first + k), header.column(first + k));
                header.type().put(chunk, k * size, value);
            }
        }
    }
}
