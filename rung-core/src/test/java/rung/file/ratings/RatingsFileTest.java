package rung.file.ratings;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.FormatException;
import rung.file.table.TableFile;

class RatingsFileTest {
    @TempDir
    Path folder;

    private Ratings read(String text) throws IOException {
        return read("in.csv", text.getBytes(UTF_8));
    }

    private Ratings read(String name, byte[] content) throws IOException {
        return RatingsFile.read(Files.write(folder.resolve(name), content), Duplicates.LAST);
    }

    /** The entries as text: "user item value; …". */
    private static String shown(Ratings ratings) {
        List<String> entries = new ArrayList<>();
        for (int e = 0; e < ratings.count(); e++) {
            entries.add(ratings.users().name(ratings.user()[e]) + " "
                    + ratings.items().name(ratings.item()[e]) + " " + ratings.value()[e]);
        }
        return String.join("; ", entries);
    }

    static byte[] zipped(byte[] content) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(content);
        }
        return zipped.toByteArray();
    }

    private static Stream<Arguments> forms() {
        return Stream.of(
                Arguments.of("196\t242\t3\t881250949\n186\t302\t3.5\t891717742\n", "196 242 3.0; 186 302 3.5"),
                Arguments.of("1::1193::5::978300760\n1::661::3::978302109\n", "1 1193 5.0; 1 661 3.0"),
                Arguments.of("userId,movieId,rating,timestamp\n1,31,2.5,1260759144\n7,1,3.0,0\n", "1 31 2.5; 7 1 3.0"),
                Arguments.of(
                        "\"User-ID\";\"ISBN\";\"Book-Rating\"\n\"276725\";\"034545104X\";\"0\"\n",
                        "276725 034545104X 0.0"),
                Arguments.of("a;b;4,5\nc;d;-1\n", "a b 4.5; c d -1.0"),
                Arguments.of("a b 4\n  c   d  5 \n", "a b 4.0; c d 5.0"),
                Arguments.of("a|b|4\nc|d|5", "a b 4.0; c d 5.0"),
                Arguments.of("a,b,4", "a b 4.0"),
                Arguments.of("user,item,4\n", "user item 4.0"),
                Arguments.of("who,what,how\na,b,4\n", "a b 4.0"),
                Arguments.of("rating,item_id,user_id\n5,x,a\n4,y,b\n", "a x 5.0; b y 4.0"),
                Arguments.of("MovieID,UserID,Rating\n1,2,5\n", "2 1 5.0"),
                Arguments.of(",uid,product,stars\n0,a,x,5\n1,b,y,4\n", "a x 5.0; b y 4.0"),
                Arguments.of("\ufeffuser,item,rating\r\na,b,4\r\n\r\n  \nc,d,5\r\n", "a b 4.0; c d 5.0"),
                Arguments.of("\ufeffa,b,4\nc,d,5\n", "a b 4.0; c d 5.0"),
                Arguments.of("\"a, b\",\"say \"\"x\"\"\",1\n\" c \",d , +2e0 \n", "a, b say \"x\" 1.0; c d 2.0"),
                Arguments.of("Ann Lee,Toy Story,5\nZoë,Çok güzel,4\n", "Ann Lee Toy Story 5.0; Zoë Çok güzel 4.0"),
                Arguments.of("a,b,1,\nc,d,2,\n", "a b 1.0; c d 2.0"),
                Arguments.of("a:b::c::1\n", "a:b c 1.0"));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyForm(String text, String entries) throws IOException {
        assertThat(shown(read(text))).isEqualTo(entries);
        assertThat(shown(read("in.gz", zipped(text.getBytes(UTF_8))))).isEqualTo(entries);
        for (int blockSize : new int[] {1, 2, 7}) {
            for (int threads : new int[] {1, 3}) {
                Path file = folder.resolve("in.csv");
                assertThat(shown(RatingsFile.read(file, Duplicates.LAST, threads, blockSize)))
                        .isEqualTo(entries);
            }
        }
    }

    @Test
    void namesThatAreNotUtf8AreLatin1() throws IOException {
        assertThat(shown(read("in.csv", "Zoë,x,1\nZo,y,2\n".getBytes(ISO_8859_1))))
                .isEqualTo("Zoë x 1.0; Zo y 2.0");
    }

    @Test
    void theResultDoesNotDependOnThreadsOrBlocks() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder text = new StringBuilder("userId,movieId,rating,timestamp\n");
        for (int k = 0; k < 20_000; k++) {
            text.append(random.nextInt(900))
                    .append(",m")
                    .append(random.nextInt(500))
                    .append(',');
            text.append(random.nextInt(1, 11) / 2.0).append(',').append(k).append(k % 100 == 0 ? "\n\n" : "\n");
        }
        Path file = Files.writeString(folder.resolve("in.csv"), text);
        Path gzip =
                Files.write(folder.resolve("in.csv.gz"), zipped(text.toString().getBytes(UTF_8)));
        Ratings.Builder builder = Ratings.builder();
        text.toString()
                .lines()
                .skip(1)
                .filter(line -> !line.isEmpty())
                .map(line -> line.split(","))
                .forEach(fields -> builder.add(fields[0], fields[1], Double.parseDouble(fields[2])));
        for (Duplicates policy : new Duplicates[] {Duplicates.LAST, Duplicates.MEAN}) {
            Ratings expected = builder.build(policy);
            for (int threads : new int[] {1, 2, 3, 7}) {
                for (int blockSize : new int[] {100, 4096, TextBlocks.SIZE}) {
                    same(RatingsFile.read(file, policy, threads, blockSize), expected);
                }
                same(RatingsFile.read(gzip, policy, threads), expected);
            }
        }
    }

    private static void same(Ratings actual, Ratings expected) {
        assertThat(actual.user()).isEqualTo(expected.user());
        assertThat(actual.item()).isEqualTo(expected.item());
        assertThat(actual.value()).isEqualTo(expected.value());
        assertThat(actual.duplicates()).isEqualTo(expected.duplicates());
        assertThat(names(actual.users())).isEqualTo(names(expected.users()));
        assertThat(names(actual.items())).isEqualTo(names(expected.items()));
    }

    private static List<String> names(Ids ids) {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < ids.size(); k++) {
            names.add(ids.name(k));
        }
        return names;
    }

    @Test
    void pairs() throws IOException {
        assertThat(pairs("a,x\nb,y,5\n\n\"c, d\",z")).containsExactly("a x 1", "b y 2", "c, d z 4");
        assertThat(pairs("movieId,userId\n1,2\n")).containsExactly("2 1 2");
        assertThat(pairs("1::2::5\n")).containsExactly("1 2 1");
        assertThat(pairs("1 2\n3 4\n")).containsExactly("1 2 1", "3 4 2");
        assertThat(pairs("user\titem\n")).isEmpty();
        assertThatThrownBy(() -> pairs("a,x\nb\n"))
                .hasMessage("in.csv:2: expected user and item in 2 or more fields, found 1");
        assertThatThrownBy(() -> pairs("a,x\n,y\n")).hasMessage("in.csv:2: the user is empty");
        assertThatThrownBy(() -> pairs("a,x\nb,\n")).hasMessage("in.csv:2: the item is empty");
        assertThatThrownBy(() -> pairs("a,x\n\"b,y\n"))
                .hasMessage("in.csv:2: a field that begins with a quote must end with one");
        assertThatThrownBy(() -> pairs("abc\ndef\n"))
                .isInstanceOf(FormatException.class)
                .hasMessage(
                        "in.csv:1: expected user and item with commas, semicolons, tabs, spaces, | or :: between them,"
                                + " found 'abc'");
        assertThatThrownBy(() -> pairs("")).hasMessage("in.csv: is empty");
    }

    private List<String> pairs(String text) throws IOException {
        List<String> pairs = new ArrayList<>();
        RatingsFile.forEachPair(
                Files.writeString(folder.resolve("in.csv"), text),
                (user, item, line) -> pairs.add(user + " " + item + " " + line));
        return pairs;
    }

    @Test
    void newUsers() throws IOException {
        assertThat(newUsers("a,5\nb,3.5\na,4\n")).isEqualTo("me a 4.0, me b 3.5");
        assertThat(newUsers("rating;item\n3,5;a\n\n1;b\n")).isEqualTo("me a 3.5, me b 1.0");
        assertThat(newUsers("a::5\nb::3\n")).isEqualTo("me a 5.0, me b 3.0");
        assertThat(newUsers("a 5\nb 3\n")).isEqualTo("me a 5.0, me b 3.0");
        assertThat(newUsers("u,a,5\nv,a,3\n")).isEqualTo("u a 5.0, v a 3.0");
        assertThat(newUsers("u\ta\t5\t99\n")).isEqualTo("u a 5.0");
        assertThatThrownBy(() -> newUsers("a,5\nb,x\n"))
                .hasMessage("in.csv:2: the rating in column 2 must be a number, got 'x'");
        assertThatThrownBy(() -> newUsers("a,5\nb,inf\n"))
                .hasMessageStartingWith("in.csv:2: the rating in column 2 must be");
        assertThatThrownBy(() -> newUsers("a,5\n,4\n")).hasMessage("in.csv:2: the item is empty");
        assertThatThrownBy(() -> newUsers("a,5\nb\n"))
                .hasMessage("in.csv:2: expected item and rating in 2 or more fields, found 1");
    }

    private String newUsers(String text) throws IOException {
        Ratings ratings = RatingsFile.readNewUsers(Files.writeString(folder.resolve("in.csv"), text), "me");
        return java.util.stream.IntStream.range(0, ratings.count())
                .mapToObj(e -> ratings.users().name(ratings.user()[e]) + " "
                        + ratings.items().name(ratings.item()[e]) + " " + ratings.value()[e])
                .collect(java.util.stream.Collectors.joining(", "));
    }

    @Test
    void titles() throws IOException {
        assertThat(titles("1::Toy Story (1995)::Animation|Children's\n73::Misérables, Les (1995)::Drama|Musical\n"))
                .hasToString("{1=Toy Story (1995), 73=Misérables, Les (1995)}");
        assertThat(
                        titles(
                                "1|Toy Story (1995)|01-Jan-1995||0|1\n2|GoldenEye (1995)|||1|0\n543|Misérables, Les (1995)|||0|0\n"))
                .hasToString("{1=Toy Story (1995), 2=GoldenEye (1995), 543=Misérables, Les (1995)}");
        assertThat(
                        titles(
                                "movieId,title,genres\n1,Toy Story (1995),Adventure|Comedy\n11,\"American President, The (1995)\",Comedy\n"))
                .hasToString("{1=Toy Story (1995), 11=American President, The (1995)}");
        assertThat(titles("id\tyear\ttitle\n1\t1995\t\"Heat\" and dust\n2\t1996\t\n"))
                .hasToString("{1=\"Heat\" and dust}");
        Path file = folder.resolve("in.csv");
        titles("1::Toy Story (1995)::Animation|Comedy\n2::Heat (1995)::Action\n");
        assertThat(RatingsFile.itemColumns(file).names()).containsExactly("column 3");
        assertThat(RatingsFile.itemColumns(file).others()).containsEntry("2", List.of("Action"));
        titles("1,a\n2,b,c\n");
        assertThat(RatingsFile.itemColumns(file).names()).isEmpty();
        assertThatThrownBy(() -> titles("1,a\n,b\n")).hasMessage("in.csv:2: the item is empty");
        assertThatThrownBy(() -> titles("1,a\n2\n"))
                .hasMessage("in.csv:2: expected item and title in 2 or more fields, found 1");
    }

    @Test
    void aTitleInTheLastColumnMayHaveDelimiters() throws IOException {
        assertThat(titles("item,title\n7,Plain\n29,The, Comma no 29\n30,One,Two,Three\n31,\"In, quotes\"\n32,Ends,\n"))
                .isEqualTo(Map.of(
                        "7", "Plain",
                        "29", "The, Comma no 29",
                        "30", "One,Two,Three",
                        "31", "In, quotes",
                        "32", "Ends"));
        assertThat(titles("1,a\n2,b\n3,c, d\n")).isEqualTo(Map.of("1", "a", "2", "b", "3", "c, d"));
        assertThat(titles("year;item;title\n1990;1;A;B\n")).isEqualTo(Map.of("1", "A;B"));
        assertThat(titles("item::title\n1::A::B\n")).isEqualTo(Map.of("1", "A::B"));
    }

    @Test
    void aTitleBetweenOtherColumnsNeedsQuotes() throws IOException {
        assertThat(titles("movieId,title,genres\n1,\"A, B\",Drama\n2,C,Drama\n3,D,\n"))
                .isEqualTo(Map.of("1", "A, B", "2", "C", "3", "D"));
        assertThatThrownBy(() -> titles("movieId,title,genres\n1,A, B,Drama\n2,C,Drama\n3,D, E, F,Drama\n"))
                .hasMessage("in.csv:2: 4 fields where the header has 3; titles with ',' need quotes (2 such lines)");
        assertThatThrownBy(() -> titles("item,title\n1,A\n2,\"B\",C\n"))
                .hasMessage("in.csv:3: 3 fields where the header has 2; titles with ',' need quotes");
        String lines = "1|A|1995\n".repeat(20);
        assertThat(titles(lines + "2|B|1996|\n")).hasSize(2);
        assertThatThrownBy(() -> titles(lines + "2|B|C|1996\n"))
                .hasMessage("in.csv:21: 4 fields where the first lines have 3; a title must not have '|' in it");
        assertThat(titles("1,A,Drama\n2,B,Drama,War\n3,C,Drama,War,Epic\n"))
                .as("lists of genres")
                .isEqualTo(Map.of("1", "A", "2", "B", "3", "C"));
    }

    private Map<String, String> titles(String text) throws IOException {
        return RatingsFile.titles(Files.write(folder.resolve("in.csv"), text.getBytes(ISO_8859_1)));
    }

    /** The data for development, which is not part of the project. */
    private static Path data(String name) {
        for (String root : new String[] {"..", "../.."}) {
            Path file = Path.of(root, "shared", "data").resolve(name);
            if (Files.exists(file)) {
                return file;
            }
        }
        assumeTrue(false, name + " is absent: it belongs into ../shared/data");
        return null;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void movieLens100K(int threads) throws IOException {
        Ratings ratings = RatingsFile.read(data("ml-100k/u.data"), Duplicates.ERROR, threads, 10_000);
        assertThat(ratings.count()).isEqualTo(100_000);
        assertThat(ratings.users().size()).isEqualTo(943);
        assertThat(ratings.items().size()).isEqualTo(1682);
        assertThat(ratings.lowest()).isEqualTo(1);
        assertThat(ratings.highest()).isEqualTo(5);
        assertThat(ratings.users().name(0)).isEqualTo("196");
        assertThat(ratings.items().name(2)).isEqualTo("377");
    }

    @Test
    void movieLens1M() throws IOException {
        Ratings ratings = RatingsFile.read(data("ml-1m/ratings.dat"), Duplicates.ERROR);
        int[] counts = new int[6];
        for (float value : ratings.value()) {
            counts[(int) value]++;
        }
        assertThat(counts).containsExactly(0, 56_174, 107_557, 261_197, 348_971, 226_310);
        assertThat(ratings.users().size()).isEqualTo(6040);
        assertThat(ratings.items().size()).isEqualTo(3706);
    }

    @Test
    void movieLensTitles() throws IOException {
        assertThat(RatingsFile.titles(data("ml-100k/u.item")))
                .hasSize(1682)
                .containsEntry("1", "Toy Story (1995)")
                .containsEntry("543", "Misérables, Les (1995)");
        assertThat(RatingsFile.titles(data("ml-1m/movies.dat")))
                .hasSize(3883)
                .containsEntry("73", "Misérables, Les (1995)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user,item,rating\nu,i,3\nv,j,4\n|",
                "u,i,3\nv,j,4\n|",
                "rating,thing,user\n3,i,u\n4,j,v\n|the header does not name the item: column 2 (thing) is taken for it",
                "movieId,rating,who\ni,3,u\nj,4,v\n|the header does not name the user: column 3 (who) is taken for it",
                "item,user,points,when\ni,u,3,9\nj,v,4,8\n|the header does not name the rating: column 3 (points) is taken for it; column 4 (when) is the time",
                "who,thing,points\nu,i,3\nv,j,4\n|the first line, 'who,thing,points', is taken for a header, and it does not name two of user, item and rating: the first three"
                        + " columns are taken for them, in this order",
                "who,thing,points,when\nu,i,3,9\nv,j,4,8\n|the first line, 'who,thing,points,when', is taken for a header, and it does not name two of user, item and rating:"
                        + " the first three columns are taken for them, in this order; column 4 (when) is the time"
            })
    void whatTheHeaderDoesNotNameIsAssumedAndSaid(String textAndNote) throws IOException {
        String[] parts = textAndNote.split("\\|", -1);
        Path file = Files.writeString(folder.resolve("in.csv"), parts[0]);
        RatingsFile.Reading reading = RatingsFile.readWithNotes(file, Duplicates.LAST, 2);
        assertThat(reading.notes()).isEqualTo(parts[1].isEmpty() ? List.of() : List.of("in.csv: " + parts[1]));
        Ratings ratings = reading.ratings();
        assertThat(ratings.count()).isEqualTo(2);
        assertThat(ratings.users().name(ratings.user()[1])).isEqualTo("v");
        assertThat(ratings.items().name(ratings.item()[1])).isEqualTo("j");
        assertThat(ratings.value()[1]).isEqualTo(4);
    }

    @Test
    void starsBeforeTheNameOfAnItemAreTheRating() throws IOException {
        StringBuilder text = new StringBuilder("Wer,Sterne (1-5),Artikelbezeichnung,Kauftag\n");
        for (int k = 0; k < 60; k++) {
            text.append("K" + k % 7 + "," + (1 + k % 5) + ",Artikel " + k % 30 + ",05.06." + (1990 + k % 3) + "\n");
        }
        Path file = Files.writeString(folder.resolve("odd.csv"), text);
        RatingsFile.Reading reading = RatingsFile.readWithNotes(file, Duplicates.LAST, 1);
        assertThat(reading.notes())
                .containsExactly("odd.csv: the header does not name the user, the item and the rating: columns 1"
                        + " (Wer), 3 (Artikelbezeichnung) and 2 (Sterne (1-5)) are taken for them; column 4"
                        + " (Kauftag) is the time");
        assertThat(reading.ratings().meaning()).isEqualTo(Meaning.RATING);
        assertThat(reading.ratings().users().size()).isEqualTo(7);
        assertThat(reading.ratings().items().size()).isEqualTo(30);
        assertThat(reading.ratings().highest()).isEqualTo(5);
    }

    @Test
    void theFirstLineThatIsNotUtf8IsNamed() throws IOException {
        String text = "user,item,rating\n\nj\u00e9,a,1\nz\u00fc,a,2\n";
        Path latin = Files.write(folder.resolve("latin.csv"), text.getBytes(StandardCharsets.ISO_8859_1));
        RatingsFile.Reading reading = RatingsFile.readWithNotes(latin, Duplicates.LAST, 1);
        assertThat(reading.notes())
                .containsExactly("latin.csv:3: is not valid UTF-8; the names are read as ISO-8859-1");
        assertThat(reading.ratings().users().find("j\u00e9")).hasValue(0);
        Path utf8 = Files.writeString(folder.resolve("utf8.csv"), text);
        assertThat(RatingsFile.readWithNotes(utf8, Duplicates.LAST, 1).notes()).isEmpty();
        Path table = Files.write(
                folder.resolve("table.csv"),
                "a,b\n1,2\n3,4\n".replace('b', '\u00fc').getBytes(StandardCharsets.ISO_8859_1));
        assertThat(TableFile.read(table).notes())
                .containsExactly("table.csv:1: is not valid UTF-8; the names are read as windows-1252");
        assertThat(TableFile.read(Files.writeString(table, "a,b\n1,2\n")).notes())
                .isEmpty();
    }
}
