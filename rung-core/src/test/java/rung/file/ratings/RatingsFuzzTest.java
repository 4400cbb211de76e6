package rung.file.ratings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.FormatException;
import rung.file.Mutations;
import rung.file.WorkLimit;

/** Files with random damage are read or refused by a sentence; nothing else happens. */
class RatingsFuzzTest {
    private static final String[] TEXTS = {
        "196\t242\t3\t881250949\n186\t302\t3\t891717742\n22\t377\t1\t878887116\n196\t302\t2.5\t0\n",
        "1::1193::5::978300760\n1::661::3::978302109\n2::1193::4.5::978298413\n",
        "userId,movieId,rating,timestamp\r\n1,31,2.5,1260759144\r\n\"7\",\"a \"\"b\"\"\",3.0,1\r\nZoë,31,4e0,2\r\n",
        "\"User-ID\";\"ISBN\";\"Book-Rating\"\n\"276725\";\"034545104X\";\"0\"\n\"276726\";\"0155061224\";\"5,5\"\n",
        "\ufeffitem user stars\nx a 1\ny  b 2\n\nx b -3",
        "1|Toy Story (1995)|5\n2|GoldenEye (1995)|4\n3|Four Rooms (1995)|3\n",
        "user,item\nann,x\nbob,y\nann,x\n",
        "2001-02-03T04:05:06Z,ann,x\n2001-02-03T04:05:07Z,bob,y\n",
        "user\tartist\tplays\nann\tCher\t1000000000\nbob\tCher\t0\nann\tCher\t2\n"
    };

    @TempDir
    Path folder;

    @Test
    void damageNeverSurprises() throws IOException {
        fuzz(0, 2_000);
    }

    @Test
    @Tag("slow")
    void muchDamageNeverSurprises() throws IOException {
        fuzz(1_000_000, 8_000);
    }

    private void fuzz(int firstSeed, int inputs) throws IOException {
        try (WorkLimit limit = new WorkLimit()) {
            fuzz(firstSeed, inputs, limit);
        }
    }

    private void fuzz(int firstSeed, int inputs, WorkLimit limit) throws IOException {
        List<byte[]> samples = new ArrayList<>();
        for (String text : TEXTS) {
            samples.add(text.getBytes(UTF_8));
            samples.add(RatingsFileTest.zipped(text.getBytes(UTF_8)));
        }
        int read = 0;
        int refused = 0;
        for (int seed = firstSeed; seed < firstSeed + inputs; seed++) {
            limit.begin(seed);
            SplittableRandom random = new SplittableRandom(seed);
            byte[] content = Mutations.mutated(samples.get(seed % samples.size()), random);
            if (random.nextInt(4) == 0) {
                content = RatingsFileTest.zipped(content);
            }
            try {
                if (isRead(content, random)) {
                    read++;
                } else {
                    refused++;
                }
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ", " + Arrays.toString(content), e);
            }
        }
        assertThat(read).as("read").isGreaterThan(inputs / 10);
        assertThat(refused).as("refused").isGreaterThan(inputs / 10);
    }

    /** Reads a file as ratings, pairs and titles; whether it holds ratings. */
    private boolean isRead(byte[] content, SplittableRandom random) throws IOException {
        Path file = folder.resolve("in.csv");
        Files.deleteIfExists(file); // file systems take their time to overwrite one
        Files.write(file, content);
        attempt(() -> RatingsFile.forEachPair(
                file, (user, item, line) -> assertThat(user).isNotEmpty()));
        attempt(() -> RatingsFile.titles(file));
        attempt(() -> RatingsFile.looksLikeRatings(file));
        attempt(() -> sound(RatingsFile.readNewUsers(file, "me")));
        Duplicates policy = Duplicates.values()[random.nextInt(Duplicates.values().length)];
        int threads = random.nextInt(1, 4);
        int blockSize = random.nextBoolean() ? random.nextInt(1, 50) : TextBlocks.SIZE;
        return attempt(() -> sound(RatingsFile.read(file, policy, threads, blockSize)));
    }

    private static void sound(Ratings ratings) {
        assertThat(ratings.count()).isPositive();
        for (int e = 0; e < ratings.count(); e++) {
            assertThat(ratings.users().find(ratings.users().name(ratings.user()[e])))
                    .hasValue(ratings.user()[e]);
            assertThat(ratings.items().find(ratings.items().name(ratings.item()[e])))
                    .hasValue(ratings.item()[e]);
            assertThat(ratings.value()[e]).isFinite();
            assertThat(ratings.meaning() == Meaning.RATING || ratings.value()[e] > 0)
                    .isTrue();
        }
    }

    private interface Reading {
        void run() throws IOException;
    }

    private static boolean attempt(Reading reading) throws IOException {
        try {
            reading.run();
            return true;
        } catch (FormatException e) {
            assertThat(e.getMessage()).startsWith("in.csv:").doesNotContain("\n");
            return false;
        }
    }
}
