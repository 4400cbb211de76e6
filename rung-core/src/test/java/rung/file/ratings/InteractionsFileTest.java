package rung.file.ratings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.FormatException;

/** Files that say who chose what, and files of ratings whose columns are in another order. */
class InteractionsFileTest {
    private static final String ONE_CHOICE = ": every line counts as one choice";

    @TempDir
    Path folder;

    private RatingsFile.Reading read(String text) throws IOException {
        return read(text, Columns.recognized());
    }

    private RatingsFile.Reading read(String text, Columns columns) throws IOException {
        Path file = Files.writeString(folder.resolve("in.csv"), text);
        return RatingsFile.readWithNotes(file, columns, Optional.empty(), 2);
    }

    /* A file of ratings serves as one of pairs, whatever its header calls the items. */
    @Test
    void pairsHaveTheHeaderOfRatings() throws IOException {
        for (String header : List.of("user,item,rating", "user,title,rating", "user,film,rating", "userId,movieId")) {
            Path file = Files.writeString(folder.resolve("pairs.csv"), header + "\na,x,1\nb,y,2\n");
            List<String> pairs = new ArrayList<>();
            RatingsFile.forEachPair(file, (user, item, line) -> pairs.add(user + " " + item + " " + line));
            assertThat(pairs).as(header).containsExactly("a x 2", "b y 3");
        }
    }

    /* Training takes such a line for a header, whatever the words mean. */
    @Test
    void pairsHaveNoLineThatIsAHeaderAboveRatings() throws IOException {
        for (String[] each : new String[][] {
            {
                "client;ware;note\nAnn12;Alien;5\n",
                "Ann12 Alien 2",
                "client;ware;note",
                "the item: column 2 (ware) is taken for it"
            },
            {
                "usuario,\"película\",puntuación,fecha\na,x,1,2020-01-02\n",
                "a x 2",
                "usuario,\"película\",puntuación,fecha",
                "the user and the item: columns 1 (usuario) and 2 (película) are taken for them"
            },
            {
                "Datum;Wer;Film;Bewertung\n04.12.1997;k1;f1;4\n05.12.1997;k2;f1;3\n",
                "k1 f1 2, k2 f1 3",
                "Datum;Wer;Film;Bewertung",
                "the user: column 2 (Wer) is taken for it"
            },
            {
                "user,rating,what\na,4,x\nb,3,y\n",
                "a x 2, b y 3",
                "user,rating,what",
                "the item: column 3 (what) is taken for it"
            },
            {
                "wer,was\n1,2\n3,4\n",
                "1 2 2, 3 4 3",
                "wer,was",
                "the user and the item: columns 1 (wer) and 2 (was) are taken for them"
            },
        }) {
            Path file = Files.writeString(folder.resolve("pairs.csv"), each[0]);
            List<String> pairs = new ArrayList<>();
            List<String> notes = RatingsFile.forEachPair(
                    file, Columns.recognized(), false, (user, item, line) -> pairs.add(user + " " + item + " " + line));
            assertThat(String.join(", ", pairs)).as(each[0]).isEqualTo(each[1]);
            assertThat(notes)
                    .containsExactly("pairs.csv: the first line, '" + each[2]
                            + "', is taken for a header, and it does not name " + each[3]);
        }
        for (String text : List.of("a,x\nb,y\n", "a,x,fine\n", "a,x,4\nb,y,5\n", "1,2\n3,4\n")) {
            Path file = Files.writeString(folder.resolve("pairs.csv"), text);
            List<String> pairs = new ArrayList<>();
            assertThat(RatingsFile.forEachPair(
                            file, Columns.recognized(), false, (user, item, line) -> pairs.add(user)))
                    .isEmpty();
            assertThat(pairs).as(text).hasSize((int) text.lines().count());
        }
    }

    @Test
    void theHeaderIsQuotedAsItStands() throws IOException {
        assertThat(read("wer;was;\"wie viel\"\nAnn;Alien;5\nBob;Alien;3\n").notes())
                .anyMatch(note -> note.contains("the first line, 'wer;was;\"wie viel\"', is taken for a header"));
    }

    @Test
    void yesAndNoAreRatings() throws IOException {
        assertThat(shown(read("user,item,liked\na,x,yes\na,y,no\nb,x,No\n").ratings()))
                .isEqualTo("R: a x 1; a y 0; b x 0");
        assertThat(shown(read("a,x,true\na,y,false\nb,x,true\n").ratings())).isEqualTo("R: a x 1; a y 0; b x 1");
        assertThatThrownBy(() -> read("user,item,liked\na,x,yes\na,y,maybe\nb,x,no\n"))
                .hasMessageContaining("must be a number, got 'maybe'");
    }

    @Test
    void aDayBeforeItsMonthIsATimeToo() throws IOException {
        RatingsFile.Reading reading =
                read("Datum;Wer;Film;Bewertung\n04.12.1997 15:55;k1;f1;4\n05.12.1997 9:05;k2;f1;3\n");
        assertThat(shown(reading.ratings())).isEqualTo("R: k1 f1 4; k2 f1 3");
    }

    @Test
    void aHeaderAloneIsNoRating() {
        assertThatThrownBy(() -> read("a,b,c\n")).hasMessage("in.csv: has a header but no ratings");
    }

    /** The entries as text: "user item value; …", and R or W for their meaning. */
    private static String shown(Ratings ratings) {
        List<String> entries = new ArrayList<>();
        for (int e = 0; e < ratings.count(); e++) {
            float value = ratings.value()[e];
            entries.add(ratings.users().name(ratings.user()[e]) + " "
                    + ratings.items().name(ratings.item()[e]) + " "
                    + (value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value)));
        }
        return (ratings.meaning() == Meaning.RATING ? "R: " : "W: ") + String.join("; ", entries);
    }

    private static Stream<Arguments> named() {
        return Stream.of(
                Arguments.of("user,item\na,x\nb,y\na,x\na,x\n", "W: a x 3; b y 1"),
                Arguments.of("movieId;userId\nx;a\ny;b\n", "W: a x 1; b y 1"),
                Arguments.of("user,item,timestamp\n1,7,978300760\n1,8,978302109\n", "W: 1 7 1; 1 8 1"),
                Arguments.of("visitor_id,product,date\na,x,2001-02-03\na,y,3.2.2001\n", "W: a x 1; a y 1"),
                Arguments.of("ts,uid,isbn\n5,a,x\n6,b,y\n", "W: a x 1; b y 1"),
                Arguments.of("user\tartist\tplays\na\tCher\t12\na\tABBA\t7\na\tCher\t30\n", "W: a Cher 42; a ABBA 7"),
                Arguments.of(
                        "user,item,count,time\na,x,1000000000,9\nb,x,2000000000,8\n",
                        "W: a x 1000000000; b x 2000000000"),
                Arguments.of("time,count,item,user\n9,3,x,a\n8,5,y,b\n", "W: a x 3; b y 5"),
                Arguments.of("user,show,minutes\na,x,12.5\nb,y,0.5\n", "W: a x 12.5; b y 0.5"),
                Arguments.of("user,show,minutes watched\na,x,12.5\nb,y,0.5\n", "W: a x 12.5; b y 0.5"),
                Arguments.of("user,song,numberOfPlays\na,x,4\nb,y,5\n", "W: a x 4; b y 5"),
                Arguments.of("user,film,hours since release,rating\na,x,70,4\nb,y,9,5\n", "R: a x 4; b y 5"),
                Arguments.of("timestamp,userId,movieId,rating\n978300760,1,7,4\n978302109,1,8,5\n", "R: 1 7 4; 1 8 5"),
                Arguments.of("userId,timestamp,rating,movieId\n1,978300760,4,7\n1,978302109,5,8\n", "R: 1 7 4; 1 8 5"),
                Arguments.of("user,item,rating,views\na,x,4,900\nb,y,5,1\n", "R: a x 4; b y 5"),
                Arguments.of("user,item,views,rating\na,x,900,4\nb,y,1,5\n", "R: a x 4; b y 5"));
    }

    @ParameterizedTest
    @MethodSource
    void named(String text, String entries) throws IOException {
        List<UnaryOperator<String>> forms = List.of(
                plain -> plain,
                plain -> plain.replace("\n", "\r\n"),
                plain -> "\ufeff" + plain,
                plain -> plain.replaceAll("([^,;\t\n]+)", "\"$1\""));
        for (UnaryOperator<String> form : forms) {
            RatingsFile.Reading reading = read(form.apply(text));
            assertThat(shown(reading.ratings())).isEqualTo(entries);
            assertThat(reading.notes()).isEmpty();
        }
        Path zipped = Files.write(folder.resolve("in.csv.gz"), RatingsFileTest.zipped(text.getBytes(UTF_8)));
        assertThat(shown(RatingsFile.read(zipped))).isEqualTo(entries);
    }

    private static Stream<Arguments> assumed() {
        return Stream.of(
                Arguments.of(
                        "a,x\nb,y\nb,y\n",
                        "W: a x 1; b y 2",
                        "two columns without a header are taken for user and item" + ONE_CHOICE),
                Arguments.of(
                        "1,7,978300760\n1,8,978302109\n",
                        "W: 1 7 1; 1 8 1",
                        "no header; column 3 looks like a time, so there are no ratings" + ONE_CHOICE),
                Arguments.of(
                        "1,7,978300760123\n1,8,978302109456\n",
                        "W: 1 7 1; 1 8 1",
                        "no header; column 3 looks like a time, so there are no ratings" + ONE_CHOICE),
                Arguments.of(
                        "a,x,2001-02-03T04:05:06Z\nb,y,2001-02-03 04:05\n",
                        "W: a x 1; b y 1",
                        "no header; column 3 looks like a time, so there are no ratings" + ONE_CHOICE),
                Arguments.of(
                        "a::x::978300760::4\nb::y::978302109::5\n",
                        "R: a x 4; b y 5",
                        "no header; column 3 looks like a time, so columns 1, 2 and 4 are taken for user, item and rating"),
                Arguments.of(
                        "978300760,1,1193,4\n978302109,1,661,5\n",
                        "R: 1 1193 4; 1 661 5",
                        "no header; column 1 looks like a time, so columns 2, 3 and 4 are taken for user, item and rating"),
                Arguments.of(
                        "978300760,1,1193\n978302109,1,661\n",
                        "W: 1 1193 1; 1 661 1",
                        "no header; column 1 looks like a time, so columns 2 and 3 are taken for user and item, and there"
                                + " are no ratings" + ONE_CHOICE),
                Arguments.of(
                        "2001-02-03,a,x\n2001-02-04,b,y\n",
                        "W: a x 1; b y 1",
                        "no header; column 1 looks like a time, so columns 2 and 3 are taken for user and item, and there"
                                + " are no ratings" + ONE_CHOICE),
                Arguments.of(
                        "1234567890,7,4\n1234567891,8,5\n",
                        "R: 1234567890 7 4; 1234567891 8 5",
                        "column 1 looks like a time, but is taken for the user, since column 3 looks like ratings"),
                Arguments.of(
                        "user,item,moment\na,x,978300760\nb,y,978302109\n",
                        "W: a x 1; b y 1",
                        "column 3 (moment) looks like a time, so there are no ratings" + ONE_CHOICE),
                Arguments.of(
                        "user,item,genre\na,x,drama\nb,y,jazz\n",
                        "W: a x 1; b y 1",
                        "there is no column of ratings or counts" + ONE_CHOICE),
                Arguments.of(
                        "who,thing,plays\na,x,3\nb,y,4\n",
                        "W: a x 3; b y 4",
                        "the header does not name the user and the item: columns 1 (who) and 2 (thing) are taken for them"),
                Arguments.of(
                        "user,item,rating\na,x,1\nb,y,1\na,x,1\n",
                        "W: a x 2; b y 1",
                        "every rating is 1, which says no more than what was chosen" + ONE_CHOICE),
                Arguments.of(
                        "a,x,-0.5\nb,y,-0.5\n",
                        "W: a x 1; b y 1",
                        "every rating is -0.5, which says no more than what was chosen" + ONE_CHOICE),
                Arguments.of("user,item,plays\na,x,0\nb,y,4\n", "W: b y 4", "1 line of weight 0 is passed over"),
                Arguments.of(
                        "user,item,plays\na,x,0\nb,y,4\nb,x,0.0\n", "W: b y 4", "2 lines of weight 0 are passed over"));
    }

    @ParameterizedTest
    @MethodSource
    void assumed(String text, String entries, String note) throws IOException {
        RatingsFile.Reading reading = read(text);
        assertThat(shown(reading.ratings())).isEqualTo(entries);
        assertThat(reading.notes()).containsExactly("in.csv: " + note);
    }

    /** Scales that are ratings, though nothing names them. */
    @Test
    void smallNumbersAreRatings() throws IOException {
        for (double[] scale : new double[][] {
            {1, 5, 1}, {1, 10, 1}, {0.5, 5, 0.5}, {0, 100, 1}, {0, 100, 10}, {-10, 10, 0.01}, {0, 1, 1}, {1, 1000, 1}
        }) {
            SplittableRandom random = new SplittableRandom(1);
            StringBuilder text = new StringBuilder();
            for (int k = 0; k < 500; k++) {
                double steps = (scale[1] - scale[0]) / scale[2];
                text.append(random.nextInt(50))
                        .append('\t')
                        .append(random.nextInt(50))
                        .append('\t');
                text.append(scale[0] + scale[2] * random.nextInt((int) Math.rint(steps) + 1))
                        .append("\t978300760\n");
            }
            RatingsFile.Reading reading = read(text.toString());
            assertThat(reading.ratings().meaning()).isEqualTo(Meaning.RATING);
            assertThat(reading.notes()).isEmpty();
            assertThat(reading.ratings().users().size()).isEqualTo(50);
        }
    }

    /* Without a header and after a time, a few small numbers among the numbers of users and items are ratings. */
    @Test
    void smallNumbersBeforeUsersAndItemsAreRatings() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder text = new StringBuilder();
        StringBuilder few = new StringBuilder();
        for (int k = 0; k < 500; k++) {
            int time = 978300760 + k;
            int small = 1 + random.nextInt(5);
            int item = 1 + random.nextInt(200);
            text.append(time + "," + small + "," + item + "," + (1 + random.nextInt(900)) + "\n");
            few.append(time + "," + small + "," + item + "," + random.nextInt(1001) / 100.0 + "\n");
        }
        RatingsFile.Reading reading = read(text.toString());
        assertThat(reading.notes())
                .containsExactly(
                        "in.csv: no header; column 1 looks like a time, so columns 3, 4 and 2 are taken for user, item"
                                + " and rating");
        assertThat(reading.ratings().highest()).isEqualTo(5);
        assertThat(read(few.toString()).ratings().users().size()).isEqualTo(5); // the last column holds ratings
    }

    @Test
    void skewedWholeNumbersAreCounts() throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 500; k++) {
            int plays = (int) Math.exp(9 * random.nextDouble() * random.nextDouble());
            text.append("u" + random.nextInt(50) + "\tmbid-" + k + "\tThe Band\t" + plays + "\n");
        }
        RatingsFile.Reading reading = read(text.toString());
        assertThat(reading.ratings().meaning()).isEqualTo(Meaning.WEIGHT);
        assertThat(reading.ratings().items().name(7)).isEqualTo("mbid-7");
        assertThat(reading.notes())
                .containsExactly("in.csv: column 4 looks like counts, so it is taken for weights, not for ratings");
        Ratings said =
                read(text.toString(), Columns.recognized().withRating("4")).ratings();
        assertThat(said.meaning()).isEqualTo(Meaning.RATING);
        assertThat(said.value()).isEqualTo(reading.ratings().value());
    }

    /** Whole numbers that are not skewed are no counts, but many and high ones are doubted. */
    @Test
    void manyHighNumbersAreDoubted() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 200; k++) {
            text.append("u" + k % 20 + ",i" + k + "," + (40_000 + 100 * k) + "\n");
        }
        RatingsFile.Reading reading = read(text.toString());
        assertThat(reading.ratings().meaning()).isEqualTo(Meaning.RATING);
        assertThat(reading.notes())
                .containsExactly(
                        "in.csv: column 3 is taken for the rating, though ratings seldom have so many different"
                                + " values, or such high ones");
        assertThat(read(text.toString(), Columns.recognized().withRating("3")).notes())
                .isEmpty();
    }

    @Test
    void whatIsSaidCountsMoreThanWhatIsSeen() throws IOException {
        Columns none = Columns.recognized();
        String text = "user,item,rating,plays\na,x,4,9\nb,y,5,8\na,x,3,7\n";
        assertThat(shown(read(text, none.withWeight("plays")).ratings())).isEqualTo("W: a x 16; b y 8");
        assertThat(shown(read(text, none.withWeight("PLAYS")).ratings())).isEqualTo("W: a x 16; b y 8");
        assertThat(shown(read(text, none.withRating("4")).ratings())).isEqualTo("R: a x 7; b y 8");
        assertThat(shown(read(text, none.withUser("item").withItem("user")).ratings()))
                .isEqualTo("R: x a 3; y b 5");
        String bare = "5,u,i,978300760\n4,v,j,978302109\n";
        RatingsFile.Reading reading =
                read(bare, none.withUser("2").withItem("3").withRating("1").withTime("4"));
        assertThat(shown(reading.ratings())).isEqualTo("R: u i 5; v j 4");
        assertThat(reading.notes()).isEmpty();
        assertThat(shown(read("1,7,978300760\n1,8,978302109\n", none.withRating("3"))
                        .ratings()))
                .isEqualTo("R: 1 7 978300736; 1 8 978302080");
        assertThat(shown(read("a,x,7\nb,y,7\n", none.withRating("3")).ratings()))
                .isEqualTo("R: a x 7; b y 7");
        assertThat(shown(read("a,x,7\nb,y,7\n", none.keepingEqualRatings()).ratings()))
                .isEqualTo("R: a x 7; b y 7");
        assertThat(shown(read("when?,who,what\n5,a,x\n6,b,y\n", none.withTime("when?"))
                        .ratings()))
                .isEqualTo("W: a x 1; b y 1");
        assertThat(shown(read("2,1\na,x\nb,y\n", none.withUser("2").withItem("1"))
                        .ratings()))
                .isEqualTo("W: 1 2 1; x a 1; y b 1");
        assertThat(shown(read("id,2\n5,a\n6,b\n", none.withItem("id").withUser("2"))
                        .ratings()))
                .as("a name is tried before a number")
                .isEqualTo("W: a 5 1; b 6 1");
        assertThat(shown(read(
                                "user,member,item\n4,a,x\n3,b,y\n",
                                none.withRating("user").withUser("member"))
                        .ratings()))
                .as("a name may mislead, if the user is said")
                .isEqualTo("R: a x 4; b y 3");
        assertThatThrownBy(() -> none.withRating("a").withWeight("b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there must be a column of ratings or one of weights, got both, 'a' and 'b'");
    }

    @Test
    void namesOfColumnsAreKnownWithoutAFile() {
        Columns found = Columns.named(List.of("when", "Client ID", "hotel", "minutes watched", "note"));
        assertThat(found.user()).hasValue("Client ID");
        assertThat(found.item()).hasValue("hotel");
        assertThat(found.weight()).hasValue("minutes watched");
        assertThat(found.time()).hasValue("when");
        assertThat(found.rating()).isEmpty();
        Columns rated = Columns.named(List.of("plays", "stars", "session", "track", "member"));
        assertThat(rated.rating()).hasValue("stars");
        assertThat(rated.weight()).as("ratings are preferred").isEmpty();
        assertThat(rated.user())
                .as("a session is the user where there is no other")
                .hasValue("member");
        assertThat(Columns.named(List.of("session_id", "track")).user()).hasValue("session_id");
        assertThat(Columns.named(List.of("a", "b")).saysAny()).isFalse();
    }

    private static Stream<Arguments> refused() {
        Columns none = Columns.recognized();
        String plays = "user,item,plays\na,x,3\nb,y,4\n";
        return Stream.of(
                Arguments.of(
                        plays,
                        none.withUser("usr"),
                        ": there is no column 'usr'; there are: user, item, plays; did you mean 'user'?"),
                Arguments.of(
                        plays, none.withWeight("money"), ": there is no column 'money'; there are: user, item, plays"),
                Arguments.of(plays, none.withTime("4"), ": there is no column 4; they are numbered from 1 to 3"),
                Arguments.of(plays, none.withTime("0"), ": there is no column 0; they are numbered from 1 to 3"),
                Arguments.of(
                        "a,x,3\nb,y,4\n",
                        none.withUser("user"),
                        ": there is no column 'user', since there is no header; columns are numbered from 1 to 3"),
                Arguments.of(
                        plays,
                        none.withUser("2").withItem("item"),
                        ": user and item must be two columns, got column 2 for both"),
                Arguments.of(
                        "user,item,rating\n1,5,3\n2,6,4\n",
                        none.withRating("user"),
                        ": the rating must be another column than the user, got column 1 (user), which is the user by its"
                                + " name; if it is not, say which column the user is"),
                Arguments.of(
                        "user,item,rating\n1,5,3\n2,6,4\n",
                        none.withWeight("2"),
                        ": the weight must be another column than the item, got column 2 (item), which is the item by its"
                                + " name; if it is not, say which column the item is"),
                Arguments.of(
                        "user,item,rating\n1,5,3\n2,6,4\n",
                        none.withTime("item"),
                        ": the time must be another column than the item, got column 2 (item), which is the item by its"
                                + " name; if it is not, say which column the item is"),
                Arguments.of("user,time\na,3\nb,4\n", none, ": no column is left for the item"),
                Arguments.of(
                        "user,item,plays\na,x,3\nb,y,-4\n",
                        none,
                        ":3: the weight in column 3 ('plays') must not be negative, got -4"),
                Arguments.of(
                        "user,item,plays\na,x,NaN\nb,y,4\n",
                        none,
                        ":2: the weight in column 3 ('plays') must be finite, got NaN"),
                Arguments.of(
                        "user,item,plays\na,x,1e39\nb,y,4\n",
                        none,
                        ":2: the weight in column 3 ('plays') must be finite, got 1e39"),
                Arguments.of("user,item,plays\na,x,3\nb,y,\n", none, ":3: the weight in column 3 ('plays') is empty"),
                Arguments.of("user,item,plays\na,x,0\nb,y,0\n", none, ": holds nothing but weights of 0"),
                Arguments.of("user,item\na,x\nb\n", none, ":3: expected 2 fields, found 1"),
                Arguments.of("user,item\n", none, ": has a header but no ratings"));
    }

    @ParameterizedTest
    @MethodSource
    void refused(String text, Columns columns, String sentence) {
        assertThatThrownBy(() -> read(text, columns))
                .isInstanceOf(FormatException.class)
                .hasMessage("in.csv" + sentence);
    }

    @Test
    void duplicatesAreSummedUnlessSaidOtherwise() throws IOException {
        Path file = Files.writeString(folder.resolve("in.csv"), "user,item,plays\na,z,0\na,x,3\n\na,z,0\na,x,4\n");
        assertThat(shown(RatingsFile.read(file))).isEqualTo("W: a x 7");
        assertThat(shown(RatingsFile.read(file, Duplicates.LAST))).isEqualTo("W: a x 4");
        assertThatThrownBy(() -> RatingsFile.read(file, Duplicates.ERROR))
                .as("lines of weight 0 are counted as lines, but not as entries")
                .hasMessage("in.csv:6: user 'a' has item 'x' in line 3 already");
    }

    @Test
    void theResultDoesNotDependOnThreadsOrBlocks() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("user,song,plays\n");
        Ratings.Builder builder = Ratings.builder();
        for (int k = 0; k < 5_000; k++) {
            int plays = random.nextInt(4);
            String user = "u" + random.nextInt(200);
            String song = "s" + random.nextInt(100);
            text.append(user + "," + song + "," + plays + "\n");
            if (plays > 0) {
                builder.add(user, song, plays);
            }
        }
        Path file = Files.writeString(folder.resolve("in.csv"), text);
        String expected = shown(builder.build(Duplicates.SUM).withMeaning(Meaning.WEIGHT));
        for (int threads : new int[] {1, 2, 7}) {
            for (int blockSize : new int[] {50, 4096, TextBlocks.SIZE}) {
                assertThat(shown(RatingsFile.read(file, Duplicates.SUM, threads, blockSize)))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void newUsersNeedNoRatings() throws IOException {
        assertThat(newUsers("x\ny\nx\n")).isEqualTo("W: me x 2; me y 1");
        assertThat(newUsers("318\n296\n")).isEqualTo("W: me 318 1; me 296 1");
        assertThat(newUsers("title\nToy Story\nHeat, and dust\n")).isEqualTo("W: me Toy Story 1; me Heat, and dust 1");
        assertThat(newUsers("Toy Story\nStar Wars\n")).isEqualTo("W: me Toy Story 1; me Star Wars 1");
        assertThat(newUsers("x,978300760\ny,978302109\n")).isEqualTo("W: me x 1; me y 1");
        assertThat(newUsers("artist,plays\nx,9\ny,0\n")).isEqualTo("W: me x 9");
        assertThat(newUsers("plays,artist\n9,x\n8,y\n")).isEqualTo("W: me x 9; me y 8");
        assertThat(newUsers("movieId,title,rating,date\n7,Heat,4,2001-02-03\n8,Alien,4,2001-02-03\n"))
                .isEqualTo("R: me 7 4; me 8 4");
        assertThat(newUsers("thing,points\nx,4\ny,4\n")).isEqualTo("R: me x 4; me y 4");
        assertThat(newUsers("user,item\na,x\nb,y\n")).isEqualTo("W: a x 1; b y 1");
        assertThat(newUsers("a,x\nb,y\n")).isEqualTo("W: a x 1; b y 1");
        assertThat(newUsers("a,x,978300760\nb,y,978302109\n")).isEqualTo("W: a x 1; b y 1");
        assertThat(newUsers("a,x,5\na,y,5\n")).as("a newcomer may like all").isEqualTo("R: a x 5; a y 5");
        assertThat(newUsers("1,2\n3,4\n", Columns.recognized().withUser("1"))).isEqualTo("W: 1 2 1; 3 4 1");
        assertThat(newUsers("1,2\n3,4\n", Columns.recognized().withWeight("1").withItem("2")))
                .isEqualTo("W: me 2 1; me 4 3");
        assertThatThrownBy(() -> newUsers("artist,plays\nx,9\ny,-1\n"))
                .hasMessage("in.csv:3: the weight in column 2 must not be negative, got -1");
        assertThatThrownBy(() -> newUsers("artist,plays\nx,0\n")).hasMessage("in.csv: holds nothing but weights of 0");
    }

    @Test
    void oneNewItemIsTheMirrorImageOfOneNewUser() throws IOException {
        assertThat(newItems("a,4\nb,2\n")).isEqualTo("R: a it 4; b it 2");
        assertThat(newItems("17,4\n18,2.5\n")).isEqualTo("R: 17 it 4; 18 it 2.5");
        assertThat(newItems("userId,rating\na,4\nb,2\n")).isEqualTo("R: a it 4; b it 2");
        assertThat(newItems("rating,user\n4,a\n2,b\n")).isEqualTo("R: a it 4; b it 2");
        assertThat(newItems("user,rating,timestamp\na,4,978300760\nb,2,978300761\n"))
                .isEqualTo("R: a it 4; b it 2");
        assertThat(newItems("{\"user\":\"a\",\"rating\":4}\n{\"user\":\"b\",\"rating\":2}\n"))
                .isEqualTo("R: a it 4; b it 2");
        assertThat(newItems("a,5\nb,5\n")).as("all may like it").isEqualTo("R: a it 5; b it 5");
        assertThat(newItems("a,x,4\nb,y,2\n")).isEqualTo("R: a x 4; b y 2");
        assertThat(newItems("user,item,rating\na,x,4\nb,y,2\n")).isEqualTo("R: a x 4; b y 2");
        assertThatThrownBy(() -> newItems("a,4\n,2\n")).hasMessage("in.csv:2: the user is empty");
        assertThatThrownBy(() -> newItems("a,4\nb\n"))
                .hasMessage("in.csv:2: expected user and rating in 2 or more fields, found 1");
    }

    private String newItems(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("in.csv"), text);
        return shown(RatingsFile.readNewItems(file, Columns.recognized(), "it", user -> user.length() == 1)
                .ratings());
    }

    private String newUsers(String text) throws IOException {
        return newUsers(text, Columns.recognized());
    }

    private String newUsers(String text, Columns columns) throws IOException {
        Path file = Files.writeString(folder.resolve("in.csv"), text);
        return shown(RatingsFile.readNewUsers(file, columns, "me").ratings());
    }

    @Test
    void interactionsLookLikeRatingsIfTheirHeaderSaysSo() throws IOException {
        Path file = folder.resolve("in.csv");
        assertThat(RatingsFile.looksLikeRatings(Files.writeString(file, "user,item\na,x\n")))
                .isTrue();
        assertThat(RatingsFile.looksLikeRatings(Files.writeString(file, "date,user,item\n2001-02-03,a,x\n")))
                .isTrue();
        assertThat(RatingsFile.looksLikeRatings(Files.writeString(file, "1,7,978300760\n1,8,978302109\n")))
                .isTrue();
        assertThat(RatingsFile.looksLikeRatings(Files.writeString(file, "1,7\n1,8\n")))
                .isFalse();
    }
}
