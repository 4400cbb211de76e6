package rung.file.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.table.TableFile;

class NumpyTableTest {
    private static final double NAN = Double.NaN;

    /* Written by NumPy 2.4: [[1.5, nan, -2], [4, 5, nan]] as <f8, version 1, and as >f4 in Fortran order, version 2;
     * [[1, -2], [3, 40000]] as <i4, version 3. */
    private static final String FLOAT64 =
            "k05VTVBZAQB2AHsnZGVzY3InOiAnPGY4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAg"
                    + "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAD4PwAAAAAAAPh/AAAAAAAAAMAAAAAAAAAQQAAA"
                    + "AAAAABRAAAAAAAAA+H8=";
    private static final String FLOAT32 =
            "k05VTVBZAgB0AAAAeydkZXNjcic6ICc+ZjQnLCAnZm9ydHJhbl9vcmRlcic6IFRydWUsICdzaGFwZSc6ICgyLCAzKSwgfSAgICAgICAgICAgICAg"
                    + "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAo/wAAAQIAAAH/AAABAoAAAwAAAAH/AAAA=";
    private static final String INT32 =
            "k05VTVBZAwB0AAAAeydkZXNjcic6ICc8aTQnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMiwgMiksIH0gICAgICAgICAgICAg"
                    + "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoBAAAA/v///wMAAABAnAAA";

    @TempDir
    Path folder;

    private static String dictionary(String type, boolean columnwise, String shape) {
        return "{'descr': '" + type + "', 'fortran_order': " + (columnwise ? "True" : "False") + ", 'shape': " + shape
                + ", }\n";
    }

    private Table read(byte[] content) throws IOException {
        return TableFile.read(Files.write(folder.resolve("in.npy"), content));
    }

    private byte[] completed(Table table) throws IOException {
        Path target = folder.resolve("out.npy");
        table.writeCompleted(target, (row, column) -> 10 * row + column + 0.5);
        return Files.readAllBytes(target);
    }

    @ParameterizedTest
    @ValueSource(strings = {FLOAT64, FLOAT32})
    void floatsOfBothSizesOrdersAndByteOrders(String file) throws IOException {
        byte[] before = Base64.getDecoder().decode(file);
        Table table = read(before);
        assertThat(table.values().array()).containsExactly(1.5, NAN, -2, 4, 5, NAN);
        byte[] after = completed(table);
        assertThat(after).hasSameSizeAs(before);
        assertThat(read(after).values().array()).containsExactly(1.5, 1.5, -2, 4, 5, 12.5);
        int size = file.equals(FLOAT64) ? 8 : 4;
        int holeBytes = 0;
        for (int k = 0; k < before.length; k++) {
            holeBytes += before[k] == after[k] ? 0 : 1;
        }
        assertThat(holeBytes).as("only the two holes differ").isBetween(2, 2 * size);
    }

    @Test
    void description() throws IOException {
        assertThat(read(Base64.getDecoder().decode(FLOAT32)).description())
                .isEqualTo("in.npy is a NumPy array of big-endian f4 in Fortran order, 2×3, 2 of 6 values missing");
        Table table = read(Base64.getDecoder().decode(INT32));
        assertThat(table.description()).isEqualTo("in.npy is a NumPy array of i4, 2×2, no value missing");
        assertThat(table.place(1, 0)).isEqualTo("in.npy[1, 0]");
        assertThat(table.columnNames()).isEmpty();
        assertThat(table.rowLabels()).isEmpty();
    }

    @Test
    void integersAreWrittenUnchanged() throws IOException {
        byte[] before = Base64.getDecoder().decode(INT32);
        Table table = read(before);
        assertThat(table.values().array()).containsExactly(1, -2, 3, 40000);
        assertThat(completed(table)).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "|i1, -1",
        "|u1, 255",
        "<i2, -1",
        ">i2, -1",
        "<u2, 65535",
        ">i4, -1",
        "<u4, 4294967295",
        ">u4, 4294967295",
        "<i8, -1",
        ">i8, -1",
        "|b1, 1"
    })
    void integerTypesWithAllBitsSet(String type, double value) throws IOException {
        byte[] data = new byte[type.charAt(2) - '0'];
        Arrays.fill(data, (byte) 0xff);
        byte[] file = NumpyArrays.array(dictionary(type, false, "(1, 1)"), data);
        Table table = read(file);
        assertThat(table.values().array()).containsExactly(value);
        assertThat(completed(table)).isEqualTo(file);
    }

    @Test
    void byteOrderOfIntegers() throws IOException {
        assertThat(read(NumpyArrays.array(dictionary("<i2", false, "(1, 1)"), (byte) 1, (byte) 2))
                        .values()
                        .array())
                .containsExactly(0x201);
        assertThat(read(NumpyArrays.array(dictionary(">u2", false, "(1, 1)"), (byte) 1, (byte) 2))
                        .values()
                        .array())
                .containsExactly(0x102);
    }

    @Test
    void orderOfElements() throws IOException {
        byte[] data = {1, 2, 3, 4, 5, 6};
        assertThat(read(NumpyArrays.array(dictionary("|u1", false, "(2, 3)"), data))
                        .values()
                        .array())
                .containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(read(NumpyArrays.array(dictionary("|u1", true, "(2, 3)"), data))
                        .values()
                        .array())
                .containsExactly(1, 3, 5, 2, 4, 6);
    }

    @Test
    void moreElementsThanOneChunkHolds() throws IOException {
        int rows = 300;
        int columns = 101;
        ByteBuffer data = ByteBuffer.allocate(8 * rows * columns).order(ByteOrder.LITTLE_ENDIAN);
        for (int k = 0; k < rows * columns; k++) {
            data.putDouble(k % 5 == 0 ? NAN : k);
        }
        Table table = read(NumpyArrays.array(dictionary("<f8", true, "(300, 101)"), data.array()));
        Table again = read(completed(table));
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                int k = j * rows + i;
                assertThat(again.values().get(i, j)).isEqualTo(k % 5 == 0 ? 10 * i + j + 0.5 : k);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            {'descr': '|O', 'fortran_order': False, 'shape': (1, 1), }~in.npy: holds Python objects (a pickle), which are not read
            {'descr': '<f2', 'fortran_order': False, 'shape': (1, 1), }~in.npy: dtype must be one of f4, f8, i1, i2, i4, i8, u1, u2, u4, b1, got '<f2'
            {'descr': '<c16', 'fortran_order': False, 'shape': (1, 1), }~in.npy: dtype must be one of f4, f8, i1, i2, i4, i8, u1, u2, u4, b1, got '<c16'
            {'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1, 1), }~in.npy: holds records with named fields, only plain arrays of numbers are read
            {'descr': '<f8', 'fortran_order': False, 'shape': (4,), }~in.npy: the array must have 2 dimensions, got 1
            {'descr': '<f8', 'fortran_order': False, 'shape': (), }~in.npy: the array must have 2 dimensions, got 0
            {'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 1), }~in.npy: the array must have 2 dimensions, got 3
            {'descr': '<f8', 'fortran_order': False, 'shape': (0, 3), }~in.npy: a side of the array must be between 1 and 2147483647, got '0'
            {'descr': '<f8', 'shape': (1, 1), }~in.npy: the header does not say 'fortran_order'
            {'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }~in.npy: expected 32 bytes of data, found 8
            {'descr': '<f4', 'fortran_order': False, 'shape': (1, 1), }~in.npy: expected 4 bytes of data, found 8
            {'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }~in.npy[0, 0]: the value must be finite, got Infinity
            """)
    void refused(String dictionary, String sentence) {
        byte[] infinity = {0, 0, 0, 0, 0, 0, (byte) 0xf0, 0x7f};
        fails(NumpyArrays.array(dictionary, infinity), sentence);
    }

    @Test
    void headersThatAreNone() {
        String magic = "in.npy: is not a NumPy file, it must begin with \\x93NUMPY";
        fails(new byte[0], magic);
        fails("1,2\n3,4\n5,6\n".getBytes(StandardCharsets.UTF_8), magic);
        byte[] file = Base64.getDecoder().decode(FLOAT64);
        fails(Arrays.copyOf(file, 50), "in.npy: the file ends inside its header");
        fails(Arrays.copyOf(file, file.length - 1), "in.npy: expected 48 bytes of data, found 47");
        file[6] = 9;
        fails(file, "in.npy: the version of a NumPy file must be 1, 2 or 3, got 9");
    }

    @Test
    void sizesAreCheckedBeforeMemoryIsTaken() {
        assertThatThrownBy(() -> read(NumpyArrays.array(dictionary("<f8", false, "(2000000, 1000000)"))))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("in.npy: a 2000000×1000000 table needs 16000.0 GB of memory, got ");
    }

    private void fails(byte[] content, String sentence) {
        assertThatThrownBy(() -> read(content))
                .isInstanceOf(FormatException.class)
                .hasMessage(sentence);
    }
}
