package rung.cli.output;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.OutputException;
import rung.file.AtomicFile;

/** A file that a command writes, as the user named it. {@code -} is standard output. */
public final class OutputFile {
    private final String text;
    private final OutputStream standardOutput;

    /** Writes the contents to a file. */
    @FunctionalInterface
    public interface Writing {
        /**
         * Called once.
         *
         * @param file the file to write
         * @throws IOException if writing fails
         */
        void write(Path file) throws IOException;
    }

    /**
     * Creates an output; nothing is written yet.
     *
     * @param text the name, or {@code -}
     * @param standardOutput what {@code -} stands for
     */
    public OutputFile(String text, OutputStream standardOutput) {
        this.text = text;
        this.standardOutput = standardOutput;
    }

    /**
     * Whether the output is {@code -}, so that nothing else may be printed there.
     *
     * @return true if it is
     */
    public boolean isStandardOutput() {
        return text.equals("-");
    }

    /**
     * Whether the name ends in a certain way, which tells the format; a .gz after that does not matter.
     *
     * @param endings the endings, in small letters: ".json"
     * @return true if it ends in one of them
     */
    public boolean hasEnding(String... endings) {
        String name = text.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        return Arrays.stream(endings).anyMatch(name::endsWith);
    }

    /**
     * The file as the user named it.
     *
     * @return the path; of standard output it is no file
     */
    public Path path() {
        return Path.of(text);
    }

    /**
     * Checks before any work is done that the file can be written and is none of the inputs.
     *
     * @param written what it will hold
     * @param inputs the files that are read
     * @throws InputException if it cannot
     * @throws IOException if the folder cannot be read
     */
    public void check(Written written, InputFile... inputs) throws IOException {
        if (isStandardOutput()) {
            return;
        }
        check(written, path());
        for (InputFile input : inputs) {
            boolean isFile = !input.isStandardInput() && Files.isRegularFile(input.given());
            if (isFile && Files.exists(path()) && Files.isSameFile(path(), input.given())) {
                throw new InputException(this + ": the output must be another file than the input");
            }
        }
    }

    /**
     * Checks before any work is done that a file can be written.
     *
     * @param written what it will hold
     * @param file the file
     * @throws IOException if it cannot
     */
    public static void check(Written written, Path file) throws IOException {
        written.check(file.toString());
        AtomicFile.check(file);
    }

    /**
     * Checks that two options name two different files.
     *
     * @param name the first option
     * @param otherName the second option
     * @param other its file
     */
    public void requireDifferent(String name, String otherName, OutputFile other) {
        if (path().toAbsolutePath()
                .normalize()
                .equals(other.path().toAbsolutePath().normalize())) {
            throw new InputException(name + " and " + otherName + " must be two files, got " + text + " for both");
        }
    }

    /**
     * Writes the file; to standard output by way of a temporary file, because most formats need one.
     *
     * @param name the name of that temporary file, whose ending may tell the format
     * @param writing writes the contents
     * @throws IOException if writing fails
     */
    public void write(String name, Writing writing) throws IOException {
        if (!isStandardOutput()) {
            writing.write(path());
            return;
        }
        Path folder = Files.createTempDirectory("rung");
        Path file = folder.resolve(name);
        try {
            writing.write(file);
            send(file);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    /** Writes text, as UTF-8. */
    @FunctionalInterface
    interface TextWriting {
        void write(Writer out) throws IOException;
    }

    /**
     * Writes a file of text as a whole; if anything fails, a file that was there stays.
     *
     * @param target the file; empty, or standard output, writes to {@code otherwise}
     * @param otherwise takes the text that goes to standard output
     * @param writing writes the text
     */
    static void writeText(Optional<OutputFile> target, Writer otherwise, TextWriting writing) throws IOException {
        if (target.map(OutputFile::isStandardOutput).orElse(true)) {
            writeText(otherwise, writing);
        } else {
            AtomicFile.write(
                    target.get().path(),
                    out -> writeText(new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)), writing));
        }
    }

    private static void writeText(Writer out, TextWriting writing) throws IOException {
        try {
            writing.write(out);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        out.flush();
    }

    private void send(Path file) {
        try {
            OutputStream out = new BufferedOutputStream(standardOutput);
            Files.copy(file, out);
            out.flush();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    /** The name as the user gave it, or "standard output". */
    @Override
    public String toString() {
        return isStandardOutput() ? "standard output" : text;
    }
}
