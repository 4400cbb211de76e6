package rung.file.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.FormatException;

/** Ratings with a decimal comma, which people write who use one, whatever divides their lines. */
class DecimalCommaTest {
    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("in.csv"), text);
    }

    private Ratings newUser(String text) throws IOException {
        return RatingsFile.readNewUsers(
                        file(text), Columns.recognized(), "new", List.of("Star Wars (1977)", "Star Trek")::contains)
                .ratings();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t", ";", "|", "::", " "})
    void areReadWithEverySeparatorButACommaAlone(String separator) throws IOException {
        for (String header : List.of("utilisateur,film,note\n", "user,item,rating\n", "")) {
            String text = (header + "u1,f1,12.5\nu1,f2,7\nu2,f1,3.25\n")
                    .replace(",", separator)
                    .replace('.', ',');
            for (Columns columns :
                    List.of(Columns.recognized(), Columns.recognized().withRating("3"))) {
                Ratings ratings = RatingsFile.read(file(text), columns);
                assertThat(ratings.meaning()).isEqualTo(Meaning.RATING);
                assertThat(ratings.value()).as(text).containsExactly(12.5f, 7, 3.25f);
            }
        }
    }

    @Test
    void areReadInQuotesWithCommasAndInJson() throws IOException {
        assertThat(RatingsFile.read(file("utilisateur,film,note\nu1,f1,\"12,5\"\nu1,f2,\"7\"\n"))
                        .value())
                .containsExactly(12.5f, 7);
        assertThat(RatingsFile.read(
                                file(
                                        "{\"user\":\"u\",\"item\":\"a\",\"rating\":\"4,5\"}\n{\"user\":\"u\",\"item\":\"b\",\"rating\":3}\n"))
                        .value())
                .containsExactly(4.5f, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t", ";", "|", "::"})
    void areReadOfSomebodyNew(String separator) throws IOException {
        String lines = "Star Wars (1977)" + separator + "4,5\nStar Trek" + separator + "2\n";
        assertThat(newUser(lines).value()).containsExactly(4.5f, 2);
        assertThat(newUser("film" + separator + "note\n" + lines).value()).containsExactly(4.5f, 2);
        assertThat(newUser("Star Wars (1977)" + separator + "4,5\n").value()).containsExactly(4.5f);
    }

    /* A comma before three digits separates thousands in English, and decimals in French: either would be a guess. */
    @Test
    void thousandsAreNotGuessed() throws IOException {
        String refusal = "'1,234'; its comma may separate thousands or be a decimal comma: write it without";
        for (String text : List.of("u\ti\tplays\na\tx\t1,234\nb\ty\t7\n", "u,i,plays\na,x,\"1,234\"\nb,y,7\n")) {
            assertThatThrownBy(() -> RatingsFile.read(file(text)))
                    .isInstanceOf(FormatException.class)
                    .hasMessageEndingWith(refusal);
        }
        assertThatThrownBy(() -> newUser("Star\t1,234\n")).hasMessageEndingWith(refusal);
        assertThat(RatingsFile.read(file("u\ti\trating\na\tx\t0,125\nb\ty\t-0,250\nc\ty\t1234,125\n"))
                        .value())
                .containsExactly(0.125f, -0.25f, 1234.125f);
    }
}
