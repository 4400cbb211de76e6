package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Reads a page as a browser would, and checks what every page must be. */
final class PageReader {
    private PageReader() {}

    static Document parsed(String html) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(html)));
    }

    /** Well-formed, without script, and with nothing that a browser would fetch. */
    static Document checked(Page page) throws Exception {
        String html = page.html();
        Document document = parsed(html);
        NodeList all = document.getElementsByTagName("*");
        for (int k = 0; k < all.getLength(); k++) {
            Element element = (Element) all.item(k);
            assertThat(element.getTagName()).isNotIn("script", "link", "img", "iframe", "object", "base", "a", "use");
            for (int a = 0; a < element.getAttributes().getLength(); a++) {
                String name = element.getAttributes().item(a).getNodeName();
                String value = element.getAttributes().item(a).getNodeValue();
                assertThat(name)
                        .isNotIn("src", "href", "xlink:href", "srcset", "action")
                        .doesNotStartWith("on");
                assertThat(value).doesNotContain("NaN").doesNotContain("Infinity");
            }
        }
        assertThat(document.getElementsByTagName("style").item(0).getTextContent())
                .doesNotContain("url(")
                .doesNotContain("@import");
        assertThat(html).doesNotContain("http://").doesNotContain("https://");
        return document;
    }

    /** The numbers at the top, by their labels. */
    static Map<String, String> facts(Document document) {
        Map<String, String> facts = new LinkedHashMap<>();
        NodeList names = document.getElementsByTagName("dt");
        for (int k = 0; k < names.getLength(); k++) {
            facts.put(
                    names.item(k).getTextContent(),
                    document.getElementsByTagName("dd").item(k).getFirstChild().getTextContent());
        }
        return facts;
    }
}
