package rung.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that a command will write: checked before the work, written beside and moved into place after it. */
final class Output {
    private Output() {}

    /** Says what is wrong with a file name before any work is done for it. */
    static void check(Path file) {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (Files.isDirectory(target)) {
            throw new InputException(file + ": is a folder, the output needs a file name");
        }
        if (!Files.isDirectory(folder)) {
            throw new InputException(file + ": the folder " + folder + " does not exist");
        }
        if (!Files.isWritable(folder)) {
            throw new InputException(file + ": the folder " + folder + " cannot be written to");
        }
    }

    /** Writes a text; no half of it is ever left. */
    static void write(Path file, String text) {
        check(file);
        Path target = file.toAbsolutePath();
        Path beside = null;
        try {
            beside = Files.createTempFile(
                    target.getParent(), target.getFileName().toString(), ".part");
            Files.writeString(beside, text);
            Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            delete(beside);
            throw new InputException(file + ": cannot be written (" + e + ")");
        }
    }

    private static void delete(Path beside) {
        try {
            if (beside != null) {
                Files.deleteIfExists(beside);
            }
        } catch (IOException e) {
            // nothing more can be done about it
        }
    }
}
