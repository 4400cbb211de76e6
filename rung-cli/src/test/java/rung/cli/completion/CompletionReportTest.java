package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import rung.completion.Completion;
import rung.completion.Preparation;
import rung.completion.Smoothness;
import rung.data.Observations;
import rung.page.NumberText;
import rung.page.PageReader;

/** The page about a completion: whole, safe, and true to what it was given. */
class CompletionReportTest {
    private static final String HOSTILE = "\"><script>alert('a & b')</script> ]]> \u0000\u0001\ud800 \u202e<!-- &amp;";

    /** Rank one and noise; column j lacks every (j + 2)-th cell. */
    private static Observations data(int rows, int columns) {
        SplittableRandom random = new SplittableRandom(3);
        double[] row = random.doubles(rows, 1, 3).toArray();
        Observations.Builder builder = Observations.builder(rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                if (i % (j + 2) != 0) {
                    builder.add(i, j, (j + 1) * row[i] + 0.1 * random.nextGaussian());
                }
            }
        }
        return builder.build();
    }

    private static Document page(Observations data, Completion.Completed completed, String name) throws Exception {
        List<String> names =
                IntStream.range(0, data.columns()).mapToObj(j -> name + j).toList();
        return PageReader.checked(CompletionReport.page(new CompletionReport.Input(
                name,
                names,
                completed.columns().stream()
                        .map(column -> column.kind().words())
                        .toList(),
                (j, value) -> NumberText.error(value),
                data,
                completed,
                Map.of("--seed", name),
                Map.of("reading", 0.25, "choosing", 1.5))));
    }

    private static String barsOf(Document document, int number) {
        NodeList tables = document.getElementsByTagName("table");
        int bars = 0;
        for (int k = 0; k < tables.getLength(); k++) {
            Element table = (Element) tables.item(k);
            if (table.getAttribute("class").equals("bars") && bars++ == number) {
                return table.getTextContent().replaceAll("\\s+", " ").strip();
            }
        }
        throw new AssertionError("there are only " + bars + " tables of bars");
    }

    @Test
    void theNumbersAreThoseOfTheCompletion() throws Exception {
        Observations data = data(60, 10);
        Completion.Completed completed = Completion.byDefault().complete(data);
        Document document = page(data, completed, "c");
        assertThat(PageReader.facts(document))
                .containsEntry("Rows", "60")
                .containsEntry("Columns", "10")
                .containsEntry("Holes", String.valueOf(600 - data.count()))
                .containsEntry("Rank", String.valueOf(completed.rank()))
                .containsEntry(
                        "Held-out error",
                        NumberText.error(completed.heldOutError().orElseThrow()))
                .containsEntry("Time", "1.8 s");
        assertThat(document.getDocumentElement().getTextContent())
                .contains("column means: "
                        + NumberText.error(completed.baselineError().orElseThrow()))
                .contains("chosen: rank " + completed.rank())
                .contains("What the low-rank matrix says of the " + data.count() + " observed cells")
                .contains("Not shown: 2 more with holes.");
        assertThat(barsOf(document, 0))
                .startsWith("c030 (50 %) c120 (33 %) c215 (25 %)")
                .endsWith("c77 (12 %)");
    }

    @Test
    void aChartOfASinglePointIsLeftOut() throws Exception {
        Observations data = data(60, 10);
        for (int rank = 1; rank <= 2; rank++) {
            Completion.Completed completed =
                    Completion.byDefault().withRank(rank).complete(data);
            assertThat(completed.solution().trace()).hasSize(rank);
            String text = page(data, completed, "c").getDocumentElement().getTextContent();
            assertThat(text.contains("Seconds against rank")).isEqualTo(rank > 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasTakenOffIsSaid(Preparation preparation) throws Exception {
        Observations data = data(60, 10);
        Completion.Completed found = Completion.byDefault().complete(data);
        List<Completion.Trial> trials = found.trials().stream()
                .filter(trial -> trial.preparation() == found.preparation())
                .map(trial -> new Completion.Trial(preparation, trial.rank(), trial.error(), trial.errors()))
                .toList();
        Completion.Completed completed = new Completion.Completed(
                new Completion.Completed.Selection(
                        preparation,
                        found.rank(),
                        found.isLimited(),
                        found.heldOutError(),
                        found.baselineError(),
                        trials,
                        found.columns(),
                        false,
                        found.selection().heldOutCells()),
                new Completion.Completed.Outcome(
                        found.matrix(),
                        found.solution(),
                        found.order(),
                        found.uncertainty(),
                        found.filling(),
                        found.model()),
                found.grossErrors(),
                false);
        String text = page(data, completed, "c").getDocumentElement().getTextContent();
        String end = switch (preparation) {
            case NONE -> ".";
            case COLUMNS -> ", after the columns were centered and scaled.";
            case ROWS_AND_COLUMNS -> ", after the columns were centered and scaled and the rows leveled.";
            case MEAN -> ", after the mean of the table was taken off.";
            case LEVELS -> ", after the levels of rows and columns were taken off.";
        };
        assertThat(text).contains("Of the low-rank part" + end).contains(preparation.toString());
    }

    /* Each column has its kind and its error in its own unit, and some filled cells are shown. */
    @Test
    void columnsAndSomeCellsAreShown() throws Exception {
        Observations data = data(60, 10);
        Completion.Completed completed = Completion.byDefault().complete(data);
        String text = page(data, completed, "c").getDocumentElement().getTextContent();
        assertThat(text).contains("Taken for").contains("Some filled cells");
        for (Completion.Column column : completed.columns()) {
            String four = String.format(Locale.ROOT, "%.4g", column.error().orElseThrow());
            assertThat(text).contains(NumberText.general(Double.parseDouble(four)));
        }
    }

    /* What comes after the climb is in the chart: the mark lies on it, and the legend names it. */
    @Test
    void theLastStageIsDrawn() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        Observations.Builder builder = Observations.builder(300, 6);
        double[] local = new double[6];
        for (int i = 0; i < 300; i++) {
            double shared = random.nextGaussian();
            for (int j = 0; j < 6; j++) {
                local[j] = 0.97 * local[j] + 0.25 * random.nextGaussian();
                if (random.nextDouble() < 0.8) {
                    builder.add(i, j, (j + 1) * shared + 3 * local[j] + 0.1 * random.nextGaussian());
                }
            }
        }
        Observations data = builder.build();
        Completion.Completed smooth = Completion.byDefault().complete(data);
        assertThat(smooth.order()).isPresent();
        assertThat(page(data, smooth, "c").getDocumentElement().getTextContent())
                .contains("The last step, from the curve to the mark, is the fit with neighbors.")
                .contains("What the low-rank matrix and the neighbors say of the ");
        Completion.Completed plain =
                Completion.byDefault().withSmoothness(Smoothness.none()).complete(data);
        double least = plain.trials().stream()
                .filter(trial -> trial.preparation() == plain.preparation())
                .mapToDouble(Completion.Trial::error)
                .findFirst()
                .orElseThrow();
        boolean isLater = plain.heldOutError().orElseThrow() != least;
        assertThat(page(data, plain, "c").getDocumentElement().getTextContent().contains("The last step, from"))
                .isEqualTo(isLater);
    }

    @Test
    void aTableTooSmallToChooseByIsSaidToBe() throws Exception {
        Observations data = Observations.builder(3, 2).add(0, 0, 1).add(1, 1, 2).build();
        Document document = page(data, Completion.byDefault().complete(data), "c");
        assertThat(PageReader.facts(document)).containsEntry("Held-out error", NumberText.NONE);
        assertThat(document.getDocumentElement().getTextContent())
                .contains("too few cells to hold any out")
                .contains("There is no low-rank part");
    }

    @Test
    void hostileNamesDoNoHarm() throws Exception {
        Observations data = data(30, 4);
        page(data, Completion.byDefault().complete(data), HOSTILE);
    }
}
