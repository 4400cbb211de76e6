package rung.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Ratings;

/**
 * Ratings whose truth is known, at places that have nothing to do with the ratings.
 *
 * <pre>rating = 3.5 + bias·(0.4·b_u + 0.6·c_i) + Σ_k s_k·p_uk·q_ik + noise·z,   b, c, p, q uniform in [−1, 1], z normal</pre>
 *
 * <p>User ⌊m·x^(1+s/2)⌋ and item ⌊n·y^(1+3s/2)⌋ of a place are drawn with x, y uniform and s the skew: 0 for all alike, 1 for a few with
 * very many ratings.
 *
 * @param strengths s
 * @param bias 1 with biases, 0 without
 * @param rounded whether ratings are whole numbers from 1 to 5
 * @param ofUsers for each user p and b
 * @param ofItems for each item q and c
 */
record Planted(
        int users,
        int items,
        double[] strengths,
        double skew,
        double bias,
        double noise,
        boolean rounded,
        float[] ofUsers,
        float[] ofItems) {
    private static final double MEAN = 3.5;

    static Planted of(
            int users,
            int items,
            double[] strengths,
            double skew,
            double bias,
            double noise,
            boolean rounded,
            SplittableRandom random) {
        int width = strengths.length + 1;
        float[] ofUsers = uniform(users * width, random);
        float[] ofItems = uniform(items * width, random);
        return new Planted(users, items, strengths, skew, bias, noise, rounded, ofUsers, ofItems);
    }

    /** Stars from 1 to 5 with eight directions of one strength, skewed. */
    static Planted stars(int users, int items, SplittableRandom random) {
        return of(users, items, equal(8, 0.55 * Math.sqrt(3)), 1, 1, 0.7, true, random);
    }

    /** As many directions of one strength. */
    static double[] equal(int rank, double strength) {
        double[] strengths = new double[rank];
        Arrays.fill(strengths, strength);
        return strengths;
    }

    private static float[] uniform(int n, SplittableRandom random) {
        float[] x = new float[n];
        for (int k = 0; k < n; k++) {
            x[k] = (float) (2 * random.nextDouble() - 1);
        }
        return x;
    }

    int rank() {
        return strengths.length;
    }

    int user(SplittableRandom random) {
        return (int) (users * Math.pow(random.nextDouble(), 1 + skew / 2));
    }

    int item(SplittableRandom random) {
        return (int) (items * Math.pow(random.nextDouble(), 1 + 3 * skew / 2));
    }

    /** What a user thinks of an item, before noise and rounding. */
    double mean(int user, int item) {
        int r = rank();
        int u = user * (r + 1);
        int i = item * (r + 1);
        double sum = MEAN + bias * (0.4 * ofUsers[u + r] + 0.6 * ofItems[i + r]);
        for (int k = 0; k < r; k++) {
            sum += strengths[k] * ofUsers[u + k] * ofItems[i + k];
        }
        return sum;
    }

    /** A rating. */
    double draw(int user, int item, SplittableRandom random) {
        double rating = mean(user, item) + noise * random.nextGaussian();
        return rounded ? Math.max(1, Math.min(5, Math.round(rating))) : rating;
    }

    /** Draws {@code count} ratings; of several of one user and item the last is kept. */
    Ratings ratings(int count, SplittableRandom random) {
        Ids.Builder userIds = new Ids.Builder();
        Ids.Builder itemIds = new Ids.Builder();
        int[] user = new int[count];
        int[] item = new int[count];
        float[] value = new float[count];
        for (int k = 0; k < count; k++) {
            int u = user(random);
            int i = item(random);
            user[k] = userIds.add(Integer.toString(u));
            item[k] = itemIds.add(Integer.toString(i));
            value[k] = (float) draw(u, i, random);
        }
        return Ratings.of(userIds.build(), itemIds.build(), user, item, value, Duplicates.LAST);
    }

    /** The error on ratings of one who knows everything but the noise. */
    double leastError(Ratings ratings) {
        double sum = 0;
        for (int e = 0; e < ratings.count(); e++) {
            int u = Integer.parseInt(ratings.users().name(ratings.user()[e]));
            int i = Integer.parseInt(ratings.items().name(ratings.item()[e]));
            double mean = mean(u, i);
            double error = (rounded ? Math.max(1, Math.min(5, mean)) : mean) - ratings.value()[e];
            sum += error * error;
        }
        return Math.sqrt(sum / ratings.count());
    }

    /** Writes {@code count} ratings as text, some of them of the same user and item. */
    void write(Path file, int count, SplittableRandom random) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            for (int k = 0; k < count; k++) {
                int user = user(random);
                int item = item(random);
                String line = user + "," + item + "," + (int) draw(user, item, random) + "\n";
                out.write(line.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
    }
}
