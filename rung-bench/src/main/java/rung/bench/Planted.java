package rung.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Ratings from 1 to 5 whose truth is known: biases, a matrix of low rank and noise, at places that have nothing to do with the
 * ratings but are skewed, as real ones are.
 *
 * <pre>rating = round(3.5 + 0.4·b_u + 0.6·c_i + 0.55·√3·p_u·q_i + 0.7·z),   b, c, p, q uniform in [−1, 1], z normal</pre>
 *
 * @param rank the length of p and q
 */
record Planted(int users, int items, int rank, float[] ofUsers, float[] ofItems) {
    private static final double USER_SKEW = 1.5;
    private static final double ITEM_SKEW = 2.5;

    static Planted of(int users, int items, int rank, SplittableRandom random) {
        return new Planted(
                users, items, rank, uniform(users * (rank + 1), random), uniform(items * (rank + 1), random));
    }

    private static float[] uniform(int n, SplittableRandom random) {
        float[] x = new float[n];
        for (int k = 0; k < n; k++) {
            x[k] = (float) (2 * random.nextDouble() - 1);
        }
        return x;
    }

    int user(SplittableRandom random) {
        return (int) (users * Math.pow(random.nextDouble(), USER_SKEW));
    }

    int item(SplittableRandom random) {
        return (int) (items * Math.pow(random.nextDouble(), ITEM_SKEW));
    }

    /** What a user thinks of an item, before noise and rounding. */
    double mean(int user, int item) {
        int u = user * (rank + 1);
        int i = item * (rank + 1);
        double product = 0;
        for (int k = 0; k < rank; k++) {
            product += ofUsers[u + k] * ofItems[i + k];
        }
        return 3.5 + 0.4 * ofUsers[u + rank] + 0.6 * ofItems[i + rank] + 0.55 * Math.sqrt(3) * product;
    }

    /** A rating. */
    int draw(int user, int item, SplittableRandom random) {
        return (int) Math.max(1, Math.min(5, Math.round(mean(user, item) + 0.7 * random.nextGaussian())));
    }

    /** Writes so many ratings as text, some of them of the same user and item. */
    void write(Path file, int count, SplittableRandom random) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            for (int k = 0; k < count; k++) {
                int user = user(random);
                int item = item(random);
                String line = user + "," + item + "," + draw(user, item, random) + "\n";
                out.write(line.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
    }
}
