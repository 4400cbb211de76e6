package rung.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Splits by time and into folds: what is held out, and that every rating is in one part. */
class TimeOrderTest {
    @Test
    void theLastOfEachUserAreHeldOut() {
        Ratings.Builder builder = Ratings.builder();
        SplittableRandom random = new SplittableRandom(3);
        double[] times = new double[400];
        for (int e = 0; e < times.length; e++) {
            builder.add("u" + e % 17, "i" + e / 17, e); // the value says which entry it is
            times[e] = random.nextInt(50); // many ties
        }
        Ratings ratings = builder.build(Duplicates.ERROR);
        Ratings.Split split = TimeOrder.of(ratings, times).holdOutLast(0.25);
        assertThat(split.train().count() + split.heldOut().count()).isEqualTo(times.length);
        for (int user = 0; user < 17; user++) {
            double[] before = times(split.train(), user, times);
            double[] after = times(split.heldOut(), user, times);
            int all = before.length + after.length;
            assertThat(after).hasSize((int) Math.round(0.25 * all));
            assertThat(Arrays.stream(after).min().orElseThrow())
                    .isGreaterThanOrEqualTo(Arrays.stream(before).max().orElseThrow());
        }
    }

    /* 20 ratings of two days each: the order of the file says nothing, and the seed draws among those of a day. */
    @Test
    void tiesAreDrawnAndCounted() {
        Ratings.Builder builder = Ratings.builder();
        double[] times = new double[200];
        for (int e = 0; e < times.length; e++) {
            builder.add("u" + e / 20, "i" + e % 20, e);
            times[e] = e % 20 < 8 ? 1 : 2;
        }
        TimeOrder order = TimeOrder.of(builder.build(Duplicates.ERROR), times);
        Ratings.Split split = order.holdOutLast(0.2, 1);
        assertThat(split.heldOut().count()).isEqualTo(40);
        double fromTheMiddle = 0;
        for (float entry : split.heldOut().value()) {
            assertThat(times[(int) entry]).isEqualTo(2);
            fromTheMiddle += entry % 20 < 16 ? 1 : 0;
        }
        assertThat(fromTheMiddle).as("expected 8/12 of 40").isBetween(15.0, 36.0);
        assertThat(order.holdOutLast(0.2, 1).heldOut().value())
                .isEqualTo(split.heldOut().value());
        assertThat(order.holdOutLast(0.2, 2).heldOut().value())
                .isNotEqualTo(split.heldOut().value());
        assertThat(order.tied(0.2)).isEqualTo(40);
        assertThat(order.tied(0.6)).isZero(); // all of the second day, and no other
        assertThat(order.tied(0.7)).as("two of the first day").isEqualTo(20);
    }

    private static double[] times(Ratings part, int user, double[] times) {
        return IntStream.range(0, part.count())
                .filter(e -> part.user()[e] == user)
                .mapToDouble(e -> times[(int) part.value()[e]])
                .toArray();
    }

    @Test
    void oneRatingIsNeverHeldOut() {
        Ratings ratings = Ratings.builder()
                .add("ann", "x", 1)
                .add("bob", "x", 2)
                .add("bob", "y", 3)
                .build(Duplicates.ERROR);
        Ratings.Split split = TimeOrder.of(ratings, new double[] {9, 5, 4}).holdOutLast(1);
        assertThat(split.train().value()).containsExactly(1, 3);
        assertThat(split.heldOut().value()).containsExactly(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeOrder.of(ratings, new double[2]))
                .withMessageContaining("each of 3 ratings, got 2");
    }

    @Test
    void everyRatingIsInOneFold() {
        Ratings.Builder builder = Ratings.builder();
        for (int e = 0; e < 103; e++) {
            builder.add("u" + e, "i", e);
        }
        Ratings ratings = builder.build(Duplicates.ERROR);
        List<Ratings.Split> folds = ratings.folds(5, 1);
        BitSet seen = new BitSet();
        for (Ratings.Split fold : folds) {
            assertThat(fold.heldOut().count()).isBetween(20, 21);
            assertThat(fold.train().count() + fold.heldOut().count()).isEqualTo(103);
            for (float value : fold.heldOut().value()) {
                assertThat(seen.get((int) value)).isFalse();
                seen.set((int) value);
            }
        }
        assertThat(seen.cardinality()).isEqualTo(103);
        assertThat(ratings.folds(5, 1).get(2).heldOut().value())
                .containsExactly(folds.get(2).heldOut().value());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ratings.folds(1, 0))
                .withMessage("folds must be between 2 and 103 (the number of ratings), got 1");
    }
}
