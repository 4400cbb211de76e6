package rung.serve.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The files of the page, from a folder in the jar. Names are letters, digits, hyphens and underscores with endings that are known, so
 * no path leads out of the folder.
 */
public final class StaticFiles {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}(\\.[A-Za-z0-9_-]{1,32})*\\.[a-z0-9]{1,8}");
    private static final Pattern FOLDER = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final int DEEPEST = 4;

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("webp", "image/webp"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("txt", "text/plain; charset=utf-8"),
            Map.entry("md", "text/plain; charset=utf-8"));

    private final Class<?> owner;
    private final String folder;
    private final Map<String, Answer> known = new ConcurrentHashMap<>();

    /**
     * Serves a folder.
     *
     * @param owner a class of the module that has the folder
     * @param folder the folder, from the package of that class, with a slash at its end
     */
    public StaticFiles(Class<?> owner, String folder) {
        this.owner = owner;
        this.folder = folder;
    }

    /**
     * Finds a file.
     *
     * @param request its path is that of the file; an empty one is index.html
     * @return the file; empty if there is none
     */
    public Optional<Answer> file(Request request) {
        List<String> path = request.segments();
        return file(path.size() == 1 && path.get(0).isEmpty() ? List.of("index.html") : path);
    }

    /**
     * A file that is there for sure.
     *
     * @param request its path is that of the file
     * @return the file
     */
    public Answer whole(Request request) {
        return file(request.segments()).orElseThrow();
    }

    private Optional<Answer> file(List<String> path) {
        String name = path.get(path.size() - 1);
        boolean mayBe = path.size() <= DEEPEST
                && NAME.matcher(name).matches()
                && path.subList(0, path.size() - 1).stream()
                        .allMatch(part -> FOLDER.matcher(part).matches());
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (!mayBe || type == null) {
            return Optional.empty();
        }
        String file = String.join("/", path);
        Answer found = known.get(file);
        if (found == null) {
            try (InputStream in = owner.getResourceAsStream(folder + file)) {
                if (in == null) {
                    return Optional.empty();
                }
                found = Answer.of(type, in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            known.put(file, found);
        }
        return Optional.of(found);
    }
}
