package rung.file.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.data.Duplicates;
import rung.file.FormatException;

/** Who rated an item more than once means the latest of these ratings. */
class RepeatedRatingsTest {
    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** What ann thinks of x by two ratings, of which the first in the file is 2 and the second 5. */
    private float kept(String first, String second) throws IOException {
        Path file = file(
                "in.tsv",
                "user\titem\trating\ttime\nann\tx\t2\t%s\nbob\tx\t3\t2020-01-01\nann\tx\t5\t%s\n"
                        .formatted(first, second));
        return RatingsFile.read(file).value()[0];
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200|100|2",
                "100|200|5",
                "100|100|5", // at the same time the later line
                "100||2", // without a time before all others
                "|100|5",
                "|NA|5",
                "2024-01-05|2023-12-31|2",
                "2024-01-05 10:11:12|2024-01-05 10:11:13|5",
                "2024-01-05T10:11:12Z|2024-01-05T10:11:13+02:00|2",
                "05 Jan 2024|04 Jan 2024|2",
                "Jan 5, 2024|Dec 6, 2024|5",
                "September 1, 2024|August 31, 2024|2",
                "13/01/2024|12/02/2024|5", // the day comes first
                "01/13/2024|02/12/2023|2",
            })
    void theLatestCounts(String first, String second, float expected) throws IOException {
        assertThat(kept(first == null ? "" : first, second == null ? "" : second))
                .isEqualTo(expected);
    }

    @Test
    void theLaterLineCountsWithoutTimes() throws IOException {
        assertThat(RatingsFile.read(file("in.csv", "ann,x,2\nbob,x,3\nann,x,5\n"))
                        .value())
                .containsExactly(5, 3);
    }

    @Test
    void aTimeThatCannotBeReadIsNamedWithItsLine() {
        assertThatThrownBy(() -> kept("200", "yesterday"))
                .isInstanceOf(FormatException.class)
                .hasMessage("in.tsv:4: the time in column 4 ('time') must be a number or a date such as"
                        + " 2001-02-03 or 3 Feb 2001, got 'yesterday'");
    }

    @Test
    void timesOfSeveralFilesAreComparedInAnyUnit() throws IOException {
        Path dated =
                file("a.csv", "user,item,rating,date\nann,x,1,2024-01-05\nann,y,2,2024-01-05\nann,z,3,2024-01-05\n");
        Path millis = file("b.csv", "user,item,rating,time\nann,x,4,1700000000000\nann,y,5,1710000000000\n");
        Path none = file("c.csv", "user,item,rating\nann,z,1\nbob,z,2\n");
        assertThat(RatingsFile.readFully(
                                List.of(dated, millis, none), Columns.recognized(), Optional.empty(), 2, false, false)
                        .ratings()
                        .value())
                .containsExactly(1, 5, 3, 2);
    }

    @Test
    void whatWasSkippedIsCountedOnce() throws IOException {
        Path file = file("in.csv", "user,item,rating,time\nann,x,2,9\nann,x,oh,5\nann,x,5,8\nann,x,1,no\nbob,x,4,7\n");
        RatingsFile.FullReading reading =
                RatingsFile.readFully(file, Columns.recognized(), Optional.empty(), 1, true, false);
        assertThat(reading.ratings().value()).containsExactly(2, 4);
        assertThat(reading.skipped()).isEqualTo(2);
        assertThat(reading.notes()).hasSize(3);
        assertThat(reading.order()).isEmpty();
    }

    @Test
    void otherPoliciesDoNotAskForTimes() throws IOException {
        Path file = file("in.csv", "user,item,rating,time\nann,x,2,9\nann,x,5,no\nbob,x,4,7\n");
        assertThat(RatingsFile.read(file, Duplicates.MEAN).value()).containsExactly(3.5f, 4);
    }
}
