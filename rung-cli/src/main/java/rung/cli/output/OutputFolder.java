package rung.cli.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import rung.cli.terminal.InputException;
import rung.file.FormatException;
import rung.video.ImageFolder;

/**
 * A folder of results. Its files are written into a temporary folder beside it, and moved into place once all of them are
 * complete. If the folder exists already, only files of the same names are replaced.
 */
public final class OutputFolder implements AutoCloseable {
    private static final int ATTEMPTS = 100;

    private final Path name;
    private final Path target;
    private final Path beside;

    private OutputFolder(Path name, Path target, Path beside) {
        this.name = name;
        this.target = target;
        this.beside = beside;
    }

    /**
     * Checks that the folder can be written, and makes the temporary folder.
     *
     * @param folder the folder of results
     * @param names the names of the files and folders that will be written into it
     * @param inputs files and folders that must not be replaced
     * @throws InputException if the folder cannot be used
     * @return the folder, begun
     * @throws IOException if it cannot be written
     */
    public static OutputFolder begin(Path folder, List<String> names, List<Path> inputs) throws IOException {
        if (folder.toString().equals("-")) {
            throw new InputException("-: the output must be a folder; standard output is for the summary");
        }
        Written.FOLDER.check(folder.toString());
        Path target = Files.exists(folder)
                ? folder.toRealPath()
                : folder.toAbsolutePath().normalize(); // on the same disk
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
        for (Path input : inputs) {
            checkKept(folder, names, input);
        }
        for (String name : names) {
            if (Files.isDirectory(folder.resolve(name))) {
                ImageFolder.check(folder.resolve(name), true); // holds nothing but frames
            }
        }
        Path beside = parent.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".part");
        OutputFolder output = new OutputFolder(folder, target, beside);
        try {
            Files.createDirectory(beside);
        } catch (FileSystemException e) {
            throw new InputException(folder + ": the folder " + parent + " cannot be written to");
        }
        return output;
    }

    /** Checks that no result takes the place of an input, or of the folder that the input is in. */
    private static void checkKept(Path folder, List<String> names, Path input) throws IOException {
        if (!Files.exists(folder) || !Files.exists(input)) {
            return;
        }
        if (Files.isSameFile(folder, input)) {
            throw new InputException(folder + ": the output must be another folder than the input");
        }
        Path real = input.toRealPath();
        for (String name : names) {
            Path place = folder.resolve(name);
            if (Files.exists(place) && real.startsWith(place.toRealPath())) {
                throw new InputException(place + ": would be replaced by a result, but " + input
                        + " is an input; name another output folder");
            }
        }
    }

    /**
     * The same failure with the name of the folder that the user gave in place of the temporary one.
     *
     * @param e the failure
     * @return the failure with the name
     */
    public IOException named(IOException e) {
        if (e instanceof FormatException
                || e.getMessage() == null
                || !e.getMessage().contains(beside.toString())) {
            return e;
        }
        return new IOException(e.getMessage().replace(beside.toString(), name.toString()), e);
    }

    /**
     * The path in the temporary folder where the file of this name is to be written.
     *
     * @param name the name
     * @return the path
     */
    public Path file(String name) {
        return beside.resolve(name);
    }

    /**
     * Moves everything into place.
     *
     * @throws IOException if they cannot be moved
     */
    public void finish() throws IOException {
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
            if (Files.isDirectory(place)) {
                Files.move(place, beside.resolve(file.getFileName() + ".old")); // deleted with what is beside
            }
            Files.move(file, place, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Removes the temporary folder, and what was not finished in it. */
    @Override
    public void close() throws IOException {
        delete(beside);
    }

    /** Removes the temporary folder while other threads may still write into it, before the process ends. */
    public void abandon() {
        for (int k = 0; k < ATTEMPTS && Files.exists(beside); k++) {
            try {
                close();
            } catch (IOException | UncheckedIOException e) {
                // a new file came; the name of what is left after all attempts says that it is unfinished
            }
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
