package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import rung.Step;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.sampling.biased.BiasedFactors;
import rung.linalg.Matrix;
import rung.linalg.Svd;
import rung.lists.Measured;
import rung.lists.Seen;
import rung.page.Histogram;
import rung.page.NumberText;
import rung.page.PageReader;
import rung.page.Spectrum;
import rung.ratings.Model;
import rung.ratings.Part;
import rung.ratings.RatingModel;
import rung.ratings.Recommender;

/** The page about a training: whole, safe, on its own, and true to what it was given. */
class TrainingReportTest {
    private static final String HOSTILE = "\"><script>alert('a & b')</script> ]]> \u0000\u0001\ud800 \u202e<!-- &amp;";

    @TempDir
    private Path folder;

    private static Ratings ratings(int count) {
        SplittableRandom random = new SplittableRandom(5);
        Ratings.Builder builder = Ratings.builder();
        for (int e = 0; e < count; e++) {
            builder.add("u" + random.nextInt(30), "i" + random.nextInt(20), 1 + random.nextInt(5));
        }
        return builder.build(Duplicates.LAST);
    }

    private static BiasedFactors.Lines lines(int count, int rank, double spread) {
        SplittableRandom random = new SplittableRandom(count);
        float[] factors = new float[count * rank];
        for (int k = 0; k < factors.length; k++) {
            factors[k] = (float) (random.nextGaussian() * Math.pow(spread, k % rank));
        }
        double[] priors = new double[rank + 1];
        Arrays.fill(priors, 1);
        return new BiasedFactors.Lines(rank, factors, new float[count], new float[0], priors);
    }

    private static Seen seen(Ratings ratings) {
        int[] start = new int[ratings.users().size() + 1];
        List<Integer> items = new ArrayList<>();
        for (int user = 0; user + 1 < start.length; user++) {
            for (int item = 0; item < ratings.items().size(); item++) {
                for (int e = 0; e < ratings.count(); e++) {
                    if (ratings.user()[e] == user && ratings.item()[e] == item) {
                        items.add(item);
                    }
                }
            }
            start[user + 1] = items.size();
        }
        return new Seen(start, items.stream().mapToInt(Integer::intValue).toArray());
    }

    private static Recommender.Trained trained(
            Ratings ratings, int rank, double spread, List<Step> choosing, double heldOut, List<Step> path) {
        BiasedFactors factors = new BiasedFactors(
                3,
                1,
                lines(ratings.users().size(), rank, spread),
                lines(ratings.items().size(), rank, spread),
                0);
        Model model = Model.ofRatings(
                ratings.users(),
                ratings.items(),
                new RatingModel(factors, 1, 5),
                seen(ratings),
                Map.of("algorithm", "Fast <Greedy>", "held-out error", ""),
                path);
        return new Recommender.Trained(
                model, choosing, known(heldOut), OptionalDouble.empty(), List.of(), Optional.empty(), false);
    }

    private static Step step(int k, int rank, double value, double heldOut) {
        return new Step(k, rank, value, OptionalDouble.of(1), Duration.ofMillis(125L * k), known(heldOut));
    }

    private static OptionalDouble known(double error) {
        return Double.isNaN(error) ? OptionalDouble.empty() : OptionalDouble.of(error);
    }

    private static Document checked(TrainingReport.Input input) throws Exception {
        return PageReader.checked(TrainingReport.page(input));
    }

    private static Map<String, String> facts(Document document) {
        return PageReader.facts(document);
    }

    private static List<List<String>> rows(Element table) {
        List<List<String>> rows = new ArrayList<>();
        NodeList lines = table.getElementsByTagName("tr");
        for (int k = 0; k < lines.getLength(); k++) {
            NodeList cells = lines.item(k).getChildNodes();
            List<String> row = new ArrayList<>();
            for (int c = 0; c < cells.getLength(); c++) {
                row.add(cells.item(c).getTextContent());
            }
            rows.add(row);
        }
        return rows;
    }

    @Test
    void weightsAreNamedSo() throws Exception {
        Ratings.Builder counts = Ratings.builder();
        Ratings.Builder ones = Ratings.builder();
        for (int k = 0; k < 200; k++) {
            counts.add("u" + k % 20, "i" + k / 20, 1 + 7 * (k % 4));
            ones.add("u" + k % 20, "i" + k / 20, 1);
        }
        assertThat(choicesNote(counts)).isEqualTo("with weights from 1 to 22");
        assertThat(choicesNote(ones)).isEmpty();
    }

    private static String choicesNote(Ratings.Builder builder) throws Exception {
        Ratings choices = builder.build(Duplicates.ERROR).withMeaning(Meaning.WEIGHT);
        Recommender.Trained trained = Recommender.byDefault().withRank(1).train(choices);
        NodeList facts = checked(new TrainingReport.Input("c.csv", trained, choices, Map.of(), Map.of()))
                .getElementsByTagName("dl")
                .item(0)
                .getChildNodes();
        for (int k = 0; k < facts.getLength(); k++) {
            String text = facts.item(k).getTextContent();
            if (text.startsWith("Choices200")) {
                return text.substring("Choices200".length());
            }
        }
        throw new AssertionError("no fact of choices");
    }

    @Test
    void theNumbersAreThoseGiven() throws Exception {
        Ratings ratings = ratings(400);
        double n = ratings.count();
        List<Step> choosing = List.of(step(1, 1, 80, 0.97), step(2, 2, 70, 0.91234), step(3, 3, 60, 0.95));
        List<Step> path = List.of(step(1, 1, n / 2, Double.NaN), step(2, 2, n / 8, Double.NaN));
        Map<String, Double> timings = new LinkedHashMap<>();
        timings.put("reading", 0.25);
        timings.put("training", 100.5);
        TrainingReport.Input input = new TrainingReport.Input(
                        "u.data",
                        trained(ratings, 2, 1, choosing, 0.91234, path),
                        ratings,
                        Map.of("--seed", "7"),
                        timings)
                .withTested(new TestFigures(
                        "test.csv",
                        "users",
                        Optional.of(Measured.of(0.98765, 0.01)),
                        Optional.of(new Measured(0.54321, OptionalDouble.empty())),
                        Optional.empty(),
                        Optional.empty(),
                        1234,
                        5,
                        0,
                        List.of()));
        Document document = checked(input);
        assertThat(document.getElementsByTagName("h1").item(0).getTextContent()).isEqualTo("u.data");
        assertThat(facts(document))
                .containsEntry("Users", "30")
                .containsEntry("Items", "20")
                .containsEntry("Ratings", String.valueOf(ratings.count()))
                .containsEntry("Density", Math.round(100 * n / 600) + " %")
                .containsEntry("Rank", "2")
                .containsEntry("Held-out RMSE", "0.9123")
                .containsEntry("Test RMSE", "0.9877 ± 0.0100")
                .containsEntry("Test MAE", "0.5432")
                .containsEntry("Time", "1:41 min");
        NodeList details = document.getElementsByTagName("details");
        assertThat(details.getLength()).isEqualTo(2);
        assertThat(rows((Element) details.item(0)))
                .containsExactly(
                        List.of("step", "rank", "objective", "held-out RMSE", "seconds"),
                        List.of("1", "1", "80.0000", "0.9700", "0.125"),
                        List.of("2", "2", "70.0000", "0.9123", "0.250"),
                        List.of("3", "3", "60.0000", "0.9500", "0.375"));
        List<List<String>> training = rows((Element) details.item(1));
        assertThat(training.get(1).get(3)).as("√(2R/n)").isEqualTo("1.0000");
        assertThat(training.get(2).get(3)).isEqualTo("0.5000");
        assertThat(document.getDocumentElement().getTextContent())
                .contains("chosen: rank 2")
                .contains("held-out RMSE, rank 2: 0.91234")
                .contains("--seed")
                .contains("Fast <Greedy>");
    }

    @Test
    void hostileTextStaysText() throws Exception {
        Ratings ratings = ratings(50);
        TrainingReport.Input input = new TrainingReport.Input(
                HOSTILE,
                trained(ratings, 1, 1, List.of(), Double.NaN, List.of()),
                ratings,
                Map.of(HOSTILE, HOSTILE),
                Map.of(HOSTILE, 1.0));
        String shown = HOSTILE.replaceAll("[\u0000\u0001\ud800]", "\ufffd");
        Document document = checked(input);
        assertThat(document.getElementsByTagName("h1").item(0).getTextContent()).isEqualTo(shown);
        assertThat(document.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo(shown);
        NodeList sections = document.getElementsByTagName("section");
        List<List<List<String>>> tables = new ArrayList<>();
        for (int k = 0; k < sections.getLength(); k++) {
            tables.add(rows((Element) sections.item(k)));
        }
        assertThat(tables).contains(List.of(List.of(shown, shown)));
    }

    @Test
    void usersSeeWhatTheyLikedAndWouldGet() throws Exception {
        Ratings ratings = ratings(400);
        Recommender.Trained trained = trained(ratings, 2, 0.5, List.of(step(1, 1, 80, 0.97)), 0.97, List.of());
        Map<String, String> titles = Map.of("i3", "The <third> film");
        TrainingReport.Input input = new TrainingReport.Input("r.csv", trained, ratings, Map.of(), Map.of())
                .withTitles(titles)
                .withBaselines(BaselineErrors.of(ratings.split(0.2, 0)));
        String text = checked(input).getDocumentElement().getTextContent();
        assertThat(text)
                .contains("would get")
                .contains("The <third> film")
                .contains("RMSE on the ratings held out")
                .contains("Popularity of items")
                .contains("Trained on");
    }

    @Test
    void simpleGuessesAreMeasuredOnTheOtherPart() {
        Ratings train = Ratings.builder()
                .add("a", "x", 1)
                .add("a", "y", 2)
                .add("b", "x", 3)
                .add("b", "y", 4)
                .add("b", "z", 5)
                .build(Duplicates.LAST);
        Ratings.Split split = train.split(e -> e == 4);
        BaselineErrors errors = BaselineErrors.of(split);
        assertThat(errors.mean()).as("the mean is 2.5").isEqualTo(2.5);
        assertThat(errors.biases())
                .as("user b rates above the mean")
                .isLessThan(2.5)
                .isPositive();
    }

    @Test
    void whatThereIsNotIsSaid() throws Exception {
        Ratings one = Ratings.builder().add("a", "b", 3).build(Duplicates.LAST);
        Document single = checked(new TrainingReport.Input(
                "one", Recommender.byDefault().train(one), one, Map.of(), Map.of("reading", Double.NaN)));
        assertThat(facts(single))
                .containsEntry("Ratings", "1")
                .containsEntry("Density", "100 %")
                .containsEntry("Held-out RMSE", "–")
                .containsEntry("Time", "–");
        assertThat(single.getDocumentElement().getTextContent()).contains("No ratings were held out");

        Ratings ratings = ratings(50);
        Document none = checked(new TrainingReport.Input(
                "none", trained(ratings, 0, 1, List.of(), Double.NaN, List.of()), ratings, Map.of(), Map.of()));
        assertThat(facts(none)).containsEntry("Rank", "0");
        assertThat(none.getDocumentElement().getTextContent())
                .contains("The model has no factors")
                .contains("There is no path")
                .contains("No times were taken");
        assertThat(none.getElementsByTagName("details").getLength()).isZero();

        List<Step> broken = List.of(
                step(1, 1, Double.NaN, 0.9),
                step(2, 2, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY),
                step(3, 2, -1, Double.NaN),
                step(4, 2, 1e308, 1e308));
        checked(new TrainingReport.Input(
                "broken", trained(ratings, 2, 1, broken, Double.NaN, broken), ratings, Map.of(), Map.of()));
    }

    @Test
    void aModelThatIsNoBetterThanTheMeanIsDoubted() throws Exception {
        Ratings ratings = ratings(50);
        Recommender.Trained whole = trained(ratings, 1, 1, List.of(), Double.NaN, List.of());
        for (double error : new double[] {0.9, 1.25, 2}) {
            Recommender.Trained trained = new Recommender.Trained(
                    whole.model(),
                    List.of(),
                    OptionalDouble.of(error),
                    OptionalDouble.of(1.25),
                    List.of(),
                    Optional.empty(),
                    false);
            String page = checked(new TrainingReport.Input("s", trained, ratings, Map.of(), Map.of()))
                    .getDocumentElement()
                    .getTextContent();
            assertThat(page.contains("no better than the mean of the ratings")).isEqualTo(error >= 1.25);
        }
    }

    @Test
    void aStoppedTrainingIsSaid() throws Exception {
        Ratings ratings = ratings(50);
        Recommender.Trained whole = trained(ratings, 1, 1, List.of(), Double.NaN, List.of());
        Recommender.Trained stopped = new Recommender.Trained(
                whole.model(),
                List.of(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of(),
                Optional.empty(),
                true);
        assertThat(checked(new TrainingReport.Input("s", stopped, ratings, Map.of(), Map.of()))
                        .getDocumentElement()
                        .getTextContent())
                .contains("stopped before its end", "need not give the same model again")
                .doesNotContain("seed give the same model again");
    }

    @Test
    void ratingsThatAStoppedTrainingDidNotReachAreRatings() throws Exception {
        Ratings ratings = ratings(500);
        Recommender.Trained choices = Recommender.byDefault()
                .withOnly(Part.PREFERENCES)
                .withThreads(1)
                .train(ratings);
        Recommender.Trained stopped = new Recommender.Trained(
                choices.model(),
                List.of(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                choices.lists(),
                choices.heldOutLists(),
                true);
        TrainingReport.Input unreached = new TrainingReport.Input("s", stopped, ratings, Map.of(), Map.of());
        assertThat(checked(unreached).getDocumentElement().getTextContent())
                .contains("stopped before it learned from the ratings", "Trained on " + ratings.count() + " ratings")
                .doesNotContain("without ratings");
        assertThat(facts(checked(unreached))).containsKey("Ratings").doesNotContainKey("Choices");
        for (Recommender.Trained asked : List.of(choices, stopped)) {
            TrainingReport.Input only =
                    new TrainingReport.Input("s", asked, ratings, Map.of("--only", "preferences"), Map.of());
            assertThat(checked(only).getDocumentElement().getTextContent())
                    .contains("on what people chose, without ratings")
                    .doesNotContain("from " + (int) ratings.lowest() + " to ");
            assertThat(facts(checked(only))).containsKey("Choices");
        }
    }

    @Test
    void aRealTrainingIsWrittenAsAWhole() throws Exception {
        Ratings ratings = ratings(500);
        Path file = folder.resolve("out.html");
        Files.writeString(file, "before");
        Recommender.Trained trained =
                Recommender.byDefault().withMaxRank(4).withThreads(1).train(ratings);
        TrainingReport.Input input =
                new TrainingReport.Input("x.csv", trained, ratings, Map.of(), Map.of("training", 1.0));
        TrainingReport.write(file, input);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
        String html = Files.readString(file);
        assertThat(html).isEqualTo(TrainingReport.page(input).html()).startsWith("<!DOCTYPE html>");
        assertThat(facts(checked(input)))
                .containsEntry(
                        "Held-out RMSE", NumberText.error(trained.heldOutError().orElseThrow()))
                .containsEntry("Rank", String.valueOf(trained.model().factors().rank()));
        assertThat(html)
                .contains("preference times the expected rating to the power of")
                .contains("an item not chosen weighs 0.40 of a chosen one");
    }

    @Test
    void everyRatingIsInOneBinOfResiduals() {
        Ratings ratings = ratings(500);
        Model model = trained(ratings, 3, 1, List.of(), Double.NaN, List.of()).model();
        Histogram histogram = Histogram.ofResiduals(model, ratings);
        assertThat(histogram.total()).isEqualTo(ratings.count());
        double[] edges = histogram.edges();
        for (int k = 0; k < histogram.counts().length; k++) {
            long inside = 0;
            long atEdge = 0;
            for (int e = 0; e < ratings.count(); e++) {
                double residual = ratings.value()[e]
                        - model.predict(ratings.user()[e], ratings.item()[e]).value();
                boolean isAtEdge = Math.min(Math.abs(residual - edges[k]), Math.abs(residual - edges[k + 1])) < 1e-9;
                atEdge += isAtEdge ? 1 : 0;
                inside += !isAtEdge && residual > edges[k] && residual < edges[k + 1] ? 1 : 0;
            }
            assertThat(histogram.counts()[k]).isBetween(inside, inside + atEdge);
        }
        assertThat(histogram.counts()[0]).isPositive();
        assertThat(histogram.counts()[histogram.counts().length - 1]).isPositive();
        Ratings renamed = Ratings.builder()
                .add("u1", "i1", 4)
                .add("nobody", "i1", 2)
                .add("nobody", "nothing", 3)
                .build(Duplicates.LAST);
        assertThat(Histogram.ofResiduals(model, renamed).total())
                .as("matched by name, the unknown ones too")
                .isEqualTo(3);
        Ratings none = Ratings.builder().build(Duplicates.LAST);
        assertThat(Histogram.ofResiduals(model, none).total()).isZero();
    }

    @Test
    void theSpectrumIsThatOfTheProduct() {
        for (int rank : new int[] {1, 2, 5}) {
            BiasedFactors factors = new BiasedFactors(3, 1, lines(9, rank, 0.5), lines(7, rank, 0.5), 0);
            Matrix product = new Matrix(9, 7);
            for (int i = 0; i < 9; i++) {
                for (int j = 0; j < 7; j++) {
                    product.set(i, j, factors.get(i, j) - 3);
                }
            }
            double[] expected = Arrays.copyOf(Svd.of(product).sigma(), rank);
            assertThat(Spectrum.of(factors)).containsExactly(expected, within(1e-5 * expected[0]));
        }
        assertThat(Spectrum.of(new BiasedFactors(3, 1, lines(9, 0, 1), lines(7, 0, 1), 0)))
                .isEmpty();
    }

    @Test
    void aWideSpectrumIsLogarithmic() throws Exception {
        Ratings ratings = ratings(300);
        for (double spread : new double[] {1, 0.05}) {
            Document document = checked(new TrainingReport.Input(
                    "x", trained(ratings, 3, spread, List.of(), Double.NaN, List.of()), ratings, Map.of(), Map.of()));
            assertThat(document.getDocumentElement().getTextContent().contains("logarithmic"))
                    .isEqualTo(spread < 1);
        }
    }
}
