package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What commands print with {@code --json} is what docs/output.schema.json says. */
class JsonOutputTest extends RatingsCommands {
    private static List<Map<String, Object>> checked(String definition, Object... args) throws Exception {
        Commands.Result result = rung(args);
        assertThat(result.status()).as(result.err()).isZero();
        JsonSchema schema =
                new JsonSchema(JsonReader.readObject(Files.readString(Path.of("..", "docs", "output.schema.json"))));
        List<Map<String, Object>> objects =
                result.out().lines().map(JsonReader::readObject).toList();
        assertThat(objects).isNotEmpty();
        objects.forEach(object ->
                assertThat(schema.faults(definition, object)).as("%s", object).isEmpty());
        return objects;
    }

    @Test
    void everyCommandKeepsToTheSchema() throws Exception {
        Path output = folder.resolve("m.rung");
        checked("train", "train", train, "-o", output, "--json", "--rank", 2, "--test", test);
        checked("train", "train", train, "-o", output, "--json", "--only", "preferences", "--split", "random");
        checked("evaluate", "evaluate", model, test, "--json");
        checked("evaluate --lists", "evaluate", model, test, "--json", "--lists");
        String ofOne = Files.readAllLines(test).get(0) + "\n";
        checked(
                "evaluate --lists",
                "evaluate",
                model,
                Files.writeString(folder.resolve("one.tsv"), ofOne),
                "--json",
                "--lists");
        checked("recommend", "recommend", model, "--user", "u1", "--json", "--titles", titles);
        checked("similar", "similar", model, "--item", "m1", "--json", "--titles", titles);
        checked("similar", "similar", model, "--user", "u1", "--json");
        checked("inspect", "inspect", model, "--json", "--path");
        Path mine = Files.writeString(folder.resolve("mine.csv"), "m1,5\nm2,1\n");
        checked("fold-in", "fold-in", model, mine, "--json", "--titles", titles);
        Path item = Files.writeString(folder.resolve("item.csv"), "u1,new,5\nu2,new,1\n");
        checked("fold-in", "fold-in", model, item, "--items", "--json");
        Path table = Files.writeString(folder.resolve("t.csv"), "1.5,2,3\n2,4,\n3,6,9\n4,,12\n5,10,15\n");
        Path learned = folder.resolve("table.rung");
        checked("complete", "complete", table, "-o", folder.resolve("done.csv"), "--json", "--model", learned);
        checked("complete", "complete", table, "-o", folder.resolve("done.csv"), "--json", "--with", learned);
        Path full = Files.writeString(folder.resolve("full.csv"), "1.5,2,3\n2,4,5\n3,6,9\n");
        checked("complete", "complete", full, "-o", folder.resolve("copy.csv"), "--json");
        checked("inspect table", "inspect", learned, "--json");
        Path whole = Files.writeString(folder.resolve("w.csv"), "1,2,3\n2,4,6\n3,6,99\n4,8,12\n5,10,15\n");
        checked("separate", "separate", whole, "-o", folder.resolve("parts"), "--json", "--rank", 1);
        checked(
                "compare",
                "compare",
                train,
                "-o",
                folder.resolve("compared"),
                "--json",
                "--quick",
                "--methods",
                "mean,biases",
                "--splits",
                1);
    }

    @Test
    void predictionsAreLinesWithTitles() throws Exception {
        Path pairs = Files.writeString(folder.resolve("pairs.csv"), "u1,m2\nu1,nothing\n");
        List<Map<String, Object>> lines = checked("predict", "predict", model, pairs, "--json", "--titles", titles);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).containsEntry("title", "The \"2\" film").containsEntry("cold", false);
        assertThat(lines.get(1)).containsEntry("title", null).containsEntry("cold", true);
        double plain = Double.parseDouble(
                rung("predict", model, "--user", "u1", "--item", "m2").out().strip());
        assertThat((double) lines.get(0).get("prediction")).isCloseTo(plain, within(5e-5));
        assertThat(checked("predict", "predict", model, "--user", "u1", "--item", "m2", "--json"))
                .hasSize(1);
    }

    @Test
    void listsOfAllUsersAreLinesAndEqualThoseOfOne() throws Exception {
        Path file = folder.resolve("all.jsonl");
        assertThat(rung("recommend", model, "--all", "-n", 3, "--json", "--titles", titles, "-o", file)
                        .status())
                .isZero();
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(USERS);
        List<Map<String, Object>> some = checked(
                "recommend", "recommend", model, "--users", users("u3", "u1"), "-n", 3, "--json", "--titles", titles);
        assertThat(some).hasSize(2);
        assertThat(some.get(1))
                .isEqualTo(lines.stream()
                        .map(JsonReader::readObject)
                        .filter(line -> line.get("user").equals("u1"))
                        .findFirst()
                        .orElseThrow());
        Map<String, Object> one = checked("recommend", "recommend", model, "--user", "u1", "-n", 3, "--json")
                .get(0);
        for (int k = 0; k < 3; k++) {
            Map<?, ?> ofOne = (Map<?, ?>) ((List<?>) one.get("recommendations")).get(k);
            Map<?, ?> ofMany = (Map<?, ?>) ((List<?>) some.get(1).get("recommendations")).get(k);
            assertThat(ofMany.get("item")).isEqualTo(ofOne.get("item"));
            assertThat((double) ofMany.get("unclipped")).isCloseTo((double) ofOne.get("unclipped"), within(1e-5));
        }
    }

    private Path users(String... names) throws Exception {
        return Files.write(folder.resolve("users.txt"), List.of(names));
    }

    @Test
    void aTypeThatTheSchemaDoesNotAllowIsFound() {
        JsonSchema schema = new JsonSchema(Map.of(
                "$defs",
                Map.of(
                        "a",
                        Map.of(
                                "type",
                                "object",
                                "properties",
                                Map.of("n", Map.of("type", "integer", "minimum", 0.0)),
                                "required",
                                List.of("n"),
                                "additionalProperties",
                                false))));
        assertThat(schema.faults("a", Map.of("n", 2.0))).isEmpty();
        assertThat(schema.faults("a", Map.of("n", 2.5))).hasSize(1);
        assertThat(schema.faults("a", Map.of("n", -1.0))).hasSize(1);
        assertThat(schema.faults("a", Map.of("m", 1.0))).hasSize(2);
    }
}
