package rung.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The Javadoc of the modules, as far as it is made: each module's in a folder {@code api/NAME} of the site.
 *
 * @param root the folder of the repository
 */
record Api(Path root) {
    private static final List<String> MODULES = List.of("core", "video", "page", "serve", "spark");

    private Path folder(String module) {
        return root.resolve("rung-" + module).resolve("target/reports/apidocs");
    }

    /** The names of the modules whose Javadoc is there. */
    List<String> modules() {
        return MODULES.stream()
                .filter(module -> Files.exists(folder(module).resolve("index.html")))
                .toList();
    }

    /** The page about a class, relative to the site's folder, by the class's source file. */
    Optional<String> page(Path source) {
        for (String module : modules()) {
            Path sources = root.resolve("rung-" + module).resolve("src/main/java");
            if (source.startsWith(sources)) {
                String name = sources.relativize(source)
                        .toString()
                        .replace('\\', '/')
                        .replaceFirst("(package-info)?\\.java$", "");
                String page = name.endsWith("/") ? name + "package-summary.html" : name + ".html";
                return Stream.of("rung." + module + "/" + page, page)
                        .filter(file -> Files.exists(folder(module).resolve(file)))
                        .map(file -> "api/" + module + "/" + file)
                        .findFirst();
            }
        }
        return Optional.empty();
    }

    /** Copies the Javadoc into the site's folder. */
    void copyTo(Path site) throws IOException {
        for (String module : modules()) {
            Path from = folder(module);
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path to = site.resolve("api").resolve(module).resolve(from.relativize(file));
                    Files.createDirectories(to.getParent());
                    Files.copy(file, to);
                }
            }
        }
    }
}
