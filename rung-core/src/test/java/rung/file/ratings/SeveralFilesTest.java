package rung.file.ratings;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;

/** Several files are read as one file with all their lines would be. */
class SeveralFilesTest {
    @TempDir
    private Path folder;

    private Path file(String name, String text, Charset charset) throws IOException {
        return Files.write(folder.resolve(name), text.getBytes(charset));
    }

    private Path file(String name, String text) throws IOException {
        return file(name, text, UTF_8);
    }

    private static RatingsFile.FullReading read(Duplicates policy, Path... files) throws IOException {
        return RatingsFile.readFully(
                List.of(files), Columns.recognized(), Optional.ofNullable(policy), 2, false, false);
    }

    private static String shown(Ratings ratings) {
        return IntStream.range(0, ratings.count())
                .mapToObj(e -> ratings.users().name(ratings.user()[e]) + " "
                        + ratings.items().name(ratings.item()[e]) + " " + ratings.value()[e])
                .collect(Collectors.joining("; "));
    }

    @ParameterizedTest
    @EnumSource(
            value = Duplicates.class,
            names = {"LAST", "MEAN", "SUM"})
    void theyAreOneFileInThreeForms(Duplicates policy) throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder all = new StringBuilder("user,item,rating\n");
        StringBuilder[] texts = {
            new StringBuilder("item;rating;user\n"),
            new StringBuilder(),
            new StringBuilder("user,item,rating,timestamp\n")
        };
        for (int k = 0; k < 3; k++) {
            for (int line = 0; line < 200; line++) {
                int user = random.nextInt(30);
                int item = random.nextInt(20);
                int rating = 1 + random.nextInt(5);
                all.append("u%d,i%d,%d%n".formatted(user, item, rating));
                texts[k].append(
                        switch (k) {
                            case 0 -> "i%d;%d;u%d%n".formatted(item, rating, user);
                            case 1 -> "u%d\ti%d\t%d%n".formatted(user, item, rating);
                            default -> "u%d,i%d,%d,%d%n".formatted(user, item, rating, 1763424000 + line);
                        });
            }
        }
        Ratings one = read(policy, file("all.csv", all.toString())).ratings();
        RatingsFile.FullReading several = read(
                policy,
                file("a.csv", texts[0].toString()),
                file("b.tsv", texts[1].toString()),
                file("c.csv", texts[2].toString()));
        assertThat(shown(several.ratings())).isEqualTo(shown(one));
        assertThat(several.ratings().duplicates()).isEqualTo(one.duplicates()).isPositive();
        assertThat(several.columns()).hasSize(3);
        assertThat(several.columns().get(2)).startsWith("c.csv: ");
    }

    @Test
    void filesOfDifferentScalesAreSaid() throws IOException {
        Path stars = scale("stars.csv", 1, 5, 1);
        String said = "; they are taken as they are, so write all on one scale if these are two";
        assertThat(read(null, stars, scale("ten.csv", 2, 10, 2)).notes())
                .containsExactly("ten.csv: ratings go from 2 to 10, and those of stars.csv from 1 to 5" + said);
        assertThat(read(null, scale("answers.csv", 0, 1, 1), stars).notes())
                .containsExactly("stars.csv: ratings go from 1 to 5, and those of answers.csv from 0 to 1" + said);
        for (Path alike : List.of(
                scale("halves.csv", 0.5, 5, 0.5),
                scale("low.csv", 1, 3, 1),
                file("few.csv", "user,item,rating\nx,y,10\nx,z,20\n"),
                scale("stars.csv", 1, 5, 1))) {
            assertThat(read(null, stars, alike).notes()).as("%s", alike).isEmpty();
        }
        assertThat(read(null, stars).notes()).isEmpty();
    }

    private Path scale(String name, double from, double to, double step) throws IOException {
        StringBuilder text = new StringBuilder("user,item,rating\n");
        double value = from;
        for (int line = 0; line < 30; line++) {
            text.append("u%d,i%d,%s\n".formatted(line % 7, line, value));
            value = value + step > to ? from : value + step;
        }
        return file(name, text.toString());
    }

    @Test
    void messagesNameTheFileAndTheLine() throws IOException {
        Path a = file("a.csv", "user,item,rating\nann,x,4\nbob,x,3\n");
        Path b = file("b.csv", "user,item,rating\ncat,x,5\nbob,x,2\n");
        assertThatThrownBy(() -> read(Duplicates.ERROR, a, b))
                .hasMessage("b.csv:3: user 'bob' has rated item 'x' in a.csv:3 already");
        Path twice = file("twice.csv", "user,item,rating\ncat,x,5\ncat,x,2\n");
        assertThatThrownBy(() -> read(Duplicates.ERROR, a, twice))
                .hasMessage("twice.csv:3: user 'cat' has rated item 'x' in line 2 already");
        Path bad = file("bad.csv", "user,item,rating\ncat,x,5\ncat,y,good\n");
        assertThatThrownBy(() -> read(null, a, bad)).hasMessageStartingWith("bad.csv:3: the rating ");
        RatingsFile.FullReading skipping =
                RatingsFile.readFully(List.of(bad, a, bad), Columns.recognized(), Optional.empty(), 1, true, false);
        assertThat(skipping.skipped()).isEqualTo(2);
    }

    @Test
    void ratingsAndChoicesDoNotMixButEqualRatingsAreChoices() throws IOException {
        Path choices = file("choices.csv", "user,item\nann,x\nbob,y\n");
        Path ratings = file("ratings.csv", "user,item,rating\nann,y,4\nbob,x,3\n");
        assertThatThrownBy(() -> read(null, choices, ratings))
                .hasMessage(
                        "ratings.csv: holds ratings, but choices.csv says what was chosen, without ratings; files must"
                                + " be of one kind");
        RatingsFile.FullReading hearts = read(
                null, choices, file("log.csv", "user,item,rating,timestamp\nann,y,1,1763424000\ncat,x,1,1763424001\n"));
        assertThat(hearts.ratings().meaning()).isEqualTo(Meaning.WEIGHT);
        assertThat(shown(hearts.ratings())).isEqualTo("ann x 1.0; bob y 1.0; ann y 1.0; cat x 1.0");
        Path liked = file("liked.csv", "user,item,rating\nann,y,5\nbob,x,5\n");
        assertThat(read(null, liked, ratings).ratings().meaning())
                .as("all files together tell")
                .isEqualTo(Meaning.RATING);
        assertThat(read(null, liked, file("more.csv", "user,item,rating\ncat,x,5\n"))
                        .ratings()
                        .meaning())
                .isEqualTo(Meaning.WEIGHT);
    }

    @Test
    void eachFileHasItsOwnEncoding() throws IOException {
        Ratings ratings = read(
                        null,
                        file("utf.csv", "user,item,rating\nrené,x,4\nbob,é,3\n"),
                        file("latin.csv", "user,item,rating\nrené,y,4\nbob,é,2\n", ISO_8859_1))
                .ratings();
        assertThat(shown(ratings)).isEqualTo("rené x 4.0; bob é 2.0; rené y 4.0");
    }

    @Test
    void aLogSaysItsColumnsItselfAndMayBeEmptyYet() throws IOException {
        Path own = file("own.csv", "who,what,how\nann,x,4\nbob,y,3\n");
        Columns said = Columns.recognized().withUser("who").withItem("what").withRating("how");
        Path log = file("log.csv", "user,item,rating,timestamp\n");
        RatingsFile.FullReading empty =
                RatingsFile.readFully(List.of(own, log), said, Optional.empty(), 1, false, false);
        assertThat(empty.ratings().count()).isEqualTo(2);
        assertThat(empty.columns()).contains("log.csv: holds no ratings yet");
        Files.writeString(log, "user,item,rating,timestamp\nbob,y,5,1763424000\n");
        assertThat(shown(RatingsFile.readFully(List.of(own, log), said, Optional.empty(), 1, false, false)
                        .ratings()))
                .isEqualTo("ann x 4.0; bob y 5.0");
    }

    @Test
    void timesMayBeInOtherUnits() throws IOException {
        // each user's ratings by time: x, then y, then z; y is in milliseconds, z a date
        Path seconds = file("s.csv", "user,item,rating,time\nann,x,1,1700000000\nbob,x,2,1700000000\n");
        Path thousandths = file("ms.csv", "user,item,rating,time\nann,y,3,1710000000000\nbob,y,4,1710000000000\n");
        Path dates = file("d.csv", "user,item,rating,time\nann,z,5,2025-01-01\nbob,z,1,2025-01-01\n");
        for (List<Path> files : List.of(List.of(seconds, thousandths, dates), List.of(dates, thousandths, seconds))) {
            RatingsFile.FullReading reading =
                    RatingsFile.readFully(files, Columns.recognized(), Optional.empty(), 1, false, true);
            Ratings.Split split = reading.order().orElseThrow().holdOutLast(0.34);
            assertThat(shown(split.heldOut())).isEqualTo("ann z 5.0; bob z 1.0");
        }
    }
}
