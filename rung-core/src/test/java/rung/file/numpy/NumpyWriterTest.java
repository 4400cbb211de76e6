package rung.file.numpy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import rung.file.FormatException;
import rung.file.Table;
import rung.file.table.TableFile;

class NumpyWriterTest {
    /* numpy.save of numpy.array([[1.5, -2], [0.1, 4], [1e30, 0]], '<f4') by NumPy 2.4. */
    private static final String BY_NUMPY =
            "k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsIDIpLCB9ICAgICAg"
                    + "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAMA/AAAAwM3MzD0AAIBAyvJJcQAA"
                    + "AAA=";

    @TempDir
    Path folder;

    private static NumpyWriter.Rows rows(float... values) {
        return (row, target) -> System.arraycopy(values, row * target.length, target, 0, target.length);
    }

    @Test
    void theBytesThatNumpyWrites() throws IOException {
        Path target = folder.resolve("out.npy");
        NumpyWriter.write(target, 3, 2, rows(1.5f, -2, 0.1f, 4, 1e30f, 0));
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
            NumpyWriter.write(target, rows, columns, rows(values));
            Table table = TableFile.read(target);
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
        NumpyWriter.write(target, rows, columns, (row, into) -> {});
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(target)).order(ByteOrder.LITTLE_ENDIAN);
        int data = 10 + file.getShort(8);
        assertThat(data % 64).isZero();
        assertThat(file.get(data - 1)).isEqualTo((byte) '\n');
        assertThat(file.limit()).isEqualTo(data + 4 * rows * columns);
        assertThat(new String(file.array(), 10, data - 10, UTF_8)).contains("(" + rows + ", " + columns + ")");
    }

    @Test
    void rowByRowGivesTheSameBytes() throws IOException {
        float[][] rows = {{1.5f, -2}, {0.1f, 4}, {1e30f, 0}};
        Path target = folder.resolve("rows.npy");
        try (NumpyRowWriter writer = new NumpyRowWriter(target, 2)) {
            for (float[] row : rows) {
                writer.write(row);
            }
            writer.finish();
        }
        assertThat(Files.readAllBytes(target)).isEqualTo(Base64.getDecoder().decode(BY_NUMPY));
    }

    @Test
    void theLongestHeaderFits() {
        byte[] header = NumpyHeader.encoded(Integer.MAX_VALUE, Integer.MAX_VALUE);
        assertThat(header).hasSize(NumpyHeader.ENCODED_LENGTH).endsWith(' ', '\n');
    }

    @Test
    void failuresLeaveNothing() {
        Path target = folder.resolve("out.npy");
        assertThatThrownBy(() -> NumpyWriter.write(target, 2, 3, rows(1, 2, 3, 4, 5)))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> NumpyWriter.write(target, -1, 3, rows()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rows must be 0 or more, got -1");
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> NumpyWriter.write(none.resolve("out.npy"), 1, 1, rows(1)))
                .isInstanceOf(FormatException.class)
                .hasMessage(none.resolve("out.npy") + ": the folder " + none + " does not exist");
        assertThat(folder).isEmptyDirectory();
    }
}
