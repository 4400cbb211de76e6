package rung.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.linalg.Workers;

class RatingsTest {
    @Test
    void entriesStayInInputOrder() {
        Ratings ratings = Ratings.builder()
                .add("b", "y", 3)
                .add("a", "x", 1.5)
                .add("b", "x", -2)
                .build(Duplicates.ERROR);
        assertThat(ratings.count()).isEqualTo(3);
        assertThat(ratings.user()).containsExactly(0, 1, 0);
        assertThat(ratings.item()).containsExactly(0, 1, 1);
        assertThat(ratings.value()).containsExactly(3, 1.5f, -2);
        assertThat(ratings.lowest()).isEqualTo(-2);
        assertThat(ratings.highest()).isEqualTo(3);
        assertThat(ratings.users().name(1)).isEqualTo("a");
        assertThat(ratings.items().find("x")).hasValue(1);
        assertThat(ratings.duplicates()).isZero();
    }

    @Test
    void nothingAtAll() {
        Ratings none = Ratings.builder().build(Duplicates.MEAN);
        assertThat(none.count()).isZero();
        assertThatThrownBy(none::lowest)
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("there are no ratings");
        assertThatThrownBy(none::highest).isInstanceOf(NoSuchElementException.class);
        assertThat(none.split(0.5, 1).train().count()).isZero();
    }

    /** Of each pair the latest entry counts, and of equal times the last; its time is that of the rating. */
    @Test
    void theLatestCountsByTime() {
        for (int seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = random.nextInt(300);
            int[] user = random.ints(size, 0, 5).toArray();
            int[] item = random.ints(size, 0, 7).toArray();
            float[] value = new float[size];
            double[] time = new double[size];
            Map<Integer, Integer> latest = new LinkedHashMap<>(); // the entry of each pair
            for (int e = 0; e < size; e++) {
                value[e] = e;
                time[e] = random.nextInt(4) == 0 ? Double.NEGATIVE_INFINITY : random.nextInt(6);
                latest.merge(10 * user[e] + item[e], e, (a, b) -> time[b] >= time[a] ? b : a);
            }
            double[] times = time.clone();
            Ratings ratings = Ratings.of(ids(5), ids(7), user, item, value, times, Duplicates.LAST, new Workers(2));
            assertThat(ratings.count()).as("seed %d", seed).isEqualTo(latest.size());
            int next = 0;
            for (int e : latest.values()) {
                assertThat(ratings.value()[next]).as("seed %d", seed).isEqualTo(e);
                assertThat(times[next++]).as("seed %d", seed).isEqualTo(time[e]);
            }
        }
    }

    private static Ids ids(int count) {
        Ids.Builder ids = new Ids.Builder();
        for (int k = 0; k < count; k++) {
            ids.add("n" + k);
        }
        return ids.build();
    }

    @ParameterizedTest
    @EnumSource(names = {"LAST", "MEAN"})
    void duplicatesAreMergedAsAMapWouldMergeThem(Duplicates policy) {
        for (int seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Ratings.Builder builder = Ratings.builder();
            Map<String, List<Double>> map = new LinkedHashMap<>();
            int size = random.nextInt(400);
            for (int k = 0; k < size; k++) {
                String user = "u" + random.nextInt(15);
                String item = "i" + random.nextInt(15);
                double value = random.nextInt(100) / 4.0;
                builder.add(user, item, value);
                map.computeIfAbsent(user + " " + item, pair -> new ArrayList<>())
                        .add(value);
            }
            Ratings ratings = builder.build(policy);
            assertThat(ratings.count()).as("seed %d", seed).isEqualTo(map.size());
            assertThat(ratings.duplicates()).as("seed %d", seed).isEqualTo(size - map.size());
            int e = 0;
            for (Map.Entry<String, List<Double>> pair : map.entrySet()) {
                List<Double> values = pair.getValue();
                double last = values.get(values.size() - 1);
                double mean = values.stream().mapToDouble(v -> v).average().orElseThrow();
                assertThat(ratings.users().name(ratings.user()[e]) + " "
                                + ratings.items().name(ratings.item()[e]))
                        .isEqualTo(pair.getKey());
                assertThat(ratings.value()[e]).isEqualTo((float) (policy == Duplicates.LAST ? last : mean));
                e++;
            }
        }
    }

    /** So many that threads share the users. */
    @ParameterizedTest
    @EnumSource
    void duplicatesAmongManyAreMergedByThreads(Duplicates policy) {
        SplittableRandom random = new SplittableRandom(3);
        int count = 300_000;
        int[] user = new int[count];
        int[] item = new int[count];
        float[] value = new float[count];
        Map<Long, List<Integer>> map = new LinkedHashMap<>();
        int[] repeated = null;
        for (int e = 0; e < count; e++) {
            user[e] = (int) (1_000 * random.nextDouble() * random.nextDouble()); // some have many
            item[e] = random.nextInt(5_000);
            value[e] = random.nextInt(100) / 4f;
            List<Integer> entries = map.computeIfAbsent(user[e] * 5_000L + item[e], pair -> new ArrayList<>());
            entries.add(e);
            repeated = repeated == null && entries.size() == 2 ? new int[] {entries.get(0), e} : repeated;
        }
        float[] given = value.clone();
        if (policy == Duplicates.ERROR) {
            int[] expected = repeated;
            assertThatThrownBy(() -> Ratings.of(names(1_000), names(5_000), user, item, value, policy))
                    .isInstanceOfSatisfying(DuplicateException.class, e -> {
                        assertThat(e.first()).isEqualTo(expected[0]);
                        assertThat(e.second()).isEqualTo(expected[1]);
                    });
            return;
        }
        Ratings ratings = Ratings.of(names(1_000), names(5_000), user, item, value, policy);
        assertThat(ratings.duplicates()).isEqualTo(count - map.size()).isGreaterThan(1_000);
        int at = 0;
        for (Map.Entry<Long, List<Integer>> entry : map.entrySet()) {
            List<Integer> entries = entry.getValue();
            double sum = entries.stream().mapToDouble(e -> given[e]).sum();
            float last = given[entries.get(entries.size() - 1)];
            assertThat(ratings.user()[at] * 5_000L + ratings.item()[at]).isEqualTo(entry.getKey());
            double merged = policy == Duplicates.LAST ? last : policy == Duplicates.SUM ? sum : sum / entries.size();
            assertThat(ratings.value()[at]).isEqualTo((float) merged);
            at++;
        }
    }

    private static Ids names(int count) {
        Ids.Builder names = new Ids.Builder();
        for (int k = 0; k < count; k++) {
            names.add("n" + k);
        }
        return names.build();
    }

    @Test
    void theFirstRepetitionIsNamed() {
        Ratings.Builder builder = Ratings.builder()
                .add("a", "x", 1)
                .add("b", "x", 2)
                .add("b", "x", 3)
                .add("a", "x", 4)
                .add("b", "x", 5);
        assertThatThrownBy(() -> builder.build(Duplicates.ERROR))
                .isInstanceOf(DuplicateException.class)
                .hasMessage("user 'b' has rated item 'x' twice, in entries 1 and 2");
        assertThat(builder.build(Duplicates.LAST).value()).containsExactly(4, 5);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e39})
    void ratingsAreFinite(double value) {
        assertThatThrownBy(() -> Ratings.builder().add("a", "x", value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rating must be finite, got " + value);
    }

    @Test
    void partsOfASplitMakeTheWhole() {
        Ratings.Builder builder = Ratings.builder();
        for (int k = 0; k < 10_000; k++) {
            builder.add("u" + k % 97, "i" + k / 97, k);
        }
        Ratings whole = builder.build(Duplicates.ERROR);
        Ratings.Split split = whole.split(0.2, 7);
        assertThat(split.heldOut().count() / 10_000.0).isCloseTo(0.2, within(0.02));
        assertThat(split.train().users()).isSameAs(whole.users());
        assertThat(split.heldOut().items()).isSameAs(whole.items());
        int train = 0;
        int heldOut = 0;
        for (int e = 0; e < whole.count(); e++) {
            boolean isTrain = train < split.train().count() && split.train().value()[train] == whole.value()[e];
            Ratings part = isTrain ? split.train() : split.heldOut();
            int k = isTrain ? train++ : heldOut++;
            assertThat(part.user()[k]).isEqualTo(whole.user()[e]);
            assertThat(part.item()[k]).isEqualTo(whole.item()[e]);
            assertThat(part.value()[k]).isEqualTo(whole.value()[e]);
        }
        assertThat(whole.split(0.2, 7).heldOut().value())
                .isEqualTo(split.heldOut().value());
        assertThat(whole.split(0.2, 8).heldOut().value())
                .isNotEqualTo(split.heldOut().value());
        assertThat(whole.split(0, 7).heldOut().count()).isZero();
        assertThat(whole.split(1, 7).train().count()).isZero();
        assertThatThrownBy(() -> whole.split(1.5, 7)).hasMessage("fraction must be between 0 and 1, got 1.5");
        assertThatThrownBy(() -> whole.split(Double.NaN, 7)).hasMessage("fraction must be between 0 and 1, got NaN");
    }
}
