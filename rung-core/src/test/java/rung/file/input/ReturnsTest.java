package rung.file.input;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.data.Ratings;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.ratings.RatingsFile;
import rung.file.table.TableFile;

/** Files in which carriage returns alone end lines, as on old Macs, are read like others, and written as they were. */
class ReturnsTest {
    @TempDir
    private Path folder;

    private void isCompleted(String text, String name, Charset charset) throws IOException {
        Path in = Files.write(folder.resolve(name), text.getBytes(charset));
        Table table = TableFile.read(in);
        assertThat(table.values().rows()).isEqualTo(3);
        Path out = folder.resolve("out-" + name);
        table.writeCompleted(out, (i, j) -> 7);
        assertThat(new String(Files.readAllBytes(out), charset)).isEqualTo(text.replace("HOLE", "7"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\r"})
    void tablesKeepTheirLineEnds(String end) throws IOException {
        String text = "a,b,c\r1,2,3\r2,,7\r\"3\",,9" + end;
        Path in = Files.writeString(folder.resolve("in.csv"), text);
        Table table = TableFile.read(in);
        assertThat(table.values().rows()).isEqualTo(3);
        assertThat(table.values().columns()).isEqualTo(3);
        Path out = folder.resolve("out.csv");
        table.writeCompleted(out, (i, j) -> 7);
        assertThat(Files.readString(out)).isEqualTo(text.replace(",,", ",7,"));
        Path tabbed = folder.resolve("out.tsv");
        table.writeCompleted(tabbed, (i, j) -> 7);
        assertThat(Files.readString(tabbed)).startsWith("a\tb\tc\r1\t2\t3\r");
    }

    @Test
    void soDoTheseInUtf16AndJsonLinesAndWideOnes() throws IOException {
        isCompleted("\ufeffä,b\r1,2\r2,3\r3,4\r", "in16.csv", UTF_16LE);
        isCompleted("{\"a\":1}\r{\"a\":2}\r{\"a\":3}\r", "in.jsonl", UTF_8);
        String name = "x".repeat(1000);
        isCompleted(name + ",b\r1,2\r2,3\r3,4\r", "wide.csv", UTF_8);
    }

    @Test
    void ratingsAndPairsAreRead() throws IOException {
        Path in = Files.writeString(folder.resolve("in.csv"), "user,item,rating\ra,b,1\rc,d,2\ra,d,4\r");
        Ratings ratings = RatingsFile.read(in);
        assertThat(ratings.users().size()).isEqualTo(2);
        assertThat(ratings.count()).isEqualTo(3);
        List<String> pairs = new ArrayList<>();
        RatingsFile.forEachPair(in, (user, item, line) -> pairs.add(user + item + line));
        assertThat(pairs).containsExactly("ab2", "cd3", "ad4");
    }

    @Test
    void lineEndsOfTwoKindsAreRefused() throws IOException {
        String text = "a,b\r" + "1,2\r".repeat(1 << 17) + "1,2\n";
        Path in = Files.writeString(folder.resolve("in.csv"), text);
        assertThatThrownBy(() -> TableFile.read(in))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith(
                        "in.csv: has lines that end with a carriage return alone, and others that do not");
    }
}
