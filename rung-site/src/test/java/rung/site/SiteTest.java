package rung.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The pages are whole, and every link in them leads somewhere. */
class SiteTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private static Document parsed(Path page) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(Files.readString(page))));
    }

    private static List<Path> pages(Path site) throws Exception {
        try (Stream<Path> files = Files.walk(site)) {
            return files.filter(file -> file.toString().endsWith(".html")
                            && !site.relativize(file).startsWith("api"))
                    .toList();
        }
    }

    @Test
    void everyLinkLeadsSomewhereAndNothingComesFromElsewhere() throws Exception {
        Path site = folder.resolve("site");
        Site.make(ROOT, site, "1.2.3");
        List<Path> pages = pages(site);
        assertThat(pages).hasSizeGreaterThan(10);
        for (Path page : pages) {
            Document document = parsed(page);
            NodeList all = document.getElementsByTagName("*");
            int titles = 0;
            for (int k = 0; k < all.getLength(); k++) {
                Element element = (Element) all.item(k);
                titles += element.getTagName().equals("h1") ? 1 : 0;
                assertThat(element.getTagName()).isNotEqualTo("script");
                for (String attribute : List.of("href", "src")) {
                    check(page, element, attribute);
                }
            }
            assertThat(titles).as("titles of %s", page).isEqualTo(1);
        }
    }

    private static void check(Path page, Element element, String attribute) throws Exception {
        String target = element.getAttribute(attribute);
        if (target.isEmpty()) {
            return;
        }
        if (target.startsWith("https:")) {
            assertThat(element.getTagName()).as("what fetches %s", target).isEqualTo("a");
            return;
        }
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        assertThat(file).as("%s links to it", page).isRegularFile();
        if (parts.length > 1 && file.toString().endsWith(".html") && !target.contains("api/")) {
            assertThat(Files.readString(file)).as("%s of %s", target, page).contains("id=\"" + parts[1] + "\"");
        }
    }

    private Path repository(String text) throws Exception {
        Path docs = Files.createDirectories(folder.resolve("docs"));
        Files.writeString(docs.resolve("contents.md"), "# Contents\n\n- [Front](index.md)\n");
        Files.writeString(docs.resolve("index.md"), text);
        return folder;
    }

    @Test
    void aLinkThatLeadsNowhereIsAnError() throws Exception {
        Path file = repository("# Front\n\n[away](missing.md)\n");
        assertThatThrownBy(() -> Site.make(file, folder.resolve("site"), "1"))
                .hasMessage(
                        Path.of("docs", "index.md") + ": the link to missing.md leads nowhere: there is no such file");
        Path heading = repository("# Front\n\n[down](#below)\n");
        assertThatThrownBy(() -> Site.make(heading, folder.resolve("site"), "1"))
                .hasMessageContaining("that page has no such heading");
        assertThat(folder.resolve("site")).doesNotExist();
        Site.make(repository("# Front\n\n[down](#below)\n\n## Below\n"), folder.resolve("site"), "1");
        assertThat(folder.resolve("site/index.html")).content().contains("href=\"#below\"", "id=\"below\"");
    }

    @Test
    void whatIsTypedIsMarked() throws Exception {
        Site.make(repository("# Front\n\n```console\n$ a <b\n> c\nd\n```\n"), folder.resolve("site"), "1");
        assertThat(folder.resolve("site/index.html"))
                .content()
                .contains("<kbd class=\"first\">a &lt;b</kbd>\n<kbd class=\"more\">c</kbd>\nd\n");
    }

    @Test
    void codeIsBrokenWhereItMayBe() throws Exception {
        Site.make(repository("# Front\n\n`a -o <b>`, `-`, and `x.py(a).fit(b)`\n"), folder.resolve("site"), "1");
        assertThat(folder.resolve("site/index.html"))
                .content()
                .contains(
                        "<code>a <span class=\"option\">-o</span> &lt;b&gt;</code>",
                        "<code><span class=\"option\">-</span></code>",
                        "<code>x<wbr />.py(<wbr />a)<wbr />.fit(<wbr />b)</code>");
    }

    /** Whoever names a version names this one. */
    @Test
    void oneVersionIsNamedEverywhere() throws Exception {
        Matcher own = Pattern.compile("<artifactId>rung</artifactId>\\s*<version>([^<]+)</version>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(own.find()).isTrue();
        Pattern named = Pattern.compile(
                "(?:rung(?:-[a-z]+)?[-:]|<version>)(\\d+\\.\\d+\\.\\d+[-\\w]*?)(?=-all|-linux|-maven|-py3|-site|\\b)");
        for (String file : List.of("README.md", "docs/SPARK.md", "python/rung/spark.py", "python/README.md")) {
            Matcher version = named.matcher(Files.readString(ROOT.resolve(file)));
            while (version.find()) {
                assertThat(version.group(1)).as("the version in %s", file).isEqualTo(own.group(1));
            }
        }
        assertThat(Files.readString(ROOT.resolve("CHANGELOG.md"))).contains("\n## " + own.group(1) + " (");
    }
}
