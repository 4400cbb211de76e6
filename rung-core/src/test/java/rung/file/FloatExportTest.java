package rung.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.file.Table.TextColumns;

class FloatExportTest {
    /* numpy.save of numpy.array([[1.5, -2], [0.1, 4], [1e30, 0]], '<f4') by NumPy 2.4. */
    private static final String BY_NUMPY =
            "k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsIDIpLCB9ICAgICAg"
                    + "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAMA/AAAAwM3MzD0AAIBAyvJJcQAA"
                    + "AAA=";

    @TempDir
    Path folder;

    private static FloatExport.Rows rows(float... values) {
        return FloatExport.rows(FloatBuffer.wrap(values));
    }

    private String csv(List<String> names, List<String> labels, float... values) throws IOException {
        Path target = folder.resolve("out.csv");
        FloatExport.csv(target, names, labels, rows(values));
        return Files.readString(target);
    }

    @Test
    void theBytesThatNumpyWrites() throws IOException {
        Path target = folder.resolve("out.npy");
        FloatExport.numpy(target, 3, 2, rows(1.5f, -2, 0.1f, 4, 1e30f, 0));
        assertThat(Files.readAllBytes(target)).isEqualTo(Base64.getDecoder().decode(BY_NUMPY));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 17", "17, 1", "100, 64", "12345, 3"})
    void numpyIsReadAgain(int rows, int columns) throws IOException {
        SplittableRandom random = new SplittableRandom(rows);
        float[] values = new float[rows * columns];
        for (int k = 0; k < values.length; k++) {
            values[k] = k % 10 == 9 ? Float.NaN : (float) random.nextDouble(-9, 9);
        }
        for (String name : List.of("out.npy", "out.npy.gz")) {
            Path target = folder.resolve(name);
            FloatExport.numpy(target, rows, columns, rows(values));
            Table table = Table.read(target, TextColumns.REFUSE);
            assertThat(table.values().rows()).isEqualTo(rows);
            assertThat(table.values().columns()).isEqualTo(columns);
            double[] expected = IntStream.range(0, values.length)
                    .mapToDouble(k -> values[k])
                    .toArray();
            assertThat(table.values().array()).containsExactly(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 5", "5, 0", "1000000, 0", "1, 100000"})
    void theDataBeginsAtAMultipleOf64(int rows, int columns) throws IOException {
        Path target = folder.resolve("out.npy");
        FloatExport.numpy(target, rows, columns, (row, into) -> {});
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(target)).order(ByteOrder.LITTLE_ENDIAN);
        int data = 10 + file.getShort(8);
        assertThat(data % 64).isZero();
        assertThat(file.get(data - 1)).isEqualTo((byte) '\n');
        assertThat(file.limit()).isEqualTo(data + 4 * rows * columns);
        assertThat(new String(file.array(), 10, data - 10, UTF_8)).contains("(" + rows + ", " + columns + ")");
    }

    @Test
    void whatRemainsInABuffer() throws IOException {
        FloatBuffer buffer = FloatBuffer.wrap(new float[] {9, 1, 2, 9}, 1, 2);
        Path target = folder.resolve("out.csv");
        FloatExport.csv(target, List.of("id", "x"), List.of("a", "b"), FloatExport.rows(buffer));
        assertThat(target).hasContent("id,x\na,1.0\nb,2.0\n");
    }

    @Test
    void fieldsAreQuotedWhereNeeded() throws IOException {
        assertThat(csv(
                        List.of("item id", "x,y", ""),
                        List.of("plain", "two words", "a,b", "say \"hi\"", "two\nlines", "\r", " x", "", "Zoë 🎬"),
                        new float[18]))
                .isEqualTo("item id,\"x,y\",\"\"\n"
                        + "plain,0.0,0.0\n"
                        + "two words,0.0,0.0\n"
                        + "\"a,b\",0.0,0.0\n"
                        + "\"say \"\"hi\"\"\",0.0,0.0\n"
                        + "\"two\nlines\",0.0,0.0\n"
                        + "\"\r\",0.0,0.0\n"
                        + "\" x\",0.0,0.0\n"
                        + "\"\",0.0,0.0\n"
                        + "Zoë 🎬,0.0,0.0\n");
    }

    @Test
    void csvIsReadAgain() throws IOException {
        List<String> labels = List.of("a,b", "say \"hi\"", "c", "d e");
        float[] values = {0.1f, 1e-30f, -3.4e38f, Float.MIN_VALUE, 16777217, 1 / 3f, 1e10f, -0f};
        csv(List.of("id", "one", "two, \"2\""), labels, values);
        Table table = Table.read(folder.resolve("out.csv"), TextColumns.REFUSE);
        assertThat(table.rowLabels()).contains(labels);
        assertThat(table.columnNames()).contains(List.of("one", "two, \"2\""));
        for (int k = 0; k < values.length; k++) {
            assertThat((float) table.values().array()[k]).isEqualTo(values[k]);
        }
    }

    @Test
    void noRowsOrColumns() throws IOException {
        assertThat(csv(List.of("id", "x"), List.of())).isEqualTo("id,x\n");
        assertThat(csv(List.of("id"), List.of("a", ""))).isEqualTo("id\na\n\"\"\n");
    }

    @Test
    void failuresLeaveNothing() {
        Path csv = folder.resolve("out.csv");
        Path numpy = folder.resolve("out.npy");
        assertThatThrownBy(() -> FloatExport.csv(csv, List.of("id", "x"), List.of("a", "b"), rows(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there must be at least 2 values for 2 rows of 1, got 1");
        assertThatThrownBy(() -> FloatExport.numpy(numpy, 2, 3, rows(1, 2, 3, 4, 5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there must be at least 6 values for 2 rows of 3, got 5");
        assertThatThrownBy(() -> FloatExport.csv(csv, List.of(), List.of(), rows()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("names must begin with that of the label column, got none");
        assertThatThrownBy(() -> FloatExport.numpy(numpy, -1, 3, rows()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rows must be 0 or more, got -1");
        assertThatThrownBy(() -> FloatExport.csv(csv, List.of("id"), List.of("a", "\ud800"), rows()))
                .isInstanceOf(FormatException.class)
                .hasMessage(csv + ": the label of row 2 is not Unicode text");
        assertThatThrownBy(() -> FloatExport.csv(csv, List.of("\ud800"), List.of(), rows()))
                .isInstanceOf(FormatException.class)
                .hasMessage(csv + ": a name in the header is not Unicode text");
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> FloatExport.numpy(none.resolve("out.npy"), 1, 1, rows(1)))
                .isInstanceOf(FormatException.class)
                .hasMessage(none.resolve("out.npy") + ": the folder " + none + " does not exist");
        assertThat(folder).isEmptyDirectory();
    }
}
