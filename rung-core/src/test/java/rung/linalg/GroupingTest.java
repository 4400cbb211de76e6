package rung.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GroupingTest {
    /* Against lists, one for each line. */
    @Test
    void linesFollowEachOtherAndKeepTheOrderOfTheirEntries() {
        for (int threads : new int[] {1, 2, 3, 4, 64}) {
            for (int lines : new int[] {1, 2, 7, 300}) {
                for (int count : new int[] {0, 1, 2, 299, 5_000, 200_000}) {
                    for (double skew : new double[] {1, 4}) {
                        check(lines, count, skew, new Workers(threads));
                    }
                }
            }
        }
    }

    private static void check(int lines, int count, double skew, Workers workers) {
        SplittableRandom random = new SplittableRandom(count);
        int[] line = random.doubles(count)
                .mapToInt(x -> (int) (lines * Math.pow(x, skew)))
                .toArray();
        List<List<Integer>> expected = new ArrayList<>();
        for (int k = 0; k < lines; k++) {
            expected.add(new ArrayList<>());
        }
        for (int e = 0; e < count; e++) {
            expected.get(line[e]).add(e);
        }
        int[] sorted = new int[count];
        Grouping grouping = Grouping.of(line, lines, workers);
        grouping.forEachPiece((from, to, next) -> {
            for (int e = from; e < to; e++) {
                sorted[next[line[e]]++] = e;
            }
        });
        int at = 0;
        for (int k = 0; k < lines; k++) {
            assertThat(grouping.start()[k]).isEqualTo(at);
            for (int e : expected.get(k)) {
                assertThat(sorted[at++]).isEqualTo(e);
            }
        }
        assertThat(grouping.start()[lines]).isEqualTo(count);
    }

    @Test
    void noLinesAndNoEntries() {
        Grouping grouping = Grouping.of(new int[0], 0, Workers.all());
        grouping.forEachPiece((from, to, next) -> assertThat(to).isEqualTo(from));
        assertThat(grouping.start()).containsExactly(0);
    }
}
