package rung.file.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.AtomicFile;
import rung.file.FormatException;

/** A write that fails leaves what was there, and nothing else. */
class SectionFileWriteTest {
    private static final List<SectionData> SECTIONS = List.of(SectionData.floats("factors", new float[1 << 20]));

    @TempDir
    Path folder;

    private Path target;

    @BeforeEach
    void makeTarget() throws IOException {
        target = Files.writeString(folder.resolve("model.rung"), "old");
    }

    private void fails(ThrowingCallable writing, String sentence) throws IOException {
        assertThatThrownBy(writing).isInstanceOf(FormatException.class).hasMessage(sentence);
        requireUntouched();
    }

    private void requireUntouched() throws IOException {
        assertThat(target).hasContent("old");
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(target));
    }

    @Test
    void foldersThatDoNotExist() throws IOException {
        Path none = folder.resolve("none");
        Path inside = none.resolve("model.rung");
        fails(() -> SectionFile.write(inside, 1, SECTIONS), inside + ": the folder " + none + " does not exist");
    }

    @Test
    void foldersAreNoFiles() throws IOException {
        fails(() -> SectionFile.write(folder, 1, SECTIONS), folder + ": is a folder, the output needs a file name");
    }

    @Test
    void foldersThatCannotBeWrittenTo() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assumeFalse(Files.isWritable(folder), "this user may write everywhere");
            fails(
                    () -> SectionFile.write(target, 1, SECTIONS),
                    target + ": the folder " + folder + " cannot be written to");
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    /* A folder of the system looks writable, to the superuser at least, and takes no files. */
    @Test
    void foldersThatTakeNoFilesAreFoundBeforeTheWork() {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no such folder");
        assertThatThrownBy(() -> AtomicFile.check(Path.of("/proc/x.csv")))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("/proc/x.csv: ")
                .hasMessageContaining("the folder /proc");
    }

    @Test
    void devices() throws IOException {
        Path device = Path.of("/dev/full");
        assumeTrue(Files.exists(device), "there is no /dev/full");
        assertThatThrownBy(() -> SectionFile.write(device, 1, SECTIONS))
                .isInstanceOf(IOException.class)
                .hasMessage("/dev/full: cannot be written: No space left on device");
    }

    @Test
    void gzippedModels() throws IOException {
        Path zipped = folder.resolve("model.rung.GZ");
        fails(
                () -> SectionFile.write(zipped, 1, SECTIONS),
                zipped + ": the name must not end in .gz, a model is mapped as it is");
    }

    @Test
    void sectionsThatChangeMeanwhile() throws IOException {
        float[] values = new float[1 << 20];
        SectionData section = SectionData.floats("factors", values);
        SectionHeader header = SectionHeader.of(1, List.of(section));
        values[12345] = 1;
        assertThatThrownBy(() -> AtomicFile.write(target, out -> SectionFile.write(out, header, List.of(section))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("section 'factors' has changed while it was written");
        requireUntouched();
    }

    /** A full disk, in the shape of a limit to the size of files; another process, since the limit cannot be lifted. */
    @Test
    void fullDisks() throws IOException, InterruptedException, URISyntaxException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
        String classes = place(SectionFile.class) + File.pathSeparator + place(SectionFileWriteTest.class);
        Process process = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "ulimit -f 1000 && exec \"$0\" \"$@\"",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-cp",
                        classes,
                        WriteFactors.class.getName(),
                        target.toString())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isEqualTo(3);
        assertThat(output.strip()).isEqualTo(target + ": File too large; nothing was written");
        requireUntouched();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a name", "17-characters-xxx", "größe", "a\n"})
    void namesThatCannotBeWritten(String name) {
        assertThatThrownBy(() -> SectionData.ints(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the name of a section must be 1 to 16 printable ASCII characters without spaces, got '"
                        + name + "'");
    }

    @Test
    void whatCannotBeWritten() throws IOException {
        assertThatThrownBy(() -> SectionFile.write(target, 1, List.of(SectionData.ints("a"), SectionData.floats("a"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the names of sections must differ, got 'a' twice");
        assertThatThrownBy(() -> SectionFile.write(target, 0, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("version must be 1 or more, got 0");
        requireUntouched();
    }

    private static Path place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Writes four megabytes, and says why it could not. */
    static final class WriteFactors {
        private WriteFactors() {}

        public static void main(String[] arguments) {
            try {
                SectionFile.write(Path.of(arguments[0]), 1, SECTIONS);
            } catch (IOException e) {
                System.out.println(e.getMessage());
                System.exit(3);
            }
        }
    }
}
