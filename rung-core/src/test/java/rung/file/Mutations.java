package rung.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Damages files, to see that readers refuse what they cannot read with a sentence. */
public final class Mutations {
    /** Bytes that mean something in one of the formats. */
    private static final byte[] LIKELY = ",;\t \"\r\n0123456789.-+eEnNaA%?'():".getBytes(UTF_8);

    private Mutations() {}

    /** Cuts off, removes, inserts or changes bytes, one to three times. */
    public static byte[] mutated(byte[] content, SplittableRandom random) {
        byte[] bytes = content;
        for (int k = random.nextInt(1, 4); k > 0; k--) {
            int at = random.nextInt(bytes.length + 1);
            bytes = switch (random.nextInt(8)) {
                case 0 -> Arrays.copyOf(bytes, at);
                case 1, 2 -> spliced(bytes, at, Math.min(bytes.length, at + random.nextInt(1, 9)), new byte[0]);
                case 3, 4 -> spliced(bytes, at, at, new byte[] {any(random)});
                case 5 -> spliced(bytes, at, Math.min(bytes.length, at + 1), new byte[] {any(random)});
                case 6 -> spliced(bytes, at, at, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
                default -> flipped(bytes, at, random);
            };
        }
        return bytes;
    }

    private static byte any(SplittableRandom random) {
        return random.nextBoolean() ? LIKELY[random.nextInt(LIKELY.length)] : (byte) random.nextInt();
    }

    private static byte[] flipped(byte[] bytes, int at, SplittableRandom random) {
        byte[] result = bytes.clone();
        if (at < bytes.length) {
            result[at] ^= (byte) (1 << random.nextInt(8));
        }
        return result;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] middle) {
        ByteBuffer result = ByteBuffer.allocate(bytes.length - (to - from) + middle.length);
        return result.put(bytes, 0, from)
                .put(middle)
                .put(bytes, to, bytes.length - to)
                .array();
    }
}
