package rung.serve.recommender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.data.Ratings;
import rung.file.FormatException;
import rung.file.ratings.Columns;
import rung.file.ratings.RatingsFile;

/** The log has what was acknowledged, wherever it is cut, in a form that training reads. */
class RatingLogTest {
    private static final String LETTERS = "abcXYZ019 -_.,;:|\"'#éß漢😀/\\%";

    @TempDir
    private Path folder;

    private static Map<String, Double> read(Path file) throws IOException {
        Ratings ratings = RatingsFile.read(file, Columns.recognized().keepingEqualRatings());
        Map<String, Double> all = new HashMap<>();
        for (int e = 0; e < ratings.count(); e++) {
            all.put(
                    ratings.users().name(ratings.user()[e]) + "\n"
                            + ratings.items().name(ratings.item()[e]),
                    (double) ratings.value()[e]);
        }
        return all;
    }

    private static String name(SplittableRandom random) {
        int[] points = LETTERS.codePoints().toArray();
        StringBuilder name = new StringBuilder();
        for (int k = random.nextInt(1, 30); k > 0; k--) {
            name.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return name.toString().strip().isEmpty() ? "x" : name.toString().strip();
    }

    @Test
    void whatIsAppendedIsReadByTrainingAndAfterARestart() throws Exception {
        Path file = folder.resolve("log.csv");
        Map<String, Double> expected = new HashMap<>();
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 3; round++) {
            Map<String, Double> replayed = new HashMap<>();
            try (RatingLog log =
                    RatingLog.open(file, entry -> replayed.put(entry.user() + "\n" + entry.item(), entry.rating()))) {
                assertThat(replayed).isEqualTo(expected);
                List<CompletableFuture<Void>> waiting = new ArrayList<>();
                for (int k = 0; k < 500; k++) {
                    RatingLog.Entry entry =
                            new RatingLog.Entry(name(random), name(random), random.nextInt(2, 11) / 2.0);
                    expected.put(entry.user() + "\n" + entry.item(), entry.rating());
                    waiting.add(log.append(entry).toCompletableFuture());
                }
                for (CompletableFuture<Void> one : waiting) {
                    one.get();
                }
            }
            assertThat(read(file)).isEqualTo(expected);
        }
    }

    @Test
    void aFolderThatIsNotThereIsNamed() {
        Path file = folder.resolve("nowhere").resolve("log.csv");
        assertThatThrownBy(() -> RatingLog.open(file, entry -> {}))
                .isInstanceOf(FormatException.class)
                .hasMessage(file + ": the folder " + file.getParent() + " does not exist");
        assertThatThrownBy(() -> RatingLog.open(folder, entry -> {}))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("is a folder");
    }

    @Test
    void aFileThatIsCutAtTheEndOfAPageHasWholeLines() throws Exception {
        Path file = folder.resolve("log.csv");
        try (RatingLog log = RatingLog.open(file, entry -> {})) {
            for (int k = 0; k < 2_000; k++) {
                log.append(new RatingLog.Entry("user" + k, "item" + k % 7, 1 + k % 5));
            }
        }
        byte[] all = Files.readAllBytes(file);
        for (int page = 4096; page < all.length; page += 4096) {
            assertThat(all[page - 1]).isEqualTo((byte) '\n');
        }
        assertThat(read(file)).hasSize(2_000);
    }

    @Test
    void aLineThatWasNeverFinishedIsCutOff() throws Exception {
        Path file = folder.resolve("log.csv");
        try (RatingLog log = RatingLog.open(file, entry -> {})) {
            log.append(new RatingLog.Entry("ann", "a", 4)).toCompletableFuture().get();
            log.append(new RatingLog.Entry("bob", "b", 2)).toCompletableFuture().get();
        }
        byte[] whole = Files.readAllBytes(file);
        int header = "user,item,rating,timestamp\n".length();
        int second = new String(whole, StandardCharsets.UTF_8).indexOf("bob");
        for (int cut = 0; cut <= whole.length; cut++) {
            Files.write(file, java.util.Arrays.copyOf(whole, cut));
            if (cut >= second) {
                assertThat(read(file)).as("training, cut at " + cut).hasSize(cut < whole.length - 1 ? 1 : 2);
            }
            List<RatingLog.Entry> found = new ArrayList<>();
            try (RatingLog log = RatingLog.open(file, found::add)) {
                int entries = cut < second ? 0 : cut < whole.length ? 1 : 2;
                assertThat(found).as("cut at " + cut).hasSize(cut < header ? 0 : entries);
                log.append(new RatingLog.Entry("cy", "c", 3))
                        .toCompletableFuture()
                        .get();
            }
            assertThat(read(file)).containsEntry("cy\nc", 3.0).hasSize(found.size());
        }
    }

    @Test
    void aNameOfSeveralLinesIsKeptWholeOrNotAtAll() throws Exception {
        Path file = folder.resolve("log.csv");
        try (RatingLog log = RatingLog.open(file, entry -> {})) {
            log.append(new RatingLog.Entry("ann", "one\ntwo, \"x\"", 4))
                    .toCompletableFuture()
                    .get();
            log.append(new RatingLog.Entry("bob", "three\r\n\n4,5,6", 2))
                    .toCompletableFuture()
                    .get();
        }
        byte[] whole = Files.readAllBytes(file);
        int second = new String(whole, StandardCharsets.UTF_8).indexOf("bob");
        for (int cut = second; cut <= whole.length; cut++) {
            Files.write(file, java.util.Arrays.copyOf(whole, cut));
            assertThat(read(file)).as("training, cut at " + cut).hasSize(cut < whole.length - 1 ? 1 : 2);
            List<RatingLog.Entry> found = new ArrayList<>();
            try (RatingLog log = RatingLog.open(file, found::add)) {
                assertThat(found).as("cut at " + cut).hasSize(cut < whole.length ? 1 : 2);
                assertThat(found.get(0)).isEqualTo(new RatingLog.Entry("ann", "one\ntwo, \"x\"", 4));
                log.append(new RatingLog.Entry("cy", "c", 3))
                        .toCompletableFuture()
                        .get();
            }
            assertThat(read(file)).containsEntry("cy\nc", 3.0).containsEntry("ann\none\ntwo, \"x\"", 4.0);
        }
    }

    @Test
    void filesOfOthersAndFilesInUseAreRefused() throws Exception {
        Path other = Files.writeString(folder.resolve("ratings.dat"), "1::2::3\n");
        assertThatThrownBy(() -> RatingLog.open(other, entry -> {}))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("is not a log of 'rung serve'");
        assertThat(other).hasContent("1::2::3");
        Path file = folder.resolve("log.csv");
        try (RatingLog log = RatingLog.open(file, entry -> {})) {
            assertThat(log).isNotNull();
            assertThatThrownBy(() -> RatingLog.open(file, entry -> {}))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("another server");
        }
    }
}
