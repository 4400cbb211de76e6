package rung.file.ratings;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import rung.data.Duplicates;
import rung.file.FormatException;
import rung.file.input.Source;

class RatingsErrorTest {
    private static final String UNDIVIDED =
            "expected user, item and rating with commas, semicolons, tabs, spaces, | or ::" + " between them, found ";

    @TempDir
    Path folder;

    private static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("", "in.csv: is empty"),
                Arguments.of("\ufeff", "in.csv: is empty"),
                Arguments.of("\n \r\n\t\n", "in.csv: is empty"),
                Arguments.of("user,item,rating\n", "in.csv: has a header but no ratings"),
                Arguments.of("userId,movieId,rating,timestamp", "in.csv: has a header but no ratings"),
                Arguments.of("a,b,1\nc,d\n", "in.csv:2: expected 3 fields, found 2"),
                Arguments.of("a,b,1\n\nc,d,2,3\n", "in.csv:3: expected 3 fields, found 4"),
                Arguments.of("a\tb\t1\t9\nc\td\t1\n", "in.csv:2: expected 4 fields, found 3"),
                Arguments.of("a b 1\nc 2\n", "in.csv:2: expected 3 fields, found 2"),
                Arguments.of("a,b\nc,d,1\ne,f,2\n", "in.csv:1: expected user, item and rating, found 2 fields"),
                Arguments.of(
                        "a,b,1\nc,d,good\n",
                        "in.csv:2: the rating in column 3 must be a number, got 'good'; write words as numbers, such as 1 for good and 0 for bad"),
                Arguments.of(
                        "user,item,rating\na,b,60%\nc,d,80%\n",
                        "in.csv: no line has a number for a rating in column 3 ('rating'), such as '60%' in line 2; leave out the sign %"),
                Arguments.of(
                        "a,b,1\nc,d,60%\n",
                        "in.csv:2: the rating in column 3 must be a number, got '60%'; leave out the sign %"),
                Arguments.of("user,item,rating\r", "in.csv: has a header but no ratings"),
                Arguments.of("a,b,1\nc,d,\n", "in.csv:2: the rating in column 3 is empty"),
                Arguments.of(
                        "a,b,c\nd,e,f\n",
                        "in.csv: no line has a number for a rating in column 3, such as 'c' in line 1; write grades as numbers, such as 5 for A and 4 for B"),
                Arguments.of(
                        "user,item,grade\na,b,A\nc,d,\n",
                        "in.csv: no line has a number for a rating in column 3 ('grade'), such as 'A' in line 2; write grades as numbers, such as 5 for A and 4 for B"),
                Arguments.of(
                        "user,item,rating\na,b,\nc,d,NA\n",
                        "in.csv: no line has a rating in column 3 ('rating'); leave the column out to learn from who chose what, without ratings"),
                Arguments.of(
                        "user,item,rating\n" + "a,b,\n".repeat(200),
                        "in.csv: none of the first 99 lines has a rating in column 3 ('rating'); leave the column out to learn from who chose what, without ratings"),
                Arguments.of("user,item,rating\na,b,\nc,d,4\n", "in.csv:2: the rating in column 3 ('rating') is empty"),
                Arguments.of(
                        "user,item,rating\nd,e,f\n",
                        "in.csv:2: the rating in column 3 ('rating') must be a number, got 'f'"),
                Arguments.of("a,b,1\nc,d,0x1p3\n", "in.csv:2: the rating in column 3 must be a number, got '0x1p3'"),
                Arguments.of("a,b,1\nc,d,5f\n", "in.csv:2: the rating in column 3 must be a number, got '5f'"),
                Arguments.of("a,b,1\nc,d,NaN\n", "in.csv:2: the rating in column 3 must be finite, got NaN"),
                Arguments.of("a,b,nan\nc,d,1\n", "in.csv:1: the rating in column 3 must be finite, got nan"),
                Arguments.of("a,b,1\nc,d,-Inf\n", "in.csv:2: the rating in column 3 must be finite, got -Inf"),
                Arguments.of("a,b,1\nc,d,1e39\n", "in.csv:2: the rating in column 3 must be finite, got 1e39"),
                Arguments.of("u,i,r\na,b,1\n,d,2\n", "in.csv:3: the user is empty"),
                Arguments.of("a,b,1\nc,\"\",2\n", "in.csv:2: the item is empty"),
                Arguments.of("a,b,1\n\"c,d,2\n", "in.csv:2: a field that begins with a quote must end with one"),
                Arguments.of("a,b,1\n\"c\"x,d,2\n", "in.csv:2: a field that begins with a quote must end with one"),
                Arguments.of("\n1/2/3\n4/5/6\n", "in.csv:2: " + UNDIVIDED + "'1/2/3'"),
                Arguments.of("x".repeat(100), "in.csv:1: " + UNDIVIDED + "'" + "x".repeat(39) + "…'"),
                Arguments.of("a,b,1\u0000\n", "in.csv: is not text: it holds bytes that are 0"),
                Arguments.of(
                        "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 5\n",
                        "in.csv: is a MatrixMarket file, expected lines of user, item and rating"),
                Arguments.of("PK\u0003\u0004…", "in.csv: is a zip archive or a spreadsheet; save the table as CSV"),
                Arguments.of("a,x,1\n\nb,x,2\na,x,3\n", "in.csv:4: user 'a' has rated item 'x' in line 1 already"),
                Arguments.of(
                        "user,item,rating\na,x,1\nb,x,2\n\nb,x,3\na,x,3\n",
                        "in.csv:5: user 'b' has rated item 'x' in line 3 already"));
    }

    @ParameterizedTest
    @MethodSource
    void refused(String text, String sentence) throws IOException {
        Path file = Files.writeString(folder.resolve("in.csv"), text);
        for (int threads : new int[] {1, 3}) {
            for (int blockSize : new int[] {1, 5, TextBlocks.SIZE}) {
                assertThatThrownBy(() -> RatingsFile.read(file, Duplicates.ERROR, threads, blockSize))
                        .isInstanceOf(FormatException.class)
                        .hasMessage(sentence);
            }
        }
    }

    @Test
    void theFirstOfManyFaultsIsNamed() throws IOException {
        String text = "a,b,1\n".repeat(5_000) + "a,b,x\n".repeat(5_000);
        Path file = Files.writeString(folder.resolve("in.csv"), text);
        for (int threads : new int[] {1, 2, 3, 7}) {
            assertThatThrownBy(() -> RatingsFile.read(file, Duplicates.LAST, threads, 100))
                    .hasMessage("in.csv:5001: the rating in column 3 must be a number, got 'x'");
        }
    }

    @Test
    void filesOfOtherKinds() throws IOException {
        assertThatThrownBy(() -> RatingsFile.read(folder.resolve("none.csv"), Duplicates.LAST))
                .isInstanceOf(FormatException.class)
                .hasMessage("none.csv: does not exist");
        assertThatThrownBy(() -> RatingsFile.read(folder, Duplicates.LAST))
                .isInstanceOf(FormatException.class)
                .hasMessage(folder + ": is a folder, not a file of ratings");
        Path utf16 = Files.write(folder.resolve("in.csv"), "\ufeffa\tb\t1\n".getBytes(UTF_16LE));
        assertThat(RatingsFile.read(utf16, Duplicates.LAST).users().size()).isEqualTo(1);
    }

    @Test
    void damagedGzip() throws IOException {
        byte[] whole = RatingsFileTest.zipped("user,item,rating\na,b,1\nc,d,2\n".getBytes(UTF_8));
        Path file = folder.resolve("in.csv.gz");
        for (int length = 2; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> RatingsFile.read(file, Duplicates.LAST))
                    .as("the first %d bytes", length)
                    .isInstanceOf(FormatException.class)
                    .hasMessageStartingWith("in.csv.gz: is damaged, it cannot be unzipped (");
        }
    }

    @Test
    void ratingsLargerThanMemory() throws IOException {
        Path file = Files.writeString(folder.resolve("in.csv"), "a,b,1\n");
        RatingsReader reader = new RatingsReader(new Source(file), Columns.recognized(), 1, TextBlocks.SIZE);
        reader.requireMemory(20_000_000, 500_000_000);
        assertThatThrownBy(() -> reader.requireMemory(25_000_000, 500_000_000))
                .isInstanceOf(FormatException.class)
                .hasMessage(
                        "in.csv: about 25.0 million ratings need 600 MB of memory, got 500 MB (java -Xmx raises it)");
        assertThatThrownBy(() -> reader.requireMemory(3_000_000_000L, Long.MAX_VALUE))
                .isInstanceOf(FormatException.class)
                .hasMessage("in.csv: about 3000000000 ratings are more than the 2147483639 that can be read");
    }
}
