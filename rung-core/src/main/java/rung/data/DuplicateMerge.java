package rung.data;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import rung.linalg.Grouping;
import rung.linalg.Workers;

/**
 * Merges several ratings of one item by one user into one, in time linear in the entries, users and items.
 *
 * <p>The entries are grouped by user, in input order within each group. Going through the groups, it remembers for each item the user
 * who rated it last, and in which entry; so no set of pairs is needed. Users have nothing to do with each other, so threads share them
 * out. Where times are known, the merged entry gets the latest of its times.
 */
final class DuplicateMerge {
    private final int users;
    private final int items;
    private final int[] user;
    private final int[] item;
    private final float[] value;
    private final double[] time; // empty if no times are known
    private final Workers workers;
    private final AtomicBoolean isNeeded = new AtomicBoolean();

    DuplicateMerge(int users, int items, int[] user, int[] item, float[] value, double[] time, Workers workers) {
        this.users = users;
        this.items = items;
        this.user = user;
        this.item = item;
        this.value = value;
        this.time = time;
        this.workers = workers;
    }

    /* Returns the entries by user, each with its item in the upper half, so that what follows reads one array from end to end. */
    private long[] grouped(Grouping byUser) {
        long[] grouped = new long[user.length];
        byUser.forEachPiece((from, to, next) -> {
            for (int e = from; e < to; e++) {
                grouped[next[user[e]]++] = (long) item[e] << 32 | e;
            }
        });
        return grouped;
    }

    /** Handles an entry that repeats an earlier one. */
    private interface Repetition {
        void found(int first, int again);
    }

    /* Finds all repetitions; every thread makes a handler of its own. */
    private void forEachRepetition(Supplier<Repetition> repetitions) {
        Grouping byUser = Grouping.of(user, users, workers);
        int[] starts = byUser.start();
        long[] grouped = grouped(byUser);
        workers.run(users, u -> starts[u], () -> {
            Repetition repetition = repetitions.get();
            int[] lastUser = new int[items];
            int[] firstEntry = new int[items]; // the entry in which that user rated the item first
            Arrays.fill(lastUser, -1);
            return (from, to) -> {
                for (int u = from; u < to; u++) {
                    for (int k = starts[u]; k < starts[u + 1]; k++) {
                        int e = (int) grouped[k];
                        int i = (int) (grouped[k] >>> 32);
                        if (lastUser[i] == u) {
                            isNeeded.setPlain(true);
                            repetition.found(firstEntry[i], e);
                            keepLaterTime(firstEntry[i], e);
                        } else {
                            lastUser[i] = u;
                            firstEntry[i] = e;
                        }
                    }
                }
            };
        });
    }

    /** Returns the first entry that repeats another, preceded by that other; null if none does. */
    int[] firstRepetition() {
        int[] found = {-1, Integer.MAX_VALUE};
        forEachRepetition(() -> (first, again) -> {
            synchronized (found) {
                if (again < found[1]) {
                    found[0] = first;
                    found[1] = again;
                }
            }
        });
        return isNeeded.get() ? found : null;
    }

    private void keepLaterTime(int first, int again) {
        if (time.length > 0) {
            time[first] = Math.max(time[first], time[again]);
        }
    }

    /**
     * Gives the first of several entries the value of the latest, and sets the users of the others to −1. Of equal times, or without
     * times, the last is the latest.
     */
    void keepLast() {
        forEachRepetition(() -> (first, again) -> {
            if (time.length == 0 || time[again] >= time[first]) {
                value[first] = value[again];
            }
            user[again] = -1;
        });
    }

    /** Gives the first of several entries their mean, and sets the users of the others to −1. */
    void keepMean() {
        keepAverage((sum, count) -> sum / count);
    }

    /** Gives the first of several entries their sum, at most the largest float, and sets the users of the others to −1. */
    void keepSum() {
        keepAverage((sum, count) -> Math.min(sum, Float.MAX_VALUE));
    }

    /** Makes one value of the sum and the number of several. */
    private interface Average {
        double of(double sum, int count);
    }

    private void keepAverage(Average average) {
        forEachRepetition(() -> {
            int[] latest = new int[items]; // for each item, one more than the first entry of the group in its sum
            int[] count = new int[items];
            double[] sum = new double[items];
            return (first, again) -> {
                int i = item[first];
                if (latest[i] != first + 1) {
                    latest[i] = first + 1;
                    count[i] = 1;
                    sum[i] = value[first];
                }
                count[i]++;
                sum[i] += value[again];
                value[first] = (float) average.of(sum[i], count[i]);
                user[again] = -1;
            };
        });
    }

    /** Whether a user has rated an item several times; known after one of the methods above. */
    boolean isNeeded() {
        return isNeeded.get();
    }
}
