package rung.file.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.data.Ratings;
import rung.file.FormatException;

/** A log that ends within a line is read up to that line; a file of somebody else's whose last line has no ending is read whole. */
class LogFileTest {
    private static final String BEGIN = "user,item,rating,timestamp\nann,a,4,1763424000\n\n\nbob,b,3.5,1763424001\n";

    @TempDir
    private Path folder;

    private RatingsFile.FullReading read(byte[] text) throws IOException {
        Path file = Files.write(folder.resolve("log.csv"), text);
        return RatingsFile.readFully(file, Columns.recognized(), Optional.empty(), 2, false, true);
    }

    private RatingsFile.FullReading read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"cy,c,4.5,1763424002", "\"Ann, Mary; \"\"Jr\"\" é漢\",\"a,b\",4.5,1763424002", "1,2,10,1763424002"
            })
    void whereverALineIsCutTheOnesBeforeAreRead(String line) throws IOException {
        byte[] whole = (BEGIN + line).getBytes(StandardCharsets.UTF_8);
        for (int cut = BEGIN.length() + 1; cut < whole.length; cut++) {
            RatingsFile.FullReading reading = read(Arrays.copyOf(whole, cut));
            Ratings ratings = reading.ratings();
            assertThat(ratings.count()).as("cut at %s", cut).isEqualTo(2);
            assertThat(ratings.value()).containsExactly(4, 3.5f);
            assertThat(reading.notes()).containsExactly("log.csv: the last line is unfinished and is passed over");
        }
        assertThat(read(whole).ratings().count()).isEqualTo(3);
        assertThat(read(whole).notes()).isEmpty();
    }

    @Test
    void zerosAfterALossOfPowerArePassedOver() throws IOException {
        assertThat(read(BEGIN + "\0\0\0\0").ratings().count()).isEqualTo(2);
    }

    @Test
    void theFirstLineMayBeTheUnfinishedOne() {
        assertThatThrownBy(() -> read("user,item,rating,timestamp\nann,a,4"))
                .isInstanceOf(FormatException.class)
                .hasMessage("log.csv: has a header but no ratings");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user,item,rating,timestamp\n1,2,3,978300760\n1,3,5,978300761",
                "user,item,rating,timestamp\n1,2,3,978300760\n1,3,5,978300761\n",
                "user,item,rating,time\n1,2,3.5,1763424000\n1,3,5,176342"
            })
    void filesOfOthersAreReadWhole(String text) throws IOException {
        RatingsFile.FullReading reading = read(text);
        assertThat(reading.ratings().count()).isEqualTo(2);
        assertThat(reading.ratings().value()[1]).isEqualTo(5);
    }

    @Test
    void aLongLogIsCutAtItsEndOnly() throws IOException {
        StringBuilder text = new StringBuilder(BEGIN);
        for (int k = 0; k < 100_000; k++) {
            text.append("user")
                    .append(k % 1000)
                    .append(",item")
                    .append(k / 1000)
                    .append(",4,1763424002\n");
        }
        assertThat(read(text + "dan,d,3,17634").ratings().count()).isEqualTo(100_002);
    }
}
