package rung.file.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.FormatException;
import rung.file.WorkLimit;

/** A damaged file is refused by a FormatException, and nothing else happens. */
class SectionFileDamageTest {
    private static final int ENTRIES = 24;
    private static final int ENTRY = 40;
    private static final int[] FLIPS = {1, 2, 4, 8, 16, 32, 64, 128, 3, 0x55, 0x7f, 0xff};
    private static final long[] LIKELY = {
        0,
        1,
        -1,
        2,
        5,
        6,
        8,
        63,
        64,
        65,
        128,
        1000,
        1001,
        1L << 31,
        (1L << 31) - 1,
        1L << 32,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE - 63
    };

    @TempDir
    Path folder;

    private byte[] whole;

    @BeforeEach
    void write() throws IOException {
        Path file = folder.resolve("whole.rung");
        SectionFile.write(file, 1, SectionFileTest.everyType());
        whole = Files.readAllBytes(file);
    }

    private static SectionFile parse(byte[] content) throws IOException {
        return SectionFile.parse("model.rung", ByteBuffer.wrap(content), 1 << 30);
    }

    private static void requireRefused(byte[] content, String what) throws IOException {
        try {
            parse(content);
        } catch (FormatException e) {
            requireSentence(e, "");
            return;
        }
        fail(what + " was not noticed");
    }

    /** A plain condition: a million assertions take their time. */
    private static void requireSentence(FormatException e, String part) {
        String message = e.getMessage();
        if (!message.startsWith("model.rung: ") || message.contains("\n") || !message.contains(part)) {
            throw new AssertionError(message, e);
        }
    }

    @Test
    void everyByteCounts() throws IOException {
        for (int k = 0; k < whole.length; k++) {
            for (int flip : FLIPS) {
                byte[] content = whole.clone();
                content[k] ^= (byte) flip;
                requireRefused(content, "byte " + k + " xor " + flip);
            }
        }
    }

    /** The same through the file system. */
    @Test
    void everyByteOfAMappedFileCounts() throws IOException {
        for (int k = 0; k < whole.length; k++) {
            byte[] content = whole.clone();
            content[k] ^= (byte) (1 << k % 8);
            Path file = folder.resolve("model" + k % 16 + ".rung");
            Files.deleteIfExists(file);
            Files.write(file, content);
            try {
                SectionFile.open(file);
                fail("byte " + k + " was not noticed");
            } catch (FormatException e) {
                assertThat(e.getMessage()).startsWith(file.getFileName() + ": ");
            }
        }
    }

    @Test
    void everyLengthCounts() throws IOException {
        for (int length = 0; length < whole.length; length++) {
            requireRefused(Arrays.copyOf(whole, length), length + " bytes");
        }
        for (int more = 1; more < 200; more++) {
            requireRefused(Arrays.copyOf(whole, whole.length + more), more + " bytes more");
        }
        parse(whole);
    }

    @Test
    void someDamageNeverSurprises() throws IOException {
        damageNeverSurprises(5_000);
    }

    @Test
    @Tag("slow")
    void muchDamageNeverSurprises() throws IOException {
        damageNeverSurprises(50_000);
    }

    private void damageNeverSurprises(int inputs) throws IOException {
        try (WorkLimit limit = new WorkLimit()) {
            damageNeverSurprises(inputs, limit);
        }
    }

    private void damageNeverSurprises(int inputs, WorkLimit limit) throws IOException {
        int accepted = 0;
        for (int seed = 0; seed < inputs; seed++) {
            limit.begin(seed);
            SplittableRandom random = new SplittableRandom(seed);
            byte[] content = mutated(whole, random);
            boolean forged = random.nextBoolean();
            if (forged) {
                forge(content, random);
            }
            try {
                SectionFile file = parse(content);
                accepted++;
                if (!forged) {
                    assertThat(content).as("seed " + seed).isEqualTo(whole);
                }
                useAll(file);
            } catch (FormatException e) {
                requireSentence(e, "");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ", " + Arrays.toString(content), e);
            }
        }
        assertThat(accepted).as("forgeries that are files").isBetween(inputs / 50, inputs / 5);
    }

    /** Every section by every type is what it says or a FormatException. */
    private static void useAll(SectionFile file) throws IOException {
        for (String name : List.of("info", "counts", "none", "a-name-of-16-chr", "factors", "scale", "other")) {
            List<Access> accesses = List.of(
                    () -> file.bytes(name).remaining(),
                    () -> (int) file.ints(name).length(),
                    () -> file.intArray(name).length,
                    () -> file.longs(name).length,
                    () -> (int) file.floats(name).length(),
                    () -> file.floatArray(name).length,
                    () -> file.doubles(name).length);
            int worked = 0;
            for (Access access : accesses) {
                try {
                    worked += access.length() >= 0 ? 1 : 0;
                } catch (FormatException e) {
                    requireSentence(e, "section '" + name + "'");
                }
            }
            assertThat(worked).isBetween(0, file.has(name) ? 2 : 0);
        }
    }

    @FunctionalInterface
    private interface Access {
        int length() throws IOException;
    }

    static byte[] mutated(byte[] content, SplittableRandom random) {
        byte[] bytes = content.clone();
        for (int k = random.nextInt(1, 4); k > 0; k--) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            int at = random.nextInt(bytes.length + 1);
            switch (random.nextInt(8)) {
                case 0 -> bytes = Arrays.copyOf(bytes, at);
                case 1 -> bytes = Arrays.copyOf(bytes, bytes.length + random.nextInt(1, 100));
                case 2, 3 -> {
                    int field = 8 * random.nextInt(ENTRIES / 8 + 6 * ENTRY / 8);
                    if (field + 8 <= bytes.length) {
                        long near = buffer.getLong(field) + random.nextInt(-64, 65);
                        buffer.putLong(field, random.nextBoolean() ? near : LIKELY[random.nextInt(LIKELY.length)]);
                    }
                }
                case 4 -> {
                    int field = 8 + 4 * random.nextInt(64);
                    if (field + 4 <= bytes.length) {
                        buffer.putInt(field, (int) LIKELY[random.nextInt(LIKELY.length)]);
                    }
                }
                case 5 -> {
                    int length = random.nextInt(bytes.length - at + 1);
                    System.arraycopy(content, 0, bytes, at, Math.min(content.length, length));
                }
                default -> {
                    if (at < bytes.length) {
                        bytes[at] ^= (byte) random.nextInt(1, 256);
                    }
                }
            }
        }
        return bytes;
    }

    /** Makes checksums right, as an attacker would: of sections, then of the header; at times the length of the file. */
    static void forge(byte[] bytes, SplittableRandom random) {
        if (bytes.length < ENTRIES) {
            return;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (random.nextInt(4) == 0) {
            buffer.putLong(16, bytes.length);
        }
        int count = buffer.getInt(12);
        if (count < 0 || ENTRIES + (long) ENTRY * count + 4 > bytes.length) {
            return;
        }
        for (int entry = ENTRIES; entry < ENTRIES + ENTRY * count; entry += ENTRY) {
            long offset = buffer.getLong(entry + 24);
            long length = buffer.getLong(entry + 32);
            if (offset >= 0 && offset <= bytes.length && length >= 0 && length <= bytes.length - offset) {
                CRC32C sum = new CRC32C();
                sum.update(bytes, (int) offset, (int) length);
                buffer.putInt(entry + 20, (int) sum.getValue());
            }
        }
        SectionFileTest.sealed(bytes);
    }
}
