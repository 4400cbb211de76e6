package rung.file.ratings;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalParserTest {
    private static float parse(String text) {
        byte[] bytes = ("7" + text + "7").getBytes(US_ASCII);
        float value = DecimalParser.parse(bytes, 1, bytes.length - 1, (byte) '.');
        return Float.isNaN(value) ? DecimalParser.parseAny(bytes, 1, bytes.length - 1) : value;
    }

    private static void agrees(String text) {
        assertThat(Float.floatToRawIntBits(parse(text)))
                .as(text)
                .isEqualTo(Float.floatToRawIntBits(Float.parseFloat(text)));
    }

    @Test
    void randomDecimals() {
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 0; k < 100_000; k++) {
            long digits = random.nextLong(1L << random.nextInt(1, 61));
            String text = BigDecimal.valueOf(digits, random.nextInt(19)).toPlainString();
            agrees(random.nextBoolean() ? text : "-" + text);
        }
    }

    /** Halfway between two floats, and a little beside it: where rounding twice goes wrong. */
    @Test
    void halvesBetweenFloats() {
        SplittableRandom random = new SplittableRandom(2);
        for (int k = 0; k < 100_000; k++) {
            float low =
                    Float.intBitsToFloat(Float.floatToIntBits(random.nextInt(1, 1 << 16)) + random.nextInt(1 << 20));
            BigDecimal half =
                    new BigDecimal(low).add(new BigDecimal(Math.nextUp(low))).divide(BigDecimal.valueOf(2));
            agrees(half.toPlainString());
            agrees(half.add(new BigDecimal("1e-10")).toPlainString());
            agrees(half.subtract(new BigDecimal("1e-10")).toPlainString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "0.0",
                "5",
                "4.5",
                ".5",
                "5.",
                "+3",
                "1e2",
                "1E-3",
                "16777217",
                "16777219",
                "999999999999999",
                "1234567890123456789",
                "0.000000000000001",
                "1e-46",
                "3.4028236e38",
                "1.4e-45"
            })
    void cases(String text) {
        agrees(text);
    }

    @Test
    void whatIsLeftToOthers() {
        for (String text : new String[] {"", "-", ".", "-.", "1.2.3", "x", "1,5", "1e5", "--1", "0x1", "NaN"}) {
            byte[] bytes = text.getBytes(US_ASCII);
            assertThat(DecimalParser.parse(bytes, 0, bytes.length, (byte) '.'))
                    .as(text)
                    .isNaN();
        }
        assertThat(DecimalParser.parse("1,5".getBytes(US_ASCII), 0, 3, (byte) ','))
                .isEqualTo(1.5f);
    }
}
