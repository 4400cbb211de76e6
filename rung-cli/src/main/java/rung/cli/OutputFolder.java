package rung.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A folder whose files are written beside it and moved in once all of them are whole. Of a folder that is there already only
 * what has the same names is replaced.
 */
final class OutputFolder implements AutoCloseable {
    private final Path target;
    private final Path beside;

    private OutputFolder(Path target, Path beside) {
        this.target = target;
        this.beside = beside;
    }

    /** Says what is wrong with a folder, or begins it. */
    static OutputFolder begin(Path folder) throws IOException {
        Path target = folder.toAbsolutePath().normalize();
        if (Files.exists(target) && !Files.isDirectory(target)) {
            throw new InputException(folder + ": is a file, the output needs a folder");
        }
        Path parent = target.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new InputException(folder + ": the folder " + parent + " does not exist");
        }
        if (!Files.isWritable(parent) || Files.exists(target) && !Files.isWritable(target)) {
            throw new InputException(
                    folder + ": the folder " + (Files.exists(target) ? target : parent) + " cannot be written to");
        }
        Path beside = parent.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".part");
        OutputFolder output = new OutputFolder(target, beside);
        Runtime.getRuntime().addShutdownHook(new Thread(output::closeQuietly)); // where the process is ended meanwhile
        Files.createDirectory(beside);
        return output;
    }

    /** Where a file is written until all of them are there. */
    Path file(String name) {
        return beside.resolve(name);
    }

    /** Moves everything into place. */
    void finish() throws IOException {
        if (!Files.exists(target)) {
            Files.move(beside, target);
            return;
        }
        List<Path> written = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(beside)) {
            files.forEach(written::add);
        }
        for (Path file : written) {
            Path place = target.resolve(file.getFileName());
            delete(place);
            Files.move(file, place, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Removes what was not finished. */
    @Override
    public void close() throws IOException {
        delete(beside);
    }

    private void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            // the process ends; what is left has a name that tells
        }
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(path)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
