package rung.ratings;

import java.util.Arrays;
import rung.data.Ratings;
import rung.linalg.Grouping;
import rung.linalg.Workers;

/** Which items each user rated in training: those of user u stand in {@code items} from start[u] to start[u+1], ascending. */
public record Seen(int[] start, int[] items) {
    /** What it takes to sort an item in among those of its user, in multiplications. */
    private static final long SORTING = 10;

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

    static Seen of(Ratings ratings, Workers workers) {
        int users = ratings.users().size();
        Grouping byUser = Grouping.of(ratings.user(), users, workers);
        int[] items = new int[ratings.count()];
        byUser.forEachPiece((from, to, next) -> {
            for (int e = from; e < to; e++) {
                items[next[ratings.user()[e]]++] = ratings.item()[e];
            }
        });
        int[] start = byUser.start();
        workers.run(users, user -> SORTING * start[user], (from, to) -> {
            for (int user = from; user < to; user++) {
                Arrays.sort(items, start[user], start[user + 1]);
            }
        });
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
