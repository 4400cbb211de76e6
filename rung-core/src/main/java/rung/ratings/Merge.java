package rung.ratings;

import java.util.Arrays;

/**
 * Finds several ratings of one item by one user and makes one of them, in time linear in the entries, users and items.
 *
 * <p>The entries are counted into groups by user, in input order within each. Along the groups each item remembers the
 * user that named it last, and in which entry: no set of pairs is needed.
 */
final class Merge {
    private final int users;
    private final int items;
    private final int[] user;
    private final int[] item;
    private final float[] value;

    Merge(int users, int items, int[] user, int[] item, float[] value) {
        this.users = users;
        this.items = items;
        this.user = user;
        this.item = item;
        this.value = value;
    }

    /** How many entries the users before each have, and at last all. */
    private int[] starts() {
        int[] starts = new int[users + 1];
        for (int u : user) {
            starts[u + 1]++;
        }
        for (int u = 0; u < users; u++) {
            starts[u + 1] += starts[u];
        }
        return starts;
    }

    /** Whether any entry repeats another: the common case is that none does, and the items alone tell that sooner. */
    boolean isNeeded() {
        int[] starts = starts();
        int[] next = starts.clone();
        int[] grouped = new int[user.length];
        for (int e = 0; e < user.length; e++) {
            grouped[next[user[e]]++] = item[e];
        }
        int[] lastUser = new int[items];
        Arrays.fill(lastUser, -1);
        for (int u = 0; u < users; u++) {
            for (int k = starts[u]; k < starts[u + 1]; k++) {
                if (lastUser[grouped[k]] == u) {
                    return true;
                }
                lastUser[grouped[k]] = u;
            }
        }
        return false;
    }

    /** What is done with an entry that repeats an earlier one. */
    private interface Repetition {
        void found(int first, int again);
    }

    private void forEachRepetition(Repetition repetition) {
        int[] starts = starts();
        int[] next = starts.clone();
        int[] grouped = new int[user.length];
        for (int e = 0; e < user.length; e++) {
            grouped[next[user[e]]++] = e;
        }
        int[] lastUser = new int[items];
        int[] firstEntry = new int[items]; // the one in which the last user named the item first
        Arrays.fill(lastUser, -1);
        for (int u = 0; u < users; u++) {
            for (int k = starts[u]; k < starts[u + 1]; k++) {
                int e = grouped[k];
                int i = item[e];
                if (lastUser[i] == u) {
                    repetition.found(firstEntry[i], e);
                } else {
                    lastUser[i] = u;
                    firstEntry[i] = e;
                }
            }
        }
    }

    /** The first entry that repeats another, after that other. */
    int[] firstRepetition() {
        int[] found = {-1, Integer.MAX_VALUE};
        forEachRepetition((first, again) -> {
            if (again < found[1]) {
                found[0] = first;
                found[1] = again;
            }
        });
        return found;
    }

    /** Gives the first of several entries the value of the last, and makes the users of the others −1. */
    void keepLast() {
        forEachRepetition((first, again) -> {
            value[first] = value[again];
            user[again] = -1;
        });
    }

    /** Gives the first of several entries their mean, and makes the users of the others −1. */
    void keepMean() {
        int[] latest = new int[items]; // the first entry that an item's sum is for, from 1
        int[] count = new int[items];
        double[] sum = new double[items];
        forEachRepetition((first, again) -> {
            int i = item[first];
            if (latest[i] != first + 1) {
                latest[i] = first + 1;
                count[i] = 1;
                sum[i] = value[first];
            }
            count[i]++;
            sum[i] += value[again];
            value[first] = (float) (sum[i] / count[i]);
            user[again] = -1;
        });
    }

    /** Moves the entries that are left together; returns how many they are. */
    int compact() {
        int to = 0;
        for (int e = 0; e < user.length; e++) {
            if (user[e] >= 0) {
                user[to] = user[e];
                item[to] = item[e];
                value[to] = value[e];
                to++;
            }
        }
        return to;
    }
}
