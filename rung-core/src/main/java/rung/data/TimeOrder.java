package rung.data;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The order in time of each user's ratings. It divides ratings as they would have been divided at some day: what came later is held out,
 * and what came before is trained on.
 */
public final class TimeOrder {
    private final Ratings ratings;
    private final double[] times;

    private TimeOrder(Ratings ratings, double[] times) {
        this.ratings = ratings;
        this.times = times;
    }

    /**
     * Orders ratings by their times, in any unit.
     *
     * @param ratings the ratings
     * @param times the time of each rating
     * @return the order
     * @throws IllegalArgumentException if there are more or fewer times than ratings
     */
    public static TimeOrder of(Ratings ratings, double[] times) {
        if (times.length != ratings.count()) {
            throw new IllegalArgumentException(
                    "there must be a time for each of " + ratings.count() + " ratings, got " + times.length);
        }
        return new TimeOrder(ratings, times.clone());
    }

    /**
     * Holds out the last ratings of each user. Of n ratings that are {@code fraction}·n, rounded, and fewer than n: the first of a user
     * always stays. Of ratings of the same time, those that come later in the file are held out first.
     *
     * @param fraction the part to hold out, from 0 to 1
     * @return both parts
     */
    public Ratings.Split holdOutLast(double fraction) {
        return split(fraction, Optional.empty());
    }

    /**
     * Holds out the last ratings of each user, as {@link #holdOutLast(double)} does, but of ratings of the same time, which are held out first
     * is drawn at random.
     *
     * @param fraction the part to hold out, from 0 to 1
     * @param seed the seed of the draws
     * @return both parts
     */
    public Ratings.Split holdOutLast(double fraction, long seed) {
        return split(fraction, Optional.of(new SplittableRandom(seed)));
    }

    /**
     * Returns how many of the ratings that {@link #holdOutLast(double)} holds out have the same time as one of the same user that stays, so that
     * the times do not tell which of them came last.
     *
     * @param fraction the part to hold out, from 0 to 1
     * @return the number of ratings
     */
    public int tied(double fraction) {
        ByUser all = byUser();
        int tied = 0;
        for (int u = 0; u + 1 < all.start.length; u++) {
            int count = all.start[u + 1] - all.start[u];
            int last = heldOut(fraction, count);
            if (last > 0) {
                int[] sorted = sorted(all.entries, all.start[u], all.start[u + 1]);
                double stays = times[sorted[count - last - 1]];
                for (int k = count - last; k < count && times[sorted[k]] == stays; k++) {
                    tied++;
                }
            }
        }
        return tied;
    }

    /* The ratings of each user, in input order: those of user u from {@code start[u]} to before {@code start[u + 1]}. */
    private record ByUser(int[] start, int[] entries) {}

    private ByUser byUser() {
        int[] user = ratings.user();
        int[] start = new int[ratings.users().size() + 1];
        for (int each : user) {
            start[each + 1]++;
        }
        Arrays.parallelPrefix(start, Integer::sum);
        int[] next = start.clone();
        int[] entries = new int[user.length];
        for (int e = 0; e < user.length; e++) {
            entries[next[user[e]]++] = e;
        }
        return new ByUser(start, entries);
    }

    /* How many of {@code count} ratings of a user are held out. */
    private static int heldOut(double fraction, int count) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("fraction must be between 0 and 1, got " + fraction);
        }
        return (int) Math.min(count - 1, Math.round(fraction * count));
    }

    private Ratings.Split split(double fraction, Optional<SplittableRandom> random) {
        ByUser all = byUser();
        boolean[] isHeldOut = new boolean[ratings.count()];
        for (int u = 0; u + 1 < all.start.length; u++) {
            int from = all.start[u];
            int to = all.start[u + 1];
            int count = to - from;
            int last = heldOut(fraction, count);
            if (last > 0) {
                random.ifPresent(draws -> shuffle(all.entries, from, to, draws));
                int[] sorted = sorted(all.entries, from, to);
                for (int k = count - last; k < count; k++) {
                    isHeldOut[sorted[k]] = true;
                }
            }
        }
        return ratings.split(e -> isHeldOut[e]);
    }

    private static void shuffle(int[] entries, int from, int to, SplittableRandom random) {
        for (int k = to - 1; k > from; k--) {
            int other = random.nextInt(from, k + 1);
            int kept = entries[k];
            entries[k] = entries[other];
            entries[other] = kept;
        }
    }

    /* The entries from {@code from} to before {@code to} by time; the sort is stable. */
    private int[] sorted(int[] entries, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(k -> entries[k])
                .sorted((a, b) -> Double.compare(times[a], times[b]))
                .mapToInt(e -> e)
                .toArray();
    }
}
