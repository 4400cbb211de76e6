package rung.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import rung.file.AtomicFile;

/** Files that a command writes. */
final class Outputs {
    private Outputs() {}

    /** Says what is wrong with an output before any work is done for it. */
    static void check(Path output, Path... inputs) throws IOException {
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

    /** Two options must not name one file. */
    static void requireTwo(String name, Path file, String otherName, Path other) {
        if (file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize())) {
            throw new InputException(name + " and " + otherName + " must be two files, got " + file + " for both");
        }
    }
}
