package rung.file.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberNotationTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1, 1",
        "100, 100",
        "-2.5, -2.5",
        "0.1, 0.1",
        "0.30000001192092896, 0.3",
        "3.14159265358979, 3.141593",
        "123456789, 123456800",
        "0.00001234, 0.00001234",
        "1.5e-9, 1.5E-9",
        "2e20, 2E+20",
        "999999999999999, 1E+15"
    })
    void sevenDigitsAndNoExponentForOrdinaryNumbers(double value, String text) {
        assertThat(NumberNotation.written(value, false)).isEqualTo(text);
        assertThat(NumberNotation.written(value, true)).isEqualTo(text.replace('.', ','));
    }

    @Test
    void whatIsWrittenIsReadBackAsANumber() {
        SplittableRandom random = new SplittableRandom(1);
        NumberNotation notation = new NumberNotation(false);
        for (int k = 0; k < 100_000; k++) {
            double value = random.nextGaussian() * Math.pow(10, random.nextInt(-300, 300));
            String text = NumberNotation.written(value, false);
            assertThat(notation.kind(text)).as(text).isEqualTo(NumberNotation.Kind.NUMBER);
            assertThat(Double.parseDouble(text)).isCloseTo(value, withPercentage(5.1e-5));
        }
    }

    /** However many digits a number has, zeros before it and separators in it, its value is the double that Java reads. */
    @Test
    void valuesAreThoseThatJavaReads() {
        SplittableRandom random = new SplittableRandom(3);
        NumberNotation notation = new NumberNotation(true, false, DigitGrouping.COMMA, true, HoleWords.USUAL);
        for (int k = 0; k < 50_000; k++) {
            String whole = digits(random, random.nextInt(0, 20));
            String fraction = digits(random, random.nextInt(whole.isEmpty() ? 1 : 0, 20));
            String mark = fraction.isEmpty() && k % 2 == 0 ? "" : ".";
            String exponent = k % 8 == 0 ? "e" + random.nextInt(-30, 30) : "";
            String plain = new String[] {"", "-", "+"}[k % 3] + whole + mark + fraction + exponent;
            boolean isGrouped = whole.matches("[1-9].*") && k % 5 == 0;
            byte[] text = (isGrouped ? plain.replace(whole + mark, grouped(whole) + mark) : plain)
                    .getBytes(StandardCharsets.UTF_8);
            assertThat(notation.kind(text, 0, text.length)).as(plain).isEqualTo(NumberNotation.Kind.NUMBER);
            assertThat(notation.value(text, 0, text.length)).as(plain).isEqualTo(Double.parseDouble(plain));
        }
    }

    private static String digits(SplittableRandom random, int count) {
        StringBuilder digits = new StringBuilder();
        int zeros = random.nextInt(4) == 0 ? count / 2 : 0;
        for (int k = 0; k < count; k++) {
            digits.append(k < zeros ? 0 : random.nextInt(10));
        }
        return digits.toString();
    }

    private static String grouped(String whole) {
        return whole.replaceAll("(?<=\\d)(?=(\\d{3})+$)", ",");
    }

    /** Two decimals more than the others of the column, three significant digits, and no more than four decimals more for them. */
    @ParameterizedTest
    @CsvSource({
        "3.14159265, 0, 3.14",
        "20703.4512, 1, 20703.45",
        "20703.4512, 0, 20703.45",
        "0.00321456, 0, 0.0032",
        "0.00321456, 1, 0.00321",
        "0.0000123, 0, 0",
        "-1.99996, 2, -2",
        "12, 2, 12",
        "0.0000123456, -1, 0.0000123456",
        "1234567.89, 3, 1234568",
    })
    void aFilledNumberHasAboutTheDecimalsOfItsColumn(double value, int decimals, String written) {
        assertThat(NumberNotation.written(value, false, "", decimals)).isEqualTo(written);
    }

    /** The digits that a product in floating point tells are those of exact arithmetic, on ties and next to powers of ten as well. */
    @Test
    void digitsAreThoseOfExactArithmetic() {
        SplittableRandom random = new SplittableRandom(2);
        for (int k = 0; k < 200_000; k++) {
            double power = Math.pow(10, random.nextInt(-7, 17));
            double even = random.nextInt(1, 4_000_000) / 1024.0; // ends in 5 where digits are cut off
            double value = switch (k % 4) {
                case 0 -> random.nextGaussian() * power;
                case 1 -> -even;
                case 2 -> (random.nextInt(1_000_000, 10_000_000) + 0.5) * power / 1e7;
                default -> power * (1 + random.nextInt(-3, 4) * 1e-8);
            };
            int decimals = random.nextInt(-1, 7);
            assertThat(NumberNotation.written(value, false, "", decimals))
                    .as("%s with %d decimals", value, decimals)
                    .isEqualTo(NumberNotation.shortenedExactly(value, decimals));
        }
    }
}
