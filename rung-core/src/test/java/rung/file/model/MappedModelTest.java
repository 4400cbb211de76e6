package rung.file.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.linalg.Side;
import rung.lists.ItemScorer;
import rung.ratings.By;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Recommender;

/** A model that stays in its file answers as one in memory does, bit for bit. */
class MappedModelTest {
    private static Model trained;

    @TempDir
    private Path folder;

    @BeforeAll
    static void train() {
        SplittableRandom random = new SplittableRandom(5);
        Ratings.Builder ratings = Ratings.builder();
        for (int user = 0; user < 300; user++) {
            for (int item = 0; item < 30; item++) {
                if (random.nextInt(3) == 0) {
                    ratings.add("u" + user, "i" + item, (user % 2 == item % 2 ? 4 : 2) + random.nextInt(-1, 2));
                }
            }
        }
        trained = Recommender.byDefault()
                .withRounds(5)
                .train(ratings.build(Duplicates.LAST))
                .model();
    }

    @Test
    void answersAreTheSame() throws IOException {
        Path file = folder.resolve("model.rung");
        ModelFile.write(file, trained);
        requireSame(ModelFile.map(file), ModelFile.read(file));
    }

    /* As if the file were larger than a buffer: 2048 bytes are 512 numbers. */
    @Test
    void answersAreTheSameFromManySmallMaps() throws IOException {
        Path file = folder.resolve("model.rung");
        ModelFile.write(file, trained);
        Model inPieces = ModelFile.read(
                SectionFile.parse("model.rung", ByteBuffer.wrap(Files.readAllBytes(file)), 2048), ModelFile.Place.FILE);
        requireSame(inPieces, trained);
    }

    private void requireSame(Model mapped, Model read) throws IOException {
        int items = read.items().size();
        for (By by : By.values()) {
            ItemScorer expected = read.scorers(by).get();
            ItemScorer actual = mapped.scorers(by).get();
            for (int user = 0; user < read.users().size(); user++) {
                float[] one = new float[items];
                float[] other = new float[items];
                expected.score(user, one);
                actual.score(user, other);
                assertThat(other).as(by + ", user " + user).isEqualTo(one);
                assertThat(mapped.explained(
                                user, mapped.recommend(user, ListOptions.of(5).withBy(by))))
                        .isEqualTo(read.explained(
                                user, read.recommend(user, ListOptions.of(5).withBy(by))));
                assertThat(mapped.similarUsers(user, 5, by)).isEqualTo(read.similarUsers(user, 5, by));
            }
            for (int item = 0; item < items; item++) {
                assertThat(mapped.similar(item, 5, by)).isEqualTo(read.similar(item, 5, by));
            }
        }
        for (int user = 0; user < read.users().size(); user++) {
            for (int item = 0; item < items; item++) {
                assertThat(mapped.predict(user, item)).isEqualTo(read.predict(user, item));
                assertThat(mapped.seen().has(user, item)).isEqualTo(read.seen().has(user, item));
            }
        }
        Map<String, Double> rated = Map.of("i1", 5.0, "i2", 1.0);
        assertThat(mapped.newcomer(rated).recommend(9))
                .isEqualTo(read.newcomer(rated).recommend(9));
        assertThat(mapped.newcomer(3, rated).recommend(9))
                .isEqualTo(read.newcomer(3, rated).recommend(9));
        assertThat(mapped.foldInItem(new int[] {1, 4}, new float[] {5, 2}).factors())
                .isEqualTo(read.foldInItem(new int[] {1, 4}, new float[] {5, 2}).factors());
        assertThat(mapped.newcomer(List.of("i3")).recommend(9))
                .isEqualTo(read.newcomer(List.of("i3")).recommend(9));
        assertThat(written(mapped)).isEqualTo(written(read));
        for (Side side : Side.values()) {
            assertThat(exported(mapped, side)).isEqualTo(exported(read, side));
        }
    }

    private static byte[] written(Model model) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ModelFile.write(out, model);
        return out.toByteArray();
    }

    private List<String> exported(Model model, Side side) throws IOException {
        Path ratings = folder.resolve("ratings.csv");
        Path preferences = folder.resolve("preferences.csv");
        ModelFile.export(ratings, model, side);
        ModelFile.exportPreferences(preferences, model, side);
        return List.of(Files.readString(ratings), Files.readString(preferences));
    }
}
