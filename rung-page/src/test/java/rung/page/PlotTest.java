package rung.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Charts: round numbers on the axes, points where they belong, names on no line. */
class PlotTest {
    private static final double NAN = Double.NaN;

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<Element> elements(Document svg, String tag, String cssClass) {
        List<Element> found = new ArrayList<>();
        NodeList all = svg.getElementsByTagName(tag);
        for (int k = 0; k < all.getLength(); k++) {
            Element element = (Element) all.item(k);
            if (List.of(element.getAttribute("class").split(" ")).contains(cssClass)) {
                found.add(element);
            }
        }
        return found;
    }

    private static double[] points(Element polyline) {
        return List.of(polyline.getAttribute("points").split("[ ,]")).stream()
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @Test
    void ticksAreRoundAndWithinTheAxis() {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 2000; trial++) {
            double low = random.nextGaussian() * Math.pow(10, random.nextInt(-9, 10));
            double high = low + random.nextDouble() * Math.pow(10, random.nextInt(-9, 10));
            for (boolean isRounded : new boolean[] {false, true}) {
                AxisScale scale = AxisScale.linear(low, high, 5, false, isRounded);
                assertThat(scale.low()).isLessThanOrEqualTo(low).isLessThan(scale.high());
                assertThat(scale.high()).isGreaterThanOrEqualTo(high);
                assertThat(scale.ticks().length).as("%s to %s", low, high).isBetween(1, 12);
                assertThat(scale.labels()).hasSameSizeAs(scale.ticks());
                double hair = 1e-6 * (scale.high() - scale.low());
                for (double tick : scale.ticks()) {
                    assertThat(tick).isBetween(scale.low() - hair, scale.high() + hair);
                }
            }
        }
        assertThat(AxisScale.linear(0.881, 0.918, 4, false, true).labels())
                .containsExactly("0.88", "0.89", "0.90", "0.91", "0.92");
        assertThat(AxisScale.linear(0, 11_500, 3, false, true).labels()).containsExactly("0", "5k", "10k", "15k");
        assertThat(AxisScale.linear(1, 24, 5, true, false).labels()).containsExactly("1", "5", "10", "15", "20");
        assertThat(AxisScale.linear(1, 3, 9, true, false).labels()).containsExactly("1", "2", "3");
        assertThat(AxisScale.linear(-1, 1, 4, false, true).labels()).containsExactly("−1.0", "−0.5", "0", "0.5", "1.0");
    }

    @Test
    void aLogarithmicAxisHasPowersOfTen() {
        assertThat(AxisScale.logarithmic(0.011, 1.4, 6).labels())
                .containsExactly("0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2");
        assertThat(AxisScale.logarithmic(0.3, 3e4, 4).ticks()).containsExactly(1, 10, 100, 1000, 10_000);
        AxisScale wide = AxisScale.logarithmic(1e-200, 1e200, 4);
        assertThat(wide.ticks().length).isBetween(2, 8);
        assertThat(wide.place(1)).isCloseTo(0.5, within(0.01));
        AxisScale point = AxisScale.logarithmic(3, 3, 4);
        assertThat(point.low()).isLessThanOrEqualTo(3).isLessThan(point.high());
    }

    @Test
    void pointsLieWhereTheirTicksAre() throws Exception {
        Plot plot = Plot.lines(
                "t", "x", "y", List.of(new Plot.Series("a", new double[] {0, 1, 2, 4}, new double[] {0, 5, NAN, 10})));
        Document svg = parsed(plot.svg());
        List<Element> lines = elements(svg, "polyline", "line");
        assertThat(lines).as("broken where a value is missing").hasSize(2);
        double[] first = points(lines.get(0));
        double[] last = points(lines.get(1));
        assertThat(first[2] - first[0]).isCloseTo((last[0] - first[0]) / 4, within(0.2));
        assertThat(first[1] - first[3]).isCloseTo((first[1] - last[1]) / 2, within(0.2));
        assertThat(svg.getElementsByTagName("desc").item(0).getTextContent()).contains("3 points, from 0");
    }

    @Test
    void barsAreAsHighAsTheirCounts() throws Exception {
        Plot plot = Plot.histogram("t", "x", "n", new double[] {-1, 0, 1, 2}, new long[] {10, 40, 0});
        List<Element> bars = elements(parsed(plot.inline(Plot.WIDE, "wide")), "rect", "bar");
        assertThat(bars).hasSize(3);
        double ten = Double.parseDouble(bars.get(0).getAttribute("height"));
        assertThat(Double.parseDouble(bars.get(1).getAttribute("height"))).isCloseTo(4 * ten, within(0.5));
        assertThat(bars.get(2).getAttribute("height")).isEqualTo("0.0");
        assertThat(bars.get(1).getTextContent()).isEqualTo("x from 0 to 1: 40");
    }

    @Test
    void namesAreOnNoLineAndNotOnEachOther() {
        double[] falling = {0, 10, 300, 90};
        double[] flat = {0, 100, 300, 100};
        double[] rising = {0, 190, 300, 110};
        LabelPlacement labels = new LabelPlacement(0, 0, 300, 200);
        List<double[]> lines = List.of(falling, flat, rising);
        lines.forEach(labels::avoid);
        List<double[]> boxes = new ArrayList<>();
        for (double[] own : lines) {
            boxes.add(labels.place(80, 18, List.of(own)));
        }
        for (double[] box : boxes) {
            assertThat(DoubleStream.of(box)).allMatch(side -> side >= 0 && side <= 300);
            for (double[] line : lines) {
                for (double part = 0; part <= 1; part += 1e-3) {
                    double x = part * 300;
                    double y = line[1] + part * (line[3] - line[1]);
                    boolean isInside = x > box[0] && x < box[2] && y > box[1] && y < box[3];
                    assertThat(isInside).isFalse();
                }
            }
            for (double[] other : boxes) {
                boolean isApart = box[2] < other[0] || other[2] < box[0] || box[3] < other[1] || other[3] < box[1];
                assertThat(other == box || isApart).isTrue();
            }
        }
    }

    @Test
    void namesStandOnlyWhereThereAreSeveralLines() throws Exception {
        double[] x = {1, 2, 3};
        Plot.Series first = new Plot.Series("a & b", x, new double[] {9, 8, 7});
        Plot.Series second = new Plot.Series("<c>", x, new double[] {1, 2, 1});
        Document one = parsed(Plot.lines("t", "x", "y", List.of(first)).inline(Plot.NARROW, "narrow"));
        assertThat(elements(one, "line", "line")).isEmpty();
        Document two = parsed(Plot.lines("t", "x", "y", List.of(first, second)).inline(Plot.NARROW, "narrow"));
        assertThat(elements(two, "line", "line")).hasSize(2);
        assertThat(elements(two, "text", "").stream().map(Element::getTextContent))
                .contains("a & b", "<c>");
    }

    @Test
    void textIsSafeBetweenTagsAndBetweenQuotes() {
        assertThat(Markup.escaped("<a href=\"x\" title='y'> & \t𝄞"))
                .isEqualTo("&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt; &amp; \t𝄞");
        assertThat(Markup.escaped("\u0000\ud800\uffff\u007f")).isEqualTo("\ufffd".repeat(4));
    }

    @Test
    void nothingToDrawIsNoTrouble() throws Exception {
        Plot empty = Plot.lines("t", "x", "y", List.of());
        Plot lost = Plot.lines("t", "x", "y", List.of(new Plot.Series("a", new double[] {1, 2}, new double[] {0, -3})))
                .logarithmic();
        for (Plot plot : List.of(empty, lost, Plot.numbered("t", "x", "y", new double[] {NAN}))) {
            assertThat(plot.isEmpty()).isTrue();
            parsed(plot.svg());
        }
        Plot point = Plot.lines("t", "x", "y", List.of(new Plot.Series("a", new double[] {1}, new double[] {7})))
                .withMark(1, 7, "here")
                .withMark(9, "outside");
        assertThat(point.isEmpty()).isFalse();
        Document svg = parsed(point.inline(Plot.NARROW, "narrow"));
        assertThat(elements(svg, "circle", "ring")).hasSize(1);
        assertThat(elements(svg, "line", "mark")).hasSize(1);
    }
}
