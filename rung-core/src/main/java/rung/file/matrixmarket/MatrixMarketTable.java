package rung.file.matrixmarket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
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
import rung.file.matrixmarket.MatrixMarketReader.Symmetry;
import rung.file.text.NumberNotation;
import rung.linalg.CellValues;
import rung.linalg.Matrix;

/** A table in a MatrixMarket file. Entries that a coordinate file does not list are holes. It is written as an array. */
public final class MatrixMarketTable implements Table {
    private final Source source;
    private final boolean coordinate;
    private final Matrix values;
    private final List<String> comments;
    private int holes;

    private MatrixMarketTable(Source source, MatrixMarketReader file) {
        this.source = source;
        this.coordinate = file.isCoordinate();
        this.values = new Matrix(file.rows(), file.columns());
        this.comments = file.comments();
        Arrays.fill(values.array(), Double.NaN);
    }

    /**
     * Reads a table.
     *
     * @param source the file
     * @return the table
     * @throws rung.file.FormatException if the file is no matrix of real numbers
     */
    public static MatrixMarketTable read(Source source) throws IOException {
        return source.read(in -> {
            MatrixMarketReader file = new MatrixMarketReader(in, source);
            MatrixMarketTable table = new MatrixMarketTable(source, file);
            table.take(file);
            return table;
        });
    }

    private void take(MatrixMarketReader file) throws IOException {
        BitSet seen = new BitSet(values.array().length);
        forEachCell(file, (i, j, token) -> {
            int cell = i * values.columns() + j;
            if (seen.get(cell)) {
                throw source.error(
                        file.line(), "the entry in row " + (i + 1) + ", column " + (j + 1) + " is there twice");
            }
            seen.set(cell);
            values.array()[cell] = MatrixMarketReader.value(token);
        });
        for (double value : values.array()) {
            holes += Double.isNaN(value) ? 1 : 0;
        }
    }

    /** Visits the cells that are stored, and those that follow from them by symmetry. */
    private void forEachCell(MatrixMarketReader file, MatrixMarketReader.Visitor visitor) throws IOException {
        boolean skew = file.symmetry() == Symmetry.SKEW_SYMMETRIC;
        file.forEach((i, j, token) -> {
            if (skew && i == j) {
                throw source.error(
                        file.line(), "a skew-symmetric matrix must not list its diagonal, got row " + (i + 1));
            }
            visitor.visit(i, j, token);
            if (file.symmetry() != Symmetry.GENERAL && i != j) {
                visitor.visit(j, i, skew ? negated(token) : token);
            }
        });
        for (int i = 0; skew && i < file.rows(); i++) {
            visitor.visit(i, i, "0");
        }
    }

    private static String negated(String token) {
        if (Double.isNaN(MatrixMarketReader.value(token))) {
            return token;
        }
        return token.startsWith("-") ? token.substring(1) : "-" + (token.startsWith("+") ? token.substring(1) : token);
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
        return new ColumnFinder(source, List.of(), values().columns()).field(column);
    }

    @Override
    public Optional<List<String>> rowLabels() {
        return Optional.empty();
    }

    @Override
    public List<String> notes() {
        return coordinate
                ? List.of(source.name()
                        + ": entries that are not listed are holes here, not zeros; with all of them filled"
                        + " the matrix is written as a MatrixMarket array")
                : List.of();
    }

    @Override
    public String description() {
        return source.name() + " is a MatrixMarket " + (coordinate ? "coordinate" : "array") + " file, "
                + new HoleCount(values.rows(), values.columns(), holes);
    }

    @Override
    public String place(int row, int column) {
        return source.name() + ", row " + (row + 1) + ", column " + (column + 1);
    }

    @Override
    public void requireTarget(Path target) throws FormatException {
        FileFormat.MATRIX_MARKET.requireTarget(source, target);
    }

    @Override
    public void writeCompleted(Path target, CellValues values) throws IOException {
        HoleValues filling = new HoleValues(this, values);
        AtomicFile.write(target, out -> write(source.read(this::tokens), filling, out));
    }

    /** Reads the texts of the observed cells again. */
    private CellTexts tokens(InputStream in) throws IOException {
        MatrixMarketReader file = new MatrixMarketReader(in, source);
        if (file.rows() != values.rows() || file.columns() != values.columns()) {
            throw source.changed();
        }
        CellTexts tokens = new CellTexts(values.array().length, source);
        forEachCell(file, (i, j, token) -> {
            if (!Double.isNaN(MatrixMarketReader.value(token))) {
                tokens.put(i * values.columns() + j, token);
            }
        });
        return tokens;
    }

    private void write(CellTexts tokens, HoleValues filling, OutputStream out) throws IOException {
        out.write(MatrixMarketWriter.BANNER.getBytes(StandardCharsets.US_ASCII));
        for (String comment : comments) {
            out.write((comment + "\n").getBytes(StandardCharsets.ISO_8859_1)); // as it was read
        }
        String head = "% " + Path.of(source.name()).getFileName() + " completed by Rung: " + holes
                + " values were missing\n" + values.rows() + " " + values.columns() + "\n";
        out.write(head.getBytes(StandardCharsets.UTF_8));
        for (int j = 0; j < values.columns(); j++) {
            for (int i = 0; i < values.rows(); i++) {
                int cell = i * values.columns() + j;
                if (tokens.has(cell)) {
                    tokens.write(cell, out);
                } else {
                    double value = filling.at(i, j);
                    String text = Double.isNaN(value) ? "nan" : NumberNotation.written(value, false);
                    out.write(text.getBytes(StandardCharsets.US_ASCII));
                }
                out.write('\n');
            }
        }
    }
}
