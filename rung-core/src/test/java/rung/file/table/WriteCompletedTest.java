package rung.file.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.numpy.NumpyArrays;
import rung.linalg.CellValues;

/** The target is replaced as a whole or not touched, and nothing else is left in its folder. */
class WriteCompletedTest {
    private static final String NUMPY = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n";

    @TempDir
    Path folder;

    private Path output;

    @BeforeEach
    void makeOutput() throws IOException {
        output = Files.createDirectory(folder.resolve("output"));
    }

    /** A table with holes in each format. */
    private Path file(String extension) throws IOException {
        byte[] content = switch (extension) {
            case "csv" -> "a,b\n1,\n,4\n".getBytes(StandardCharsets.US_ASCII);
            case "mtx" ->
                "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 4\n"
                        .getBytes(StandardCharsets.US_ASCII);
            default -> {
                byte[] data = new byte[16];
                Arrays.fill(data, 0, 8, (byte) 0xff);
                yield NumpyArrays.array(NUMPY, data);
            }
        };
        return Files.write(folder.resolve("in." + extension), content);
    }

    private void fails(ThrowingCallable writing, Class<? extends Exception> type, String message) throws IOException {
        Path target = Files.writeString(output.resolve("out"), "old");
        assertThatThrownBy(writing).isInstanceOf(type).hasMessage(message);
        assertThat(Files.readString(target)).isEqualTo("old");
        assertThat(list(output)).containsExactly("out");
    }

    private static List<String> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "mtx", "npy"})
    void valuesThatThrowLeaveNothing(String extension) throws IOException {
        Table table = TableFile.read(file(extension));
        CellValues failing = (row, column) -> {
            throw new IllegalStateException("no value");
        };
        fails(() -> table.writeCompleted(output.resolve("out"), failing), IllegalStateException.class, "no value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "mtx", "npy"})
    void valuesMustBeFinite(String extension) throws IOException {
        Table table = TableFile.read(file(extension));
        String place = table.place(0, Double.isNaN(table.values().get(0, 0)) ? 0 : 1);
        fails(
                () -> table.writeCompleted(output.resolve("out"), (row, column) -> Double.NEGATIVE_INFINITY),
                IllegalArgumentException.class,
                "the value for the hole at " + place(place, extension) + " must be finite, got -Infinity");
    }

    /** A MatrixMarket array is written down its columns. */
    private static String place(String place, String extension) {
        return extension.equals("mtx") ? "in.mtx, row 2, column 1" : place;
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "mtx", "npy"})
    void sourcesThatChangedOrVanished(String extension) throws IOException {
        Path file = file(extension);
        Table table = TableFile.read(file);
        byte[] before = Files.readAllBytes(file);
        for (int k = 0; k < before.length; k++) {
            byte[] changed = before.clone();
            changed[k] ^= 1;
            Files.write(file, changed);
            failsWith(table, "in." + extension + ": has changed since it was read");
            Files.write(file, Arrays.copyOf(before, k));
            failsWith(table, "in." + extension + ": has changed since it was read");
        }
        Files.write(file, Arrays.copyOf(before, before.length + 1));
        failsWith(table, "in." + extension + ": has changed since it was read");
        Files.delete(file);
        failsWith(table, "in." + extension + ": has vanished since it was read");
    }

    private void failsWith(Table table, String sentence) throws IOException {
        fails(() -> table.writeCompleted(output.resolve("out"), (row, column) -> 1), FormatException.class, sentence);
    }

    @Test
    void targetsThatCannotBe() throws IOException {
        Table table = TableFile.read(file("csv"));
        Path missing = output.resolve("none");
        fails(
                () -> table.writeCompleted(missing.resolve("out.csv"), (row, column) -> 1),
                FormatException.class,
                missing.resolve("out.csv") + ": the folder " + missing + " does not exist");
        fails(
                () -> table.writeCompleted(output, (row, column) -> 1),
                FormatException.class,
                output + ": is a folder, the output needs a file name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "mtx", "npy"})
    void targetsAreReplacedAndNothingElseIsLeft(String extension) throws IOException {
        Table table = TableFile.read(file(extension));
        Path target = Files.writeString(output.resolve("out." + extension), "old");
        table.writeCompleted(target, (row, column) -> 7);
        assertThat(list(output)).containsExactly("out." + extension);
        assertThat(TableFile.read(target).values().array()).contains(7).doesNotContain(Double.NaN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "mtx", "npy"})
    void aTableMayReplaceItsSource(String extension) throws IOException {
        Path file = file(extension);
        TableFile.read(file).writeCompleted(file, (row, column) -> 7);
        assertThat(TableFile.read(file).values().array()).doesNotContain(Double.NaN);
    }

    @Test
    void holesAreFilledEvenIfTheValuesWereOverwritten() throws IOException {
        Table table = TableFile.read(file("csv"));
        Arrays.fill(table.values().array(), 0);
        table.writeCompleted(output.resolve("out.csv"), (row, column) -> 7);
        assertThat(Files.readString(output.resolve("out.csv"))).isEqualTo("a,b\n1,7\n7,4\n");
    }

    @Test
    void aLinkStaysALink() throws IOException {
        Table table = TableFile.read(file("csv"));
        Path real = Files.writeString(folder.resolve("real.csv"), "old");
        Path link = Files.createSymbolicLink(output.resolve("link.csv"), real);
        table.writeCompleted(link, (row, column) -> 7);
        assertThat(link).isSymbolicLink();
        assertThat(Files.readString(real)).isEqualTo("a,b\n1,7\n7,4\n");
    }
}
