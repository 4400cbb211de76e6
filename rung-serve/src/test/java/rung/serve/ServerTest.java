package rung.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.completion.Completion;
import rung.completion.TableModel;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.NearNames;
import rung.data.Observations;
import rung.data.Ratings;
import rung.file.FormatException;
import rung.file.model.ModelFile;
import rung.file.model.TableModelFile;
import rung.file.ratings.RatingsFile;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Newcomer;
import rung.ratings.Recommendation;
import rung.ratings.Recommender;

/** The server answers as the model does. */
class ServerTest {
    @TempDir
    private Path folder;

    private Served served;
    private Model model;

    @BeforeEach
    void start() throws IOException {
        served = Served.in(folder, settings -> settings.withLog(folder.resolve("log.csv")));
        model = ModelFile.read(folder.resolve(DemoModel.MODEL));
    }

    @AfterEach
    void end() {
        served.close();
    }

    private List<Map<String, Object>> items(String path) throws IOException {
        return Served.list(Served.fields(served.get(path), 200), "items");
    }

    private static List<Object> ids(List<Map<String, Object>> items) {
        return items.stream().map(item -> item.get("id")).toList();
    }

    private static List<Object> ids(Iterable<Recommendation> list) {
        List<Object> ids = new java.util.ArrayList<>();
        list.forEach(each -> ids.add(each.item()));
        return ids;
    }

    @Test
    void recommendsToUsersAsTheModelDoes() throws IOException {
        List<Recommendation> expected = model.recommend("reader1", 10);
        List<Map<String, Object>> items = items("/api/v1/users/reader1/recommendations?n=10&because=10");
        assertThat(ids(items)).isEqualTo(ids(expected));
        List<Map<String, Object>> alone = items("/api/v1/users/reader1/recommendations?n=10");
        for (int k = 0; k < items.size(); k++) {
            assertThat((double) items.get(k).get("score"))
                    .isCloseTo(expected.get(k).score(), within(1e-5));
            assertThat((double) items.get(k).get("prediction"))
                    .isCloseTo(expected.get(k).rating().orElseThrow(), within(1e-5));
            assertThat(items.get(k).get("title").toString()).contains(" ");
            assertThat(Served.list(items.get(k), "because"))
                    .extracting(reason -> reason.get("id"))
                    .isEqualTo(expected.get(k).because().stream()
                            .map(reason -> (Object) reason.item())
                            .toList());
            items.get(k).remove("because");
            assertThat(alone.get(k)).isEqualTo(items.get(k));
        }
        assertThat(items("/api/v1/users/reader1/recommendations?by=rating&n=5")).hasSize(5);
        assertThat(ids(items("/api/v1/users/reader1/recommendations?surprise=1&n=20")))
                .isNotEqualTo(ids(items("/api/v1/users/reader1/recommendations?surprise=-1&n=20")));
        assertThat(Served.fields(served.get("/api/v1/users/reader1/recommendations?by=rating&surprise=1"), 400))
                .containsEntry("detail", "surprise is for lists by preference, not for those by rating alone");
    }

    @Test
    void recommendsForRatingsInTheRequest() throws IOException {
        Map<String, Object> answer = Served.fields(
                served.post("/api/v1/recommendations", "{\"ratings\": {\"b1\": 5, \"b2\": 1, \"zz\": 3}, \"n\": 7}"),
                200);
        assertThat(ids(Served.list(answer, "items")))
                .isEqualTo(ids(model.newcomer(Map.of("b1", 5.0, "b2", 1.0)).recommend(7)));
        assertThat(answer).containsEntry("unknown", List.of("zz"));
        answer = Served.fields(served.post("/api/v1/recommendations", "{\"chosen\": [\"b1\"], \"n\": 3}"), 200);
        assertThat(ids(Served.list(answer, "items")))
                .isEqualTo(ids(model.newcomer(List.of("b1")).recommend(3)));
        assertThat(Served.fields(served.post("/api/v1/recommendations", "{\"ratings\": {\"b1\": 50}}"), 400)
                        .get("detail"))
                .as("beyond the scale, as where ratings are kept")
                .isEqualTo(Served.fields(
                                served.post("/api/v1/ratings", "{\"user\": \"ann\", \"item\": \"b1\", \"rating\": 50}"),
                                400)
                        .get("detail"));
    }

    @Test
    void listsHaveAtLeastOneEntry() throws IOException {
        for (String path : List.of("/api/v1/items?n=0", "/api/v1/users/reader1/recommendations?n=0")) {
            assertThat(Served.fields(served.get(path), 400))
                    .containsEntry("detail", "n must be a whole number between 1 and 1000, got '0'");
        }
    }

    @Test
    void numbersInTheBodyAreRefusedInTheWordsOfThoseInTheAddress() throws IOException {
        for (String wrong : List.of("n=0", "n=2.5", "n=12345678901", "surprise=2", "surprise=-1.5", "because=-1")) {
            String[] parts = wrong.split("=");
            String body = "{\"chosen\": [\"b1\"], \"" + parts[0] + "\": " + parts[1] + "}";
            Object said = Served.fields(served.get("/api/v1/users/reader1/recommendations?" + wrong), 400)
                    .get("detail");
            assertThat(said).asString().endsWith(", got '" + parts[1] + "'");
            assertThat(Served.fields(served.post("/api/v1/recommendations", body), 400))
                    .containsEntry("detail", said);
        }
    }

    @Test
    void filesOfThePageAndUnknownAddressesAreCountedApart() throws IOException {
        served.get("/");
        served.get("/index.html");
        served.get("/wp-login.php");
        assertThat(served.get("/metrics").body())
                .contains("rung_requests_total{method=\"GET\",path=\"site\",status=\"200\"} 2\n")
                .contains("rung_requests_total{method=\"\",path=\"unknown\",status=\"404\"} 1\n");
    }

    @Test
    void findsItemsWhateverTheCaseAndTheAccents() throws IOException {
        assertThat(items("/api/v1/items?q=SIL%C3%89NT%20wit"))
                .singleElement()
                .extracting(item -> item.get("title"))
                .isEqualTo("The Silent Witness");
        assertThat(ids(items("/api/v1/items?q=b17&n=1"))).containsExactly("b17");
        assertThat(items("/api/v1/items?q=&n=7"))
                .hasSize(7)
                .allSatisfy(item -> assertThat(item).containsEntry("score", item.get("share")));
        assertThat(items("/api/v1/items?q=the&n=7"))
                .extracting(item -> -(double) item.get("score"))
                .isSorted();
        assertThat(items("/api/v1/items?q=nothing-like-this")).isEmpty();
        Map<String, Object> one = Served.fields(served.get("/api/v1/items/b1"), 200);
        assertThat(one).containsEntry("columns", Map.of("shelf", "Mystery"));
        assertThat(items("/api/v1/items/b1/similar?n=4"))
                .extracting(item -> item.get("id"))
                .isEqualTo(model.similar("b1", 4).stream()
                        .map(each -> (Object) each.item())
                        .toList());
    }

    @Test
    void saysWithTheSentenceOfTheCommandWhatItDoesNotKnow() throws IOException {
        Map<String, String> titles =
                RatingsFile.itemColumns(folder.resolve(DemoModel.TITLES)).titles();
        HttpResponse<String> answer = served.get("/api/v1/items/b1x");
        assertThat(Served.fields(answer, 404))
                .containsEntry("status", 404.0)
                .containsEntry("title", "Not Found")
                .containsEntry("instance", "/api/v1/items/b1x")
                .containsEntry("detail", "books.rung: " + NearNames.unknown("item", model.items(), "b1x", titles));
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(served.get("/api/v1/users/nobody").statusCode()).isEqualTo(404);
        assertThat(served.get("/nothing").statusCode()).isEqualTo(404);
        assertThat(served.post("/health", "").statusCode()).isEqualTo(405);
        assertThat(served.get("/api/v1/items?n=x").statusCode()).isEqualTo(400);
        assertThat(served.post("/api/v1/recommendations", "{\"ratings\": ").statusCode())
                .isEqualTo(400);
        assertThat(served.post("/api/v1/recommendations", "{\"rating\": {}}").statusCode())
                .isEqualTo(400);
    }

    @Test
    void predictsPairs() throws IOException {
        Map<String, Object> answer = Served.fields(
                served.post(
                        "/api/v1/predictions",
                        "{\"pairs\": [{\"user\": \"reader1\", \"item\": \"b7\"}, {\"user\": \"x\", \"item\": \"b7\"}]}"),
                200);
        List<Map<String, Object>> all = Served.list(answer, "predictions");
        assertThat((double) all.get(0).get("prediction"))
                .isCloseTo(model.predict("reader1", "b7").value(), within(1e-5));
        assertThat(all).extracting(each -> each.get("known")).containsExactly(true, false);
    }

    @Test
    void explainsAnItemForAUser() throws IOException {
        Map<String, Object> first =
                items("/api/v1/users/reader1/recommendations?n=1&because=10").get(0);
        Map<String, Object> answer =
                Served.fields(served.get("/api/v1/users/reader1/explanation?item=" + first.get("id")), 200);
        assertThat(answer.get("because")).isEqualTo(first.get("because"));
        assertThat(served.get("/api/v1/users/reader1/explanation").statusCode()).isEqualTo(400);
    }

    @Test
    void aNewcomerWhoRatedIsKnownFromThenOnAlsoAfterARestart() throws IOException {
        assertThat(served.get("/api/v1/users/ann/recommendations").statusCode()).isEqualTo(404);
        for (String rating : List.of("\"b1\", \"rating\": 5", "\"b2\", \"rating\": 2", "\"b1\", \"rating\": 4.5")) {
            assertThat(Served.fields(
                            served.post("/api/v1/ratings", "{\"user\": \"ann\", \"item\": " + rating + "}"), 201))
                    .containsEntry("kept", true);
        }
        List<Object> expected = ids(model.newcomer(Map.of("b1", 4.5, "b2", 2.0)).recommend(10));
        assertThat(ids(items("/api/v1/users/ann/recommendations"))).isEqualTo(expected);
        served.close();
        Ratings kept = RatingsFile.read(folder.resolve("log.csv"));
        assertThat(kept.count()).isEqualTo(2);
        served = Served.in(folder, settings -> settings.withLog(folder.resolve("log.csv")));
        assertThat(ids(items("/api/v1/users/ann/recommendations"))).isEqualTo(expected);
        Map<String, Object> ann = Served.fields(served.get("/api/v1/users/ann"), 200);
        assertThat(Served.list(ann, "items"))
                .extracting(item -> item.get("rating"))
                .containsExactly(4.5, 2.0);
        assertThat(Served.list(Served.fields(served.get("/api/v1/users?q=an"), 200), "users"))
                .extracting(user -> user.get("id"))
                .contains("ann");
    }

    @Test
    void whatAUserRatedHasTheScoreOfLists() throws IOException {
        List<Map<String, Object>> own = Served.list(Served.fields(served.get("/api/v1/users/reader1"), 200), "items");
        assertThat(own).hasSizeGreaterThan(3);
        Map<Object, Double> expected = new HashMap<>();
        int reader = model.users().find("reader1").orElseThrow();
        model.recommend(reader, ListOptions.of(1000).withSeen(true))
                .forEach(each -> expected.put(model.items().name(each.item()), each.score()));
        for (Map<String, Object> item : own) {
            assertThat((double) item.get("score")).isCloseTo(expected.get(item.get("id")), within(1e-5));
        }
    }

    @Test
    void whatAKnownUserRatesIsNotRecommendedAgain() throws IOException {
        Object first = ids(items("/api/v1/users/reader1/recommendations")).get(0);
        served.post("/api/v1/ratings", "{\"user\": \"reader1\", \"item\": \"" + first + "\", \"rating\": 4}");
        assertThat(ids(items("/api/v1/users/reader1/recommendations"))).doesNotContain(first);
    }

    @Test
    void whatAKnownUserRatesChangesWhatIsExpectedOfThem() throws IOException {
        int reader = model.users().find("reader1").orElseThrow();
        Object[] liked = ids(items("/api/v1/users/reader1/recommendations?n=4")).toArray();
        Map<String, Double> since = new LinkedHashMap<>();
        for (Object item : liked) {
            since.put((String) item, model.low());
            served.post(
                    "/api/v1/ratings",
                    "{\"user\": \"reader1\", \"item\": \"" + item + "\", \"rating\": " + model.low() + "}");
        }
        Newcomer again = model.newcomer(reader, since);
        assertThat(ids(items("/api/v1/users/reader1/recommendations?n=8"))).isEqualTo(ids(again.recommend(8)));
        String pair = "{\"pairs\": [{\"user\": \"reader1\", \"item\": \"" + liked[0] + "\"}]}";
        Number expected =
                (Number) Served.list(Served.fields(served.post("/api/v1/predictions", pair), 200), "predictions")
                        .get(0)
                        .get("prediction");
        assertThat(expected.doubleValue())
                .isCloseTo(again.predict((String) liked[0]).value(), within(1e-5))
                .isLessThan(model.predict("reader1", (String) liked[0]).value());
    }

    @Test
    void refusesRatingsThatCannotBeKept() throws IOException {
        for (String body : List.of(
                "{\"user\": \"ann\", \"item\": \"b1\", \"rating\": 6}",
                "{\"user\": \"ann\", \"item\": \"b1\"}",
                "{\"user\": \"\", \"item\": \"b1\", \"rating\": 4}",
                "{\"user\": \" ann\", \"item\": \"b1\", \"rating\": 4}",
                "{\"user\": \"" + "a".repeat(300) + "\", \"item\": \"b1\", \"rating\": 4}",
                "[]")) {
            assertThat(served.post("/api/v1/ratings", body).statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(served.post("/api/v1/ratings", "{\"user\": \"ann\", \"item\": \"zz\", \"rating\": 4}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(served.post("/api/v1/ratings", "{\"user\": \"a\\nb\", \"item\": \"b1\", \"rating\": 4}")
                        .statusCode())
                .as("a name of two lines")
                .isEqualTo(201);
        served.close();
        served = Served.in(folder, settings -> settings);
        assertThat(served.post("/api/v1/ratings", "{\"user\": \"ann\", \"item\": \"b1\", \"rating\": 4}")
                        .body())
                .contains("--log FILE")
                .contains("409");
    }

    @Test
    void picksUpANewModelAndRefusesABrokenOne() throws Exception {
        Path place = folder.resolve(DemoModel.MODEL);
        Path broken = Files.writeString(folder.resolve("broken"), "no model");
        Files.move(broken, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        await("rung_model_refused_total 1.0");
        assertThat(items("/api/v1/users/reader1/recommendations")).hasSize(10);
        Ratings few = RatingsFile.read(Files.writeString(folder.resolve("few.csv"), few()));
        Path next = folder.resolve("next");
        ModelFile.write(
                next,
                rung.ratings.Recommender.byDefault().withRank(1).train(few).model());
        Files.move(next, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        await("rung_model_reloads_total 1.0");
        assertThat(served.get("/api/v1/users/u1").statusCode()).isEqualTo(200);
        assertThat(served.messages()).hasSize(2);
    }

    private static String few() {
        StringBuilder lines = new StringBuilder("user,item,rating\n");
        for (int user = 0; user < 20; user++) {
            for (int item = 0; item < 10; item++) {
                lines.append("u" + user + ",i" + item + "," + (1 + (user * item) % 5) + "\n");
            }
        }
        return lines.toString();
    }

    private void await(String metric) throws Exception {
        for (int k = 0; k < 600 && !served.get("/metrics").body().contains(metric); k++) {
            Thread.sleep(100);
        }
        assertThat(served.get("/metrics").body()).contains(metric);
    }

    @Test
    void theMapIsTheSameEveryTimeAndWithinItsBounds() throws IOException {
        String map = served.get("/api/v1/map").body();
        Map<String, Object> facts = Served.fields(served.get("/api/v1/map"), 200);
        for (String axis : List.of("x", "y")) {
            @SuppressWarnings("unchecked")
            List<Double> places = (List<Double>) facts.get(axis);
            assertThat(places).hasSize(model.items().size()).allMatch(place -> Math.abs(place) <= 1);
        }
        served.close();
        served = Served.in(folder, settings -> settings);
        assertThat(served.get("/api/v1/map").body()).isEqualTo(map);
    }

    @Test
    void theReportHasChartsWithoutStylesOrScripts() throws IOException {
        List<Map<String, Object>> sections = Served.list(Served.fields(served.get("/api/v1/report"), 200), "sections");
        assertThat(sections)
                .extracting(section -> section.get("id"))
                .containsExactly("popularity", "errors", "steps", "singular-values", "residuals", "lists");
        assertThat(sections.subList(0, 5))
                .allSatisfy(section -> assertThat(List.of(section.get("svg"), section.get("narrow")))
                        .allSatisfy(chart -> assertThat(chart.toString())
                                .startsWith("<svg")
                                .doesNotContain("style=")
                                .doesNotContain("<style")
                                .doesNotContain("<script")));
        assertThat(((List<?>) sections.get(5).get("rows")).stream().<Object>map(row -> ((List<?>) row).get(0)))
                .containsExactly("nDCG", "recall", "hit rate", "coverage");
    }

    @Test
    void aReportOfChoicesSpeaksOfChoices() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        Ratings.Builder choices = Ratings.builder();
        for (int k = 0; k < 1_000; k++) {
            int user = random.nextInt(60);
            choices.add("u" + user, "i" + (2 * random.nextInt(15) + user % 2), 1); // half of the users choose each half
        }
        Ratings chosen = choices.build(Duplicates.LAST).withMeaning(Meaning.WEIGHT);
        Path file = folder.resolve("chosen.rung");
        ModelFile.write(file, Recommender.byDefault().train(chosen).model());
        try (Served other = Served.of(ServerSettings.of(file))) {
            Map<String, Object> report = Served.fields(other.get("/api/v1/report"), 200);
            List<Map<String, Object>> sections = Served.list(report, "sections");
            assertThat(sections).extracting(section -> section.get("id")).containsExactly("popularity", "lists");
            assertThat(sections.get(0).get("text")).asString().contains("How many of all choices");
            assertThat(sections.get(0).get("svg"))
                    .asString()
                    .contains("choices")
                    .doesNotContain("ratings");
            assertThat(((List<?>) sections.get(1).get("rows")).stream().<Object>map(row -> ((List<?>) row).get(0)))
                    .containsExactly("nDCG", "recall", "hit rate", "coverage");
            assertThat(Served.list(report, "facts"))
                    .extracting(fact -> fact.get("name"))
                    .contains("Choices", "Rank of preferences")
                    .doesNotContain("Ratings", "Rank");
            assertThat(Served.list(report, "facts"))
                    .filteredOn(fact -> fact.get("name").equals("Choices"))
                    .extracting(fact -> fact.get("value"))
                    .containsExactly(String.valueOf(chosen.count()));
        }
    }

    @Test
    void whatTheFileDoesNotSayIsLeftOutOfTheReport() throws IOException {
        Model bare = new Model(
                model.users(),
                model.items(),
                model.ratings(),
                model.preferences(),
                model.blend(),
                model.seen(),
                Map.of("held-out residuals", "from a by b: 1 2", "held-out lists", "many"),
                List.of());
        Path file = folder.resolve("bare.rung");
        ModelFile.write(file, bare);
        try (Served other = Served.of(ServerSettings.of(file))) {
            assertThat(Served.list(Served.fields(other.get("/api/v1/report"), 200), "sections"))
                    .extracting(section -> section.get("id"))
                    .containsExactly("popularity", "singular-values");
        }
    }

    @Test
    void aModelOfATableIsRefusedWithWhatToDo() throws IOException {
        Observations.Builder cells = Observations.builder(20, 3);
        for (int row = 0; row < 20; row++) {
            for (int column = 0; column < 3; column++) {
                cells.add(row, column, (row % 7) * (column + 1));
            }
        }
        TableModel learned = Completion.byDefault().complete(cells.build()).model();
        Path file = folder.resolve("learned.rung");
        List<List<String>> labels = List.of(List.of(), List.of(), List.of());
        TableModelFile.write(
                file, new TableModelFile.Named(learned, List.of("a", "b", "c"), labels, List.of(), Optional.empty()));
        assertThatThrownBy(() -> Served.of(ServerSettings.of(file)))
                .isInstanceOf(FormatException.class)
                .hasMessage(
                        file + ": is a model of a table, which shows nothing by itself: fill a table by 'rung complete"
                                + " TABLE --with learned.rung -o filled.csv' and serve filled.csv");
    }

    @Test
    void thumbsAreOfferedAsTheyWereGiven() throws IOException {
        for (double[] scale : new double[][] {{-1, 1, 2}, {0, 1, 1}, {1, 2, 1}}) {
            Ratings.Builder thumbs = Ratings.builder();
            for (int k = 0; k < 300; k++) {
                thumbs.add("u" + k % 20, "i" + k / 20, scale[k % 3 == 0 ? 0 : 1]);
            }
            Path file = folder.resolve("thumbs.rung");
            ModelFile.write(
                    file,
                    Recommender.byDefault()
                            .withRank(1)
                            .train(thumbs.build(Duplicates.ERROR))
                            .model());
            try (Served other = Served.of(ServerSettings.of(file))) {
                Map<String, Object> facts = Served.fields(other.get("/api/v1/model"), 200);
                assertThat(facts).containsEntry("low", scale[0]).containsEntry("high", scale[1]);
                assertThat(facts).containsEntry("step", scale[2]);
            }
        }
    }

    @Test
    void whatIsServedIsSaid() throws IOException {
        String table = "a,b,c\n" + "1.5,2.5,3\n2.5,4.5,7\n3.5,7,9\n";
        try (Server other = Server.start(ServerSettings.of(Files.writeString(folder.resolve("t.csv"), table))
                .at("127.0.0.1", 0))) {
            assertThat(other.description()).isEqualTo("a table of 3×3");
        }
        String ratings = "user,item,rating\n" + "1,10,4\n1,11,3\n2,10,5\n2,12,1\n";
        try (Server other = Server.start(ServerSettings.of(Files.writeString(folder.resolve("r.csv"), ratings))
                .at("127.0.0.1", 0))) {
            assertThat(other.description()).startsWith("a table of 4×3; ").contains("rung train");
        }
        try (Server other =
                Server.start(ServerSettings.of(folder.resolve(DemoModel.MODEL)).at("127.0.0.1", 0))) {
            assertThat(other.description())
                    .startsWith("a model of " + model.users().size() + " users, "
                            + model.items().size() + " items and ")
                    .endsWith(" ratings");
        }
    }

    @Test
    void browsersFindAnIconBesideThePage() throws IOException {
        HttpResponse<String> icon = served.get("/favicon.ico"); // asked for with every answer that is no page
        assertThat(icon.statusCode()).isEqualTo(200);
        assertThat(icon.headers().firstValue("Content-Type")).contains("image/x-icon");
    }
}
