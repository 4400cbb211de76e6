package rung.file.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import rung.file.FormatException;
import rung.file.TableForm;
import rung.file.input.Source;
import rung.file.table.TableFile;

class DelimitedErrorTest {
    private static final String NEEDS_QUOTES =
            "; a field that holds the delimiter, such as a number with a decimal comma, needs quotes";

    @TempDir
    Path folder;

    private static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("", "in.csv: is empty"),
                Arguments.of("\ufeff", "in.csv: is empty"),
                Arguments.of("\n \r\n\n", "in.csv: is empty"),
                Arguments.of("a,b\n", "in.csv: has a header but no rows"),
                Arguments.of("a,b\n\n\n", "in.csv: has a header but no rows"),
                Arguments.of("height", "in.csv: has a header but no rows"),
                Arguments.of("1,2,3\n4,5\n", "in.csv:2: expected 3 fields, found 2"),
                Arguments.of("1,2,3\n\n4,5,6,7\n", "in.csv:3: expected 3 fields, found 4" + NEEDS_QUOTES),
                Arguments.of("a,b\n1\n2\n", "in.csv:2: expected 2 fields, found 1"),
                Arguments.of("title\n1,2\n3,4,5\n", "in.csv:3: expected 2 fields, found 3" + NEEDS_QUOTES),
                Arguments.of("title\n1,2,3\n", "in.csv:2: expected 1 field, found 3" + NEEDS_QUOTES),
                Arguments.of("a,\"b\nc\"\n1,2\n3\n", "in.csv:4: expected 2 fields, found 1"),
                Arguments.of("1 2 3\n4 5 6\n7 8\n", "in.csv:3: expected 3 fields, found 2"),
                Arguments.of(
                        "a,height\n1,2\n3,inf\n",
                        "in.csv:3: the value in column 2 ('height') must be finite, got inf;"
                                + " if it stands for a hole, declare it as \"inf\""),
                Arguments.of(
                        "1,2\n3,-Infinity\n",
                        "in.csv:2: the value in column 2 must be finite, got -Infinity; if it stands for a hole, declare it as \"-Infinity\""),
                Arguments.of(
                        "1,1e999\n3,4\n",
                        "in.csv:1: the value in column 2 must be finite, got 1e999; if it stands for a hole, declare it as \"1e999\""),
                Arguments.of(
                        "x,y\n1,2\n3,4\n5,closed\n6,7\n",
                        "in.csv:4: the value in column 2 ('y') must be a number, got 'closed'; if it stands for a hole, declare it as one; if the column is no data, leave the column out"),
                Arguments.of(
                        "x,y\n1,a\n3,4\nb,5\n6,7\n",
                        "in.csv:4: the value in column 1 ('x') must be a number, got 'b'; columns of numbers hold 'b' (once in x), 'a' (once in y);"
                                + " if they stand for holes, declare them as \"b,a\"; if a column is no data, leave the column out"),
                Arguments.of(
                        "x,y\n1.5,2\n3,4 %\n5,6 %\n",
                        "in.csv:3: the value in column 2 ('y') must be a number, got '4 %';"
                                + " take the % away in all of the column, or leave the column out"),
                Arguments.of(
                        "x,y,z\n1,$2,4\n3,€4,oops\n5,$6,7\nlate,$8,9\n7,$8,oops\n",
                        "in.csv:5: the value in column 1 ('x') must be a number, got 'late'; columns of numbers hold"
                                + " 'late' (once in x), 'oops' (2 times in z); if they stand for holes, declare them"
                                + " as \"late,oops\"; if a column is no data, leave the column out; take the $ away in"
                                + " all of the column y, or leave the column out"),
                Arguments.of(
                        "1,2\n3,4\n5,$6\n",
                        "in.csv:3: the value in column 2 must be a number, got '$6';"
                                + " take the $ away in all of the column, or leave the column out"),
                Arguments.of(
                        "x;y\n1,5;2\n2,5;4\n3,5;1.2.3\n",
                        "in.csv:4: the value in column 2 ('y') must be a number, got '1.2.3'; the other numbers of the"
                                + " file are written in another way; correct it, or leave the column out"),
                Arguments.of("PAR1\u0015\u0004", "in.csv: is a Parquet file, which Spark reads; write it as CSV there"),
                Arguments.of("1,2\n\"3,4\n5,6\n", "in.csv:2: the quote that opens in this row is never closed"),
                Arguments.of("1,2\n\"3\"4,5\n", "in.csv:2: expected a delimiter after the closing quote, found '4'"),
                Arguments.of("PK\u0003\u0004…", "in.csv: is a zip archive or a spreadsheet; save the table as CSV"));
    }

    @ParameterizedTest
    @MethodSource
    void refused(String text, String sentence) throws IOException {
        fails(text.getBytes(UTF_8), sentence);
    }

    @Test
    void aHeaderThatWasSaidNotToBeThereIsNamed() throws IOException {
        fails(
                "x,y\n1,2\n3,4\n",
                TableForm.recognized().withHeader(false),
                "in.csv:1: looks like a header, as 'x' stands above numbers; do not declare that there is none");
        fails(
                "x,2\n1,2\ny,4\n5,8\n7,9\n",
                TableForm.recognized().withHeader(false),
                "in.csv:1: the value in column 1 must be a number, got 'x'; columns of numbers hold 'y' (once), 'x' (once);"
                        + " if they stand for holes, declare them as \"y,x\"; if a column is no data, leave the column out");
        fails(
                "x,z\n1,2\ny,4\n5,z\n7,9\n8,9\n",
                TableForm.recognized().withHeader(false),
                "in.csv:1: the value in column 1 must be a number, got 'x'; columns of numbers hold 'y' (once in column 1),"
                        + " 'x' (once in column 1), 'z' (2 times in column 2); if they stand for holes, declare them as"
                        + " \"y,x,z\"; if a column is no data, leave the column out");
    }

    @Test
    void theDecimalMarkIsBlamedWhereItIsWrong() throws IOException {
        fails(
                "x;y\n1;2\n3;59.0%\n4;38.5%\n",
                TableForm.recognized().withDecimalMark(','),
                "in.csv:3: the value in column 2 ('y') must be a number, got '59.0%'; its decimal mark is not the one that was"
                        + " declared");
    }

    private void fails(String content, TableForm form, String sentence) throws IOException {
        Path file = Files.writeString(folder.resolve("in.csv"), content);
        assertThatThrownBy(() -> TableFile.read(file, form))
                .isInstanceOf(FormatException.class)
                .hasMessage(sentence);
    }

    @Test
    void tablesOfTextAreRefusedEvenWhenTextIsCarried() throws IOException {
        fails("name,city\nAnna,Paris\n".getBytes(UTF_8), "in.csv: holds no column of numbers");
        fails("a\nb\n".getBytes(UTF_8), "in.csv: holds no column of numbers");
    }

    @Test
    void utf16ThatBreaksOff() throws IOException {
        byte[] text = "\ufeffa\tb\n1\t2\n".getBytes(StandardCharsets.UTF_16LE);
        fails(
                Arrays.copyOf(text, text.length - 1),
                "in.csv: begins as UTF-16 text but does not go on so; it is damaged");
    }

    @Test
    void filesThatAreNotThere() {
        assertThatThrownBy(() -> TableFile.read(folder.resolve("none.csv")))
                .isInstanceOf(FormatException.class)
                .hasMessage("none.csv: does not exist");
        assertThatThrownBy(() -> TableFile.read(folder))
                .isInstanceOf(FormatException.class)
                .hasMessage(folder + ": is a folder, not a table");
    }

    @Test
    void damagedGzip() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write("a,b\n1,2\n3,4\n".getBytes(UTF_8));
        }
        byte[] whole = zipped.toByteArray();
        for (int length = 2; length < whole.length; length++) {
            Files.write(folder.resolve("in.csv.gz"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> TableFile.read(folder.resolve("in.csv.gz")))
                    .as("the first %d bytes", length)
                    .isInstanceOf(FormatException.class)
                    .hasMessageStartingWith("in.csv.gz: is damaged, it cannot be unzipped (");
        }
    }

    @Test
    void tablesLargerThanMemory() throws IOException {
        Source source = new Source(Files.writeString(folder.resolve("in.csv"), "1"));
        assertThatThrownBy(() -> source.requireMemory(2_000_000, 1_000_000))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("in.csv: a 2000000×1000000 table needs 16000.0 GB of memory, got ");
    }

    private void fails(byte[] content, String sentence) throws IOException {
        Path file = Files.write(folder.resolve("in.csv"), content);
        assertThatThrownBy(() -> TableFile.read(file))
                .isInstanceOf(FormatException.class)
                .hasMessage(sentence);
    }
}
