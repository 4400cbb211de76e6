package rung.file.ratings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;

/** Lines that begin with # are comments; ids may begin so, too. */
class CommentsTest extends RatingsTexts {
    private static final String PLAIN = "user,item,rating\nann,x,5\nbob,y,4\neve,x,3\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# made in 2024\nuser,item,rating\nann,x,5\nbob,y,4\neve,x,3\n",
                "# made by Ann, in 2024, on Monday\n#\n#v2\nuser,item,rating\nann,x,5\nbob,y,4\neve,x,3\n",
                "#user,item,rating\nann,x,5\nbob,y,4\neve,x,3\n",
                "# first\n# user,item,rating\nann,x,5\nbob,y,4\neve,x,3\n",
                "user,item,rating\nann,x,5\n# Tuesday, 5, 5\nbob,y,4\n#end of part one\n\neve,x,3\n# end\n",
                "# no header below\nann,x,5\nbob,y,4\n# half of it\neve,x,3\n",
                "sep=,\n# Excel\nuser,item,rating\nann,x,5\nbob,y,4\neve,x,3\n",
            })
    void areNoRatings(String text) throws IOException {
        List<String> expected = entries(RatingsFile.read(file("plain.csv", PLAIN)));
        Path file = file("in.csv", text);
        assertThat(entries(RatingsFile.read(file))).isEqualTo(expected);
        assertThat(entries(RatingsFile.read(file, Duplicates.LAST, 2, 16))).isEqualTo(expected);
        List<String> pairs = new ArrayList<>();
        RatingsFile.forEachPair(file, (user, item, line) -> pairs.add(user + "|" + item));
        assertThat(pairs)
                .containsExactlyElementsOf(expected.stream()
                        .map(each -> each.replaceFirst("\\|[^|]*$", ""))
                        .toList());
        assertThat(RatingsFile.looksLikeRatings(file)).isTrue();
    }

    @Test
    void areSaid() throws IOException {
        Path file = file("in.csv", "# made in 2024\n" + PLAIN);
        assertThat(RatingsFile.readWithNotes(file, Duplicates.LAST, 1).notes())
                .containsExactly("in.csv: lines that begin with # are passed over as comments");
        assertThat(RatingsFile.readWithNotes(file("plain.csv", PLAIN), Duplicates.LAST, 1)
                        .notes())
                .isEmpty();
    }

    @Test
    void idsMayBeginSo() throws IOException {
        Ratings ratings = RatingsFile.read(file("in.csv", "user,item,rating\n#7,x,5\nbob,#1,4\n#7,#1,3\n"));
        assertThat(entries(ratings)).containsExactly("#7|x|5.0", "bob|#1|4.0", "#7|#1|3.0");
        assertThat(entries(RatingsFile.read(file("all.csv", "#7,x,5\n#8,y,4\n#9,x,3\n"))))
                .containsExactly("#7|x|5.0", "#8|y|4.0", "#9|x|3.0");
        assertThat(RatingsFile.titles(file("titles.csv", "# all films\nitem,title\n#1,One\nx,Ex\n")))
                .containsOnlyKeys("#1", "x");
    }

    @Test
    void countsHaveLongNames() throws IOException {
        for (String name :
                List.of("track plays", "plays", "play_count", "number of listens", "Total plays", "song-views")) {
            Ratings read =
                    RatingsFile.read(file("in.csv", "user_id,artist," + name + ",skipped\na,x,7,False\nb,y,2,True\n"));
            assertThat(read.meaning()).as(name).isEqualTo(Meaning.WEIGHT);
            assertThat(entries(read)).as(name).containsExactly("a|x|7.0", "b|y|2.0");
        }
    }
}
