package rung.cli.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.cli.RatingsCommands;
import rung.comparison.Compared;
import rung.comparison.Comparison;
import rung.comparison.Contestant;
import rung.comparison.Contestants;
import rung.comparison.ListContestant;
import rung.comparison.ListContestants;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.ratings.RatingsFile;
import rung.page.PageReader;

class CompareTest extends RatingsCommands {
    private static Map<?, ?> json(String text) {
        return (Map<?, ?>) new JsonReader(text).read();
    }

    private static List<Map<?, ?>> methods(Map<?, ?> facts) {
        List<Map<?, ?>> methods = new ArrayList<>();
        ((List<?>) facts.get("methods")).forEach(each -> methods.add((Map<?, ?>) each));
        return methods;
    }

    private static double error(Map<?, ?> facts, String key) {
        return methods(facts).stream()
                .filter(each -> each.get("key").equals(key))
                .mapToDouble(each -> (Double) each.get("error"))
                .findFirst()
                .orElseThrow();
    }

    /** A table of rank two and a little noise, with holes; its columns are in different units. */
    private Path table() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        double[] v = random.doubles(24, -1, 1).toArray();
        StringBuilder text = new StringBuilder("a,b,c,d,e,f,g,h,i,j,k,l\n");
        for (int i = 0; i < 60; i++) {
            double x = random.nextGaussian();
            double y = random.nextGaussian();
            List<String> cells = new ArrayList<>();
            for (int j = 0; j < 12; j++) {
                double value = Math.pow(10, j % 4) * (5 + x * v[j] + y * v[j + 12] + 0.1 * random.nextGaussian());
                cells.add(random.nextDouble() < 0.2 ? "" : String.format(Locale.ROOT, "%.4f", value));
            }
            text.append(String.join(",", cells)).append('\n');
        }
        return Files.writeString(folder.resolve("table.csv"), text);
    }

    private List<String> names() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** A few cells that are ten times too large are no test of a method: all are measured without them, and that is said. */
    @Test
    void cellsThatLookLikeErrorsAreNamedAndNotMeasured() throws Exception {
        SplittableRandom random = new SplittableRandom(8);
        StringBuilder text = new StringBuilder("a,b,c,d,e,f,g,h,i\n");
        for (int i = 0; i < 70; i++) {
            double u = 10 + 2 * random.nextGaussian();
            for (int j = 0; j < 9; j++) {
                boolean isWrong = i == 10 && j == 1 || i == 33 && j == 4 || i == 50 && j == 7;
                double value = u * (j + 1) * (1 + 0.02 * random.nextGaussian()) * (isWrong ? 10 : 1);
                boolean isHole = random.nextDouble() < 0.15 && !isWrong;
                text.append(isHole ? "NA" : String.format(Locale.ROOT, "%.3f", value))
                        .append(j < 8 ? "," : "\n");
            }
        }
        Path file = Files.writeString(folder.resolve("wrong.csv"), text);
        Path out = folder.resolve("spared");
        Commands.Result result = rung("compare", file, "-o", out, "--methods", "mean,rung", "--splits", 2);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("3 cells look like errors, and no method is measured on them: " + folder.resolve("wrong.csv")
                        + ":")
                .contains("wrong.csv:12, column b (")
                .contains("wrong.csv:35, column e (")
                .contains("wrong.csv:52, column h (");
        Map<?, ?> facts = json(Files.readString(out.resolve("comparison.json")));
        assertThat((List<?>) facts.get("unmeasured")).hasSize(3);
        assertThat(Files.readString(out.resolve("report.html"))).contains("3 cells look like errors");
        assertThat(error(facts, "rung")).isLessThan(0.5 * error(facts, "mean"));
        Commands.Result all = rung(
                "compare",
                file,
                "-o",
                folder.resolve("all"),
                "--methods",
                "mean,rung",
                "--splits",
                2,
                "--test",
                0.9,
                "--all-cells");
        assertThat(all.status()).as(all.err()).isZero();
        assertThat(all.out()).doesNotContain("look like errors");
        Map<?, ?> decided = json(Files.readString(folder.resolve("all").resolve("comparison.json")));
        assertThat((List<?>) decided.get("unmeasured")).isEmpty();
        assertThat(error(decided, "mean")).isGreaterThan(2 * error(facts, "mean"));
    }

    @Test
    void allMethodsOnRatings() throws Exception {
        Path out = folder.resolve("out");
        Commands.Result result = rung("compare", train, "-o", out, "--quick", "--max-rank", 4);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out())
                .containsPattern(
                        "s: .* s to read, .* to compare, with two more fits of each method, for its memory and its"
                                + " error over time\\)\n$");
        assertThat(result.err())
                .contains("taken as ratings (--as table reads it as a table)")
                .contains("split 1, SoftImpute: error")
                .contains("split 1, lists, EASE: nDCG 0.");
        Map<?, ?> facts = json(Files.readString(out.resolve("comparison.json")));
        assertThat(facts.get("kind")).isEqualTo("ratings");
        assertThat(facts.get("partial")).isEqualTo(false);
        assertThat(methods(facts))
                .extracting(each -> (Object) each.get("key"))
                .containsExactlyInAnyOrderElementsOf(
                        Contestants.forRatings().stream().map(Contestant::key).toList());
        assertThat(methods(facts))
                .allSatisfy(each -> assertThat(each.get("failure")).isNull());
        assertThat(error(facts, "rung")).isLessThan(error(facts, "biases")).isLessThan(error(facts, "mean"));
        List<String> csv = Files.readAllLines(out.resolve("comparison.csv"));
        assertThat(csv).hasSize(methods(facts).size() + 1);
        List<String> head = List.of(csv.get(0).split(",", -1));
        double last = 0;
        for (int k = 1; k < csv.size(); k++) {
            List<String> cells =
                    List.of(csv.get(k).replaceAll("\"[^\"]*\"", "quoted").split(",", -1));
            Map<?, ?> method = methods(facts).get(k - 1);
            assertThat(cells).hasSameSizeAs(head);
            assertThat(cells.get(0)).isEqualTo(method.get("key"));
            assertThat(Double.valueOf(cells.get(head.indexOf("error")))).isEqualTo(method.get("error"));
            assertThat(Double.valueOf(cells.get(head.indexOf("fit_seconds")))).isEqualTo(method.get("fitSeconds"));
            assertThat(Double.valueOf(cells.get(head.indexOf("peak_live_bytes"))))
                    .isEqualTo(method.get("peakLiveBytes"));
            assertThat((Double) method.get("error")).isGreaterThanOrEqualTo(last);
            last = (Double) method.get("error");
        }
        String page = Files.readString(out.resolve("report.html"));
        long different = Stream.concat(
                        Contestants.forRatings().stream().map(Contestant::key),
                        ListContestants.all().stream().map(ListContestant::key))
                .distinct()
                .count();
        assertThat(page)
                .contains("SoftImpute")
                .contains("Error against rank")
                .contains(different + " methods compared"); // one that predicts ratings and makes lists is one
        assertThat(PageReader.elements(PageReader.parsed(page), "figure")).hasSize(4);
        for (String name : List.of("error-vs-rank", "error-vs-time")) {
            assertThat(Files.readString(out.resolve(name + ".svg"))).startsWith("<svg");
            assertThat(Files.readAllBytes(out.resolve(name + ".png"))).startsWith(0x89, 'P', 'N', 'G');
        }
        assertThat(names()).containsExactly("out");
        checkLists(out, (Map<?, ?>) facts.get("lists"), result.out());
    }

    /** Each method for lists is in the facts, in lists.csv, in the printed table and on the page, the best first. */
    private static void checkLists(Path out, Map<?, ?> facts, String printed) throws Exception {
        assertThat(facts.get("n")).isEqualTo(20.0);
        assertThat(facts.get("liked")).isIn(3.0, 4.0);
        List<Map<?, ?>> methods = methods(facts);
        assertThat(methods)
                .extracting(each -> (Object) each.get("key"))
                .containsExactlyInAnyOrderElementsOf(
                        ListContestants.all().stream().map(ListContestant::key).toList());
        List<String> csv = Files.readAllLines(out.resolve("lists.csv"));
        assertThat(csv).hasSize(methods.size() + 1);
        List<String> head = List.of(csv.get(0).split(",", -1));
        String page = Files.readString(out.resolve("report.html"));
        double last = 1;
        for (int k = 0; k < methods.size(); k++) {
            Map<?, ?> method = methods.get(k);
            List<String> cells = List.of(csv.get(k + 1).split(",", -1));
            assertThat(method.get("failure")).isNull();
            assertThat(cells).hasSameSizeAs(head);
            assertThat(Double.valueOf(cells.get(head.indexOf("ndcg")))).isEqualTo(method.get("ndcg"));
            assertThat(Double.valueOf(cells.get(head.indexOf("liked_ndcg")))).isEqualTo(method.get("likedNdcg"));
            assertThat((Double) method.get("ndcg")).isBetween(0.0, last);
            assertThat((Double) method.get("coverage")).isBetween(1 / 60.0, 1.0);
            last = (Double) method.get("ndcg");
            assertThat(printed.lines().filter(line -> line.startsWith(method.get("name") + " ")))
                    .anyMatch(line -> line.contains(String.format(Locale.ROOT, "%.4f", method.get("ndcg"))));
            assertThat(page).contains(((String) method.get("name")).replace("'", "&#39;"));
        }
        assertThat(printed).contains("nDCG@20").contains("Lists of 20 on the test part, on one split");
        assertThat(page).contains("Whose lists are best");
    }

    @Test
    void listsAlone() throws Exception {
        Path out = folder.resolve("out");
        Commands.Result result =
                rung("compare", train, "-o", out, "--quick", "--json", "--methods", "popular,item-neighbors");
        assertThat(result.status()).as(result.err()).isZero();
        Map<?, ?> facts = json(result.out());
        assertThat(methods(facts)).isEmpty();
        assertThat(methods((Map<?, ?>) facts.get("lists"))).hasSize(2);
        assertThat(Files.exists(out.resolve("comparison.csv"))).isFalse();
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("Whose lists are best")
                .doesNotContain("Who is best")
                .doesNotContain("RMSE");
        Commands.Result only =
                rung("compare", train, "-o", out, "--quick", "--json", "--methods", "popular,mean", "--only", "lists");
        assertThat(methods(json(only.out()))).isEmpty();
        assertThat(methods((Map<?, ?>) json(only.out()).get("lists"))).hasSize(1);
        Map<?, ?> ratings = json(
                rung("compare", train, "-o", out, "--quick", "--json", "--methods", "popular,mean", "--only", "ratings")
                        .out());
        assertThat(methods(ratings)).hasSize(1);
        assertThat(ratings.get("lists")).isNull();
        Commands.Result none = rung("compare", train, "-o", out, "--methods", "bpr", "--only", "ratings");
        assertThat(none.status()).isEqualTo(2);
        assertThat(none.err()).contains("there is no method left to compare; --only leaves none");
        assertThat(rung("compare", table(), "-o", out, "--methods", "bpr").err())
                .contains("a table has no lists");
    }

    @Test
    void choicesWithoutRatings() throws Exception {
        Ratings choices = RatingsFile.read(train, Duplicates.LAST).withMeaning(Meaning.WEIGHT);
        Comparison comparison = Comparison.ofRatings(choices).withSplits(2).withTrials(2);
        Compared compared = comparison
                .withMethods(
                        List.of(),
                        comparison.listContestants().stream()
                                .filter(each -> List.of("popular", "ease").contains(each.key()))
                                .toList())
                .compare();
        ComparisonFiles.Data data = new ComparisonFiles.Data("chosen.csv", "some choices", List.of());
        ComparisonFiles files = new ComparisonFiles(data, compared, Map.of());
        assertThat(files.facts()).containsEntry("kind", "choices").containsEntry("error", null);
        assertThat(files.table()).hasSize(4);
        assertThat(files.table().get(0)).startsWith("Method").doesNotContain("Liked");
        assertThat(files.table().get(3))
                .contains("± standard error over 2 splits")
                .doesNotContain("liked");
        Path page = folder.resolve("page.html");
        new ComparisonReport(data, compared, Map.of()).page().write(page);
        assertThat(Files.readString(page)).contains("Choices").doesNotContain("RMSE");
    }

    @Test
    void aTableWithHoles() throws Exception {
        Path out = folder.resolve("out");
        Commands.Result result = rung(
                "compare", table(), "-o", out, "--quick", "--splits", 2, "--json", "--methods", "rung,mean,nmf,als");
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err()).contains("taken as a table");
        Map<?, ?> facts = json(result.out());
        assertThat(facts).isEqualTo(json(Files.readString(out.resolve("comparison.json"))));
        assertThat(facts.get("kind")).isEqualTo("table");
        assertThat(error(facts, "rung")).isLessThan(0.5);
        assertThat(error(facts, "mean")).isCloseTo(1, within(0.2)); // by definition, but for chance
        assertThat(error(facts, "nmf")).isLessThan(1.5);
    }

    /** All methods for tables are listed with error, time and what was chosen; none has more rank than the table. */
    @Test
    void allMethodsOnATable() throws Exception {
        Path out = folder.resolve("out");
        Commands.Result result =
                rung("compare", table(), "-o", out, "--splits", 1, "--trials", 3, "--seed", 2, "--as", "table");
        assertThat(result.status()).as(result.err()).isZero();
        Map<?, ?> facts = json(Files.readString(out.resolve("comparison.json")));
        assertThat(facts.get("maxRank")).isEqualTo(12.0);
        assertThat(methods(facts))
                .extracting(each -> (Object) each.get("key"))
                .containsExactlyInAnyOrderElementsOf(
                        Contestants.forTables().stream().map(Contestant::key).toList())
                .contains("mean", "median", "interpolation", "neighbors", "soft-impute", "rung");
        assertThat(methods(facts)).allSatisfy(each -> {
            assertThat(each.get("failure")).isNull();
            assertThat((Double) each.get("fitCpuSeconds")).isNotNegative();
            assertThat(result.out()).contains((String) each.get("name"));
        });
        assertThat(error(facts, "neighbors")).isLessThan(error(facts, "median"));
        assertThat(error(facts, "rung")).isLessThan(error(facts, "neighbors"));
        assertThat(error(facts, "interpolation")).isGreaterThan(error(facts, "mean")); // the rows have no order
        String page = Files.readString(out.resolve("report.html"));
        assertThat(page).contains("Nearest neighbors").containsPattern("k \\d+, among \\d+ rows");
        Commands.Result ratings = rung("compare", train, "-o", out, "--methods", "neighbors,median");
        assertThat(ratings.status()).isEqualTo(2);
        assertThat(ratings.err()).contains("there is no method left to compare; those of --methods are for tables");
    }

    @Test
    void whatIsAskedForIsDone() throws Exception {
        Path out = folder.resolve("out");
        Commands.Result result = rung(
                "compare",
                train,
                "-o",
                out,
                "--as",
                "ratings",
                "--splits",
                2,
                "--trials",
                3,
                "--test",
                0.3,
                "--methods",
                "biases,mean",
                "--seed",
                5,
                "--quiet");
        assertThat(result.status()).isZero();
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).isEmpty();
        Map<?, ?> facts = json(Files.readString(out.resolve("comparison.json")));
        assertThat(facts.get("trials")).isEqualTo(3.0);
        assertThat(facts.get("testFraction")).isEqualTo(0.3);
        assertThat(facts.get("seed")).isEqualTo(5.0);
        assertThat((List<?>) facts.get("parts")).hasSize(2);
        Map<?, ?> biases = methods(facts).stream()
                .filter(each -> each.get("key").equals("biases"))
                .findFirst()
                .orElseThrow();
        List<?> rounds = (List<?>) biases.get("splits");
        double first = (Double) ((Map<?, ?>) rounds.get(0)).get("testError");
        double second = (Double) ((Map<?, ?>) rounds.get(1)).get("testError");
        assertThat((Double) biases.get("error")).isCloseTo((first + second) / 2, within(1e-12));
        assertThat((Double) biases.get("standardError")).isCloseTo(Math.abs(first - second) / 2, within(1e-12));
    }

    @Test
    void aTypoGetsASuggestion() throws Exception {
        Commands.Result result = rung("compare", train, "-o", folder.resolve("out"), "--methods", "rung,soft-inpute");
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("'soft-inpute', did you mean soft-impute?");
        assertThat(rung("compare", train, "-o", folder.resolve("out"), "--methods", "xyzzyplugh")
                        .err())
                .contains("'xyzzyplugh'; there are")
                .doesNotContain("did you mean");
        assertThat(names()).isEmpty();
    }

    @Test
    void badLinesAreSkippedIfThatIsAskedFor() throws Exception {
        Path bad = Files.writeString(folder.resolve("bad.tsv"), Files.readString(train) + "u1\tm1\tgreat\t5\n");
        List<Object> words = new ArrayList<>(List.of("compare", bad, "-o", folder.resolve("out"), "--quick"));
        words.addAll(List.of("--methods", "mean", "--only", "ratings"));
        Commands.Result refused = rung(words.toArray());
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("got 'great'; write words").contains("; --skip-bad passes such lines over");
        words.add("--skip-bad");
        Commands.Result skipped = rung(words.toArray());
        assertThat(skipped.status()).as(skipped.err()).isZero();
        assertThat(skipped.err()).contains("bad.tsv: 1 line is wrong and was skipped:");
        assertThat(rung("compare", table(), "-o", folder.resolve("t"), "--as", "table", "--skip-bad")
                        .err())
                .contains("--skip-bad is for files of ratings, not for a table");
    }

    @Test
    void badInputGetsOneSentence() throws Exception {
        Path out = folder.resolve("out");
        assertThat(rung("compare", folder.resolve("none.csv"), "-o", out).err()).contains("does not exist");
        assertThat(rung("compare", train, "-o", out, "--test", 1.5).err()).contains("--test must be between 0 and 1");
        assertThat(rung("compare", train, "-o", out, "--splits", 0).err()).contains("--splits must be at least 1");
        Path tiny = Files.writeString(folder.resolve("tiny.csv"), "1.5,2.5\n3.5,4.5\n");
        Commands.Result result = rung("compare", tiny, "-o", out, "--methods", "mean");
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err().lines().reduce((a, b) -> b).orElseThrow())
                .contains("tiny.csv: there must be enough entries");
        assertThat(names()).containsExactly("tiny.csv");
    }

    @Test
    @Tag("slow")
    void theDefaultBeatsBiasesOnMovieLens() throws Exception {
        Path data = Stream.of("..", "../..")
                .map(root -> Path.of(root, "shared", "data", "ml-100k", "u.data"))
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
        assumeTrue(data != null, "ml-100k/u.data is absent: it belongs into ../shared/data");
        Path out = folder.resolve("out");
        Commands.Result result = rung("compare", data, "-o", out, "--quick", "--methods", "rung,biases", "--json");
        assertThat(result.status()).as(result.err()).isZero();
        Map<?, ?> facts = json(result.out());
        assertThat(error(facts, "rung")).isLessThan(error(facts, "biases") - 0.02);
        assertThat(error(facts, "biases")).isBetween(0.93, 0.96);
    }
}
