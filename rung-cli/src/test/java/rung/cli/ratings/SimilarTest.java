package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.cli.RatingsCommands;

/** {@code rung similar}. */
class SimilarTest extends RatingsCommands {
    @Test
    void similarItemsAreOthersInDescendingOrder() throws Exception {
        Map<?, ?> facts = (Map<?, ?>) new JsonReader(rung("similar", model, "--item", "m5", "-n", 7, "--json")
                        .out())
                .read();
        List<?> list = (List<?>) facts.get("similar");
        assertThat(list).hasSize(7);
        assertThat(facts.get("by"))
                .as("people chose at random what to rate: preferences say nothing")
                .isEqualTo("rating");
        assertThat(rung("similar", model, "--item", "m5", "--by", "rating", "--json")
                        .out())
                .contains("\"by\": \"rating\"");
        assertThat(rung("similar", model, "--item", "m5", "--by", "preference", "--json")
                        .out())
                .contains("\"by\": \"preference\"");
        double before = 1;
        Set<Object> items = new HashSet<>();
        for (Object row : list) {
            items.add(((Map<?, ?>) row).get("item"));
            assertThat((Double) ((Map<?, ?>) row).get("similarity")).isLessThanOrEqualTo(before);
            before = (Double) ((Map<?, ?>) row).get("similarity");
        }
        assertThat(items).hasSize(7).doesNotContain("m5");
        assertThat(rung("similar", model, "--item", "the \"5\" film", "--titles", titles)
                        .out())
                .isEqualTo(rung("similar", model, "--item", "m5", "--titles", titles)
                        .out());
        assertThat(rung("similar", model, "--item", "m5", "--titles", titles).out())
                .startsWith("like 'm5' (The \"5\" film):\n");
        assertThat(rung("similar", model, "--item", "THE \"17\"", "--titles", titles)
                        .err())
                .contains("close to it: 'm17' (The \"17\" film)");
    }

    @Test
    void namesAreSuggestedByWhatTheyHold() throws Exception {
        StringBuilder text = new StringBuilder("user,item,rating\n");
        String[] films = {"Hunt for Red October, The (1990)", "Alien (1979)", "Aliens (1986)", "Brazil (1985)"};
        for (int k = 0; k < 40; k++) {
            text.append("u" + k / 4 + ",\"" + films[k % 4] + "\"," + (1 + k * 7 % 5) + "\n");
        }
        Path films4 = folder.resolve("films.rung");
        assertThat(rung("train", Files.writeString(folder.resolve("films.csv"), text), "-o", films4, "--rank", 1, "-q")
                        .status())
                .isZero();
        assertThat(rung("similar", films4, "--item", "hunt").err())
                .contains("close to it: 'Hunt for Red October, The (1990)'\n");
        assertThat(rung("similar", films4, "--item", "The Hunt for Red Octobr").err())
                .contains("close to it: 'Hunt for Red October, The (1990)'\n");
        assertThat(rung("similar", films4, "--item", "alien").err())
                .contains("close to it: 'Alien (1979)', 'Aliens (1986)'\n");
        assertThat(rung("similar", films4, "--item", "1979x").err()).contains("close to it: 'Alien (1979)'\n");
        assertThat(rung("similar", films4, "--item", "Metropolis").err()).contains("it knows 4, such as");
    }

    @Test
    void titlesOfOtherItemsAreNotBelieved() throws Exception {
        Path others = Files.writeString(folder.resolve("others.tsv"), "item\ttitle\nm1\tOne\nx2\tTwo\nx3\tThree\n");
        String note =
                "rung: " + others + ": of the model's 60 items 1 has a title among the 3 here, so these may be the"
                        + " titles of others\n";
        Path mine = Files.writeString(folder.resolve("mine.csv"), "m1,3\n");
        assertThat(rung("similar", model, "--item", "m5", "--titles", others).err())
                .startsWith(note);
        assertThat(rung("recommend", model, "--user", "u1", "--titles", others).err())
                .isEqualTo(note + noPreferences());
        assertThat(rung("fold-in", model, mine, "--titles", others).err()).isEqualTo(note + noPreferences());
        assertThat(rung("similar", model, "--item", "m5", "--titles", titles).err())
                .doesNotContain("titles");
    }

    @Test
    void itemsThatPreferencesDoNotTellApartAreComparedByRating() throws Exception {
        String popular = "the model's preferences hardly tell users apart, so ";
        Commands.Result items = rung("similar", model, "--item", "m5", "-n", 5);
        assertThat(items.err()).isEqualTo("rung: " + model + ": " + popular + "items are compared by rating\n");
        assertThat(items.out())
                .isEqualTo(rung("similar", model, "--item", "m5", "-n", 5, "--by", "rating")
                        .out());
        assertThat(rung("similar", model, "--user", "u5").err()).contains(popular + "users are compared by rating");
        assertThat(rung("similar", model, "--item", "m5", "--by", "preference").err())
                .contains("no items are told apart by this model's preferences, so none is more similar than another");
        assertThat(rung("recommend", model, "--user", "u5").out()).doesNotContain("because of");
    }

    @Test
    void aModelThatTellsNoItemsApartSaysSo() throws Exception {
        StringBuilder pairs = new StringBuilder("user,item\n");
        for (int k = 0; k < 400; k++) {
            pairs.append("u" + k % 40 + ",i" + (k % 40 * 7 + k / 40 * (3 + k % 40 % 4)) % 29 + "\n");
        }
        Path random = folder.resolve("random.rung");
        assertThat(rung(
                                "train",
                                Files.writeString(folder.resolve("random.csv"), pairs),
                                "-o",
                                random,
                                "-q",
                                "--rank",
                                1)
                        .status())
                .isZero();
        assertThat(rung("similar", random, "--item", "i3").err())
                .isEqualTo("rung: " + random
                        + ": no items are told apart by this model, so none is more similar than another\n");
        Path one = folder.resolve("one.rung");
        rung("train", Files.writeString(folder.resolve("one.csv"), "user,item\na,x\nb,x\n"), "-o", one, "-q");
        assertThat(rung("similar", one, "--item", "x").err())
                .isEqualTo("rung: " + one + ": there is no other item to compare with\n");
    }
}
