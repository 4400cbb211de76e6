package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.cli.RatingsCommands;

/** {@code rung evaluate --lists}. */
class EvaluateListsTest extends RatingsCommands {
    private static Map<?, ?> json(String text) {
        return (Map<?, ?>) new JsonReader(text).read();
    }

    private static double value(Map<?, ?> facts, String... path) {
        Object at = facts;
        for (String each : path) {
            at = ((Map<?, ?>) at).get(each);
        }
        return (Double) at;
    }

    /** The items of the test file by user, if rated high enough. */
    private static Map<String, Set<String>> chosen(double least) throws Exception {
        Map<String, Set<String>> chosen = new LinkedHashMap<>();
        for (String[] line : lines(test)) {
            if (Double.parseDouble(line[2]) >= least) {
                chosen.computeIfAbsent(line[0], user -> new HashSet<>()).add(line[1]);
            }
        }
        return chosen;
    }

    @Test
    void figuresAreThoseOfTheListsThatRecommendWrites() throws Exception {
        Path out = folder.resolve("lists.tsv");
        rung("recommend", model, "--all", "-n", 7, "-o", out);
        Map<String, List<String>> lists = new LinkedHashMap<>();
        for (String[] line : lines(out)) {
            lists.computeIfAbsent(line[0], user -> new ArrayList<>()).add(line[1]);
        }
        Commands.Result result = rung("evaluate", model, test, "--lists", "-n", 7, "--json");
        assertThat(result.status()).as(result.err()).isZero();
        Map<?, ?> facts = json(result.out());
        assertThat(value(facts, "n")).isEqualTo(7);
        assertThat(value(facts, "unknown")).isZero();
        assertThat(value(facts, "seen")).isZero();
        double liked = value(facts, "liked", "least");
        assertThat(liked).as("the mean is about 3").isIn(3.0, 4.0);
        for (String block : List.of("any", "liked")) {
            Map<String, Set<String>> relevant = chosen(block.equals("any") ? 0 : liked);
            double recall = 0;
            double gains = 0;
            double hit = 0;
            Set<String> listed = new HashSet<>();
            for (String user : relevant.keySet()) {
                Set<String> wanted = relevant.get(user);
                double gain = 0;
                double ideal = 0;
                int hits = 0;
                for (int k = 0; k < 7; k++) {
                    boolean isHit = wanted.contains(lists.get(user).get(k));
                    hits += isHit ? 1 : 0;
                    gain += isHit ? 1 / Math.log(k + 2) : 0;
                    ideal += k < wanted.size() ? 1 / Math.log(k + 2) : 0;
                }
                recall += (double) hits / Math.min(7, wanted.size()) / relevant.size();
                gains += gain / ideal / relevant.size();
                hit += (hits > 0 ? 1.0 : 0.0) / relevant.size();
                listed.addAll(lists.get(user));
            }
            assertThat(value(facts, block, "users")).isEqualTo(relevant.size());
            assertThat(value(facts, block, "model", "recall")).isCloseTo(recall, within(1e-9));
            assertThat(value(facts, block, "model", "ndcg")).isCloseTo(gains, within(1e-9));
            assertThat(value(facts, block, "model", "hitRate")).isCloseTo(hit, within(1e-9));
            assertThat(value(facts, block, "model", "coverage"))
                    .isCloseTo(listed.size() / (double) ITEMS, within(1e-9));
            assertThat(value(facts, block, "model", "ndcgStandardError")).isBetween(0.001, 0.1);
        }
        assertThat(value(facts, "liked", "model", "ndcg"))
                .as("ratings tell what is liked")
                .isGreaterThan(value(facts, "liked", "mostPopular", "ndcg") + 0.1)
                .isGreaterThan(value(facts, "liked", "random", "ndcg") + 0.1);
        assertThat(value(facts, "any", "mostPopular", "novelty"))
                .as("no list is less novel than that of the most popular")
                .isLessThan(value(facts, "any", "model", "novelty"))
                .isLessThan(value(facts, "any", "random", "novelty"));
    }

    @Test
    void nobodyCanLikeWhatIsBeyondTheScale() throws Exception {
        for (Object beyond : List.of(6, 0)) {
            Commands.Result refused = rung("evaluate", model, test, "--lists", "--liked", beyond);
            assertThat(refused.status()).isEqualTo(2);
            assertThat(refused.err())
                    .contains("--liked must be between ")
                    .contains(", the lowest and the highest rating, got " + beyond);
        }
        Path low =
                Files.writeString(folder.resolve("low.csv"), "user,item,rating\nu1,m1,1\nu1,m2,2\nu2,m1,2\nu2,m3,1\n");
        assertThat(rung("evaluate", model, low, "--lists", "--liked", 4).out()).contains("; none is rated 4 or more");
    }

    @Test
    void forPeople() throws Exception {
        Commands.Result result = rung("evaluate", model, test, "--lists", "--liked", 4);
        assertThat(result.status()).as(result.err()).isZero();
        Map<?, ?> facts = json(
                rung("evaluate", model, test, "--lists", "--liked", 4, "--json").out());
        assertThat(result.out())
                .startsWith("Lists of 20, chosen at all, for " + (long) value(facts, "any", "users") + " users:\n")
                .contains("Lists of 20, liked (rated 4 or more), for " + (long) value(facts, "liked", "users")
                        + " users:\n")
                .contains(String.format(
                        Locale.ROOT,
                        "%nthis model    %.4f ± %.4f",
                        value(facts, "any", "model", "recall"),
                        value(facts, "any", "model", "recallStandardError")))
                .contains("\nmost popular  ")
                .contains("\nrandom        ")
                .endsWith("± standard error over users\n");
        assertThat(value(facts, "liked", "users")).isEqualTo(chosen(4).size());
    }

    @Test
    void oneUserHasNoStandardErrors() throws Exception {
        StringBuilder own = new StringBuilder();
        for (String[] line : lines(test)) {
            own.append(line[0].equals("u1") ? String.join("\t", line) + "\n" : "");
        }
        Path one = Files.writeString(folder.resolve("one.tsv"), own);
        Commands.Result result = rung("evaluate", model, one, "--lists");
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains("for 1 user:\n").doesNotContain("±");
        Map<?, ?> quality = (Map<?, ?>) ((Map<?, ?>)
                        json(rung("evaluate", model, one, "--lists", "--json").out())
                                .get("any"))
                .get("model");
        assertThat(quality.get("ndcg")).isInstanceOf(Double.class);
        assertThat(quality.get("ndcgStandardError")).isNull();
        assertThat(quality.get("recallStandardError")).isNull();
        Commands.Result trained = rung("train", train, "-o", folder.resolve("m.rung"), "--max-rank", 2, "--test", one);
        assertThat(trained.status()).as(trained.err()).isZero();
        assertThat(trained.out()).contains("nDCG@20 ").doesNotContain("±");
    }

    @Test
    void whatTheModelDoesNotKnowIsLeftOutAndCounted() throws Exception {
        String[] rated = lines(train).get(0);
        Path mixed = Files.writeString(
                folder.resolve("mixed.tsv"),
                Files.readString(test) + "nobody\tm1\t5\t1\nu1\tnothing\t5\t1\n" + String.join("\t", rated) + "\n");
        Map<?, ?> facts =
                json(rung("evaluate", model, mixed, "--lists", "--json").out());
        assertThat(value(facts, "unknown")).isEqualTo(2);
        assertThat(value(facts, "seen")).isEqualTo(1);
        Map<?, ?> plain =
                json(rung("evaluate", model, test, "--lists", "--json").out());
        assertThat(facts.get("any")).isEqualTo(plain.get("any"));
        assertThat(rung("evaluate", model, mixed, "--lists").out())
                .endsWith(
                        "; 2 lines left out, of unknown users or items; 1 line left out, of items seen in training\n");
        Path strangers = Files.writeString(folder.resolve("strangers.csv"), "x,m1,3\ny,m1,4\n");
        Commands.Result none = rung("evaluate", model, strangers, "--lists");
        assertThat(none.status()).isEqualTo(2);
        assertThat(none.err()).contains("strangers.csv: none of these has a user and an item that the model knows");
    }

    @Test
    void optionsOfListsNeedLists() throws Exception {
        assertThat(rung("evaluate", model, test, "-n", 5).err()).contains("-n is for lists: add --lists");
        assertThat(rung("evaluate", model, test, "--liked", 4).err()).contains("--liked is for lists: add --lists");
        Commands.Result result = rung("evaluate", model, test, "--lists", "-n", 0);
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("-n must be at least 1, got 0");
    }
}
