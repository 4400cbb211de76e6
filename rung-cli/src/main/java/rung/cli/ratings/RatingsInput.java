package rung.cli.ratings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Words;

/** The files of ratings that {@code train} reads as if they were one, as the user named them. */
final class RatingsInput {
    /** The most files that a message names. */
    private static final int MOST_NAMED = 3;

    private final List<InputFile> files;

    RatingsInput(List<InputFile> files) {
        this.files = List.copyOf(files);
    }

    /** Checks that no file is named twice: its ratings would count twice. */
    void requireDifferent() throws IOException {
        for (int k = 0; k < files.size(); k++) {
            for (int other = 0; other < k; other++) {
                if (isSame(files.get(k), files.get(other))) {
                    throw new InputException(files.get(k) + ": is named twice");
                }
            }
        }
    }

    private static boolean isSame(InputFile one, InputFile other) throws IOException {
        return !one.isStream()
                && !other.isStream()
                && Files.exists(one.given())
                && Files.exists(other.given())
                && Files.isSameFile(one.given(), other.given());
    }

    InputFile[] files() {
        return files.toArray(InputFile[]::new);
    }

    /** Files with the contents, in order, which may be read several times. */
    List<Path> paths() throws IOException {
        List<Path> paths = new ArrayList<>();
        for (InputFile file : files) {
            paths.add(file.path());
        }
        return paths;
    }

    int count() {
        return files.size();
    }

    /** The names of the files without their folders, as pages show them. */
    String name() {
        return listed(InputFile::name);
    }

    /** The names as the user gave them, as messages show them. */
    @Override
    public String toString() {
        return listed(InputFile::toString);
    }

    private String listed(Function<InputFile, String> shown) {
        List<String> names = files.stream().map(shown).toList();
        return names.size() > MOST_NAMED
                ? names.get(0) + " and " + (names.size() - 1) + " more files"
                : Words.enumerated(names);
    }
}
