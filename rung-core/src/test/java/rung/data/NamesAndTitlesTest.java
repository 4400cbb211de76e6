package rung.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of names that are not known, and of titles that fit the items or not. */
class NamesAndTitlesTest {
    private static Ids items(int count) {
        Ids.Builder items = new Ids.Builder();
        for (int k = 1; k <= count; k++) {
            items.add("m" + k);
        }
        return items.build();
    }

    @Test
    void swappedLettersAreClose() {
        Map<String, String> titles = Map.of("m1", "Alien", "m2", "Mission, Impossible (1996)", "m3", "Inland");
        for (String slip : new String[] {"Alein", "Alen", "lAien", "Aliens"}) {
            assertThat(NearNames.unknown("item", items(3), slip, titles)).endsWith("; close to it: 'm1' (Alien)");
        }
        assertThat(NearNames.unknown("item", items(3), "Imposisble", titles)).contains("close to it: 'm2'");
        assertThat(NearNames.unknown("item", items(3), "Alnei", titles)).doesNotContain("close to it");
    }

    @Test
    void titlesOfOtherItemsAreDoubtedAndMissingOnesCounted() {
        assertThat(TitleDoubt.of(items(30), Map.of("x", "A", "y", "B")))
                .hasValue(
                        "of the model's 30 items 0 have a title among the 2 here, so these may be the titles of others");
        assertThat(TitleDoubt.of(items(30), Map.of("m1", "A", "x", "B", "y", "C")))
                .hasValue(
                        "of the model's 30 items 1 has a title among the 3 here, so these may be the titles of others");
        assertThat(TitleDoubt.of(items(30), Map.of("m1", "A", "m2", "B"))).hasValue("28 of 30 items have no title");
        assertThat(TitleDoubt.of(items(30), Map.of("m1", "A", "m2", "B", "m3", "C")))
                .isEmpty();
        assertThat(TitleDoubt.of(items(3), Map.of("m1", "4", "m2", "3.5", "m3", "1917")))
                .hasValue("3 of the 3 titles are numbers, so this may be a file of ratings");
        Map<String, String> catalog = new HashMap<>();
        for (int k = 1; k <= 1000; k++) {
            catalog.put("m" + k, "Title " + k);
        }
        assertThat(TitleDoubt.of(items(3), catalog))
                .as("a model of a few of many")
                .isEmpty();
    }
}
