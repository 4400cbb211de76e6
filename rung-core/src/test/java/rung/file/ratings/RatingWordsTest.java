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
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.FormatException;

/** Ratings in words and signs are the numbers that they stand for, and how they are read is said. */
class RatingWordsTest {
    @TempDir
    private Path folder;

    private RatingsFile.Reading read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("in.csv"), text);
        return RatingsFile.readWithNotes(file, Columns.recognized(), Optional.empty(), 2);
    }

    @ParameterizedTest
    @CsvSource({
        "up,down,1,0",
        "Thumbs up,thumbs down,1,0",
        "LIKE,dislike,1,0",
        "liked,disliked,1,0",
        "yes,no,1,0",
        "True,False,1,0",
        "👍,👎,1,0",
        "+1,-1,1,-1",
        "★★★★☆,★☆☆☆☆,4,1",
        "★★★½,☆☆☆☆☆,3.5,0",
        "⭐⭐⭐⭐⭐,⭐⭐,5,2",
        "2½,½,2.5,0.5",
        "4 ½,★½,4.5,1.5",
        "4/5,1/5,4,1",
        "7.5/10,2/10,7.5,2",
    })
    void wordsAreTheNumbersThatTheyStandFor(String good, String bad, float best, float worst) throws IOException {
        String lines = "ann,x,%s\nann,y,%s\nbob,x,%s\nbob,z,%s\n".formatted(good, bad, bad, good);
        String note = good.startsWith("+")
                ? null
                : "'%s' is read as %s and '%s' as %s".formatted(good, shown(best), bad, shown(worst));
        for (String header : List.of("", "user,item,rating\n", "who,what,liked\n", "user,item,up\n")) {
            if (header.contains(good) || good.equals("liked") && header.startsWith("who")) {
                continue; // such a first line may as well be data
            }
            RatingsFile.Reading reading = read(header + lines);
            Ratings ratings = reading.ratings();
            assertThat(ratings.meaning()).isEqualTo(Meaning.RATING);
            assertThat(ratings.value()).as(header).containsExactly(best, worst, worst, best);
            if (note != null) {
                assertThat(reading.notes())
                        .as(header)
                        .anySatisfy(each -> assertThat(each)
                                .startsWith("in.csv: in column 3")
                                .endsWith(note));
            }
        }
    }

    private static String shown(float value) {
        return value == (int) value ? "" + (int) value : "" + value;
    }

    @Test
    void ratingsOutOfOtherNumbersAreRefused() {
        assertThatThrownBy(() -> read("user,item,rating\na,x,4/5\na,y,8/10\nb,x,1/5\n"))
                .isInstanceOf(FormatException.class)
                .hasMessage("in.csv:3: the rating in column 3 ('rating') must be out of 5 as others are, got '8/10'");
    }

    @Test
    void otherWordsAreToBeWrittenAsNumbers() {
        assertThatThrownBy(() -> read("user,item,rating\na,x,good\na,y,bad\nb,x,good\n"))
                .hasMessage(
                        "in.csv: no line has a number for a rating in column 3 ('rating'), such as 'good' in line 2; write"
                                + " words as numbers, such as 1 for good and 0 for bad");
    }

    @Test
    void newcomersMayUseWords() throws IOException {
        Path file = Files.writeString(folder.resolve("in.csv"), "x,like\ny,dislike\n");
        assertThat(RatingsFile.readNewUsers(
                                file,
                                Columns.recognized(),
                                "new",
                                item -> List.of("x", "y").contains(item))
                        .ratings()
                        .value())
                .containsExactly(1, 0);
    }
}
