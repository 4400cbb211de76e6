package rung.file.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.FormatException;
import rung.file.WorkLimit;
import rung.ratings.ListOptions;
import rung.ratings.Model;

/** A model that makes no sense is refused by a FormatException also where all its checksums are right. */
class ModelFileFuzzTest {
    private static final int[] INTS = {0, 1, -1, 2, 3, 9, 10, 12, 13, 100, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 20
    };
    private static final double[] DOUBLES = {
        0, -0.0, 1, -1, 2, 0.5, 3, 1e6, 1e7, 2e9, 1e300, -1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE
    };

    @TempDir
    Path folder;

    private byte[] whole;

    /** What a section is made of, to be changed. */
    private record Part(String name, int type, byte[] content) {
        SectionData section() {
            ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
            return switch (type) {
                case 2 -> SectionData.ints(name, bytes.asIntBuffer());
                case 3 -> SectionData.longs(name, bytes.asLongBuffer());
                case 4 -> SectionData.floats(name, bytes.asFloatBuffer());
                case 5 -> SectionData.doubles(name, bytes.asDoubleBuffer());
                default -> SectionData.bytes(name, bytes);
            };
        }
    }

    @BeforeEach
    void write() throws IOException {
        Path file = folder.resolve("model.rung");
        ModelFile.write(file, ModelFileTest.trained(12, 10, 2));
        whole = Files.readAllBytes(file);
    }

    @Test
    void damageNeverSurprises() throws IOException {
        fuzz(0, 3_000);
    }

    @Test
    @Tag("slow")
    void muchDamageNeverSurprises() throws IOException {
        fuzz(1_000_000, 12_000);
    }

    private void fuzz(int firstSeed, int inputs) throws IOException {
        try (WorkLimit limit = new WorkLimit()) {
            fuzz(firstSeed, inputs, limit);
        }
    }

    private void fuzz(int firstSeed, int inputs, WorkLimit limit) throws IOException {
        int accepted = 0;
        int nonsense = 0;
        for (int seed = firstSeed; seed < firstSeed + inputs; seed++) {
            limit.begin(seed);
            SplittableRandom random = new SplittableRandom(seed);
            byte[] content;
            boolean sealed = seed % 4 != 0;
            if (sealed) {
                content = rebuilt(random);
            } else {
                content = SectionFileDamageTest.mutated(whole, random);
                if (random.nextBoolean()) {
                    SectionFileDamageTest.forge(content, random);
                }
            }
            try {
                ModelFile.Place place = seed % 2 == 0 ? ModelFile.Place.MEMORY : ModelFile.Place.FILE;
                use(ModelFile.read(SectionFile.parse("model.rung", ByteBuffer.wrap(content), 1 << 30), place));
                accepted++;
            } catch (FormatException e) {
                String message = e.getMessage();
                if (!message.startsWith("model.rung: ") || message.contains("\n") || message.contains("null")) {
                    throw new AssertionError("seed " + seed + ": " + message, e);
                }
                nonsense += sealed ? 1 : 0;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(accepted).as("accepted").isBetween(inputs / 20, inputs / 2);
        assertThat(nonsense).as("refused though the checksums are right").isGreaterThan(inputs / 4);
    }

    /** A model that was accepted answers, be it nonsense. */
    private static void use(Model model) {
        if (model.ratings().isPresent()) {
            model.predict("u1", "i1");
            for (int user = 0; user < model.users().size(); user++) {
                for (int item = 0; item < model.items().size(); item++) {
                    model.predict(user, item);
                }
            }
        }
        if (model.items().size() > 0 && model.users().size() > 0) {
            model.similar(0, 3);
            int last = model.users().size() - 1;
            model.explained(last, model.recommend(last, ListOptions.of(3)));
            model.newcomer(List.of("i1", "i2")).recommend(3);
            if (model.ratings().isPresent() && model.factors().iterations() < 100) {
                model.foldInUser(new int[] {0}, new float[] {3});
                model.foldInItem(new int[] {0}, new float[] {3});
            }
        }
    }

    private byte[] rebuilt(SplittableRandom random) throws IOException {
        List<Part> parts = parts();
        for (int k = random.nextInt(1, 4); k > 0 && !parts.isEmpty(); k--) {
            int at = random.nextInt(parts.size());
            change(parts, at, random);
        }
        List<SectionData> sections = parts.stream().map(Part::section).toList();
        SectionHeader header = SectionHeader.of(1, sections);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SectionFile.write(out, header, sections);
        return out.toByteArray();
    }

    private static void change(List<Part> parts, int at, SplittableRandom random) {
        Part part = parts.get(at);
        byte[] content = part.content.clone();
        switch (random.nextInt(9)) {
            case 0 -> {
                if (random.nextInt(4) == 0) {
                    parts.remove(at);
                }
            }
            case 1 -> parts.set(at, new Part(part.name, random.nextInt(1, 6), aligned(content)));
            case 2 -> {
                int length = random.nextInt(content.length + 17);
                parts.set(at, new Part(part.name, part.type, aligned(Arrays.copyOf(content, length))));
            }
            case 3 -> {
                Part other = parts.get(random.nextInt(parts.size()));
                parts.set(at, new Part(part.name, part.type, aligned(other.content)));
            }
            case 4 -> parts.set(at, new Part(part.name, part.type, new byte[0]));
            case 5 -> {
                if (content.length > 0) {
                    content[random.nextInt(content.length)] ^= (byte) random.nextInt(1, 256);
                    parts.set(at, new Part(part.name, part.type, content));
                }
            }
            default -> {
                put(part.type, content, random);
                parts.set(at, new Part(part.name, part.type, content));
            }
        }
    }

    /** Cut to whole elements of any type. */
    private static byte[] aligned(byte[] content) {
        return Arrays.copyOf(content, content.length / 8 * 8);
    }

    private static void put(int type, byte[] content, SplittableRandom random) {
        ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        double x = DOUBLES[random.nextInt(DOUBLES.length)];
        if (type == 2 && content.length >= 4) {
            bytes.putInt(4 * random.nextInt(content.length / 4), INTS[random.nextInt(INTS.length)]);
        } else if (type == 4 && content.length >= 4) {
            bytes.putFloat(4 * random.nextInt(content.length / 4), (float) x);
        } else if (type == 5 && content.length >= 8) {
            bytes.putDouble(8 * random.nextInt(content.length / 8), x);
        } else if (content.length > 0) {
            bytes.put(random.nextInt(content.length), (byte) random.nextInt(256));
        }
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        for (int k = 0; k < bytes.getInt(12); k++) {
            int entry = 24 + 40 * k;
            int offset = (int) bytes.getLong(entry + 24);
            parts.add(new Part(
                    new String(whole, entry, 16, StandardCharsets.US_ASCII).replace("\0", ""),
                    bytes.getInt(entry + 16),
                    Arrays.copyOfRange(whole, offset, offset + (int) bytes.getLong(entry + 32))));
        }
        return parts;
    }
}
