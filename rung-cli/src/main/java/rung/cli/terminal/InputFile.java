package rung.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
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
     * Says why the file cannot be read.
     *
     * @return the sentence, which begins with the name of the file; empty if it can, as standard input always
     */
    public Optional<String> whyUnreadable() {
        if (isStandardInput() || Files.isReadable(given())) {
            return Optional.empty();
        }
        return Optional.of(
                this + (Files.notExists(given()) ? ": does not exist" : ": cannot be read, its permissions forbid it"));
    }

    /**
     * Fails unless the file can be read.
     *
     * @throws InputException if it cannot, saying why
     */
    public void requireReadable() {
        whyUnreadable().ifPresent(why -> {
            throw new InputException(why);
        });
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
