package rung.file.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.FormatException;

/** Ratings in JSON lines are read as those in delimited text are. */
class JsonRatingsTest extends RatingsTexts {
    private Path file(String text) throws IOException {
        return file("in.jsonl", text);
    }

    @Test
    void keysAreTheColumns() throws IOException {
        Path file = file("""
                {"rating": 4.5, "user": "ann", "item": "Al\\u00efen \\"1\\"", "timestamp": 978300760}

                {"item": 7, "user": "bob", "rating": 3, "extra": {"a": [1, "x"]}}
                {"user": "eve", "item": "B, \\\\ C", "rating": "2"}
                """);
        Ratings ratings = RatingsFile.read(file);
        assertThat(names(ratings.users())).containsExactly("ann", "bob", "eve");
        assertThat(names(ratings.items())).containsExactly("Alïen \"1\"", "7", "B, \\ C");
        assertThat(ratings.meaning()).isEqualTo(Meaning.RATING);
        assertThat(RatingsFile.looksLikeRatings(file)).isTrue();
        RatingsFile.FullReading reading =
                RatingsFile.readFully(file, Columns.recognized(), Optional.empty(), 1, false, false);
        assertThat(reading.columns())
                .containsExactly(
                        "in.jsonl: 'user' is the user, 'item' the item, 'rating' the rating, 'timestamp' the time");
        assertThat(reading.notes()).isEmpty();
    }

    @Test
    void theSameAsInDelimitedText() throws IOException {
        StringBuilder json = new StringBuilder("\ufeff");
        StringBuilder csv = new StringBuilder("who,what,stars\n");
        for (int k = 0; k < 500; k++) {
            json.append("{\"who\":\"u" + k % 17 + "\",\"what\":" + k * 31 % 101 + ",\"stars\":" + (1 + k % 5) + "}\n");
            csv.append("u" + k % 17 + "," + k * 31 % 101 + "," + (1 + k % 5) + "\n");
        }
        Columns columns = Columns.recognized().withUser("who").withItem("what");
        Ratings expected = RatingsFile.read(file("in.csv", csv.toString()), columns);
        Ratings read = RatingsFile.read(file(json.toString()), columns);
        assertThat(names(read.users())).isEqualTo(names(expected.users()));
        assertThat(names(read.items())).isEqualTo(names(expected.items()));
        assertThat(read.count()).isEqualTo(expected.count());
        Path plain = file(json.toString().replace("who", "user").replace("what", "item"));
        assertThat(names(RatingsFile.read(plain, Duplicates.LAST, 3, 50).items()))
                .isEqualTo(names(expected.items()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{\"user\":1,\"item\":2,\"rating\":\"x\"}|the rating in 'rating' must be a number, got 'x'",
                "{\"user\":1,\"item\":2}|the rating is missing: the object has no field 'rating'",
                "{\"user\":1,\"item\":2,\"rating\":null}|the rating is missing: 'rating' is null",
                "{\"user\":1,\"item\":[2],\"rating\":3}|the item must be text or a number, got a list or an object in 'item'",
                "{\"user\":1,\"item\":\"\",\"rating\":3}|the item is missing: 'item' is empty",
                "{\"user\":null,\"item\":2,\"rating\":3}|the user is missing: 'user' is null",
                "{\"user\":1,\"item\":2,\"rating\":3|the line ends inside of an object",
                "1,2,3|expected '{', found '1,2,3'",
                "{\"user\":1,\"user\":2,\"rating\":3}|the name 'user' is there twice",
            })
    void aBadLineIsNamedOrSkipped(String line, String fault) throws IOException {
        String good = "{\"user\":1,\"item\":2,\"rating\":3}\n{\"user\":2,\"item\":2,\"rating\":4}\n";
        Path file = file(good + line + "\n{\"user\":1,\"item\":3,\"rating\":5}\n");
        assertThatThrownBy(() -> RatingsFile.read(file))
                .isInstanceOf(FormatException.class)
                .hasMessage("in.jsonl:3: " + fault);
        RatingsFile.FullReading reading =
                RatingsFile.readFully(file, Columns.recognized(), Optional.empty(), 1, true, false);
        assertThat(reading.ratings().count()).isEqualTo(3);
        assertThat(reading.notes()).contains("in.jsonl:3: " + fault);
    }

    @Test
    void pairsTitlesChoicesAndNewUsersToo() throws IOException {
        List<String> pairs = new ArrayList<>();
        RatingsFile.forEachPair(
                file("{\"item\":\"a b\",\"user\":1}\n{\"item\":3,\"user\":2}\n"),
                (user, item, line) -> pairs.add(user + "," + item + "," + line));
        assertThat(pairs).containsExactly("1,a b,1", "2,3,2");
        assertThat(RatingsFile.titles(file("{\"item\":1,\"title\":\"A\"}\n{\"item\":2,\"title\":\"B\"}\n")))
                .isEqualTo(Map.of("1", "A", "2", "B"));
        Ratings one = RatingsFile.readNewUsers(
                file("{\"item\":\"a b\",\"rating\":4}\n{\"item\":\"c\",\"rating\":5}\n"), "me");
        assertThat(names(one.users())).containsExactly("me");
        assertThat(names(one.items())).containsExactly("a b", "c");
        assertThat(names(RatingsFile.readNewUsers(file("{\"item\":\"a b\"}\n{\"item\":\"c\"}\n"), "me")
                        .items()))
                .containsExactly("a b", "c");
        assertThat(RatingsFile.read(file("{\"user\":\"a\",\"item\":\"b\"}\n{\"user\":\"c\",\"item\":\"d\"}\n"))
                        .meaning())
                .isEqualTo(Meaning.WEIGHT);
    }

    @Test
    void fieldsAreNoHeader() throws IOException {
        Path file = file("{\"wer\":\"a\",\"film\":\"x\",\"note\":5}\n{\"wer\":\"b\",\"film\":\"x\",\"note\":4}\n");
        assertThat(RatingsFile.readWithNotes(file, Duplicates.LAST, 1).notes())
                .containsExactly(
                        "in.jsonl: no field is named as the user and the rating: 'wer' and 'note' are taken for them");
    }

    @Test
    void otherJsonIsSaid() {
        assertThatThrownBy(() -> RatingsFile.read(file("[{\"user\":1}]\n")))
                .hasMessageStartingWith("in.jsonl:1: begins with '[': expected JSON lines")
                .hasMessageEndingWith("jq -c '.[]' makes lines of a list");
        assertThatThrownBy(() -> RatingsFile.read(file(""))).hasMessage("in.jsonl: is empty");
        assertThatThrownBy(() -> RatingsFile.read(file("{}\n")))
                .hasMessage("in.jsonl: holds no JSON object with a field");
    }
}
