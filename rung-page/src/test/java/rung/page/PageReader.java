package rung.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Reads a page as a browser would, and checks what every page must be. */
public final class PageReader {
    private PageReader() {}

    public static Document parsed(String html) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(html)));
    }

    public static List<Element> elements(Document document, String tag) {
        NodeList nodes = document.getElementsByTagName(tag);
        List<Element> elements = new ArrayList<>();
        for (int k = 0; k < nodes.getLength(); k++) {
            elements.add((Element) nodes.item(k));
        }
        return elements;
    }

    /** Those of a class among others. */
    static List<Element> elements(Document document, String tag, String cssClass) {
        return elements(document, tag).stream()
                .filter(element ->
                        List.of(element.getAttribute("class").split(" ")).contains(cssClass))
                .toList();
    }

    /** The picture in a data URI. */
    public static BufferedImage decoded(String uri) throws Exception {
        byte[] bytes = Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1));
        return ImageIO.read(new ByteArrayInputStream(bytes));
    }

    /**
     * Well-formed, with no script but a player's, whose hash is named, with nothing that a browser would fetch, and with links
     * to places in the page only.
     */
    public static Document checked(Page page) throws Exception {
        String html = page.html();
        Document document = parsed(html);
        for (Element element : elements(document, "*")) {
            assertThat(element.getTagName()).isNotIn("link", "iframe", "object", "base", "use", "video");
            for (int a = 0; a < element.getAttributes().getLength(); a++) {
                String name = element.getAttributes().item(a).getNodeName();
                String value = element.getAttributes().item(a).getNodeValue();
                assertThat(name).isNotIn("xlink:href", "srcset", "action").doesNotStartWith("on");
                assertThat(value).doesNotContain("NaN").doesNotContain("Infinity");
                if (name.equals("src")) {
                    assertThat(element.getTagName()).isEqualTo("img");
                    assertThat(value).startsWith("data:image/");
                    assertThat(decoded(value)).isNotNull();
                    assertThat(element.getAttribute("alt")).isNotEmpty();
                }
                if (name.equals("href")) {
                    assertThat(element.getTagName()).isEqualTo("a");
                    assertThat(value).startsWith("#");
                    assertThat(elements(document, "*").stream()
                                    .filter(target -> target.getAttribute("id").equals(value.substring(1))))
                            .as(value)
                            .hasSize(1);
                }
            }
        }
        checkScripts(document);
        assertThat(elements(document, "style").get(0).getTextContent())
                .doesNotContain("url(")
                .doesNotContain("@import");
        assertThat(html).doesNotContain("http://").doesNotContain("https://");
        return document;
    }

    private static void checkScripts(Document document) throws Exception {
        String policy = elements(document, "meta").stream()
                .filter(meta -> meta.hasAttribute("http-equiv"))
                .findFirst()
                .orElseThrow()
                .getAttribute("content");
        assertThat(policy).startsWith("default-src 'none'");
        List<Element> scripts = elements(document, "script");
        assertThat(scripts.isEmpty() || !elements(document, "div", "player").isEmpty())
                .as("no script without a player")
                .isTrue();
        for (Element script : scripts) {
            if (!script.getAttribute("type").equals("application/json")) {
                byte[] digest = MessageDigest.getInstance("SHA-256")
                        .digest(script.getTextContent().getBytes(StandardCharsets.UTF_8));
                assertThat(policy)
                        .contains("script-src 'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
                assertThat(script.getTextContent()).isEqualTo(Player.SCRIPT);
            }
        }
    }

    /** The numbers at the top, by their labels. */
    public static Map<String, String> facts(Document document) {
        Map<String, String> facts = new LinkedHashMap<>();
        List<Element> values = elements(document, "dd");
        for (Element name : elements(document, "dt")) {
            facts.put(
                    name.getTextContent(),
                    values.get(facts.size()).getFirstChild().getTextContent());
        }
        return facts;
    }
}
