package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import rung.Step;
import rung.file.ModelFile;
import rung.ratings.Model;

/** The commands for ratings as a user meets them, on made-up ratings of rank two. */
class RatingsCommandTest {
    private static final int USERS = 90;
    private static final int ITEMS = 60;

    @TempDir
    private static Path shared;

    private static Path train;
    private static Path test;
    private static Path model;
    private static Path titles;
    private static Result trained;

    @TempDir
    private Path folder;

    private record Result(int status, String out, String err) {}

    private static Result rung(Object... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] words = Arrays.stream(args).map(Object::toString).toArray(String[]::new);
        int status = Main.commandLine(words)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(words);
        return new Result(status, out.toString(), err.toString());
    }

    @BeforeAll
    static void ratings() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        double[] u = random.doubles(2 * USERS, -1, 1).toArray();
        double[] v = random.doubles(2 * ITEMS, -1, 1).toArray();
        StringBuilder known = new StringBuilder();
        StringBuilder held = new StringBuilder();
        for (int i = 0; i < USERS; i++) {
            for (int j = 0; j < ITEMS; j++) {
                double value =
                        3 + 1.2 * (u[2 * i] * v[2 * j] + u[2 * i + 1] * v[2 * j + 1]) + 0.2 * random.nextGaussian();
                String line = String.format(
                        Locale.ROOT, "u%d\tm%d\t%.2f\t%d%n", i, j, Math.min(5, Math.max(1, value)), 1000 * i + j);
                double draw = random.nextDouble();
                (draw < 0.58 ? known : draw < 0.7 ? held : new StringBuilder()).append(line);
            }
        }
        StringBuilder names = new StringBuilder("item\ttitle\n");
        for (int j = 0; j < ITEMS; j++) {
            names.append("m").append(j).append("\tThe \"").append(j).append("\" film\n");
        }
        train = Files.writeString(shared.resolve("ratings.tsv"), known);
        test = Files.writeString(shared.resolve("test.tsv"), held);
        titles = Files.writeString(shared.resolve("titles.tsv"), names);
        model = shared.resolve("model.rung");
        trained = rung("train", train, "-o", model, "--max-rank", 4);
    }

    private static double highest() throws Exception {
        return lines(train).stream()
                .mapToDouble(line -> Double.parseDouble(line[2]))
                .max()
                .orElseThrow();
    }

    private static List<String[]> lines(Path file) throws Exception {
        return Files.readAllLines(file).stream().map(line -> line.split("\t")).toList();
    }

    @Test
    void helpListsTheCommandsInOrderAndEachHasAnExample() {
        String help = rung("--help").out;
        int before = -1;
        for (String command :
                "demo complete train evaluate predict recommend similar fold-in inspect export".split(" ")) {
            int at = help.indexOf("\n  " + command + " ");
            assertThat(at).as(command).isGreaterThan(before);
            before = at;
            if (!command.equals("demo") && !command.equals("complete")) {
                assertThat(rung(command, "--help").out)
                        .startsWith("Usage: rung " + command)
                        .contains("Example: rung " + command);
            }
        }
    }

    @Test
    void trainSumsUp() throws Exception {
        assertThat(trained.status).as(trained.err).isZero();
        int count = Files.readAllLines(train).size();
        assertThat(count).isBetween(2900, 3400);
        assertThat(trained.out)
                .startsWith("90 users, 60 items, " + count + " ratings\n")
                .containsPattern(
                        "rank [1-4], held-out RMSE 0\\.\\d{4}, predictions from 1(\\.\\d+)? to \\d(\\.\\d+)?\n")
                .contains(model + "   (");
        assertThat(trained.err.lines())
                .hasSizeBetween(3, 5)
                .anyMatch(line -> line.startsWith("ratings.tsv: 90 users, 60 items, " + count + " ratings from "))
                .anyMatch(line ->
                        line.matches("choosing: ranks 1 to \\d tried, least held-out error 0\\.\\d+ at rank .*"))
                .anyMatch(line -> line.matches("training: rank \\d, \\d+ steps, R .*"));
        Result json = rung("train", train, "-o", folder.resolve("m.rung"), "--rank", 3, "--min", 0, "--json");
        Map<?, ?> facts = (Map<?, ?>) new JsonReader(json.out).read();
        assertThat(facts.get("users")).isEqualTo(90.0);
        assertThat(facts.get("items")).isEqualTo(60.0);
        assertThat(facts.get("ratings")).isEqualTo((double) count);
        assertThat(facts.get("duplicates")).isEqualTo(0.0);
        assertThat(facts.get("rank")).isEqualTo(3.0);
        assertThat(facts.get("heldOutRmse")).isNull();
        assertThat(facts.get("min")).isEqualTo(0.0);
        assertThat(facts.get("max")).isEqualTo(highest());
        assertThat(facts.get("stopped")).isEqualTo(false);
        assertThat(facts.get("output")).isEqualTo(folder.resolve("m.rung").toString());
    }

    @Test
    void quietIsQuietAndThreadsDoNotShow() throws Exception {
        Path one = folder.resolve("one.rung");
        Path two = folder.resolve("two.rung");
        Result first = rung("train", train, "-o", one, "--max-rank", 4, "--threads", 1, "-q");
        Result second = rung("train", train, "-o", two, "--max-rank", 4, "--threads", 2, "--quiet");
        assertThat(first.out + first.err + second.out + second.err).isEmpty();
        Model a = ModelFile.read(one);
        Model b = ModelFile.read(two);
        assertThat(a.factors().rows().factors()).isEqualTo(b.factors().rows().factors());
        assertThat(a.factors().columns().factors())
                .isEqualTo(b.factors().columns().factors());
        Path p = folder.resolve("p.tsv");
        Path q = folder.resolve("q.tsv");
        assertThat(rung("predict", one, test, "-o", p).status).isZero();
        assertThat(rung("predict", two, test, "-o", q).status).isZero();
        assertThat(p).hasSameBinaryContentAs(q);
    }

    @Test
    void duplicatesAreMergedOrRefused() throws Exception {
        Path twice = Files.writeString(folder.resolve("twice.csv"), "a,x,1\na,y,2\nb,x,3\nb,y,5\na,x,4\n");
        Path out = folder.resolve("d.rung");
        assertThat(rung("train", twice, "-o", out, "--rank", 1).out).contains("4 ratings (1 duplicate merged");
        Result refused = rung("train", twice, "-o", folder.resolve("no.rung"), "--duplicates", "error");
        assertThat(refused.status).isEqualTo(2);
        assertThat(refused.err).isEqualTo("rung: twice.csv:5: user 'a' has rated item 'x' in line 1 already\n");
        assertThat(folder.resolve("no.rung")).doesNotExist();
        assertThat(rung("train", twice, "-o", out, "--duplicates", "first").err)
                .contains("must be one of last, mean, error, got 'first'");
    }

    @Test
    void predictKeepsTheOrderAndEvaluateAgreesWithIt() throws Exception {
        Path out = folder.resolve("p.tsv");
        Result result = rung("predict", model, test, "-o", out);
        assertThat(result.status).as(result.err).isZero();
        assertThat(result.err).isEmpty();
        List<String[]> asked = lines(test);
        List<String[]> told = lines(out);
        assertThat(result.out).startsWith(asked.size() + " predictions: " + out);
        assertThat(told).hasSameSizeAs(asked);
        double squares = 0;
        double absolutes = 0;
        for (int k = 0; k < asked.size(); k++) {
            assertThat(told.get(k)).hasSize(3);
            assertThat(told.get(k)).startsWith(asked.get(k)[0], asked.get(k)[1]);
            double error = Double.parseDouble(told.get(k)[2]) - Double.parseDouble(asked.get(k)[2]);
            squares += error * error;
            absolutes += Math.abs(error);
        }
        Map<?, ?> facts = (Map<?, ?>) new JsonReader(rung("evaluate", model, test, "--json").out).read();
        assertThat((Double) facts.get("rmse")).isCloseTo(Math.sqrt(squares / asked.size()), within(1e-6));
        assertThat((Double) facts.get("mae")).isCloseTo(absolutes / asked.size(), within(1e-6));
        assertThat(facts.get("count")).isEqualTo((double) asked.size());
        assertThat(facts.get("cold")).isEqualTo(0.0);
        assertThat((Double) facts.get("rmse")).as("the noise is 0.2").isLessThan(0.3);
        assertThat(rung("evaluate", model, test).out)
                .isEqualTo(String.format(
                        Locale.ROOT,
                        "RMSE %.4f%nMAE  %.4f%n%d ratings, 0 of them cold%n",
                        (Double) facts.get("rmse"),
                        (Double) facts.get("mae"),
                        asked.size()));
    }

    @Test
    void coldPairs() throws Exception {
        Path pairs = Files.writeString(folder.resolve("pairs.csv"), "u1,m1\nnobody,m1\nu1,nothing\nnobody,nothing\n");
        Path out = folder.resolve("p.tsv");
        Result bias = rung("predict", model, pairs, "-o", out);
        assertThat(bias.err)
                .isEqualTo("rung: 3 pairs have a user or item that the model does not know: predicted from the"
                        + " mean and what bias is known\n");
        assertThat(lines(out)).hasSize(4).allMatch(line -> line.length == 3);
        Model m = ModelFile.read(model);
        assertThat(Double.parseDouble(lines(out).get(1)[2]))
                .isCloseTo(
                        m.factors().mean()
                                + m.factors().columns().biases()[m.items().find("m1")],
                        within(1e-5));
        assertThat(Double.parseDouble(lines(out).get(3)[2]))
                .isCloseTo(m.factors().mean(), within(1e-5));
        rung("predict", model, pairs, "-o", out, "--cold", "flag");
        assertThat(lines(out).stream()
                        .map(line -> line.length == 4 ? line[3] : "")
                        .toList())
                .containsExactly("", "cold", "cold", "cold");
        assertThat(rung("predict", model, pairs, "-o", out, "--cold", "drop").err)
                .contains("left out");
        assertThat(lines(out)).hasSize(1);
        Path rated = Files.writeString(folder.resolve("rated.csv"), "u1,m1,3\nnobody,m1,4\n");
        assertThat(rung("evaluate", model, rated).out).endsWith("2 ratings, 1 of them cold\n");
        assertThat(rung("evaluate", model, rated, "--cold", "drop").out).endsWith("1 rating, 1 cold one dropped\n");
        Path strangers = Files.writeString(folder.resolve("strangers.csv"), "x,m1,3\ny,m1,4\n");
        Result none = rung("evaluate", model, strangers, "--cold", "drop");
        assertThat(none.status).isEqualTo(2);
        assertThat(none.err).contains("the model knows user and item of none of these ratings");
    }

    @Test
    void onePrediction() throws Exception {
        Result one = rung("predict", model, "--user", "u1", "--item", "m1");
        assertThat(one.err).isEmpty();
        assertThat(Double.parseDouble(one.out))
                .isCloseTo(ModelFile.read(model).predict("u1", "m1").value(), within(1e-4));
        Result cold = rung("predict", model, "--user", "nobody", "--item", "m1", "--cold", "flag");
        assertThat(cold.status).isZero();
        assertThat(cold.out).endsWith("\tcold\n");
        assertThat(cold.err).contains("the model knows no user 'nobody'");
    }

    private static Set<String> seen(String user) throws Exception {
        return lines(train).stream()
                .filter(line -> line[0].equals(user))
                .map(line -> line[1])
                .collect(Collectors.toSet());
    }

    @Test
    void recommendLeavesOutWhatWasSeen() throws Exception {
        Map<?, ?> facts = (Map<?, ?>)
                new JsonReader(rung("recommend", model, "--user", "u3", "-n", 5, "--titles", titles, "--json").out)
                        .read();
        assertThat(facts.get("user")).isEqualTo("u3");
        List<?> list = (List<?>) facts.get("recommendations");
        assertThat(list).hasSize(5);
        Set<String> seen = seen("u3");
        double before = 5;
        for (int k = 0; k < 5; k++) {
            Map<?, ?> row = (Map<?, ?>) list.get(k);
            String item = (String) row.get("item");
            assertThat(seen).doesNotContain(item);
            assertThat(row.get("rank")).isEqualTo(k + 1.0);
            assertThat(row.get("title")).isEqualTo("The \"" + item.substring(1) + "\" film");
            assertThat((Double) row.get("prediction")).isLessThanOrEqualTo(before);
            before = (Double) row.get("prediction");
        }
        String text = rung("recommend", model, "--user", "u3", "-n", 5, "--titles", titles).out;
        assertThat(text.lines()).hasSize(5);
        assertThat(text.lines().findFirst().orElseThrow()).matches(" +1  m\\d+ +The \"\\d+\" film +\\d\\.\\d{3}");
        assertThat(rung("recommend", model, "--user", "u3", "-n", 1000).out.lines())
                .hasSize(ModelFile.read(model).items().size() - seen.size());
        assertThat(rung("recommend", model, "--user", "u3", "-n", 1000, "--with-seen")
                        .out
                        .lines())
                .hasSize(ModelFile.read(model).items().size());
    }

    @Test
    void recommendToAllIsRecommendToEach() throws Exception {
        Path out = folder.resolve("all.tsv");
        Result result = rung("recommend", model, "--all", "-n", 4, "-o", out);
        assertThat(result.status).as(result.err).isZero();
        assertThat(result.out).startsWith("recommendations for 90 users: " + out);
        Map<String, List<String>> byUser = new HashMap<>();
        for (String[] line : lines(out)) {
            assertThat(line).hasSize(3);
            byUser.computeIfAbsent(line[0], user -> new ArrayList<>()).add(line[1]);
        }
        assertThat(byUser)
                .hasSize(90)
                .allSatisfy((user, items) -> assertThat(items).hasSize(4));
        for (String user : List.of("u0", "u41", "u89")) {
            List<String> own = rung("recommend", model, "--user", user, "-n", 4)
                    .out
                    .lines()
                    .map(line -> line.strip().split(" +")[1])
                    .toList();
            assertThat(byUser.get(user)).isEqualTo(own);
        }
    }

    @Test
    void similarItemsAreOthersInDescendingOrder() throws Exception {
        Map<?, ?> facts =
                (Map<?, ?>) new JsonReader(rung("similar", model, "--item", "m5", "-n", 7, "--json").out).read();
        List<?> list = (List<?>) facts.get("similar");
        assertThat(list).hasSize(7);
        double before = 1;
        Set<Object> items = new HashSet<>();
        for (Object row : list) {
            items.add(((Map<?, ?>) row).get("item"));
            assertThat((Double) ((Map<?, ?>) row).get("similarity")).isLessThanOrEqualTo(before);
            before = (Double) ((Map<?, ?>) row).get("similarity");
        }
        assertThat(items).hasSize(7).doesNotContain("m5");
        assertThat(rung("similar", model, "--item", "m5", "--titles", titles).out)
                .startsWith("like 'm5' (The \"5\" film):\n");
        assertThat(rung("similar", model, "--item", "THE \"17\"", "--titles", titles).err)
                .contains("close to it: 'm17' (The \"17\" film)");
    }

    @Test
    void foldingInATrainingUserGivesThatUsersPredictions() throws Exception {
        StringBuilder two = new StringBuilder("item,rating\n");
        StringBuilder four = new StringBuilder();
        for (String[] line : lines(train)) {
            if (line[0].equals("u8")) {
                two.append(line[1]).append(',').append(line[2]).append('\n');
                four.append("new\t")
                        .append(line[1])
                        .append('\t')
                        .append(line[2])
                        .append("\t77\n");
            }
        }
        Path mine = Files.writeString(folder.resolve("mine.csv"), two);
        Result folded = rung("fold-in", model, mine, "-n", 1000, "--json");
        assertThat(folded.err).isEmpty();
        Map<?, ?> user = (Map<?, ?>) ((List<?>) ((Map<?, ?>) new JsonReader(folded.out).read()).get("users")).get(0);
        List<?> list = (List<?>) user.get("recommendations");
        Set<String> seen = seen("u8");
        Model m = ModelFile.read(model);
        assertThat(list).hasSize(m.items().size() - seen.size());
        assertThat(user.get("ratings")).isEqualTo((double) seen.size());
        for (Object row : list) {
            String item = (String) ((Map<?, ?>) row).get("item");
            assertThat(seen).doesNotContain(item);
            assertThat((Double) ((Map<?, ?>) row).get("prediction"))
                    .isCloseTo(m.predict("u8", item).value(), within(1e-3));
        }
        Path long4 = Files.writeString(folder.resolve("four.tsv"), four);
        assertThat(rung("fold-in", model, long4, "-n", 5).out).isEqualTo(rung("fold-in", model, mine, "-n", 5).out);
    }

    @Test
    void foldInOfSeveralUsersAndUnknownItems() throws Exception {
        Path some = Files.writeString(folder.resolve("some.csv"), "a,m1,5\na,strange,4\nb,m2,1\nb,m3,2\n");
        Result result = rung("fold-in", model, some, "-n", 2);
        assertThat(result.status).isZero();
        assertThat(result.err).contains("some.csv: 1 item skipped that the model does not know: 'strange'");
        assertThat(result.out).startsWith("user 'a', from 1 rating:\n").contains("user 'b', from 2 ratings:\n");
        assertThat(result.out.lines()).hasSize(6);
        Path none = Files.writeString(folder.resolve("none.csv"), "x,5\ny,4\n");
        Result refused = rung("fold-in", model, none);
        assertThat(refused.status).isEqualTo(2);
        assertThat(refused.err).contains("none.csv: the model knows none of the 2 items that are rated there");
        Path bad = Files.writeString(folder.resolve("bad.csv"), "m1,5\nm2,good\n");
        assertThat(rung("fold-in", model, bad).err)
                .isEqualTo("rung: bad.csv:2: the rating must be a number, got 'good'\n");
    }

    @Test
    void foldingInATrainingItemGivesItsPredictions() throws Exception {
        StringBuilder text = new StringBuilder();
        Set<String> raters = new HashSet<>();
        for (String[] line : lines(train)) {
            if (line[1].equals("m9")) {
                text.append(line[0]).append(",new,").append(line[2]).append('\n');
                raters.add(line[0]);
            }
        }
        Path file = Files.writeString(folder.resolve("items.csv"), text);
        Result result = rung("fold-in", model, file, "--items", "-n", 1000, "--json");
        Map<?, ?> item = (Map<?, ?>) ((List<?>) ((Map<?, ?>) new JsonReader(result.out).read()).get("items")).get(0);
        Model m = ModelFile.read(model);
        List<?> users = (List<?>) item.get("users");
        assertThat(users).hasSize(USERS - raters.size());
        for (Object row : users) {
            String user = (String) ((Map<?, ?>) row).get("user");
            assertThat(raters).doesNotContain(user);
            assertThat((Double) ((Map<?, ?>) row).get("prediction"))
                    .as("users were settled after items, so that this is not the same to the digit")
                    .isCloseTo(m.predict(user, "m9").value(), within(0.03));
        }
        double mean = 0;
        for (int user = 0; user < USERS; user++) {
            mean += m.predict(user, m.items().find("m9")).value() / USERS;
        }
        assertThat((Double) item.get("mean")).isCloseTo(mean, within(0.01));
        assertThat(rung("fold-in", model, file, "--items", "-n", 3).out)
                .startsWith("item 'new', from " + raters.size() + " ratings: predicted mean ");
    }

    @Test
    void withoutAFileLinesGoToStandardOutput() throws Exception {
        Path out = folder.resolve("p.tsv");
        rung("predict", model, test, "-o", out);
        assertThat(rung("predict", model, test).out).isEqualTo(Files.readString(out));
        rung("recommend", model, "--all", "-n", 3, "-o", out);
        assertThat(rung("recommend", model, "--all", "-n", 3).out).isEqualTo(Files.readString(out));
    }

    @Test
    void foldInSaysWhatMayNotBeMeant() throws Exception {
        Model m = ModelFile.read(model);
        String user = m.users().name(0);
        String item = m.items().name(0);
        Path odd = Files.writeString(folder.resolve("odd.tsv"), user + "\t" + item + "\t500\n");
        assertThat(rung("fold-in", model, odd).err)
                .contains("1 rating outside ")
                .contains("knows user '" + user + "' already");
        Path fine = Files.writeString(folder.resolve("fine.tsv"), "somebody\t" + item + "\t" + m.low() + "\n");
        assertThat(rung("fold-in", model, fine).err).isEmpty();
    }

    @Test
    void inspectTellsWhatIsThere() throws Exception {
        Model m = ModelFile.read(model);
        String text = rung("inspect", model).out;
        assertThat(text)
                .contains("90 users, 60 items, rank " + m.factors().rank())
                .contains("format version 1")
                .contains("singular values")
                .contains("seed ");
        Map<?, ?> facts = (Map<?, ?>) new JsonReader(rung("inspect", model, "--json").out).read();
        assertThat(facts.get("bytes")).isEqualTo((double) Files.size(model));
        long ranks = m.path().stream().mapToInt(Step::rank).distinct().count();
        assertThat((List<?>) facts.get("path")).hasSize((int) ranks);
        List<?> sigma = (List<?>) facts.get("singularValues");
        assertThat(sigma).hasSize(m.factors().rank());
        double squares = 0;
        for (int i = 0; i < USERS; i++) {
            for (int j = 0; j < ITEMS; j++) {
                double product = m.factors().get(i, j)
                        - m.factors().mean()
                        - m.factors().rows().biases()[i]
                        - m.factors().columns().biases()[j];
                squares += product * product;
            }
        }
        double sum = sigma.stream().mapToDouble(s -> (Double) s * (Double) s).sum();
        assertThat(sum).as("‖UVᵀ‖²").isCloseTo(squares, within(1e-5 * squares));
        Map<?, ?> all = (Map<?, ?>) new JsonReader(rung("inspect", model, "--json", "--path").out).read();
        assertThat((List<?>) all.get("path")).hasSize(m.path().size());
    }

    @Test
    void exportWritesBothSides() throws Exception {
        Path users = folder.resolve("users.npy");
        Path items = folder.resolve("items.csv");
        Result result = rung("export", model, "--users", users, "--items", items);
        assertThat(result.status).as(result.err).isZero();
        assertThat(result.out).contains("90 users, rank ").contains("60 items, rank ");
        int rank = ModelFile.read(model).factors().rank();
        assertThat(Files.readAllLines(items)).hasSize(61);
        assertThat(Files.readAllLines(items).get(0)).startsWith("item,factor1").endsWith(",bias");
        assertThat(Files.size(users)).isEqualTo(128 + 4L * 90 * (rank + 1));
        assertThat(rung("export", model, "--users", folder.resolve("u.txt")).err)
                .contains("must end in .npy, .csv or .csv.gz");
        assertThat(rung("export", model).err).contains("there must be --users, --items or both");
        assertThat(rung("export", model, "--users", items, "--items", items).err)
                .contains("must go to different files");
    }

    @Test
    void badInputIsASentenceAndNothingIsWritten() throws Exception {
        Path out = folder.resolve("out");
        Path text = Files.writeString(folder.resolve("text.rung"), "this is no model\n");
        Path ragged = Files.writeString(folder.resolve("ragged.csv"), "a,b,1\na,c\n");
        Path tab = Files.writeString(folder.resolve("tab.csv"), "u1,m1\n\"u\t1\",m1\n");
        Path absent = folder.resolve("absent.rung");
        Object[][] cases = {
            {"absent.rung: does not exist", "inspect", absent},
            {"absent.rung: does not exist", "predict", absent, test, "-o", out},
            {"text.rung: ", "recommend", text, "--user", "u1"},
            {"absent.tsv: does not exist", "train", folder.resolve("absent.tsv"), "-o", out},
            {"ragged.csv:2: expected 3 fields, found 2", "train", ragged, "-o", out},
            {"ragged.csv:2: expected 3 fields, found 2", "evaluate", model, ragged},
            {"the model knows no user 'U33'; close to it: 'u33'", "recommend", model, "--user", "U33"},
            {"the model knows no user 'somebody'; it knows 90, such as 'u0'", "recommend", model, "--user", "somebody"},
            {"the model knows no item 'm'", "similar", model, "--item", "m"},
            {"-n must be at least 1, got 0", "recommend", model, "--user", "u1", "-n", 0},
            {"-n must be at least 1, got -3", "similar", model, "--item", "m1", "-n", -3},
            {"-n must be at least 1, got 0", "fold-in", model, test, "-n", 0},
            {"there must be --user or --all, got neither", "recommend", model},
            {"there must be --user or --all, got both", "recommend", model, "--all", "--user", "u1"},
            {"--json goes with --user", "recommend", model, "--all", "-o", out, "--json"},
            {"--output goes with --all", "recommend", model, "--user", "u1", "-o", out},
            {"--user and --item go together, --item is missing", "predict", model, "--user", "u1"},
            {"a file of pairs is missing", "predict", model},
            {"must be two files", "train", train, "-o", out, "--report", out},
            {"a file of pairs does not go with them", "predict", model, test, "--user", "u1", "--item", "m1"},
            {"must be one of bias, drop, flag, got 'maybe'", "predict", model, test, "-o", out, "--cold", "maybe"},
            {"'u\\t1'", "predict", model, tab, "-o", out},
            {"the output must be another file than the input", "predict", model, test, "-o", test},
            {"the output must be another file than the input", "train", train, "-o", train},
            {"does not exist", "train", train, "-o", folder.resolve("no/where.rung")},
            {"is a folder", "train", train, "-o", folder},
            {"the name must not end in .gz", "train", train, "-o", folder.resolve("m.rung.gz")},
            {"the output must be a file", "train", train, "-o", "-"},
            {"--rank must be at least 1, got 0", "train", train, "-o", out, "--rank", 0},
            {"--max-rank must be at least 1, got 0", "train", train, "-o", out, "--max-rank", 0},
            {"--threads must be at least 1, got 0", "train", train, "-o", out, "--threads", 0},
            {
                "--rank must be between 1 and 60 (the smaller of 90 users and 60 items), got 61",
                "train",
                train,
                "-o",
                out,
                "--rank",
                61
            },
            {"--max-rank does not go with it", "train", train, "-o", out, "--rank", 3, "--max-rank", 4},
            {"--held-out must be between 0 and 1, got 1.5", "train", train, "-o", out, "--held-out", 1.5},
            {"--min must not be above --max, got 5 and 1", "train", train, "-o", out, "--min", 5, "--max", 1},
            {"--min must not be above the highest rating, ", "train", train, "-o", out, "--min", 6},
            {"--max must be finite", "train", train, "-o", out, "--max", "NaN"},
            {"Missing required option: '--output=MODEL'", "train", train},
            {"there is no '--sed' here", "train", train, "-o", out, "--sed", 1},
        };
        byte[] before = Files.readAllBytes(test);
        for (Object[] c : cases) {
            Result result = rung(Arrays.copyOfRange(c, 1, c.length));
            assertThat(result.err)
                    .as("%s", Arrays.toString(c))
                    .startsWith("rung: ")
                    .contains((String) c[0]);
            assertThat(result.status).as(result.err).isEqualTo(2);
            assertThat(result.out).isEmpty();
        }
        assertThat(test).hasBinaryContent(before);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(text, ragged, tab);
        }
    }

    /** A command that needs more memory than there is. */
    @Command(name = "burst")
    static final class Burst implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new OutOfMemoryError("Java heap space");
        }
    }

    @Test
    void tooLittleMemoryIsSaidWithWhatToDo() {
        StringWriter err = new StringWriter();
        var line = Main.commandLine();
        line.addSubcommand(new Burst());
        int status = line.setErr(new PrintWriter(err, true)).execute("burst");
        assertThat(status).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("rung: there is not enough memory")
                .contains("RUNG_JAVA_OPTIONS=-Xmx8g")
                .hasLineCount(1);
    }
}
