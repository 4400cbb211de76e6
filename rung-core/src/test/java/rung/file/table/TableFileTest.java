package rung.file.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.Table;
import rung.linalg.Matrix;

/** Matrices that are written are read back as they were. */
class TableFileTest {
    @TempDir
    Path folder;

    private static Matrix numbers(int rows, int columns) {
        Matrix matrix = Matrix.gaussian(rows, columns, new SplittableRandom(rows + 7L * columns));
        for (int k = 0; k < matrix.array().length; k++) {
            double scaled = matrix.array()[k] * Math.pow(10, k % 17 - 8);
            matrix.array()[k] = (float) (k % 5 == 0 ? Math.rint(scaled) + 0.0 : scaled);
        }
        return matrix;
    }

    private Matrix readBack(String name, Matrix matrix) throws IOException {
        Path file = folder.resolve(name);
        TableFile.write(file, matrix.rows(), matrix.columns(), matrix::get);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
        Table table = TableFile.read(file);
        assertThat(table.columnNames()).isEmpty();
        assertThat(table.rowLabels()).isEmpty();
        return table.values();
    }

    private static void same(Matrix actual, Matrix expected) {
        assertThat(actual.rows()).isEqualTo(expected.rows());
        assertThat(actual.columns()).isEqualTo(expected.columns());
        for (int k = 0; k < expected.array().length; k++) {
            double value = expected.array()[k];
            assertThat(actual.array()[k]).as("number %d", k).isEqualTo(Double.valueOf(value));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "m.npy",
                "m.csv",
                "m.tsv",
                "m.tab",
                "m.mtx",
                "m.txt",
                "M.NPY",
                "m.npy.gz",
                "m.csv.gz",
                "m.tsv.gz",
                "m.mtx.gz"
            })
    void numbersAreReadBack(String name) throws IOException {
        for (int[] size : new int[][] {{9, 5}, {3, 40}, {30, 2}}) {
            Matrix matrix = numbers(size[0], size[1]);
            Matrix back = readBack(name, matrix);
            if (!name.contains("npy") && !name.contains("mtx")) { // text is written in single precision, read in double
                for (int k = 0; k < back.array().length; k++) {
                    back.array()[k] = (float) back.array()[k];
                }
            }
            same(back, matrix);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"m.npy", "m.csv", "m.tsv", "m.mtx", "m.csv.gz"})
    void holesAreReadBack(String name) throws IOException {
        Matrix matrix = Matrix.of(new double[][] {{1, Double.NaN, 3}, {Double.NaN, Double.NaN, 6}, {7, 8, Double.NaN}});
        same(readBack(name, matrix), matrix);
    }

    /** An empty line would not be a row. */
    @ParameterizedTest
    @ValueSource(strings = {"m.npy", "m.csv", "m.tsv", "m.mtx"})
    void aColumnWithHolesKeepsItsRows(String name) throws IOException {
        Matrix matrix = Matrix.of(new double[][] {{1}, {Double.NaN}, {3}, {Double.NaN}});
        same(readBack(name, matrix), matrix);
    }

    @ParameterizedTest
    @ValueSource(strings = {"m.npy", "m.csv", "m.tsv", "m.mtx"})
    void oneRowAndOneColumnAndOneNumber(String name) throws IOException {
        same(readBack(name, Matrix.of(new double[][] {{1.5, 2, -3}})), Matrix.of(new double[][] {{1.5, 2, -3}}));
        same(readBack(name, Matrix.of(new double[][] {{1.5}, {2}})), Matrix.of(new double[][] {{1.5}, {2}}));
        same(readBack(name, Matrix.of(new double[][] {{-7}})), Matrix.of(new double[][] {{-7}}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"m.csv", "m.tsv", "m.tsv.gz"})
    void namesWithDelimitersAndQuotesAreReadBack(String name) throws IOException {
        List<String> columns = List.of("a,b", "c\td", "the \"third\"", "two\nlines", "über", "\"", "old\rline");
        List<String> rows = List.of("x, y", "say \"z\"", "tab\tbed", "first\nsecond");
        Matrix matrix = numbers(rows.size(), columns.size());
        Path file = folder.resolve(name);
        TableFile.write(file, rows.size(), columns.size(), matrix::get, Optional.of(columns), Optional.of(rows));
        Table table = TableFile.read(file);
        assertThat(table.columnNames().orElseThrow()).isEqualTo(columns);
        if (name.endsWith(".csv")) { // others take a carriage return for the end of a line
            assertThat(Files.readString(file)).contains("\"old\rline\"");
        }
        assertThat(table.rowLabels().orElseThrow()).isEqualTo(rows);
        for (int k = 0; k < matrix.array().length; k++) {
            assertThat((float) table.values().array()[k]).isEqualTo((float) matrix.array()[k]);
        }
    }

    @Test
    void aHeaderWithoutLabelsAndLabelsWithoutAHeader() throws IOException {
        Path file = folder.resolve("m.csv");
        Matrix matrix = Matrix.of(new double[][] {{1, 2}, {3, Double.NaN}});
        TableFile.write(file, 2, 2, matrix::get, Optional.of(List.of("p", "q")), Optional.empty());
        assertThat(Files.readString(file)).isEqualTo("p,q\n1,2\n3,\n");
        TableFile.write(file, 2, 2, matrix::get, Optional.empty(), Optional.of(List.of("r", "s")));
        assertThat(Files.readString(file)).isEqualTo("r,1,2\ns,3,\n");
        Table table = TableFile.read(file);
        assertThat(table.rowLabels().orElseThrow()).containsExactly("r", "s");
        same(table.values(), matrix);
    }

    /** Text has the shortest decimals that give the same float; whole numbers have no point. */
    @Test
    void decimalsAreShort() throws IOException {
        Path file = folder.resolve("m.csv");
        Matrix matrix = Matrix.of(new double[][] {{0.1, 1e-9, 12345678, 255, -3, 1 / 3.0}});
        TableFile.write(file, 1, 6, matrix::get);
        assertThat(Files.readString(file)).isEqualTo("0.1,1.0E-9,1.2345678E7,255,-3,0.33333334\n");
        for (String name : new String[] {"m.tsv", "m.tab"}) {
            TableFile.write(folder.resolve(name), 1, 6, matrix::get);
            assertThat(Files.readString(folder.resolve(name)))
                    .isEqualTo("0.1\t1.0E-9\t1.2345678E7\t255\t-3\t0.33333334\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"m.npy", "m.csv", "m.mtx"})
    void whatFailsLeavesTheTargetAsItWas(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, "precious");
        assertThatThrownBy(() -> TableFile.write(file, 100, 100, (i, j) -> {
                    if (i == 50 && j == 50) {
                        throw new IllegalStateException("no more");
                    }
                    return i;
                }))
                .hasMessage("no more");
        assertThat(Files.readString(file)).isEqualTo("precious");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }
}
