package rung.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All that is said to the user is worded and wrapped in one place. */
class NotesTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern DIRECT = Pattern.compile("getErr\\(\\)\\s*\\.\\s*(print|write)");

    @Test
    void onlyTheTerminalBeginsASentence() throws IOException {
        assertThat(sources())
                .hasSizeGreaterThan(50)
                .filteredOn(file -> text(file).contains("\"rung: "))
                .extracting(file -> file.getFileName().toString())
                .containsExactly("Terminal.java");
    }

    @Test
    void noCommandPrintsToStandardErrorItself() throws IOException {
        assertThat(sources())
                .filteredOn(file -> DIRECT.matcher(text(file)).find())
                .isEmpty();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java")
                            && !file.toString().contains("pipe"))
                    .toList(); // the package for Python words its own errors
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
