package rung.file;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What messages call the files that are read. That is the name without the folder, unless whoever reads a file calls it otherwise: a
 * command names it as its user did, and a copy of what came through a pipe by what was copied.
 */
public final class ShownNames {
    private static final Map<Path, String> GIVEN = new ConcurrentHashMap<>();

    private ShownNames() {}

    /**
     * Sets what messages call a file from now on.
     *
     * @param file the file, by the path that it will be read by
     * @param name the name to show
     */
    public static void call(Path file, String name) {
        GIVEN.put(file, name);
    }

    /**
     * Returns what messages call a file.
     *
     * @param file the file
     * @return the name that was set, or else that of the file without its folder
     */
    public static String of(Path file) {
        Path last = file.getFileName();
        return GIVEN.getOrDefault(file, last == null ? file.toString() : last.toString());
    }
}
