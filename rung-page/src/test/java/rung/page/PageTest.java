package rung.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Pages: tables, pictures, contents, and all of them together. */
class PageTest {
    private static final String HOSTILE = "\"><script>alert('a & b')</script> ]]> <!-- &amp;";

    private static final Page.Table TABLE = new Page.Table(
            "Errors",
            1,
            List.of("method", "error", "F"),
            List.of(List.of("a", "0.12", "–"), List.of("b", "0.10", "0.8"), List.of("c", "0.10", "0.9")));

    private static List<String> best(Document document) {
        return PageReader.elements(document, "strong").stream()
                .map(Element::getTextContent)
                .toList();
    }

    @Test
    void theBestOfAColumnStandsOutAndWhatReadsTheSame() throws Exception {
        Page.Table table = TABLE.withLowest(1, 0.121, 0.101, 0.104)
                .withHighest(2, Double.NaN, 0.8, 0.9)
                .withNote("F is 1 at best.")
                .withNote(HOSTILE);
        Document document = PageReader.checked(new Page("p").tables(List.of(table)));
        assertThat(best(document)).containsExactly("0.10", "0.10", "0.9");
        assertThat(PageReader.elements(document, "td", "number")).hasSize(6);
        assertThat(PageReader.elements(document, "th", "number")).hasSize(2);
        assertThat(PageReader.elements(document, "p", "note").stream().map(Element::getTextContent))
                .containsExactly("F is 1 at best.", HOSTILE);
        assertThat(best(PageReader.checked(
                        new Page("p").tables(List.of(TABLE.withLowest(2, Double.NaN, Double.NaN, Double.NaN))))))
                .isEmpty();
        assertThat(best(PageReader.checked(new Page("p").details(TABLE.withHighest(1, 3, 2, 1)))))
                .containsExactly("0.12");
    }

    @Test
    void tablesThatDoNotFitAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TABLE.withLowest(1, 1, 2))
                .withMessage("there must be a value for each of 3 rows, got 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Page.Table("c", 1, List.of("a", "b"), List.of(List.of("1"))))
                .withMessage("a row must have 2 cells, as many as the head has, got 1: [1]");
    }

    @Test
    void manySectionsHaveATableOfContents() throws Exception {
        Page page = new Page("p").paragraph("before");
        for (int k = 1; k <= 5; k++) {
            page.heading("Section " + k).paragraph("text");
        }
        assertThat(PageReader.elements(PageReader.checked(page), "nav")).isEmpty();
        Document document = PageReader.checked(page.heading(HOSTILE));
        List<Element> links = PageReader.elements(document, "a");
        assertThat(links).hasSize(6);
        assertThat(links.get(5).getTextContent()).isEqualTo(HOSTILE);
        for (Element link : links) {
            Element target = PageReader.elements(document, "h2").stream()
                    .filter(heading -> ("#" + heading.getAttribute("id")).equals(link.getAttribute("href")))
                    .findFirst()
                    .orElseThrow();
            assertThat(target.getTextContent()).isEqualTo(link.getTextContent());
        }
        Element contents = PageReader.elements(document, "nav").get(0);
        assertThat(contents.getPreviousSibling().getPreviousSibling().getTextContent())
                .isEqualTo("before");
    }

    @Test
    void aPictureIsThereAsItIs() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        BufferedImage image = new BufferedImage(13, 7, BufferedImage.TYPE_INT_RGB);
        IntStream.range(0, 91).forEach(k -> image.setRGB(k % 13, k / 13, random.nextInt(1 << 24)));
        Document document =
                PageReader.checked(new Page("p").figures(List.of(Page.picture("t", HOSTILE, image, "a note"))));
        Element shown = PageReader.elements(document, "img").get(0);
        assertThat(shown.getAttribute("alt")).isEqualTo(HOSTILE);
        BufferedImage read = PageReader.decoded(shown.getAttribute("src"));
        for (int k = 0; k < 91; k++) {
            assertThat(read.getRGB(k % 13, k / 13)).isEqualTo(image.getRGB(k % 13, k / 13));
        }
        assertThat(PageReader.elements(document, "figcaption").get(0).getTextContent())
                .isEqualTo("a note");
    }

    @Test
    void aPageOfNineMethodsIsWhole() throws Exception {
        SplittableRandom random = new SplittableRandom(4);
        List<Plot.Series> lines = new ArrayList<>();
        List<Plot.Series> points = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        double[] errors = new double[9];
        for (int k = 0; k < 9; k++) {
            double[] ranks = IntStream.rangeClosed(1, 20).asDoubleStream().toArray();
            double[] error = random.doubles(20, 0.1, 1).toArray();
            double[] reach = random.doubles(20, 0, 0.2).toArray();
            error[10] = k == 8 ? 40 : error[10];
            lines.add(new Plot.Series(HOSTILE + k, ranks, error).withBand(reach, "± one standard error"));
            points.add(Plot.Series.point("method " + k, Math.pow(10, random.nextDouble(-2, 3)), error[19]));
            errors[k] = error[19];
            rows.add(List.of("method " + k, NumberText.error(error[19])));
        }
        Page page = new Page("Nine")
                .heading("Error")
                .figures(List.of(
                        Page.chart(
                                Plot.lines("By rank", "rank", "error", lines)
                                        .whole()
                                        .below(1.5),
                                "",
                                ""),
                        Page.chart(Plot.lines("By time", "s", "error", points).logarithmicX(), "", "")))
                .heading("Table")
                .tables(List.of(new Page.Table("All", 1, List.of("method", "error"), rows).withLowest(1, errors)));
        Document document = PageReader.checked(page);
        assertThat(PageReader.elements(document, "svg")).hasSize(4);
        assertThat(PageReader.elements(document, "polygon", "band")).hasSize(18);
        assertThat(PageReader.elements(document, "figcaption").get(0).getTextContent())
                .startsWith("Cut off above 1.5: " + HOSTILE + "8 reaches 40.");
        assertThat(best(document)).hasSize(1);
    }
}
