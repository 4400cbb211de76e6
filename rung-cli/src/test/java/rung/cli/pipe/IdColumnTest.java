package rung.cli.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Ids that are handed over are numbered as a file that lists them is. */
class IdColumnTest {
    private static IdColumn column(Object numbers, String... names) {
        Fields fields = new Fields().put("user", new Fields.Shaped(numbers, 0));
        return IdColumn.of(names.length == 0 ? fields : fields.put("user.names", Names.of(List.of(names))), "user");
    }

    @Test
    void idsAreNumberedByTheirFirstAppearance() {
        IdColumn.Numbered numbered = column(new int[] {7, -3, 7, 0, -3}).numbered();
        assertThat(numbered.number()).containsExactly(0, 1, 0, 2, 1);
        assertThat(Names.of(numbered.ids())).containsExactly("7", "-3", "0");
    }

    @Test
    void namesThatNoEntryHasAreLeftOut() {
        IdColumn.Numbered numbered =
                column(new int[] {2, 0, 2}, "ann", "bob", "eve").numbered();
        assertThat(numbered.number()).containsExactly(0, 1, 0);
        assertThat(Names.of(numbered.ids())).containsExactly("eve", "ann");
    }

    @Test
    void scatteredAndDenseNumbersAreNumberedAlike() {
        SplittableRandom random = new SplittableRandom(3);
        long[] dense = random.longs(5_000, 0, 300).toArray();
        long[] scattered = Arrays.stream(dense).map(id -> id * 0x123456789abcdL).toArray();
        assertThat(column(scattered).numbered().number())
                .isEqualTo(column(dense.clone()).numbered().number());
        Map<Long, Integer> first = new LinkedHashMap<>();
        int[] expected = Arrays.stream(dense)
                .mapToInt(id -> first.computeIfAbsent(id, k -> first.size()))
                .toArray();
        assertThat(column(dense).numbered().number()).isEqualTo(expected);
    }

    @Test
    void theWidestSpanIsNoOverflow() {
        IdColumn.Numbered numbered =
                column(new long[] {Long.MIN_VALUE, Long.MAX_VALUE, 0}).numbered();
        assertThat(numbered.number()).containsExactly(0, 1, 2);
        assertThat(numbered.ids().name(1)).isEqualTo(String.valueOf(Long.MAX_VALUE));
    }

    @Test
    void knownIdsAreFound() {
        IdColumn.Numbered known = column(new int[] {5, 6}).numbered();
        assertThat(column(new int[] {6, 9, 5}).among(known.ids())).containsExactly(1, -1, 0);
        assertThat(column(new int[] {1, 0}, "6", "x").among(known.ids())).containsExactly(-1, 1);
    }

    @Test
    void badNumbersAreRefused() {
        assertThatThrownBy(() -> column(new int[] {3}, "ann").numbered()).hasMessageContaining("one of 1 names");
        assertThatThrownBy(() -> column(new int[] {0, 1}, "ann", "ann").numbered())
                .hasMessageContaining("distinct");
        assertThatThrownBy(() -> column(new float[] {0})).hasMessageContaining("whole numbers");
    }
}
