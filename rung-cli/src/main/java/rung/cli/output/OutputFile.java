package rung.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import rung.cli.terminal.InputException;
import rung.file.AtomicFile;

/** Checks the names of files that a command will write, before any work is done for them. */
public final class OutputFile {
    private OutputFile() {}

    /**
     * Checks that a file can be written and is none of the inputs.
     *
     * @param output the file to write
     * @param inputs the files that are read
     * @throws InputException if it cannot
     * @throws IOException if the folder cannot be read
     */
    public static void check(Path output, Path... inputs) throws IOException {
        if (output.toString().equals("-")) {
            throw new InputException("-: the output must be a file; standard output is for the summary");
        }
        AtomicFile.check(output);
        for (Path input : inputs) {
            if (Files.exists(output) && Files.exists(input) && Files.isSameFile(output, input)) {
                throw new InputException(output + ": the output must be another file than the input");
            }
        }
    }

    /**
     * Checks that two options name two different files.
     *
     * @param name the first option
     * @param file its file
     * @param otherName the second option
     * @param other its file
     */
    public static void requireDifferent(String name, Path file, String otherName, Path other) {
        if (file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize())) {
            throw new InputException(name + " and " + otherName + " must be two files, got " + file + " for both");
        }
    }
}
