package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
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
}
