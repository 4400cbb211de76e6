package rung.file.matrixmarket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.table.TableFile;

class MatrixMarketTableTest {
    private static final double NAN = Double.NaN;

    @TempDir
    Path folder;

    private Table read(String text) throws IOException {
        return TableFile.read(Files.writeString(folder.resolve("in.mtx"), text));
    }

    private String completed(Table table) throws IOException {
        Path target = folder.resolve("out.mtx");
        table.writeCompleted(target, (row, column) -> 10 * row + column + 0.5);
        return Files.readString(target);
    }

    @Test
    void positionsThatAreNotListedAreHoles() throws IOException {
        Table table = read("%%MatrixMarket matrix coordinate real general\n% a comment\n\n"
                + "2 3 4\n1 1 1.50\n2 3 -2e0\n 1\t3  +7 \n2 1 0\n");
        assertThat(table.values().array()).containsExactly(1.5, NAN, 7, 0, NAN, -2);
        assertThat(table.columnNames()).isEmpty();
        assertThat(table.rowLabels()).isEmpty();
        assertThat(table.description())
                .isEqualTo("in.mtx is a MatrixMarket coordinate file, 2×3, 2 of 6 values missing");
        assertThat(table.place(0, 1)).isEqualTo("in.mtx, row 1, column 2");
        assertThat(completed(table))
                .isEqualTo("%%MatrixMarket matrix array real general\n"
                        + "% a comment\n"
                        + "% in.mtx completed by Rung: 2 values were missing\n"
                        + "2 3\n"
                        + "1.50\n"
                        + "0\n"
                        + "1.5\n"
                        + "11.5\n"
                        + "+7\n"
                        + "-2e0\n");
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        completed(read("%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 1 9\n"));
        Table again = TableFile.read(folder.resolve("out.mtx"));
        assertThat(again.values().array()).containsExactly(0.5, 1.5, 9, 11.5);
        assertThat(again.description()).endsWith("array file, 2×2, no value missing");
    }

    @Test
    void arraysRunDownTheColumnsAndMayHoldNan() throws IOException {
        Table table = read("%%matrixmarket MATRIX Array Double General\r\n2 2\r\n1\r\nnan\r\n3\r\n4\r\n");
        assertThat(table.values().array()).containsExactly(1, 3, NAN, 4);
        assertThat(completed(table)).endsWith("\n2 2\n1\n10.5\n3\n4\n");
    }

    @Test
    void symmetry() throws IOException {
        assertThat(read("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 5\n2 1 6\n")
                        .values()
                        .array())
                .containsExactly(5, 6, 6, NAN);
        assertThat(read("%%MatrixMarket matrix array real symmetric\n2 2\n5\n6\n7\n")
                        .values()
                        .array())
                .containsExactly(5, 6, 6, 7);
        assertThat(read("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n")
                        .values()
                        .array())
                .containsExactly(0, -1, -2, 1, 0, -3, 2, 3, 0);
    }

    @Test
    void skewSymmetryTurnsTheSignOfTheText() throws IOException {
        Table table = read("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 -1.0\n3 1 +2.50\n");
        assertThat(table.values().array()).containsExactly(0, 1, -2.5, -1, 0, NAN, 2.5, NAN, 0);
        assertThat(completed(table)).endsWith("\n3 3\n0\n-1.0\n+2.50\n1.0\n0\n21.5\n-2.50\n12.5\n0\n");
    }

    @Test
    void contentTellsTheFormatWhateverTheName() throws IOException {
        Path file = Files.writeString(folder.resolve("in.txt"), "%%MatrixMarket matrix array real general\n1 1\n3\n");
        assertThat(TableFile.read(file).description()).contains("MatrixMarket");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1 2 3~|in.mtx:1: expected '%%MatrixMarket matrix format type symmetry', found '1 2 3'
            %%MatrixMarket matrix array real|in.mtx:1: expected '%%MatrixMarket matrix format type symmetry', found '%%MatrixMarket matrix array real'
            %%MatrixMarket vector array real general|in.mtx:1: object must be one of matrix, got 'vector'
            %%MatrixMarket matrix sparse real general|in.mtx:1: format must be one of coordinate, array, got 'sparse'
            %%MatrixMarket matrix coordinate pattern general|in.mtx:1: a pattern matrix holds positions but no values
            %%MatrixMarket matrix coordinate complex general|in.mtx:1: complex values are not read, only real ones
            %%MatrixMarket matrix array text general|in.mtx:1: type must be one of real, integer, double, got 'text'
            %%MatrixMarket matrix array real hermitian|in.mtx:1: symmetry must be one of general, symmetric, skew-symmetric, got 'hermitian'
            %%MatrixMarket matrix array real general|in.mtx:1: expected the size of the matrix, found the end of the file
            %%MatrixMarket matrix array real general~2 2 4~|in.mtx:2: expected 2 fields, found 3
            %%MatrixMarket matrix array real general~0 2~|in.mtx:2: the number of rows must be between 1 and 2147483647, got '0'
            %%MatrixMarket matrix array real symmetric~3 2~|in.mtx:2: a symmetric matrix must be square, got 3×2
            %%MatrixMarket matrix array real general~2 2~1~2~3~|in.mtx:5: expected 4 entries, found 3
            %%MatrixMarket matrix array real general~1 2~1~2~3~|in.mtx:5: expected 2 entries, found more
            %%MatrixMarket matrix array real general~1 1~x~|in.mtx:3: the value must be a number, got 'x'
            %%MatrixMarket matrix array real general~1 1~inf~|in.mtx:3: the value must be finite, got inf
            %%MatrixMarket matrix array real general~1 1~1e999~|in.mtx:3: the value must be finite, got 1e999
            %%MatrixMarket matrix coordinate real general~2 2 9~|in.mtx:2: the number of entries must be between 0 and 4, got '9'
            %%MatrixMarket matrix coordinate real general~2 2 2~1 1 1~|in.mtx:3: expected 2 entries, found 1
            %%MatrixMarket matrix coordinate real general~2 2 1~1 1 1~1 2 1~|in.mtx:4: expected 1 entries, found more
            %%MatrixMarket matrix coordinate real general~2 2 1~%~3 1 1~|in.mtx:4: the row must be between 1 and 2, got '3'
            %%MatrixMarket matrix coordinate real general~2 2 1~1 0 1~|in.mtx:3: the column must be between 1 and 2, got '0'
            %%MatrixMarket matrix coordinate real general~2 2 1~1 1~|in.mtx:3: expected 3 fields, found 2
            %%MatrixMarket matrix coordinate real general~2 2 2~1 2 1~1 2 1~|in.mtx:4: the entry in row 1, column 2 is there twice
            %%MatrixMarket matrix coordinate real symmetric~2 2 2~1 2 1~2 1 1~|in.mtx:4: the entry in row 2, column 1 is there twice
            %%MatrixMarket matrix coordinate real skew-symmetric~2 2 1~2 2 1~|in.mtx:3: a skew-symmetric matrix must not list its diagonal, got row 2
            """)
    void refused(String text, String sentence) {
        assertThatThrownBy(() -> read(text.replace('~', '\n')))
                .isInstanceOf(FormatException.class)
                .hasMessage(sentence);
    }

    @Test
    void sizesAreCheckedBeforeMemoryIsTaken() {
        assertThatThrownBy(() -> read("%%MatrixMarket matrix coordinate real general\n2000000 1000000 1\n1 1 1\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("in.mtx: a 2000000×1000000 table needs 16000.0 GB of memory, got ");
    }
}
