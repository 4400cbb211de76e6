package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.cli.RatingsCommands;
import rung.file.model.ModelFile;

/** {@code rung recommend}. */
class RecommendTest extends RatingsCommands {
    @Test
    void recommendLeavesOutWhatWasSeen() throws Exception {
        Map<?, ?> facts = (Map<?, ?>)
                new JsonReader(rung("recommend", model, "--user", "u3", "-n", 5, "--titles", titles, "--json")
                                .out())
                        .read();
        assertThat(facts.get("user")).isEqualTo("u3");
        List<?> list = (List<?>) facts.get("recommendations");
        assertThat(list).hasSize(5);
        Set<String> seen = seen("u3");
        double before = Double.POSITIVE_INFINITY;
        for (int k = 0; k < 5; k++) {
            Map<?, ?> row = (Map<?, ?>) list.get(k);
            String item = (String) row.get("item");
            assertThat(seen).doesNotContain(item);
            assertThat(row.get("rank")).isEqualTo(k + 1.0);
            assertThat(row.get("title")).isEqualTo("The \"" + item.substring(1) + "\" film");
            assertThat((Double) row.get("prediction")).isBetween(1.0, 5.0);
            assertThat((Double) row.get("score")).isLessThanOrEqualTo(before);
            before = (Double) row.get("score");
            for (Object reason : (List<?>) row.get("because")) {
                assertThat(seen).contains((String) ((Map<?, ?>) reason).get("item"));
                assertThat((Double) ((Map<?, ?>) reason).get("contribution")).isPositive();
            }
        }
        String text = rung("recommend", model, "--user", "u3", "-n", 5, "--titles", titles)
                .out();
        assertThat(text.lines()).hasSize(5);
        assertThat(text.lines().findFirst().orElseThrow())
                .matches(" +1  m\\d+ +The \"\\d+\" film +\\d+ users +\\d\\.\\d{3}(  because of The .* film)?");
        assertThat(rung("recommend", model, "--user", "u3", "-n", 1000).out().lines())
                .hasSize(ModelFile.read(model).items().size() - seen.size());
        assertThat(rung("recommend", model, "--user", "u3", "-n", 1000, "--with-seen")
                        .out()
                        .lines())
                .hasSize(ModelFile.read(model).items().size());
    }

    @Test
    void recommendToAllIsRecommendToEach() throws Exception {
        Path out = folder.resolve("all.tsv");
        Commands.Result result = rung("recommend", model, "--all", "-n", 4, "-o", out);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).startsWith("recommendations for 90 users: " + out);
        Map<String, List<String>> byUser = new HashMap<>();
        String before = "";
        double least = Double.NaN;
        for (String[] line : lines(out)) {
            assertThat(line).as("user, item, expected rating, score").hasSize(4);
            double score = Double.parseDouble(line[3]);
            if (line[0].equals(before)) {
                assertThat(score).as("the list is ordered by it").isLessThanOrEqualTo(least);
            }
            before = line[0];
            least = score;
            byUser.computeIfAbsent(line[0], user -> new ArrayList<>()).add(line[1]);
        }
        assertThat(byUser)
                .hasSize(90)
                .allSatisfy((user, items) -> assertThat(items).hasSize(4));
        for (String user : List.of("u0", "u41", "u89")) {
            List<String> own = rung("recommend", model, "--user", user, "-n", 4)
                    .out()
                    .lines()
                    .map(line -> line.strip().split(" +")[1])
                    .toList();
            assertThat(byUser.get(user)).isEqualTo(own);
        }
    }

    @Test
    void listsHoldWhatTheOptionsSay() throws Exception {
        List<String> usual = items("--user", "u3", "-n", "1000");
        List<String> byRating = items("--user", "u3", "-n", "1000", "--by", "rating");
        assertThat(byRating).containsExactlyInAnyOrderElementsOf(usual).isNotEqualTo(usual);
        assertThat(items("--user", "u3", "-n", "1000", "--by", "preference"))
                .containsExactlyInAnyOrderElementsOf(usual)
                .isNotEqualTo(byRating);
        Path some = Files.writeString(
                folder.resolve("some.csv"), usual.get(0) + ",a title\n\n" + usual.get(2) + "\nunknown\n");
        List<String> rest = new ArrayList<>(usual);
        rest.removeAll(List.of(usual.get(0), usual.get(2)));
        assertThat(items("--user", "u3", "-n", "1000", "--exclude", some.toString()))
                .isEqualTo(rest);
        assertThat(items("--user", "u3", "-n", "1000", "--only-items", some.toString()))
                .containsExactly(usual.get(0), usual.get(2));
        assertThat(items("--user", "u3", "-n", "1000", "--surprise", "1"))
                .containsExactlyInAnyOrderElementsOf(usual)
                .isNotEqualTo(usual);
        assertThat(rung("recommend", model, "--user", "u3", "--by", "rating", "--surprise", "1")
                        .err())
                .contains("--surprise does not go with --by rating");
        assertThat(rung("recommend", model, "--user", "u3", "--surprise", "2").err())
                .contains("--surprise must be between -1 and 1, got 2");
        assertThat(rung("recommend", model, "--user", "u3", "--by", "taste").status())
                .isEqualTo(2);
    }

    private List<String> items(String... options) throws Exception {
        List<Object> all = new ArrayList<>(List.of("recommend", model));
        all.addAll(List.of(options));
        return rung(all.toArray())
                .out()
                .lines()
                .map(line -> line.strip().split(" +")[1])
                .toList();
    }

    @Test
    void filesOfItemsMayHoldTitles() throws Exception {
        Path names = Files.writeString(folder.resolve("names.txt"), "m1\nm2\nm3\n");
        Path byTitle = Files.writeString(folder.resolve("titled.txt"), "The \"1\" film\nthe \"2\" FILM\nm3\n");
        for (String option : List.of("--candidates", "--exclude")) {
            Commands.Result titled = rung("recommend", model, "--all", option, byTitle, "--titles", titles);
            assertThat(titled.err()).doesNotContain("does not know");
            assertThat(titled.out())
                    .isNotEmpty()
                    .isEqualTo(rung("recommend", model, "--all", option, names, "--titles", titles)
                            .out());
        }
    }

    @Test
    void withoutAFileLinesGoToStandardOutput() throws Exception {
        Path out = folder.resolve("p.tsv");
        rung("predict", model, test, "-o", out);
        assertThat(rung("predict", model, test).out()).isEqualTo(Files.readString(out));
        rung("recommend", model, "--all", "-n", 3, "-o", out);
        assertThat(rung("recommend", model, "--all", "-n", 3).out()).isEqualTo(Files.readString(out));
    }

    @Test
    void listsOfTheMostPopularItemsAreSaidToBe() {
        String sentence =
                "no better list than the most popular items was found, so lists are nearly the same for all, and have no reasons";
        assertThat(rung("recommend", model, "--user", "u1", "--by", "preference")
                        .err())
                .contains(sentence)
                .hasLineCount(1);
        assertThat(rung("recommend", model, "--user", "u1", "--by", "preference", "-n", 3)
                        .out()
                        .lines())
                .as("how many users chose an item, not a score of zero")
                .hasSize(3)
                .allMatch(line -> line.matches(" +\\d+ +m\\d+ +[1-9]\\d* users +\\d\\.\\d{3}"));
        for (String whose : List.of("--user=u1", "--all")) {
            assertThat(rung("recommend", model, whose, "--by", "preference", "-n", 3, "--json")
                            .out())
                    .as("the same in JSON")
                    .containsPattern("\"users\": [1-9]\\d*");
        }
        assertThat(rung("recommend", model, "--user", "u1", "--by", "rating").err())
                .isEmpty();
        assertThat(rung("recommend", model, "--all", "--by", "preference").out().lines())
                .as("what the help says of the score then")
                .allMatch(line -> Math.abs(Double.parseDouble(line.split("\t")[3])) < 5e-4);
        assertThat(rung("recommend", "--help").out().replaceAll("\\s+", " "))
                .contains(
                        "Where nothing but popularity orders a list, the number of users who chose the item stands in place of"
                                + " the score, which is next to 0 then.");
    }
}
