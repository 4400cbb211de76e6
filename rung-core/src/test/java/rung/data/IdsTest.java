package rung.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IdsTest {
    /** Names of every kind: small and large numbers, leading zeros, signs, letters, the empty name. */
    private static String name(SplittableRandom random) {
        int k = random.nextInt(3_000);
        return switch (random.nextInt(7)) {
            case 0 -> "" + k;
            case 1 -> "0" + k;
            case 2 -> "-" + k;
            case 3 -> "" + 2_000L * k * k;
            case 4 -> "Zoë " + k;
            case 5 -> "𝒜".repeat(k % 40);
            default -> Integer.toString(k, 36);
        };
    }

    @Test
    void namesAreNumberedAsAMapWouldNumberThem() {
        SplittableRandom random = new SplittableRandom(1);
        Ids.Builder builder = new Ids.Builder();
        Map<String, Integer> map = new LinkedHashMap<>();
        for (int k = 0; k < 100_000; k++) {
            String name = name(random);
            byte[] text = ("<" + name + ">").getBytes(UTF_8);
            map.putIfAbsent(name, map.size());
            assertThat(builder.add(text, 1, text.length - 1)).isEqualTo(map.get(name));
        }
        Ids ids = builder.build();
        Ids again = Ids.of(ids.pool(), ids.offsets());
        List<String> names = new ArrayList<>(map.keySet());
        assertThat(ids.size()).isEqualTo(names.size());
        for (int k = 0; k < names.size(); k++) {
            assertThat(ids.name(k)).isEqualTo(names.get(k));
            assertThat(ids.find(names.get(k))).hasValue(k);
            assertThat(again.find(names.get(k))).hasValue(k);
        }
        assertThat(ids.find("nobody")).isEmpty();
        assertThat(again.find("00")).isEqualTo(ids.find("00"));
    }

    @Test
    void noNames() {
        Ids none = Ids.of(new byte[0], new int[] {0});
        assertThat(none.size()).isZero();
        assertThat(none.find("")).isEmpty();
        assertThatThrownBy(() -> none.name(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void whatIsNotATableOfNames() {
        refused("", new int[0], "offsets must go from 0 to the 0 bytes of the pool");
        refused("ab", new int[] {0, 1}, "offsets must go from 0 to the 2 bytes of the pool");
        refused("ab", new int[] {1, 2}, "offsets must go from 0 to the 2 bytes of the pool");
        refused("ab", new int[] {0, 2, 1, 2}, "offsets must not descend, got 2 before 1");
        refused("ab", new int[] {0, -1, 2}, "offsets must not descend, got 0 before -1");
        refused("ab", new int[] {0, 3, 2}, "offsets must not descend, got 3 before 2");
        refused("aba", new int[] {0, 1, 2, 3}, "names must be distinct, got the same for 0 and 2");
        refused("ë", new int[] {0, 1, 2}, "names must be UTF-8, got other bytes from 0 on");
    }

    private static void refused(String pool, int[] offsets, String sentence) {
        assertThatThrownBy(() -> Ids.of(pool.getBytes(UTF_8), offsets))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }
}
