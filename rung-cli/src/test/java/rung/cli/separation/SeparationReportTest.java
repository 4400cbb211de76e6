package rung.cli.separation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import rung.Step;
import rung.cli.JsonReader;
import rung.linalg.Matrix;
import rung.page.FrameImages;
import rung.page.HeatMap;
import rung.page.Histogram;
import rung.page.PageReader;
import rung.page.Player;

/** The page about a separation: whole, safe, on its own, and true to what it was given. */
class SeparationReportTest {
    private static final String HOSTILE =
            "\"><script>alert('a & b')</script> ]]> \u0000\u0001\ud800 \u202e<!-- &amp; \\u003c \\";
    private static final String SHOWN = HOSTILE.replaceAll("[\u0000\u0001\ud800]", "\ufffd");

    @TempDir
    private Path folder;

    private static final Histogram MAGNITUDES = new Histogram(new double[] {0, 10, 20, 30}, new long[] {900, 0, 60});

    private static Player player(String name, int frames) {
        return new FrameImages(8, 6, frames)
                .choose(List.of(
                        new FrameImages.Video(name, name, FrameImages.Kind.COLOR, k -> flat(3 * 48, 40 + k)),
                        new FrameImages.Video("Mask", "mask", FrameImages.Kind.MASK, k -> flat(48, k % 2))))
                .player(25, k -> name + k, 0);
    }

    private static byte[] flat(int size, int value) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static SeparationReport.MaskScore score(
            String range, double f, double precision, double recall, double threshold) {
        return new SeparationReport.MaskScore(
                range, OptionalDouble.of(f), OptionalDouble.of(precision), OptionalDouble.of(recall), threshold);
    }

    private static SeparationReport.Result result() {
        return new SeparationReport.Result(2, OptionalDouble.of(20), 12.5, 0.0625, new double[] {90, 30}, MAGNITUDES);
    }

    private static SeparationReport.Video video(String name, int frames) {
        double[] shares = new double[frames];
        Arrays.fill(shares, 0.0625);
        return new SeparationReport.Video(8, 6, 470, frames, player(name, frames), "a note", shares);
    }

    private static SeparationReport.Input input(String source, SeparationReport.Subject subject) {
        return new SeparationReport.Input(
                source, subject, result(), Map.of(), Map.of(), List.of(), List.of(), Map.of());
    }

    private static Step step(int k, int rank, double value) {
        return new Step(k, rank, value, OptionalDouble.of(1), Duration.ofMillis(250L * k), OptionalDouble.empty());
    }

    private static List<Element> elements(Document document, String tag) {
        return PageReader.elements(document, tag);
    }

    private static BufferedImage decoded(String uri) throws Exception {
        return PageReader.decoded(uri);
    }

    private static Document checked(SeparationReport.Input input) throws Exception {
        return PageReader.checked(SeparationReport.page(input));
    }

    private static Map<?, ?> frames(Document document) {
        String json = elements(document, "script").stream()
                .filter(script -> script.getAttribute("class").equals("frames"))
                .findFirst()
                .orElseThrow()
                .getTextContent();
        return (Map<?, ?>) new JsonReader(json).read();
    }

    @Test
    void theNumbersAreThoseGiven() throws Exception {
        Map<String, Double> timings = new LinkedHashMap<>();
        timings.put("reading", 0.5);
        timings.put("separating", 6.5);
        Document document = checked(new SeparationReport.Input(
                "highway",
                video("frame ", 4),
                result(),
                Map.of("--rank", "2"),
                timings,
                List.of(step(1, 1, 400), step(2, 2, 300), step(3, 2, 250)),
                List.of(score("470–473", 0.91, 0.92, 0.9, 22.5), score("472–473", 0.81, 0.82, 0.8, Double.NaN)),
                Map.of("algorithm", "Fast <Greedy>")));
        assertThat(PageReader.facts(document))
                .containsEntry("Rank", "2")
                .containsEntry("Delta", "20")
                .containsEntry("Threshold", "12.5")
                .containsEntry("Foreground", "6.25 %")
                .containsEntry("F", "0.9100")
                .containsEntry("Precision", "0.9200")
                .containsEntry("Recall", "0.9000")
                .containsEntry("Time", "7.0 s");
        String text = document.getDocumentElement().getTextContent();
        assertThat(text)
                .contains("4 frames of 8×6 pixels")
                .contains("a note")
                .contains("threshold 12.5")
                .contains("rank 2 reached")
                .contains("foreground, frame 473: 6.25")
                .contains("values, |S| 30: 60")
                .contains("of 960.")
                .contains("Fast <Greedy>");
        assertThat(elements(document, "tr").stream().map(Element::getTextContent))
                .contains(
                        "470–4730.91000.92000.900022.5", "472–4730.81000.82000.8000–", "1" + "1" + "400.000" + "0.250");
    }

    @Test
    void everyFrameIsInThePage() throws Exception {
        Document document = checked(input("v", video("frame ", 5)));
        Map<?, ?> frames = frames(document);
        assertThat(frames.get("labels")).isEqualTo(List.of("frame 0", "frame 1", "frame 2", "frame 3", "frame 4"));
        assertThat(((Number) frames.get("rate")).doubleValue()).isEqualTo(25);
        assertThat(((Number) frames.get("mask")).intValue()).isEqualTo(1);
        List<?> strips = (List<?>) frames.get("strips");
        assertThat(strips).hasSize(2);
        for (int k = 0; k < 5; k++) {
            int color = decoded((String) ((List<?>) strips.get(0)).get(k)).getRGB(3, 3);
            assertThat(color & 0xff).isBetween(40 + k - 1, 40 + k + 1);
            assertThat(decoded((String) ((List<?>) strips.get(1)).get(k)).getRGB(3, 3))
                    .isEqualTo(k % 2 == 0 ? 0 : 0xffffffff);
        }
        List<Element> pictures = elements(document, "img");
        assertThat(pictures).hasSize(2);
        for (int s = 0; s < 2; s++) {
            assertThat(pictures.get(s).getAttribute("src"))
                    .as("without scripts the first frame is seen")
                    .isEqualTo(((List<?>) strips.get(s)).get(0));
        }
        assertThat(elements(document, "input").stream().map(input -> input.getAttribute("max")))
                .contains("4");
    }

    @Test
    void controlsHaveNames() throws Exception {
        Document document = checked(input("v", video("frame ", 2)));
        assertThat(elements(document, "button").stream().map(button -> button.getAttribute("aria-label")))
                .containsExactly("Previous frame", "Play", "Next frame");
        assertThat(elements(document, "option").stream().map(Element::getTextContent))
                .containsExactly("½×", "1×", "2×", "4×");
        assertThat(elements(document, "label").stream().map(Element::getTextContent))
                .contains("Mask over frame ");
        Document still = checked(input("v", video("frame ", 1)));
        assertThat(elements(still, "button")).as("one frame does not move").isEmpty();
        assertThat(elements(still, "img")).hasSize(2);
    }

    @Test
    void hostileTextStaysText() throws Exception {
        Document document = checked(new SeparationReport.Input(
                HOSTILE,
                video(HOSTILE, 2),
                result(),
                Map.of(HOSTILE, HOSTILE),
                Map.of(HOSTILE, 1.0),
                List.of(),
                List.of(score(HOSTILE, 1, 1, 1, 1)),
                Map.of(HOSTILE, HOSTILE)));
        assertThat(elements(document, "h1").get(0).getTextContent()).isEqualTo(SHOWN);
        assertThat(elements(document, "h4").get(0).getTextContent()).isEqualTo(SHOWN);
        assertThat(elements(document, "img").get(0).getAttribute("alt")).isEqualTo(SHOWN);
        assertThat(frames(document).get("labels"))
                .as("the script gets the very text")
                .isEqualTo(List.of(HOSTILE + "0", HOSTILE + "1"));
        assertThat(elements(document, "script")).hasSize(2);
    }

    @Test
    void aMatrixIsShownInColors() throws Exception {
        Matrix m = Matrix.of(new double[][] {{0, 10, Double.NaN}, {5, 10, 2}});
        Matrix low = Matrix.of(new double[][] {{1, 9, 5}, {5, 9, 0}});
        Matrix sparse = Matrix.of(new double[][] {{-1, 1, 0}, {0, 4, 2}});
        List<HeatMap> maps = HeatMap.of(m, low, sparse);
        Document document = checked(input("t.csv", new SeparationReport.Table(2, 3, maps)));
        assertThat(elements(document, "script")).as("nothing moves").isEmpty();
        assertThat(PageReader.facts(document)).containsKey("Sparse part");
        List<Element> pictures = elements(document, "img");
        assertThat(pictures).hasSize(3);
        BufferedImage first = decoded(pictures.get(0).getAttribute("src"));
        BufferedImage second = decoded(pictures.get(1).getAttribute("src"));
        BufferedImage third = decoded(pictures.get(2).getAttribute("src"));
        assertThat(first.getWidth()).isEqualTo(3);
        assertThat(first.getHeight()).isEqualTo(2);
        assertThat(first.getRGB(2, 0) >>> 24).as("no number, no color").isZero();
        assertThat(first.getRGB(0, 0)).isEqualTo(second.getRGB(2, 1)).isEqualTo(0xff14213d);
        assertThat(first.getRGB(1, 0)).isEqualTo(first.getRGB(1, 1)).isEqualTo(0xfff4e285);
        assertThat(first.getRGB(0, 1)).as("one scale for both").isEqualTo(second.getRGB(0, 1));
        assertThat(third.getRGB(2, 0)).as("zero").isEqualTo(0xfff7f7f7);
        assertThat(third.getRGB(1, 1)).as("the farthest from zero").isEqualTo(0xffd55e00);
    }

    @Test
    void aVeryLargeMatrixIsNotDrawn() throws Exception {
        Matrix wide = new Matrix(2, HeatMap.LARGEST + 1);
        Document document =
                checked(input("w", new SeparationReport.Table(2, wide.columns(), HeatMap.of(wide, wide, wide))));
        assertThat(elements(document, "img")).isEmpty();
        assertThat(document.getDocumentElement().getTextContent()).contains("no side is longer than 2000");
        Matrix none = new Matrix(0, 0);
        checked(input("none", new SeparationReport.Table(0, 0, HeatMap.of(none, none, none))));
    }

    @Test
    void whatThereIsNotIsSaid() throws Exception {
        Document document = checked(new SeparationReport.Input(
                "none",
                video("frame ", 2),
                new SeparationReport.Result(
                        0,
                        OptionalDouble.empty(),
                        Double.NaN,
                        Double.NaN,
                        new double[0],
                        new Histogram(new double[] {0}, new long[0])),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                Map.of()));
        assertThat(PageReader.facts(document))
                .containsEntry("Threshold", "–")
                .containsEntry("Time", "–")
                .doesNotContainKeys("Delta", "F");
        assertThat(document.getDocumentElement().getTextContent())
                .contains("The part of low rank is zero")
                .contains("There is no path")
                .contains("S has no entries")
                .contains("No times were taken")
                .doesNotContain("Against the truth");
        checked(new SeparationReport.Input(
                "broken",
                video("frame ", 2),
                result(),
                Map.of(),
                Map.of("a", Double.NaN),
                List.of(step(1, 2, Double.POSITIVE_INFINITY), step(2, 2, Double.NaN), step(3, 2, 1e308)),
                List.of(new SeparationReport.MaskScore(
                        "all",
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.of(0),
                        Double.POSITIVE_INFINITY)),
                Map.of()));
    }

    @Test
    void aVideoHasAShareForEachFrame() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SeparationReport.Video(2, 2, 0, 3, null, "", new double[2]))
                .withMessageContaining("each of 3 frames, got 2");
    }

    @Test
    void thePageIsWrittenAsAWholeAndLittleHeavierThanItsPictures() throws Exception {
        int frames = 200;
        long budget = 400_000;
        FrameImages.Chosen chosen = new FrameImages(48, 32, frames, budget, 0.8f)
                .choose(List.of(new FrameImages.Video("v", "v", FrameImages.Kind.GREY, k -> flat(48 * 32, k))));
        SeparationReport.Input input = input(
                "v",
                new SeparationReport.Video(
                        48, 32, 0, frames, chosen.player(25, k -> "frame " + k, 0), chosen.note(), new double[frames]));
        Path file = folder.resolve("out.html");
        Files.writeString(file, "before");
        SeparationReport.write(file, input);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
        assertThat(Files.readString(file))
                .isEqualTo(SeparationReport.page(input).html());
        assertThat(Files.size(file)).isLessThan(budget + 150_000);
    }
}
