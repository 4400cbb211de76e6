package rung.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import rung.file.ShownNames;

/**
 * A file that a command reads, as the user named it. {@code -} is standard input. What comes through a pipe can be read once only, but
 * readers go through a file several times, so it is copied to a temporary file first, which is deleted when the program ends.
 */
public final class InputFile {
    private static final String STANDARD_INPUT = "standard input";

    private final String text;
    private final InputStream standardInput;
    private Path copy;

    /**
     * Creates an input; nothing is read yet.
     *
     * @param text the name, or {@code -}
     * @param standardInput what {@code -} stands for
     */
    public InputFile(String text, InputStream standardInput) {
        this.text = text;
        this.standardInput = standardInput;
    }

    /**
     * Whether the input is {@code -}.
     *
     * @return true if it is
     */
    public boolean isStandardInput() {
        return text.equals("-");
    }

    /**
     * Whether the input is standard input or a pipe, so that it can be read once only.
     *
     * @return true if it is
     */
    public boolean isStream() {
        return isStandardInput()
                || Files.exists(given()) && !Files.isRegularFile(given()) && !Files.isDirectory(given());
    }

    /**
     * Whether there is no such file, or it cannot be read.
     *
     * @return true if it cannot; false for standard input
     */
    public boolean isMissing() {
        return !isStandardInput() && !Files.isReadable(given());
    }

    /**
     * The file as the user named it.
     *
     * @return the path; of standard input it is no file
     */
    public Path given() {
        return Path.of(text);
    }

    /**
     * A file with the contents, which may be read several times. The first call reads a pipe to its end.
     *
     * @return the file itself, or a copy of what comes through a pipe
     * @throws IOException if a pipe cannot be read or copied
     */
    public synchronized Path path() throws IOException {
        if (copy == null) {
            Path file = isStream() ? copied() : given();
            ShownNames.call(file, toString());
            copy = file;
        }
        return copy;
    }

    private Path copied() throws IOException {
        Path folder = Files.createTempDirectory("rung");
        folder.toFile().deleteOnExit(); // what is registered last is deleted first
        Path file = folder.resolve(name());
        file.toFile().deleteOnExit();
        if (isStandardInput()) {
            Files.copy(standardInput, file, StandardCopyOption.REPLACE_EXISTING);
        } else {
            try (InputStream in = Files.newInputStream(given())) {
                Files.copy(in, file);
            }
        }
        return file;
    }

    /**
     * The name of the file without its folder, as pages show it.
     *
     * @return the name; "standard input", and "a pipe" for one that has no name
     */
    public String name() {
        String shown = toString();
        return shown.equals(text) ? lastPart() : shown;
    }

    private String lastPart() {
        Path last = given().getFileName();
        return last == null ? text : last.toString();
    }

    /** The name as the user gave it, as messages show it; "standard input", and "a pipe" for one that has no name. */
    @Override
    public String toString() {
        if (isStandardInput() || text.equals("/dev/stdin")) {
            return STANDARD_INPUT;
        }
        return isStream() && lastPart().matches("\\d+") ? "a pipe" : text;
    }
}
