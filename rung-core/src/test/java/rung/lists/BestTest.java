package rung.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BestTest {
    private static final Comparator<Scored> ORDER =
            Comparator.comparingDouble(Scored::score).reversed().thenComparingInt(Scored::item);

    @Test
    void theBestAreTheFirstOfAllInOrder() {
        for (int seed = 0; seed < 2000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int count = random.nextInt(60);
            int levels = random.nextInt(1, 40); // few levels make many ties
            int n = random.nextInt(70);
            List<Scored> all = new ArrayList<>();
            for (int item = 0; item < count; item++) {
                all.add(new Scored(item, random.nextInt(levels) - 5));
            }
            List<Scored> offered = new ArrayList<>(all);
            if (seed % 2 == 0) { // in any order
                for (int k = count - 1; k > 0; k--) {
                    offered.set(k, offered.set(random.nextInt(k + 1), offered.get(k)));
                }
            }
            Best best = new Best(n);
            offered.forEach(scored -> best.offer(scored.item(), (float) scored.score()));
            assertThat(best.take())
                    .as("seed %s", seed)
                    .isEqualTo(all.stream().sorted(ORDER).limit(n).toList());
            assertThat(best.take()).as("emptied").isEmpty();
        }
    }

    @Test
    void infiniteScoresHaveTheirPlace() {
        Best best = new Best(2);
        best.offer(0, Float.NEGATIVE_INFINITY);
        best.offer(1, 3);
        best.offer(2, Float.POSITIVE_INFINITY);
        assertThat(best.take()).extracting(Scored::item).containsExactly(2, 1);
    }

    @Test
    void whatIsNoNumberIsNeverKept() {
        Best best = new Best(3);
        best.offer(0, Float.NaN);
        best.offer(1, 3);
        best.offer(2, Float.NaN);
        int[] items = new int[4];
        assertThat(best.take(items, 1)).isEqualTo(1);
        assertThat(items).containsExactly(0, 1, 0, 0);
    }

    @Test
    void excludedItemsAreNotOffered() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            float[] scores = new float[random.nextInt(20)];
            List<Scored> expected = new ArrayList<>();
            int[] excluded = new int[scores.length + 2];
            int from = random.nextInt(2);
            int to = from;
            for (int item = 0; item < scores.length; item++) {
                scores[item] = random.nextInt(6);
                if (random.nextBoolean()) {
                    excluded[to++] = item;
                } else {
                    expected.add(new Scored(item, scores[item]));
                }
            }
            Best best = new Best(5);
            best.offerAll(scores, excluded, from, to);
            int[] items = new int[5];
            int[] wanted = expected.stream()
                    .sorted(ORDER)
                    .limit(5)
                    .mapToInt(Scored::item)
                    .toArray();
            int count = best.take(items, 0);
            assertThat(Arrays.copyOf(items, count)).as("seed %s", seed).isEqualTo(wanted);
        }
    }
}
