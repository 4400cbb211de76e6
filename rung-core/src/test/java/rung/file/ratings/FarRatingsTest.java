package rung.file.ratings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FarRatingsTest {
    private static final int COUNT = 20_000;

    @TempDir
    Path folder;

    private static float[] draws(ToDoubleFunction<SplittableRandom> draw) {
        SplittableRandom random = new SplittableRandom(3);
        float[] value = new float[COUNT];
        for (int k = 0; k < COUNT; k++) {
            value[k] = (float) draw.applyAsDouble(random);
        }
        return value;
    }

    private static float[] drawn(String scale) {
        return draws(
                switch (scale) {
                    case "stars" -> random -> 1 + random.nextInt(5);
                    case "half stars" -> random -> random.nextInt(1, 11) / 2.0;
                    case "percent" -> random -> random.nextInt(101);
                    case "jester" -> random -> random.nextDouble(-10, 10);
                    case "thumbs" -> random -> random.nextInt(2);
                    case "hardly any 1" -> random -> random.nextInt(1000) == 0 ? 1 : 4 + random.nextInt(2);
                    case "hardly any 15" -> random -> random.nextInt(1000) == 0 ? 15 : 90 + random.nextInt(11);
                    case "nearly all 5" -> random -> random.nextInt(500) == 0 ? 1 + random.nextInt(4) : 5;
                    case "prices" -> random -> 1 / (1 - random.nextDouble());
                    default -> throw new AssertionError(scale);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "stars",
        "half stars",
        "percent",
        "jester",
        "thumbs",
        "hardly any 1",
        "hardly any 15",
        "nearly all 5",
        "prices"
    })
    void whatIsUsualIsNotFar(String scale) {
        assertThat(FarRatings.of(drawn(scale))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "stars,500,1,5",
        "stars,-99,1,5",
        "stars,55,1,5",
        "half stars,45,0.5,5",
        "percent,850,0,100",
        "percent,-999,0,100",
        "jester,99,-10,10",
        "thumbs,11,0,1",
        "nearly all 5,99,1,5"
    })
    void aSlipIsFar(String scale, float slip, float low, float high) {
        float[] value = drawn(scale);
        value[7] = slip;
        value[COUNT - 1] = slip;
        FarRatings far = FarRatings.of(value).orElseThrow();
        assertThat(far.entries()).containsExactly(7, COUNT - 1);
        assertThat(far.low()).isBetween(low, low + 0.01f);
        assertThat(far.high()).isBetween(high - 0.01f, high);
    }

    @Test
    void whatIsOftenIsAPartOfTheScale() {
        float[] value = drawn("jester");
        for (int k = 0; k < COUNT; k += 20) {
            value[k] = 99;
        }
        assertThat(FarRatings.of(value)).isEmpty();
    }

    private Path file(String header) throws Exception {
        StringBuilder text = new StringBuilder(header);
        for (int k = 0; k < 400; k++) {
            int value = k == 101 ? 500 : k == 202 ? -99 : k == 303 || k == 304 ? 55 : 1 + k % 5;
            String user = k == 101 ? "typist" : "u" + k % 20;
            text.append(user)
                    .append(",i")
                    .append(k / 20)
                    .append(',')
                    .append(value)
                    .append('\n');
        }
        return Files.writeString(folder.resolve("in.csv"), text);
    }

    @Test
    void farRatingsAreSaidAndStay() throws Exception {
        RatingsFile.FullReading reading = RatingsFile.readFully(
                file("user,item,rating\n"), Columns.recognized(), Optional.empty(), 2, false, false);
        assertThat(reading.ratings().highest()).isEqualTo(500);
        assertThat(reading.notes())
                .anyMatch(
                        note -> note.endsWith(
                                "in.csv:103: the rating 500 is far from all others, which go from 1 to 5;"
                                        + " so are 3 more: -99 in line 204, 55 in line 305 …; correct them, or --skip-bad passes them over"));
    }

    @Test
    void farRatingsAreSkippedWithWhatIsWrong() throws Exception {
        RatingsFile.FullReading reading = RatingsFile.readFully(
                file("user,item,rating\n"), Columns.recognized(), Optional.empty(), 2, true, false);
        assertThat(reading.skipped()).isEqualTo(4);
        assertThat(reading.ratings().highest()).isEqualTo(5);
        assertThat(reading.ratings().lowest()).isEqualTo(1);
        assertThat(reading.ratings().users().find("typist")).isEmpty();
        assertThat(reading.notes())
                .anyMatch(
                        note -> note.endsWith(
                                "in.csv:204: the rating in column 3 ('rating') is far from all others, which go from 1 to 5, got -99"));
    }

    @Test
    void countsMayBeAnything() throws Exception {
        Path plays = Files.writeString(
                folder.resolve("plays.csv"),
                Files.readString(file("user,item,plays\n")).replace(",-99", ",99"));
        RatingsFile.FullReading reading =
                RatingsFile.readFully(plays, Columns.recognized(), Optional.empty(), 1, true, false);
        assertThat(reading.ratings().highest()).isEqualTo(500);
        assertThat(reading.notes()).isEmpty();
    }
}
