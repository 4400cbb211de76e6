package rung.data;

import java.util.Arrays;
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
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("fraction must be between 0 and 1, got " + fraction);
        }
        int[] user = ratings.user();
        int[] start = new int[ratings.users().size() + 1];
        for (int each : user) {
            start[each + 1]++;
        }
        Arrays.parallelPrefix(start, Integer::sum);
        int[] next = start.clone();
        int[] entries = new int[user.length]; // by user, in input order
        for (int e = 0; e < user.length; e++) {
            entries[next[user[e]]++] = e;
        }
        boolean[] isHeldOut = new boolean[user.length];
        for (int u = 0; u + 1 < start.length; u++) {
            int count = start[u + 1] - start[u];
            int last = (int) Math.min(count - 1, Math.round(fraction * count));
            if (last > 0) {
                int[] sorted = sorted(entries, start[u], start[u + 1]);
                for (int k = count - last; k < count; k++) {
                    isHeldOut[sorted[k]] = true;
                }
            }
        }
        return ratings.split(e -> isHeldOut[e]);
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
