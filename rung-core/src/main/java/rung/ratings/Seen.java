package rung.ratings;

import java.util.Arrays;

/** Which items each user rated in training: those of user u stand in {@code items} from start[u] to start[u+1], ascending. */
public record Seen(int[] start, int[] items) {
    public Seen {
        boolean ascends = start.length > 0 && start[0] == 0 && start[start.length - 1] == items.length;
        for (int user = 0; user + 1 < start.length; user++) {
            ascends &= start[user] <= start[user + 1];
        }
        if (!ascends) {
            throw new IllegalArgumentException(
                    "the items of the users must begin at ascending places from 0 to " + items.length);
        }
    }

    static Seen of(Ratings ratings) {
        int[] start = new int[ratings.users().size() + 1];
        for (int user : ratings.user()) {
            start[user + 1]++;
        }
        for (int user = 0; user + 1 < start.length; user++) {
            start[user + 1] += start[user];
        }
        int[] items = new int[ratings.count()];
        int[] next = start.clone();
        for (int e = 0; e < items.length; e++) {
            items[next[ratings.user()[e]]++] = ratings.item()[e];
        }
        for (int user = 0; user + 1 < start.length; user++) {
            Arrays.sort(items, start[user], start[user + 1]);
        }
        return new Seen(start, items);
    }

    /** How many items a user rated. */
    public int count(int user) {
        return start[user + 1] - start[user];
    }

    /** The items that a user rated, ascending. */
    public int[] of(int user) {
        return Arrays.copyOfRange(items, start[user], start[user + 1]);
    }
}
