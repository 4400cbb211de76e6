package rung.file.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.file.FormatException;

/** Fields in quotes may go over several lines. */
class LongFieldsTest extends RatingsTexts {
    private Path file(String text) throws IOException {
        return file("in.csv", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {";", ",", "\t"})
    void aFieldGoesOverSeveralLines(String mark) throws IOException {
        String text = "date,user,film,rating\r\n" + "2001-02-03,u,\"Film \"\"242\"\"" + mark + " Teil\r\n2\",5\r\n"
                + "2001-02-04,v,\"a\n\nb\",4\n" + "2001-02-05,w,plain,3\n";
        Ratings ratings = RatingsFile.read(file(text.replace(",", mark)));
        assertThat(names(ratings.items())).containsExactly("Film \"242\"" + mark + " Teil\r\n2", "a\n\nb", "plain");
        assertThat(ratings.count()).isEqualTo(3);
    }

    /** Whatever the blocks, the result is that of fields without line endings, which are read line by line. */
    @Test
    void blocksAndThreadsDoNotMatter() throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("user,item,rating\n");
        for (int k = 0; k < 400; k++) {
            boolean isLong = k > 150 && random.nextInt(5) == 0; // the sample of the first lines has none
            String item = isLong ? "\"i" + k + "~1,2,3~\"\"x\"\",\"" : "i" + k;
            text.append("u" + random.nextInt(9))
                    .append(',')
                    .append(item)
                    .append(',')
                    .append(1 + k % 5)
                    .append('\n');
        }
        Ratings plain = RatingsFile.read(file(text.toString()));
        assertThat(plain.count()).isEqualTo(400);
        Path broken = file(text.toString().replace('~', '\n'));
        for (int size : new int[] {7, 64, 1000, 1 << 19}) {
            for (int threads = 1; threads <= 3; threads++) {
                Ratings read = RatingsFile.read(broken, Duplicates.LAST, threads, size);
                assertThat(entries(read).stream().map(entry -> entry.replace('\n', '~')))
                        .containsExactlyElementsOf(entries(plain));
            }
        }
    }

    @Test
    void messagesNameTheLine() {
        String start = "user,item,rating\n1,\"a\nb\nc\",5\n";
        assertThatThrownBy(() -> RatingsFile.read(file(start + "2,b,3\n\n3,c\n")))
                .isInstanceOf(FormatException.class)
                .hasMessage("in.csv:7: expected 3 fields, found 2");
        assertThatThrownBy(() -> RatingsFile.read(file(start + "2,\"x\ny\",bad\n")))
                .hasMessageStartingWith("in.csv:5: the rating in column 3 ('rating') must be a number");
        assertThatThrownBy(() -> RatingsFile.read(file(start + "2,b,3\n4,\"open,3\n5,d,4\n")))
                .hasMessage("in.csv:6: a field that begins with a quote must end with one");
        assertThatThrownBy(() -> RatingsFile.read(file(start + "1,x,2\n1,\"a\nb\nc\",4\n"), Duplicates.ERROR))
                .hasMessageStartingWith("in.csv:6: user '1' has rated item 'a b c' in line 2 already");
    }

    @Test
    void aQuoteThatIsNeverClosedCostsOneLine() throws IOException {
        StringBuilder text = new StringBuilder("user,item,rating\n");
        for (int k = 0; k < 300; k++) {
            text.append(k == 200 ? "u,\"open,3\n" : "u" + k % 7 + ",\"i" + k + "\"," + (1 + k % 5) + "\n");
        }
        RatingsFile.FullReading reading =
                RatingsFile.readFully(file(text.toString()), Columns.recognized(), Optional.empty(), 2, true, false);
        assertThat(reading.skipped()).isEqualTo(1);
        assertThat(reading.ratings().count()).isEqualTo(299);
        assertThat(reading.notes()).anyMatch(note -> note.startsWith("in.csv:202: a field that begins with a quote"));
    }

    @Test
    void pairsTitlesAndNewUsersToo() throws IOException {
        List<String> pairs = new ArrayList<>();
        RatingsFile.forEachPair(
                file("user,item\n1,\"a\nb\"\n2,c\n"), (user, item, line) -> pairs.add(user + item + line));
        assertThat(pairs).containsExactly("1a\nb2", "2c4");
        assertThat(RatingsFile.titles(file("item,title\n1,\"Long\ntitle\"\n2,B\n")))
                .isEqualTo(Map.of("1", "Long\ntitle", "2", "B"));
        assertThat(names(RatingsFile.readNewUsers(file("item,rating\n\"a\nb\",4\nc,5\n"), "me")
                        .items()))
                .containsExactly("a\nb", "c");
    }
}
