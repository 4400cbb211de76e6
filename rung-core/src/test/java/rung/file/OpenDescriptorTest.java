package rung.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file behind a descriptor that the process was given is written as what it prints is: added to, and never replaced. */
class OpenDescriptorTest {
    @TempDir
    private Path folder;

    /** Writes to the file that is named, between two lines that it prints. */
    static final class Program {
        private Program() {}

        public static void main(String[] names) throws IOException {
            System.out.println("before");
            try {
                AtomicFile.check(Path.of(names[0]));
                AtomicFile.write(Path.of(names[0]), out -> out.write("written\n".getBytes(StandardCharsets.UTF_8)));
            } catch (FormatException e) {
                System.out.println(e.getMessage());
            }
            System.out.println("after");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/dev/stdout, >> app.txt",
        "/dev/fd/1, >> app.txt",
        "/proc/self/fd/1, >> app.txt",
        "link, >> app.txt",
        "/dev/stdout, > app.txt",
        "/dev/stderr, >> app.txt 2>&1",
        "/dev/fd/3, >> app.txt 3>>app.txt",
    })
    void whatIsWrittenStandsBetweenWhatIsPrinted(String name, String redirection) throws Exception {
        String found = written(name, redirection);
        String kept = redirection.contains(">>") ? "old\n" : "";
        assertThat(found).isEqualTo(kept + "before\nwritten\nafter\nlast\n");
    }

    @Test
    void aFileAtAPositionThatCannotBeSharedIsRefused() throws Exception {
        assertThat(written("/dev/fd/3", ">> app.txt 3>other.txt"))
                .isEqualTo("old\nbefore\n/dev/fd/3: is a file that was not opened to append to; open it by 3>>FILE, or "
                        + "name the file itself\nafter\nlast\n");
    }

    @Test
    void aNumberInAFolderOfThatNameIsAFile() throws Exception {
        Path file = Files.createDirectory(folder.resolve("fd")).resolve("1");
        AtomicFile.write(file, out -> out.write('a'));
        AtomicFile.write(file, out -> out.write('b'));
        assertThat(file).hasContent("b");
    }

    private String written(String name, String redirection) throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "there is no /proc here");
        Path file = Files.writeString(folder.resolve("app.txt"), "old\n");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/dev/stdout"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String script = "{ '" + java + "' -cp '" + System.getProperty("java.class.path") + "' "
                + Program.class.getName().replace("$", "\\$") + " " + name + "; echo last; } " + redirection;
        Process shell = new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .start();
        assertThat(new String(shell.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        shell.waitFor();
        return Files.readString(file);
    }
}
