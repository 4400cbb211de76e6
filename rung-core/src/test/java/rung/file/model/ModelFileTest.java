package rung.file.model;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.RatingInstance;
import rung.Step;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.sampling.biased.BiasedFactors;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.table.TableFile;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.lists.Scored;
import rung.lists.Seen;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.RatingModel;
import rung.ratings.Recommender;

class ModelFileTest {
    @TempDir
    Path folder;

    static Model trained(int users, int items, int rank) {
        return Recommender.byDefault()
                .withRank(rank)
                .train(RatingInstance.of(users, items, 2, 0.4, 0.5, 1).ratings())
                .model();
    }

    private static Ids ids(String... names) {
        Ids.Builder builder = new Ids.Builder();
        for (String name : names) {
            builder.add(name);
        }
        return builder.build();
    }

    /** Numbers that show every loss, and names that are no plain text. */
    private static Model odd() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("zeta", "σ² = ½");
        facts.put("empty", "");
        facts.put("alpha", "1");
        return Model.ofRatings(
                ids("", "a\tb\n", "Zoë", "日本"),
                ids("\"", " x "),
                new RatingModel(
                        new BiasedFactors(
                                1 / 3.0,
                                Math.PI,
                                new BiasedFactors.Lines(
                                        1,
                                        new float[] {0.1f, -0f, Float.MIN_VALUE, 1e30f},
                                        new float[] {1, 2, 3, 4},
                                        new float[] {0.5f, 0.25f, 0, 9},
                                        new double[] {1 / 7.0, 1 / 9.0},
                                        new float[] {1, -2, 3.5f, 4, 5, 1e-30f, 7, 8}),
                                new BiasedFactors.Lines(
                                        1, new float[] {-0.3f, 7}, new float[] {-1, 1}, new float[0], new double[] {
                                            1e-300, 3
                                        }),
                                0),
                        -0.1,
                        1 / 3.0),
                new Seen(new int[] {0, 2, 2, 2, 3}, new int[] {0, 1, 1}),
                facts,
                List.of(
                        new Step(1, 1, 0.1, OptionalDouble.of(1e-300), Duration.ofNanos(1), OptionalDouble.of(0.9)),
                        new Step(
                                2,
                                1,
                                0.2,
                                OptionalDouble.empty(),
                                Duration.ofNanos(1_234_567_890_123_457L),
                                OptionalDouble.empty()),
                        new Step(
                                3,
                                2,
                                0.3,
                                OptionalDouble.of(4),
                                Duration.ofNanos(999_999_999_999_999L),
                                OptionalDouble.of(7))));
    }

    private static void requireSame(Model actual, Model expected) {
        assertThat(actual.users().pool()).isEqualTo(expected.users().pool());
        assertThat(actual.users().offsets()).isEqualTo(expected.users().offsets());
        assertThat(actual.items().pool()).isEqualTo(expected.items().pool());
        assertThat(actual.items().offsets()).isEqualTo(expected.items().offsets());
        assertThat(actual.factors().mean()).isEqualTo(expected.factors().mean());
        assertThat(actual.factors().noise()).isEqualTo(expected.factors().noise());
        assertThat(actual.factors().iterations()).isEqualTo(expected.factors().iterations());
        requireSame(actual.factors().rows(), expected.factors().rows());
        requireSame(actual.factors().columns(), expected.factors().columns());
        assertThat(actual.low()).isEqualTo(expected.low());
        assertThat(actual.high()).isEqualTo(expected.high());
        assertThat(actual.seen().starts().toArray())
                .isEqualTo(expected.seen().starts().toArray());
        assertThat(actual.seen().items().toArray())
                .isEqualTo(expected.seen().items().toArray());
        assertThat(actual.facts()).isEqualTo(expected.facts());
        assertThat(actual.facts().keySet())
                .containsExactlyElementsOf(expected.facts().keySet());
        assertThat(actual.path()).isEqualTo(expected.path());
    }

    private static void requireSame(BiasedFactors.Lines actual, BiasedFactors.Lines expected) {
        assertThat(actual.rank()).isEqualTo(expected.rank());
        assertThat(actual.factors()).isEqualTo(expected.factors());
        assertThat(actual.biases()).isEqualTo(expected.biases());
        assertThat(actual.variances()).isEqualTo(expected.variances());
        assertThat(actual.priors()).isEqualTo(expected.priors());
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        Path file = folder.resolve("model.rung");
        for (Model model : List.of(odd(), trained(40, 30, 3), trained(20, 25, 15))) {
            ModelFile.write(file, model);
            Model read = ModelFile.read(file);
            requireSame(read, model);
            byte[] first = Files.readAllBytes(file);
            ModelFile.write(folder.resolve("again.rung"), read);
            assertThat(folder.resolve("again.rung")).hasBinaryContent(first);
        }
        assertThat(ModelFile.read(file).users().find("u7")).hasValue(7);
        assertThat(ModelFile.read(file).recommend(3, ListOptions.of(5)))
                .isEqualTo(trained(20, 25, 15).recommend(3, ListOptions.of(5)));
    }

    @Test
    void aStreamGetsTheBytesOfTheFile() throws IOException {
        Model model = trained(20, 15, 2);
        Path file = folder.resolve("model.rung");
        ModelFile.write(file, model);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ModelFile.write(out, model);
        assertThat(out.toByteArray()).isEqualTo(Files.readAllBytes(file));
        requireSame(ModelFile.read("memory", ByteBuffer.wrap(out.toByteArray())), model);
        assertThatThrownBy(() -> ModelFile.read("memory", ByteBuffer.wrap(out.toByteArray(), 0, 99)))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("memory: ");
    }

    @Test
    void factsAreOneLineEach() throws IOException {
        Model model = odd();
        Model messy = Model.ofRatings(
                model.users(),
                model.items(),
                model.ratings().orElseThrow(),
                model.seen(),
                Map.of("a\tb", "c\nd\r\te"),
                List.of());
        Path file = folder.resolve("model.rung");
        ModelFile.write(file, messy);
        assertThat(ModelFile.read(file).facts()).containsExactly(Map.entry("a b", "c d  e"));
        assertThat(ModelFile.read(file).path()).isEmpty();
    }

    @Test
    void everyByteAndEveryLengthCounts() throws IOException {
        Path whole = folder.resolve("model.rung");
        ModelFile.write(whole, trained(12, 10, 2));
        byte[] content = Files.readAllBytes(whole);
        for (int k = 0; k < content.length; k++) {
            byte[] damaged = content.clone();
            damaged[k] ^= (byte) (1 << k % 8);
            requireRefused(damaged);
        }
        for (int length = 0; length < content.length; length++) {
            requireRefused(Arrays.copyOf(content, length));
        }
        requireRefused(Arrays.copyOf(content, content.length + 1));
    }

    private static void requireRefused(byte[] content) {
        assertThatThrownBy(() -> ModelFile.read(
                        SectionFile.parse("model.rung", ByteBuffer.wrap(content), 1 << 30), ModelFile.Place.MEMORY))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("model.rung: ");
    }

    /* Both parts, and choices without ratings, with counts: everything comes back, and recommends the same. */
    @Test
    void preferencesComeBack() throws IOException {
        Ratings ratings = RatingInstance.of(60, 40, 2, 0.4, 0.5, 1).ratings();
        Ratings.Builder counts = Ratings.builder();
        for (int e = 0; e < ratings.count(); e++) {
            counts.add("u" + ratings.user()[e], "i" + ratings.item()[e], 1 + e % 7);
        }
        for (Ratings entries : List.of(ratings, counts.build(Duplicates.SUM).withMeaning(Meaning.WEIGHT))) {
            Model model = Recommender.byDefault().train(entries).model();
            Path file = folder.resolve("model.rung");
            ModelFile.write(file, model);
            Model again = ModelFile.read(file);
            boolean isLinked = model.ratings().isPresent()
                    && model.preferences().orElseThrow().rank() > 0;
            assertThat(ModelFile.version(file)).isEqualTo(isLinked ? 3 : 2);
            assertThat(again.ratings().isPresent())
                    .isEqualTo(model.ratings().isPresent())
                    .isEqualTo(entries == ratings);
            assertThat(again.blend()).isEqualTo(model.blend());
            assertThat(again.facts()).isEqualTo(model.facts());
            for (int user = 0; user < 60; user += 7) {
                List<Scored> list = model.recommend(user, ListOptions.of(10));
                assertThat(again.recommend(user, ListOptions.of(10))).isEqualTo(list);
                assertThat(again.explained(user, list)).isEqualTo(model.explained(user, list));
            }
            assertThat(again.similar(3, 5)).isEqualTo(model.similar(3, 5));
        }
    }

    @Test
    void filesThatAreNoModels() throws IOException {
        assertThatThrownBy(() -> ModelFile.read(folder.resolve("none.rung")))
                .isInstanceOf(FormatException.class)
                .hasMessage("none.rung: does not exist");
        Path text = Files.writeString(folder.resolve("ratings.csv"), "user,item,rating\na,b,3\nc,d,4\n");
        assertThatThrownBy(() -> ModelFile.read(text)).isInstanceOf(FormatException.class);
        Path other = folder.resolve("other.rung");
        SectionFile.write(other, 1, List.of(SectionData.ints("something", new int[] {1})));
        assertThatThrownBy(() -> ModelFile.read(other))
                .isInstanceOf(FormatException.class)
                .hasMessage("other.rung: has no section 'model'");
        Path newer = folder.resolve("newer.rung");
        SectionFile.write(newer, 3, List.of());
        assertThatThrownBy(() -> ModelFile.read(newer)).isInstanceOf(FormatException.class);
    }

    private Model kept() throws IOException {
        Path file = folder.resolve("model-v1.rung");
        Files.write(file, keptBytes());
        return ModelFile.read(file);
    }

    private static byte[] keptBytes() throws IOException {
        try (InputStream in = ModelFileTest.class.getResourceAsStream("model-v1.rung")) {
            return in.readAllBytes();
        }
    }

    /** A section by docs/MODEL-FORMAT.md and nothing else. */
    private static ByteBuffer section(byte[] file, String name) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        for (int k = 0; k < bytes.getInt(12); k++) {
            int entry = 24 + 40 * k;
            if (new String(file, entry, 16, US_ASCII).replace("\0", "").equals(name)) {
                return bytes.slice((int) bytes.getLong(entry + 24), (int) bytes.getLong(entry + 32))
                        .order(ByteOrder.LITTLE_ENDIAN);
            }
        }
        throw new AssertionError(name);
    }

    /* The file was written by the first version. It must be read by all that follow. */
    @Test
    void aFileOfTheFirstVersionIsRead() throws IOException {
        Model model = kept();
        byte[] file = keptBytes();
        ByteBuffer numbers = section(file, "model");
        assertThat(numbers.getDouble(0)).isEqualTo(3);
        ByteBuffer u = section(file, "users.factors");
        ByteBuffer v = section(file, "items.factors");
        ByteBuffer b = section(file, "users.biases");
        ByteBuffer c = section(file, "items.biases");
        assertThat(model.users().size()).isEqualTo(40);
        assertThat(model.items().size()).isEqualTo(30);
        for (int i = 0; i < 40; i++) {
            for (int j = 0; j < 30; j++) {
                double sum = numbers.getDouble(8) + b.getFloat(4 * i) + c.getFloat(4 * j);
                for (int k = 0; k < 3; k++) {
                    sum += (double) u.getFloat(12 * i + 4 * k) * v.getFloat(12 * j + 4 * k);
                }
                double expected = Math.max(numbers.getDouble(24), Math.min(numbers.getDouble(32), sum));
                near(model.predict("u" + i, "i" + j).value(), expected, 1e-6);
            }
        }
        ByteBuffer start = section(file, "seen.start");
        ByteBuffer seen = section(file, "seen.items");
        for (int user = 0; user < 40; user++) {
            int[] items = model.seen().of(user);
            for (int k = 0; k < items.length; k++) {
                assertThat(items[k]).isEqualTo(seen.getInt(4 * (start.getInt(4 * user) + k)));
            }
        }
        String facts = UTF_8.decode(section(file, "facts")).toString();
        assertThat(facts).contains("algorithm\tFast Greedy\n");
        assertThat(model.facts()).containsEntry("algorithm", "Fast Greedy").containsEntry("ratings", "480");
        assertThat(model.path()).hasSize(section(file, "path").remaining() / 48);
        // by the Python of docs/MODEL-FORMAT.md
        near(model.predict("u0", "i0").value(), 0.8451571, 1e-6);
        near(model.predict("u7", "i19").value(), 5.9659158, 1e-6);
        near(model.predict("u39", "i29").value(), 4.6589104, 1e-6);
        near(model.predict("u12", "i3").value(), 1.5245509, 1e-6);
    }

    @Test
    void aFileOfTheFirstVersionIsWrittenAsItWas() throws IOException {
        Path again = folder.resolve("again.rung");
        ModelFile.write(again, kept());
        assertThat(again).hasBinaryContent(keptBytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"out.npy", "out.NPY", "out.csv", "out.txt", "out.csv.gz"})
    void exportedFactorsAreReadAsATable(String name) throws IOException {
        Model model = trained(20, 25, 3);
        for (boolean users : new boolean[] {true, false}) {
            Path file = folder.resolve(name);
            ModelFile.export(file, model, users ? Side.LEFT : Side.RIGHT);
            Table table = TableFile.read(file);
            BiasedFactors.Lines lines =
                    users ? model.factors().rows() : model.factors().columns();
            Matrix values = table.values();
            assertThat(values.rows()).isEqualTo(users ? 20 : 25);
            assertThat(values.columns()).isEqualTo(4);
            for (int i = 0; i < values.rows(); i++) {
                for (int k = 0; k < 3; k++) {
                    assertThat((float) values.get(i, k)).isEqualTo(lines.factors()[3 * i + k]);
                }
                assertThat((float) values.get(i, 3)).isEqualTo(lines.biases()[i]);
            }
            if (!name.toLowerCase(Locale.ROOT).endsWith(".npy")) {
                assertThat(table.columnNames().orElseThrow()).containsExactly("factor1", "factor2", "factor3", "bias");
                assertThat(table.rowLabels().orElseThrow())
                        .startsWith(users ? "u0" : "i0", users ? "u1" : "i1")
                        .hasSize(values.rows());
            }
        }
    }
}
