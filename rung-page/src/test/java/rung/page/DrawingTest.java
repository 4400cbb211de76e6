package rung.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Bands, points, limits, looks, and the same drawing as SVG and as PNG. */
class DrawingTest {
    private static final double NAN = Double.NaN;
    private static final int WHITE = 0xffffff;

    @TempDir
    private Path folder;

    private static double[] array(double... values) {
        return values;
    }

    private static Plot plot(Plot.Series... series) {
        return Plot.lines("t", "x", "y", List.of(series));
    }

    private static List<Element> elements(Document svg, String tag, String cssClass) {
        return PageReader.elements(svg, tag, cssClass);
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static double[] points(Element shape) {
        return Arrays.stream(shape.getAttribute("points").split("[ ,]"))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    /** The place of a value on the y axis, by the labels of two ticks and the lines beside them. */
    private static double height(Document svg, double value) {
        List<Element> grid = elements(svg, "line", "grid");
        List<Element> labels = elements(svg, "text", "soft").subList(0, grid.size());
        int last = grid.size() - 1;
        double low = Double.parseDouble(labels.get(0).getTextContent().replace('−', '-'));
        double high = Double.parseDouble(labels.get(last).getTextContent());
        double bottom = number(grid.get(0), "y1");
        return bottom + (value - low) / (high - low) * (number(grid.get(last), "y1") - bottom);
    }

    private static BufferedImage decoded(byte[] png) throws Exception {
        return ImageIO.read(new ByteArrayInputStream(png));
    }

    private static int color(BufferedImage image, double x, double y) {
        return image.getRGB((int) (2 * (x + 16)), (int) (2 * (y + 4))) & WHITE;
    }

    private static void checkBorders(BufferedImage image) {
        int right = image.getWidth() - 1;
        int bottom = image.getHeight() - 1;
        IntStream across =
                IntStream.rangeClosed(0, right).flatMap(x -> IntStream.of(image.getRGB(x, 0), image.getRGB(x, bottom)));
        IntStream down =
                IntStream.rangeClosed(0, bottom).flatMap(y -> IntStream.of(image.getRGB(0, y), image.getRGB(right, y)));
        assertThat(IntStream.concat(across, down).filter(pixel -> (pixel & WHITE) != WHITE))
                .isEmpty();
    }

    private static List<Plot.Series> several(int count, String name) {
        List<Plot.Series> series = new ArrayList<>();
        for (int s = 0; s < count; s++) {
            double level = s;
            series.add(new Plot.Series(
                    name + s,
                    IntStream.range(0, 30).asDoubleStream().toArray(),
                    IntStream.range(0, 30)
                            .mapToDouble(k -> level + Math.sin(k * 0.3))
                            .toArray()));
        }
        return series;
    }

    @Test
    void aBandLiesAroundItsLineAndTheAxisIncludesIt() throws Exception {
        Plot plot = plot(new Plot.Series("a", array(0, 1, 2, 3, 4), array(5, 6, 5, 6, 5))
                .withBand(array(1, 2, NAN, 1, 1), "± one standard error"));
        Document svg = PageReader.parsed(plot.svg());
        List<Element> bands = elements(svg, "polygon", "band");
        assertThat(bands).as("broken where a bound is missing").hasSize(2);
        double[] first = points(bands.get(0));
        assertThat(first).hasSize(8);
        int corner = 0;
        for (double value : array(6, 8, 4, 4)) {
            assertThat(first[2 * corner++ + 1]).isCloseTo(height(svg, value), within(0.11));
        }
        assertThat(first[0]).isEqualTo(points(elements(svg, "polyline", "line").get(0))[0]);
        assertThat(elements(svg, "line", "grid").stream()
                        .mapToDouble(line -> number(line, "y1"))
                        .min()
                        .orElseThrow())
                .as("the axis reaches the band's end")
                .isLessThanOrEqualTo(height(svg, 8) + 0.1);
        assertThat(new PlotWords(plot).description()).contains("± one standard error, lies between 4.000 and 8.000");
        assertThat(elements(svg, "circle", "hit").get(1).getTextContent()).isEqualTo("a, x 1: 6 (4 to 8)");
        assertThat(Style.css(Palette.LIGHT)).contains(".plot .band0{fill:#0072b2;fill-opacity:0.17}");
        Plot.Series line = plot.series().get(0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> line.withBand(array(1), array(2), "m"))
                .withMessage("lower must have 5 values, one for each x, got 1");
    }

    @Test
    void aBandThatLeavesALogarithmicAxisReachesItsEnd() throws Exception {
        Plot plot = plot(new Plot.Series("a", array(1, 2, 3), array(1, 1, 1)).withBand(array(0.5, 2, 0.5), "m"))
                .logarithmic();
        Document svg = PageReader.parsed(plot.svg());
        double[] band = points(elements(svg, "polygon", "band").get(0));
        double bottom = IntStream.range(0, band.length / 2)
                .mapToDouble(k -> band[2 * k + 1])
                .max()
                .orElseThrow();
        double axis = elements(svg, "line", "axis").stream()
                .mapToDouble(line -> number(line, "y1"))
                .max()
                .orElseThrow();
        assertThat(bottom).isEqualTo(axis);
    }

    @Test
    void pointsAreNotJoinedAndCarryTheirNames() throws Exception {
        Plot plot = plot(
                        Plot.Series.point("slow", 100, 0.1).withBand(array(0.05), "m"),
                        Plot.Series.point("fast", 1, 0.3),
                        Plot.Series.points("both", array(10, 1000), array(0.5, 0.6)))
                .logarithmicX();
        Document svg = PageReader.parsed(plot.inline(Plot.WIDE, "wide"));
        assertThat(elements(svg, "polyline", "line")).isEmpty();
        assertThat(elements(svg, "polyline", "whisker")).hasSize(1);
        List<Element> spots = elements(svg, "circle", "hit");
        double[] x = spots.stream().mapToDouble(spot -> number(spot, "cx")).toArray();
        assertThat(x[0] - x[2]).as("ten times as much, as far").isCloseTo(x[2] - x[1], within(0.2));
        assertThat(x[3] - x[0]).isCloseTo(x[0] - x[2], within(0.2));
        for (int s = 0; s < 2; s++) {
            String name = plot.series().get(s).name();
            Element text = elements(svg, "text", "").stream()
                    .filter(element -> element.getTextContent().equals(name))
                    .findFirst()
                    .orElseThrow();
            assertThat(Math.abs(number(text, "x") - x[s])).isLessThan(60);
            assertThat(Math.abs(number(text, "y") - number(spots.get(s), "cy"))).isLessThan(40);
        }
        assertThat(new PlotWords(plot).description()).contains("slow: 1 point, 0.1000 at 100");
        Plot none = plot(Plot.Series.point("a", 0, 1), Plot.Series.point("b", -3, 1))
                .logarithmicX();
        assertThat(none.isEmpty()).isTrue();
        PageReader.parsed(none.svg());
    }

    @Test
    void crowdedPointsAreNamedBelow() throws Exception {
        List<Plot.Series> series = new ArrayList<>();
        for (int s = 0; s < 10; s++) {
            series.add(Plot.Series.point("method " + s, 1 + 1e-3 * s, 1 + 1e-3 * s % 3));
        }
        series.add(Plot.Series.point("far", 9, 9));
        Document svg = PageReader.parsed(Plot.lines("t", "x", "y", series).inline(Plot.NARROW, "narrow"));
        for (Element text : elements(svg, "text", "")) {
            if (text.getTextContent().startsWith("method")) {
                assertThat(number(text, "y")).isGreaterThan(Plot.NARROW.height());
            }
        }
    }

    @Test
    void namesOfManyLinesStandBelowEachWithItsLook() throws Exception {
        for (Plot.Size size : List.of(Plot.WIDE, Plot.NARROW)) {
            Document svg = PageReader.parsed(
                    Plot.lines("t", "x", "y", several(10, "a method ")).inline(size, "wide"));
            List<Element> swatches = elements(svg, "line", "line");
            assertThat(swatches.stream()
                            .map(swatch -> swatch.getAttribute("class"))
                            .distinct())
                    .hasSize(10);
            double height = Double.parseDouble(
                    svg.getDocumentElement().getAttribute("viewBox").split(" ")[3]);
            List<Element> names = elements(svg, "text", "").stream()
                    .filter(text -> text.getTextContent().startsWith("a method"))
                    .toList();
            assertThat(names).hasSize(10);
            for (Element name : names) {
                assertThat(number(name, "y")).isBetween((double) size.height(), height);
                double width = Canvas.Letters.PLAIN.width(name.getTextContent());
                assertThat(number(name, "x") + width).isLessThanOrEqualTo(size.width());
                for (Element other : names) {
                    boolean isApart = other == name
                            || Math.abs(number(other, "y") - number(name, "y")) >= 18
                            || Math.abs(number(other, "x") - number(name, "x")) >= width;
                    assertThat(isApart).isTrue();
                }
            }
        }
    }

    @Test
    void whatLiesBeyondALimitIsCutOffAndSaid() throws Exception {
        Plot whole = plot(
                new Plot.Series("calm", array(0, 1, 2, 3), array(0.2, 0.4, 0.3, 0.2))
                        .withBand(array(0.1, 0.1, 0.1, 0.1), "m"),
                new Plot.Series("wild", array(0, 1, 2, 3), array(0.5, 50, 70, 0.5))
                        .withBand(array(0.5, 50, 70, 0.5), array(0.5, 140, 70, 0.5), "m"));
        Plot cut = whole.below(1);
        Document svg = PageReader.parsed(cut.svg());
        double top = height(svg, 1);
        for (String tag : List.of("polyline", "polygon")) {
            for (Element shape : PageReader.elements(svg, tag)) {
                double[] points = points(shape);
                for (int k = 1; k < points.length; k += 2) {
                    assertThat(points[k]).isGreaterThanOrEqualTo(top - 4.3); // a dot may reach over the border
                }
            }
        }
        List<Element> wild = elements(svg, "polyline", "line1");
        assertThat(wild).as("up and down again").hasSize(2);
        double[] up = points(wild.get(0));
        assertThat(up[3]).isCloseTo(top, within(0.1));
        double across = points(elements(svg, "polyline", "line0").get(0))[2] - up[0];
        assertThat(up[2] - up[0]).as("where it crosses").isCloseTo(across * 0.5 / 49.5, within(0.1));
        assertThat(elements(svg, "circle", "hit")).hasSize(6);
        String said = "Cut off above 1: wild reaches 140.";
        assertThat(new PlotWords(cut).description()).endsWith(said);
        assertThat(Page.chart(cut, "A note.", "").note()).isEqualTo("A note. " + said);
        assertThat(Page.chart(whole.below(1000), "A note.", "").note()).isEqualTo("A note.");
        assertThat(new PlotWords(whole.above(0.25)).cuts()).isEqualTo("Cut off below 0.25: calm reaches 0.1.");
        for (Plot other : List.of(
                whole.above(500),
                whole.below(-500),
                whole.within(0.3, 0.35),
                whole.logarithmic().within(1e-3, 0.4),
                whole.logarithmic().within(-5, 0.01),
                whole.logarithmic().above(500))) {
            PageReader.parsed(other.svg());
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> whole.within(2, 1))
                .withMessage("the lowest must be below the highest, got 2.0 and 1.0");
        assertThatIllegalStateException()
                .isThrownBy(() -> Plot.numbered("t", "x", "y", array(1)).within(1, 2))
                .withMessageContaining("bars stand on zero");
    }

    @Test
    void thePictureIsTheDrawing() throws Exception {
        Plot plot = plot(
                new Plot.Series("a", array(0, 1, 2, 4), array(0, 5, 2, 10)),
                new Plot.Series("b", array(0, 4), array(8, 8)).withLook(3).withBand(array(1, 1), "m"));
        Document svg = PageReader.parsed(plot.svg());
        BufferedImage image = decoded(plot.png());
        assertThat(image.getWidth()).isEqualTo(2 * (int) number(svg.getDocumentElement(), "width"));
        assertThat(image.getHeight()).isEqualTo(2 * (int) number(svg.getDocumentElement(), "height"));
        checkBorders(image);
        double[] line = points(elements(svg, "polyline", "line0").get(0));
        double unit = (line[6] - line[0]) / 4;
        for (double x : array(0, 0.5, 1, 1.7, 2, 3, 3.9)) {
            double value = x <= 1 ? 5 * x : x <= 2 ? 8 - 3 * x : 4 * x - 6;
            assertThat(color(image, line[0] + unit * x, height(svg, value)))
                    .as("x %s", x)
                    .isEqualTo(0x0072b2);
        }
        int band = color(image, line[0] + unit * 1.2, height(svg, 8.7));
        int[] mixed = IntStream.of(16, 8, 0)
                .map(shift -> (int) Math.round(0.83 * 255 + 0.17 * (0xcc79a7 >> shift & 0xff)))
                .toArray();
        for (int k = 0; k < 3; k++) {
            assertThat(band >> 16 - 8 * k & 0xff).isCloseTo(mixed[k], within(2));
        }
        assertThat(color(image, line[0] + unit * 1.2, height(svg, 9.3))).isEqualTo(WHITE);
        assertThat(plot.png()).isEqualTo(plot.png());
    }

    @Test
    void nothingIsCutOffAtTheBorders() throws Exception {
        String endless = "MMMMMM WWWWWW an endless name ".repeat(8);
        double[] x = array(-1234567, 9876543);
        for (int count : new int[] {1, 2, 10}) {
            List<Plot.Series> series = new ArrayList<>(several(count, endless));
            series.add(new Plot.Series(endless, x, x));
            Plot plot = Plot.lines(endless, endless, endless, series).withMark(9_000_000, endless);
            checkBorders(decoded(plot.png()));
            checkBorders(decoded(plot.logarithmic().logarithmicX().png()));
        }
        checkBorders(decoded(Plot.numbered("t", "x", "y", array(3, 2, 1)).png()));
        checkBorders(decoded(plot().png()));
    }

    @Test
    void aPlotIsWrittenInTheFormItsNameAsksFor() throws Exception {
        Plot plot = Plot.lines("t", "x", "y", several(3, "s"));
        plot.write(folder.resolve("a.svg"));
        plot.write(folder.resolve("a.PNG"));
        assertThat(Files.readString(folder.resolve("a.svg"))).isEqualTo(plot.svg());
        assertThat(Files.readAllBytes(folder.resolve("a.PNG"))).isEqualTo(plot.png());
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }

    /** Linear red, green and blue after Machado et al. 2009, at full severity: deutan, protan, tritan; and as they are. */
    private static final double[][] SIGHTS = {
        {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
        {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
        {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
        {1, 0, 0, 0, 1, 0, 0, 0, 1}
    };

    /** CIE L*a*b* of a color as it is seen. */
    private static double[] seen(int color, double[] sight) {
        double[] linear = IntStream.of(16, 8, 0)
                .mapToDouble(shift -> (color >> shift & 0xff) / 255.0)
                .map(c -> c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4))
                .toArray();
        double[] rgb = new double[3];
        for (int k = 0; k < 9; k++) {
            rgb[k / 3] += sight[k] * linear[k % 3];
        }
        double[] c = Arrays.stream(rgb).map(v -> Math.max(0, Math.min(1, v))).toArray();
        double x = curve((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.95047);
        double y = curve(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
        double z = curve((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.08883);
        return array(116 * y - 16, 500 * (x - y), 200 * (y - z));
    }

    private static double curve(double t) {
        return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116.0;
    }

    @Test
    void tenLooksAreToldApartByAnyEye() {
        assertThat(Style.LOOKS).isEqualTo(10);
        assertThat(IntStream.range(0, 10).mapToObj(k -> Style.line(k).dashes()).distinct())
                .hasSize(10);
        for (Palette palette : List.of(Palette.LIGHT, Palette.DARK)) {
            assertThat(palette.lines()).hasSize(10);
            for (double[] sight : SIGHTS) {
                for (int a = 0; a < 10; a++) {
                    double[] one = seen(palette.lines().get(a), sight);
                    double[] paper = seen(palette.paper(), sight);
                    assertThat(Math.abs(one[0] - paper[0]))
                            .as("look %d on paper", a)
                            .isGreaterThan(25);
                    for (int b = 0; b < a; b++) {
                        double[] other = seen(palette.lines().get(b), sight);
                        double distance = Math.sqrt(IntStream.range(0, 3)
                                .mapToDouble(k -> (one[k] - other[k]) * (one[k] - other[k]))
                                .sum());
                        assertThat(distance).as("looks %d and %d", a, b).isGreaterThan(10);
                    }
                }
            }
        }
    }
}
