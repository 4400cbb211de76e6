package rung.file.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.table.TableFile;

class NumpyArchiveTest {
    private static final String MATRIX = "{'descr': '>f8', 'fortran_order': False, 'shape': (1, 2), }\n";
    private static final String VECTOR = "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }\n";

    @TempDir
    Path folder;

    private static byte[] matrix() {
        return NumpyArrays.array(
                MATRIX,
                ByteBuffer.allocate(16).putDouble(1.5).putDouble(Double.NaN).array());
    }

    private Path archive(Object... namesAndContents) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (int k = 0; k < namesAndContents.length; k += 2) {
                out.putNextEntry(new ZipEntry((String) namesAndContents[k]));
                out.write((byte[]) namesAndContents[k + 1]);
            }
        }
        return Files.write(folder.resolve("in.npz"), bytes.toByteArray());
    }

    @Test
    void theMatrixIsCompletedAndTheRestIsCopied() throws IOException {
        byte[] vector = NumpyArrays.array(VECTOR, (byte) 1, (byte) 2, (byte) 3);
        Table table = TableFile.read(archive("v.npy", vector, "m.npy", matrix(), "note.txt", new byte[] {65}));
        assertThat(table.values().array()).containsExactly(1.5, Double.NaN);
        assertThat(table.description())
                .isEqualTo("in.npz, array 'm' is a NumPy array of big-endian f8, 1×2, 1 of 2 values missing");
        Path target = folder.resolve("out.npz");
        table.writeCompleted(target, (row, column) -> 2.5);
        assertThat(TableFile.read(target).values().array()).containsExactly(1.5, 2.5);
        try (ZipFile zip = new ZipFile(target.toFile())) {
            assertThat(zip.getInputStream(zip.getEntry("v.npy")).readAllBytes()).isEqualTo(vector);
            assertThat(zip.getInputStream(zip.getEntry("note.txt")).readAllBytes())
                    .containsExactly(65);
        }
    }

    @Test
    void noneOrSeveralMatricesAreRefused() throws IOException {
        Path two = archive("a.npy", matrix(), "b.npy", matrix());
        assertThatThrownBy(() -> TableFile.read(two))
                .isInstanceOf(FormatException.class)
                .hasMessage("in.npz: holds 2 matrices (a.npy, b.npy), expected one; save the one to complete as .npy");
        Path none = archive("v.npy", NumpyArrays.array(VECTOR, (byte) 1, (byte) 2, (byte) 3));
        assertThatThrownBy(() -> TableFile.read(none))
                .hasMessage("in.npz, array 'v': the array must have 2 dimensions, got 1");
        Path text = archive("a.txt", new byte[1]);
        assertThatThrownBy(() -> TableFile.read(text)).hasMessage("in.npz: holds no NumPy array");
    }

    @Test
    void aSparseMatrixOfSciPyIsToldFromArrays() throws IOException {
        byte[] vector = NumpyArrays.array(VECTOR, (byte) 1, (byte) 2, (byte) 3);
        Path sparse = archive(
                "indices.npy",
                vector,
                "indptr.npy",
                vector,
                "format.npy",
                vector,
                "shape.npy",
                vector,
                "data.npy",
                vector);
        assertThatThrownBy(() -> TableFile.read(sparse))
                .isInstanceOf(FormatException.class)
                .hasMessage(
                        "in.npz: is a sparse matrix of SciPy, in which entries that are missing may be zeros or holes;"
                                + " scipy.io.mmwrite makes a file in .mtx of it, in which they are holes");
    }

    @Test
    void damageIsASentence() throws IOException {
        byte[] whole = Files.readAllBytes(archive("m.npy", matrix()));
        for (int k = 0; k < whole.length; k++) {
            byte[] flipped = whole.clone();
            flipped[k] ^= 0x55;
            for (byte[] damaged : new byte[][] {flipped, Arrays.copyOf(whole, k)}) {
                Path file = Files.write(folder.resolve("in.npz"), damaged);
                try {
                    TableFile.read(file);
                } catch (FormatException e) {
                    assertThat(e.getMessage()).startsWith("in.npz").doesNotContain("\n");
                }
            }
        }
    }
}
