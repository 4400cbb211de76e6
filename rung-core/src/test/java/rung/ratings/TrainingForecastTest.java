package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rung.Listener;
import rung.RatingInstance;
import rung.algorithm.FastGreedy;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;

/** What a training says it has left, beside what it then does: in its own unit, so that no clock takes part. */
class TrainingForecastTest {
    /** A tenth of all work is done. */
    private static final double EARLY = 0.1;

    /** A third is. */
    private static final double LATE = 1.0 / 3;

    enum Kind {
        DENSE(300, 200, 20_000, 3, 0.5),
        RATINGS_ALONE(300, 200, 20_000, 3, 0.5),
        LISTS_ALONE(300, 200, 10_000, 3, 0.5),
        COUNTS(300, 200, 10_000, 3, 0.5),
        SPARSE(2_000, 1_500, 15_000, 2, 0.3), // three climbs
        WIDE(100, 3_000, 40_000, 3, 0.5),
        TALL(3_000, 100, 40_000, 3, 0.5),
        NOISE(300, 200, 20_000, 0, 1), // what is found is checked
        EXACT(300, 200, 20_000, 3, 0.5),
        FEW(30, 20, 100, 1, 0.5); // too few to choose by

        private final int users;
        private final int items;
        private final int count;
        private final int rank;
        private final double noise;

        Kind(int users, int items, int count, int rank, double noise) {
            this.users = users;
            this.items = items;
            this.count = count;
            this.rank = rank;
            this.noise = noise;
        }
    }

    /** What a training has told, and at which stages. */
    private static final class Told implements Listener {
        private final List<Work> work = new ArrayList<>();
        private final Set<String> stages = new HashSet<>();

        @Override
        public void onStep(Progress progress) {
            work.add(progress.work().orElseThrow());
            stages.add(progress.stage() + " " + progress.task());
        }
    }

    /* From a tenth on nearly all that is told is right within a factor of two; from a third on it is rarely a wide range. */
    @ParameterizedTest
    @EnumSource
    void whatIsLeftIsForeseen(Kind kind) {
        Told told = new Told();
        recommender(kind).withListener(told).train(ratings(kind));
        switch (kind) {
            case SPARSE -> assertThat(told.stages).contains("choosing climb 3 of 3");
            case NOISE -> assertThat(told.stages).contains("checking rank 0");
            default -> assertThat(told.stages).doesNotContain("choosing climb 3 of 3", "checking rank 0");
        }
        Listener.Work last = told.work.get(told.work.size() - 1);
        assertThat(last.least()).as("nothing is open in the end").isEqualTo(last.most());
        double total = last.done() + last.least();
        double before = 0;
        int wrong = 0;
        int count = 0;
        int open = 0;
        int late = 0;
        for (Listener.Work work : told.work) {
            assertThat(work.done()).as("every step is work").isGreaterThan(before);
            assertThat(work.least()).isBetween(0.0, work.most());
            before = work.done();
            if (work.done() > EARLY * total) {
                double left = total - work.done();
                double slack = 0.02 * total;
                count++;
                wrong += left < work.least() / 2 - slack || left > 2 * work.most() + slack ? 1 : 0;
            }
            if (work.done() > LATE * total) {
                late++;
                open += work.most() > 3 * work.least() + 0.02 * total ? 1 : 0;
            }
        }
        assertThat((double) wrong / count).as("%d of %d", wrong, count).isLessThan(0.1);
        assertThat(open).as("of %d", late).isLessThanOrEqualTo(Math.max(2, late / 10));
    }

    /* Where nothing is open, done and left are the same sum from the first step to the last. */
    @Test
    void anExactRankLeavesNothingOpen() {
        Told told = new Told();
        recommender(Kind.EXACT).withOnly(Part.RATINGS).withListener(told).train(ratings(Kind.EXACT));
        double total = told.work.get(0).done() + told.work.get(0).least();
        for (Listener.Work work : told.work) {
            assertThat(work.most()).isEqualTo(work.least());
            assertThat(work.done() + work.least()).isBetween(0.99 * total, 1.01 * total);
        }
    }

    /* The forecast stands between the training and the listener that ends it. */
    @Test
    void aForecastEndsWhatItIsToldToEnd() {
        Recommender.Trained trained =
                recommender(Kind.DENSE).withListener(Listener.Progress::stop).train(ratings(Kind.DENSE));
        assertThat(trained.stopped()).isTrue();
    }

    @Test
    void aTrainingAsInThePaperIsForeseen() {
        Told told = new Told();
        PaperRecommender.train(
                ratings(Kind.DENSE),
                FastGreedy.asInPaper(5, PaperRecommender.ITERATIONS).with(settings -> settings.withListener(told)),
                0,
                1);
        assertThat(told.work).hasSize(5);
        Listener.Work last = told.work.get(4);
        assertThat(last.most()).isZero();
        for (Listener.Work work : told.work) {
            assertThat(work.done() + work.least()).isBetween(0.99 * last.done(), 1.01 * last.done());
        }
    }

    private static Recommender recommender(Kind kind) {
        return switch (kind) {
            case RATINGS_ALONE -> Recommender.byDefault().withOnly(Part.RATINGS);
            case LISTS_ALONE -> Recommender.byDefault().withOnly(Part.PREFERENCES);
            case EXACT -> Recommender.byDefault().withRank(7);
            default -> Recommender.byDefault();
        };
    }

    private static Ratings ratings(Kind kind) {
        SplittableRandom random = new SplittableRandom(5);
        double[][] left = factors(kind.users, kind.rank, random);
        double[][] right = factors(kind.items, kind.rank, random);
        int[] user = new int[kind.count];
        int[] item = new int[kind.count];
        float[] value = new float[kind.count];
        for (int k = 0; k < kind.count; k++) {
            user[k] = random.nextInt(kind.users);
            item[k] = (int) (kind.items * Math.pow(random.nextDouble(), 2)); // some are popular
            double x = 3 + kind.noise * random.nextGaussian();
            for (int t = 0; t < kind.rank; t++) {
                x += left[user[k]][t] * right[item[k]][t];
            }
            value[k] = (float) (kind == Kind.COUNTS ? Math.max(1, Math.rint(x)) : x);
        }
        Ratings ratings = Ratings.of(
                RatingInstance.ids("u", kind.users),
                RatingInstance.ids("i", kind.items),
                user,
                item,
                value,
                Duplicates.LAST);
        return kind == Kind.COUNTS ? ratings.withMeaning(Meaning.WEIGHT) : ratings;
    }

    private static double[][] factors(int lines, int rank, SplittableRandom random) {
        return IntStream.range(0, lines)
                .mapToObj(line -> IntStream.range(0, rank)
                        .mapToDouble(t -> random.nextGaussian())
                        .toArray())
                .toArray(double[][]::new);
    }
}
