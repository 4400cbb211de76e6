package rung.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.data.Ids;
import rung.engine.preference.FactorRows;
import rung.engine.sampling.biased.BiasedFactors;
import rung.file.model.ModelFile;
import rung.lists.Seen;
import rung.preferences.PreferenceModel;
import rung.ratings.Blend;
import rung.ratings.By;
import rung.ratings.ListMaker;
import rung.ratings.Model;
import rung.ratings.RatingModel;
import rung.serve.http.JsonReading;

/** A model that is larger than the server's heap is served: it is mapped, not read. */
class LargeModelTest {
    private static final int USERS = 100_000;
    private static final int ITEMS = 50;
    private static final int RANK = 100;
    private static final String HEAP = "-Xmx64m";

    @TempDir
    private Path folder;

    @Test
    void aModelLargerThanTheHeapIsServed() throws Exception {
        Path file = folder.resolve("large.rung");
        Model model = model();
        ModelFile.write(file, model);
        assertThat(Files.size(file)).isGreaterThan(72L << 20);
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP,
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledServerTest.Victim.class.getName(),
                        file.toString(),
                        folder.resolve("log.csv").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String address = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            assertThat(address).as("the server started").isNotNull();
            ListMaker maker = ListMaker.of(model, By.BOTH, 0);
            for (int user : new int[] {0, 777, USERS - 1}) {
                try (var in = URI.create(address + "/api/v1/users/u" + user + "/recommendations?n=5")
                        .toURL()
                        .openStream()) {
                    List<Map<String, Object>> items = Served.list(
                            JsonReading.object(new String(in.readAllBytes(), StandardCharsets.UTF_8)), "items");
                    assertThat(items.stream().map(item -> item.get("id")))
                            .isEqualTo(maker.best(user, 5).stream()
                                    .map(each -> model.items().name(each.item()))
                                    .toList());
                }
            }
        } finally {
            server.destroyForcibly();
        }
    }

    private static Model model() {
        SplittableRandom random = new SplittableRandom(1);
        int[] start = new int[USERS + 1];
        Arrays.setAll(start, user -> user);
        int[] items = new int[USERS];
        Arrays.setAll(items, user -> user % ITEMS);
        return new Model(
                ids("u", USERS),
                ids("i", ITEMS),
                Optional.of(
                        new RatingModel(new BiasedFactors(3, 1, lines(USERS, random), lines(ITEMS, random), 0), 1, 5)),
                Optional.of(new PreferenceModel(
                        FactorRows.of(USERS, RANK, numbers(USERS * RANK, random)),
                        FactorRows.of(ITEMS, RANK, numbers(ITEMS * RANK, random)),
                        ones(USERS),
                        ones(ITEMS),
                        new PreferenceModel.Penalty(0.1, 0.1, 1),
                        0)),
                new Blend(3, 1, 1),
                new Seen(start, items),
                Map.of(),
                List.of());
    }

    private static Ids ids(String letter, int count) {
        Ids.Builder ids = new Ids.Builder();
        for (int k = 0; k < count; k++) {
            ids.add(letter + k);
        }
        return ids.build();
    }

    private static BiasedFactors.Lines lines(int count, SplittableRandom random) {
        double[] priors = new double[RANK + 1];
        Arrays.fill(priors, 0.1);
        return new BiasedFactors.Lines(
                RANK, numbers(count * RANK, random), numbers(count, random), new float[0], priors);
    }

    private static float[] numbers(int count, SplittableRandom random) {
        float[] numbers = new float[count];
        for (int k = 0; k < count; k++) {
            numbers[k] = (float) random.nextDouble(-0.2, 0.2);
        }
        return numbers;
    }

    private static float[] ones(int count) {
        float[] ones = new float[count];
        Arrays.fill(ones, 1);
        return ones;
    }
}
