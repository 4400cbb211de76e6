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
        String text = rung("recommend", model, "--user", "u3", "-n", 5, "--titles", titles)
                .out();
        assertThat(text.lines()).hasSize(5);
        assertThat(text.lines().findFirst().orElseThrow()).matches(" +1  m\\d+ +The \"\\d+\" film +\\d\\.\\d{3}");
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
        for (String[] line : lines(out)) {
            assertThat(line).hasSize(3);
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
    void withoutAFileLinesGoToStandardOutput() throws Exception {
        Path out = folder.resolve("p.tsv");
        rung("predict", model, test, "-o", out);
        assertThat(rung("predict", model, test).out()).isEqualTo(Files.readString(out));
        rung("recommend", model, "--all", "-n", 3, "-o", out);
        assertThat(rung("recommend", model, "--all", "-n", 3).out()).isEqualTo(Files.readString(out));
    }
}
