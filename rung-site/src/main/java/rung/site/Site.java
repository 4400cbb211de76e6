package rung.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the site: a page for each file that docs/contents.md names, what they link to, and the Javadoc that is there. A link that leads
 * nowhere is an error.
 */
public final class Site {
    private static final String FRAME = text("page.html");
    private static final List<String> FONTS =
            List.of("inter-latin.woff2", "inter-latin-ext.woff2", "inter-LICENSE.txt");

    private final Contents contents;
    private final Api api;
    private final Path folder;
    private final String version;
    private final Map<Path, Markdown> pages = new HashMap<>();
    private final TreeSet<Path> files = new TreeSet<>();

    private Site(Path root, Path folder, String version) throws IOException {
        this.contents = Contents.read(root);
        this.api = new Api(root);
        this.folder = folder;
        this.version = version;
        for (Contents.Chapter chapter : contents.chapters()) {
            pages.put(chapter.source(), Markdown.of(Files.readString(chapter.source())));
        }
    }

    /**
     * Makes the site of a repository.
     *
     * @param arguments the repository's folder, the folder of the site, which is replaced, and the version
     * @throws IOException if reading or writing fails
     */
    public static void main(String[] arguments) throws IOException {
        make(Path.of(arguments[0]), Path.of(arguments[1]), arguments[2]);
    }

    /**
     * Makes the site in a folder beside its place, and moves it there once it is whole.
     *
     * @param root the repository's folder
     * @param folder the folder of the site, which is replaced
     * @param version the version that the pages name
     * @throws IOException if reading or writing fails
     */
    static void make(Path root, Path folder, String version) throws IOException {
        Path whole = folder.toAbsolutePath().normalize();
        Path beside = whole.resolveSibling(whole.getFileName() + ".new");
        delete(beside);
        Files.createDirectories(beside);
        new Site(root.toAbsolutePath().normalize(), beside, version).write();
        delete(whole);
        Files.move(beside, whole);
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> inside = Files.walk(folder)) {
                for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private void write() throws IOException {
        for (Contents.Chapter chapter : contents.chapters()) {
            write(chapter.target(), page(chapter));
        }
        write("style.css", text("style.css"));
        copy("/rung/serve/site/icon.svg", folder.resolve("icon.svg"));
        for (String font : FONTS) {
            copy("/rung/serve/site/fonts/" + font, folder.resolve("fonts").resolve(font));
        }
        for (Path file : files) {
            Path to = folder.resolve(copied(file));
            Files.createDirectories(to.getParent());
            Files.copy(file, to);
        }
        api.copyTo(folder);
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void copy(String resource, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (InputStream in = Site.class.getResourceAsStream(resource)) {
            Files.copy(in, file);
        }
    }

    private static String text(String resource) {
        try (InputStream in = Site.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String page(Contents.Chapter chapter) {
        Markdown markdown = pages.get(chapter.source());
        String up = chapter.up();
        Map<String, String> parts = Map.of(
                "title", escaped(markdown.title()),
                "up", up,
                "home", contents.chapters().get(0).target(),
                "version", escaped(version),
                "contents", menu(chapter),
                "sections", sections(markdown),
                "body", markdown.html(link -> target(chapter, link)),
                "before", neighbor(chapter, -1, "before"),
                "after", neighbor(chapter, 1, "after"));
        String page = FRAME;
        for (Map.Entry<String, String> part : parts.entrySet()) {
            if (!part.getKey().equals("body")) {
                page = page.replace("{" + part.getKey() + "}", part.getValue());
            }
        }
        return page.replace("{body}", parts.get("body"));
    }

    private String menu(Contents.Chapter here) {
        StringBuilder menu = new StringBuilder();
        Map<String, List<Contents.Chapter>> parts = contents.chapters().stream()
                .collect(Collectors.groupingBy(Contents.Chapter::part, LinkedHashMap::new, Collectors.toList()));
        parts.forEach((part, chapters) -> {
            menu.append(part.isEmpty() ? "" : "<h2>" + escaped(part) + "</h2>\n")
                    .append("<ul>\n");
            for (Contents.Chapter chapter : chapters) {
                item(menu, here.up() + chapter.target(), chapter.title(), chapter.equals(here));
            }
            menu.append("</ul>\n");
        });
        if (!api.modules().isEmpty()) {
            menu.append("<h2>Javadoc</h2>\n<ul>\n");
            for (String module : api.modules()) {
                item(menu, here.up() + "api/" + module + "/index.html", "rung-" + module, false);
            }
            menu.append("</ul>\n");
        }
        return menu.toString();
    }

    private static void item(StringBuilder menu, String target, String title, boolean isHere) {
        menu.append("<li><a href=\"").append(target).append('"').append(isHere ? " aria-current=\"page\"" : "");
        menu.append('>').append(escaped(title)).append("</a></li>\n");
    }

    private static String sections(Markdown markdown) {
        StringBuilder list = new StringBuilder();
        if (markdown.sections().size() > 2) {
            list.append("<nav class=\"sections\" aria-label=\"On this page\">\n<h2>On this page</h2>\n<ul>\n");
            markdown.sections().forEach(section -> item(list, "#" + section.id(), section.title(), false));
            list.append("</ul>\n</nav>\n");
        }
        return list.toString();
    }

    private String neighbor(Contents.Chapter chapter, int by, String cssClass) {
        return contents.beside(chapter, by)
                .map(other -> String.format(
                        "<a class=\"%s\" href=\"%s\">%s</a>\n",
                        cssClass, chapter.up() + other.target(), escaped(other.title())))
                .orElse("");
    }

    /** Where a link of a page leads in the site. */
    private String target(Contents.Chapter chapter, String link) {
        if (link.matches("[a-z]+:.*")) {
            return link;
        }
        String name = link.replaceFirst("#.*", "");
        String anchor = link.substring(name.length());
        Path file = name.isEmpty()
                ? chapter.source()
                : chapter.source().resolveSibling(name).normalize();
        Optional<Contents.Chapter> page = contents.of(file);
        if (!file.startsWith(contents.root()) || !Files.isRegularFile(file)) {
            throw broken(chapter, link, "there is no such file");
        }
        if (!anchor.isEmpty() && page.isPresent() && !pages.get(file).hasAnchor(anchor.substring(1))) {
            throw broken(chapter, link, "that page has no such heading");
        }
        if (page.isPresent()) {
            return name.isEmpty() ? anchor : chapter.up() + page.get().target() + anchor;
        }
        Optional<String> documented = api.page(file);
        if (documented.isEmpty()) {
            files.add(file);
        }
        return chapter.up() + documented.orElseGet(() -> copied(file)) + anchor;
    }

    private IllegalArgumentException broken(Contents.Chapter chapter, String link, String reason) {
        return new IllegalArgumentException(
                contents.root().relativize(chapter.source()) + ": the link to " + link + " leads nowhere: " + reason);
    }

    /** The place of a file of the repository that is no page. */
    private String copied(Path file) {
        return contents.root().relativize(file).toString().replace('\\', '/').replaceFirst("^docs/", "");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
