package rung.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which pages there are, in their order, from docs/contents.md: lines {@code - [Title](file.md)} below headings {@code ## Part}.
 *
 * @param root the folder of the repository
 * @param chapters the pages from first to last; the first is the front page
 */
record Contents(Path root, List<Chapter> chapters) {
    private static final Pattern PART = Pattern.compile("## (.+)");
    private static final Pattern LINE = Pattern.compile("- \\[(.+)]\\((.+\\.md)\\)");

    /**
     * A page.
     *
     * @param part the heading that it stands under; empty for the front page
     * @param title its name in the contents
     * @param source its Markdown file
     * @param target its file in the site, relative to the site's folder, with slashes
     */
    record Chapter(String part, String title, Path source, String target) {
        /** How many folders below the site's own folder the page lies, as the way back up: {@code ../} for each. */
        String up() {
            return "../".repeat((int) target.chars().filter(c -> c == '/').count());
        }
    }

    static Contents read(Path root) throws IOException {
        Path docs = root.resolve("docs");
        List<Chapter> chapters = new ArrayList<>();
        String part = "";
        for (String line : Files.readAllLines(docs.resolve("contents.md"))) {
            Matcher heading = PART.matcher(line);
            Matcher item = LINE.matcher(line);
            if (heading.matches()) {
                part = heading.group(1);
            } else if (item.matches()) {
                Path source = docs.resolve(item.group(2)).normalize();
                chapters.add(new Chapter(part, item.group(1), source, target(root, source)));
            }
        }
        return new Contents(root, chapters);
    }

    /** docs/a/b.md is a/b.html, and python/README.md is python/index.html; README.md of the repository itself is README.html. */
    private static String target(Path root, Path source) {
        String name = root.relativize(source).toString().replace('\\', '/');
        return name.replaceFirst("^docs/", "")
                .replaceFirst("/README\\.md$", "/index.md")
                .replaceFirst("\\.md$", ".html");
    }

    Optional<Chapter> of(Path source) {
        return chapters.stream()
                .filter(chapter -> chapter.source.equals(source))
                .findFirst();
    }

    /** The page that stands {@code by} places after a page, if there is one. */
    Optional<Chapter> beside(Chapter chapter, int by) {
        int index = chapters.indexOf(chapter) + by;
        return index < 0 || index >= chapters.size() ? Optional.empty() : Optional.of(chapters.get(index));
    }
}
