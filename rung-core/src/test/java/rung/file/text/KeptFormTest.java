package rung.file.text;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.table.TableFile;

/** The form of a table in text, from what stands above the header to the marks in its numbers, is read and kept. */
class KeptFormTest {
    @TempDir
    Path folder;

    private Table read(String text) throws IOException {
        return read(text, UTF_8);
    }

    private Table read(String text, Charset charset) throws IOException {
        return TableFile.read(Files.write(folder.resolve("in.csv"), text.getBytes(charset)));
    }

    private String completed(Table table, String name) throws IOException {
        Path target = folder.resolve(name);
        table.writeCompleted(target, (row, column) -> 7.5);
        return Files.readString(target, UTF_8);
    }

    private String replaced(Table table, boolean carriesText, Charset charset) throws IOException {
        Path target = folder.resolve("out.csv");
        TableFile.writeReplaced(
                target, table, (i, j) -> Double.isNaN(table.values().get(i, j)) ? Double.NaN : -1.5, carriesText);
        return Files.readString(target, charset);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sep=;\na;b\n1,5;2\n;3,25\n",
                "\ufeffsep=;\r\na;b\r\n1,5;2\r\n;3,25\r\n",
                "\"sep=;\"\na;b\n1,5;2\n;3,25\n",
                "# exported, 2024; \"by hand\na;b\n1,5;2\n;3,25\n",
                "#\n# x; y; z\n#;\n\na;b\n1,5;2\n;3,25\n",
                "sep=;\n# by hand\na;b\n1,5;2\n;3,25\n",
                "\ufeff# a 3\" pipe\na;b\n1,5;2\n;3,25\n"
            })
    void whatStandsAboveTheHeaderStaysThere(String text) throws IOException {
        Table table = read(text);
        assertThat(table.columnNames().orElseThrow()).containsExactly("a", "b");
        assertThat(table.values().row(0)).containsExactly(1.5, 2);
        assertThat(completed(table, "out.csv")).isEqualTo(text.replace("\n;3", "\n7,5;3"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a;b\n8.798,26 €;27,4 %\n1.107,50 €;5,0 %\n_7,50 €_;-3,1 %\n",
                "a;b\n8.798,26\u00a0€;27,4%\n1.107,50\u00a0€;5,0%\n_7,50\u00a0€_;-3,1%\n",
                "a,b\n\"$1,107.50\",5%\n$20.25,8%\n_$7.50_,12%\n-$3.00,9%\n",
                "a,b\n\"($1,107.50)\",5\n$20.25,8\n_$7.50_,12\n",
                "a;b\nEUR 12,5;1\nEUR -3,5;2\n_EUR 7,5_;4\nEUR 3,0;3\n"
            })
    void signsBesideNumbersStayAndFillHoles(String text) throws IOException {
        Table table = read(text.replaceAll("_.*_", ""));
        assertThat(table.values().columns()).isEqualTo(2);
        assertThat(table.values().get(2, 0)).isNaN();
        assertThat(completed(table, "out.csv")).isEqualTo(text.replace("_", ""));
        assertThat(table.description()).contains("; with a sign or unit: a (");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a,b\n20.5 kg,1\n19.0 kg,2\n_7.5 kg_,4\n21.5 kg,3\n9.5 kg,5\n",
                "t;a;b\nx;1.234,5 km/h;1,5\ny;99,0 km/h;2\nz;_7,5 km/h_;4\nu;98,0 km/h;3\nv;97,5 km/h;3\n",
                "a,b\n20.5 kg,1\n9.5 kg,2\n_7.5 kg_,4\n20.5 kg,3\n8.5 kg,5\n7.0 kg,1\n7.0 kg,1\n8.5 kg,1\n9.5 kg,1\n20.5 kg,1\n",
                "20.5kg,1\n19.0kg,2\n_7.5kg_,4\n21.5kg,3\n9.5kg,5\n8.5kg,5\n"
            })
    void unitsBehindNumbersStayAndFillHoles(String text) throws IOException {
        Table table = read(text.replaceAll("_.*_", ""));
        assertThat(table.values().columns()).isEqualTo(2);
        assertThat(table.values().get(2, 0)).isNaN();
        assertThat(table.sign(0).orElseThrow()).isEqualTo(text.contains("kg") ? "kg" : "km/h");
        assertThat(completed(table, "out.csv")).isEqualTo(text.replace("_", ""));
    }

    /* Different units, few labels, dates of one month, and streets. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5 kg/600 g//7 kg/8 kg/900 g|column 1 ('a') looks like numbers with 'kg', 'g' behind them",
                "4 doors/2 doors//4 doors/2 doors/4 doors|",
                "1 Jan 2024/2 Jan 2024//3 Jan 2024/4 Jan 2024/5 Jan 2024|",
                "12 High Street/7 Low Lane//3 Oak Alley/4 Elm Road/5 Pine Hill|"
            })
    void whatMayBeNoUnitStaysText(String cells, String note) throws IOException {
        StringBuilder text = new StringBuilder("a,b\n");
        for (String cell : cells.split("/")) {
            text.append(cell).append(',').append(text.length() % 17).append('\n');
        }
        Table table = read(text.toString());
        assertThat(table.values().columns()).isEqualTo(1);
        assertThat(String.join("\n", table.notes())).contains(note == null ? "" : note);
        assertThat(table.notes()).hasSize(note == null ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "time,temp,p,wind\ns,degC,hPa,\n0,20.5,1013,3.5\n10,_7.5_,1012,3\n30,21,1014,2\n",
                "site,temp,p\n-,degC,hPa\nx,20.5,1013\ny,_7.5_,1012\nz,21,1014\n"
            })
    void aSecondHeaderStaysAsItIs(String text) throws IOException {
        Table table = read(text.replaceAll("_.*_", ""));
        assertThat(table.values().rows()).isEqualTo(3);
        assertThat(table.description()).contains(" with a header of two lines, 3×");
        assertThat(completed(table, "out.csv")).isEqualTo(text.replace("_", ""));
        assertThat(completed(table, "out.tsv")).isEqualTo(text.replace("_", "").replace(',', '\t'));
    }

    @Test
    void aWordForHolesIsNoSecondHeader() {
        assertThatThrownBy(() -> read("a,b,c\nbad,bad,3\n1,2,5\n2,3,4\n5,6,8\n"))
                .hasMessageContaining("'bad'");
        assertThatThrownBy(() -> read("a,b,c\nbad,lost,\n1,lost,5\n2,3,4\n5,6,8\n6,7,9\n"))
                .hasMessageContaining("'lost'");
    }

    @Test
    void rowsWithoutAnythingStayBlankBesideLabels() throws IOException {
        Table table = read("shop;a;b\nx;1,5;2\n;;\ny;;3\n;;\nz;2,5;\nw;;\n");
        assertThat(table.values().rows()).isEqualTo(4);
        assertThat(table.rowLabels().orElseThrow()).containsExactly("x", "y", "z", "w");
        assertThat(table.place(3, 0)).startsWith("in.csv:7,");
        assertThat(table.notes())
                .containsExactly("in.csv: 2 rows hold nothing, not even a label: they stay blank and take no part");
        assertThat(completed(table, "out.csv")).isEqualTo("shop;a;b\nx;1,5;2\n;;\ny;7,5;3\n;;\nz;2,5;7,5\nw;7,5;7,5\n");
        assertThat(completed(table, "out.tsv"))
                .isEqualTo("shop\ta\tb\nx\t1,5\t2\n\t\t\ny\t7,5\t3\n\t\t\nz\t2,5\t7,5\nw\t7,5\t7,5\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a;b\n1,5;2\n;\n3,5;3\n", "1,5;2\n;\n3,5;3\n", "a;b;t\n1;2;u\n;;\n3;4;v\n5;3;u\n6;;v\n"})
    void rowsWithoutAnythingAreFilledWhereThereAreNoLabels(String text) throws IOException {
        Table table = read(text);
        assertThat(table.values().row(1)).containsExactly(Double.NaN, Double.NaN);
        assertThat(table.notes()).isEmpty();
        assertThat(completed(table, "out.csv")).contains("\n7,5;7,5".replace(",", text.contains(",") ? "," : "."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a;b/1.168;2.345/3.456;4.567/;5.678|1.168",
                "a;b/850;2.345/3.456;/4.567;5.678|2.345",
                "a;b/1.168;2.345/3.456;4.567/;0.678|",
                "a;b/1.168;2.345/3.456;4.567/;5.6|",
                "a;b/1.168;2.345/3.456;4.567/;5,6|",
                "a;b/1.168;2.345/3.456;4.567/;1.005.678|",
                "a,b/1.168,2.345/3.456,4.567/,5.678|"
            })
    void pointsThatMaySeparateThousandsAreDoubted(String rows, String example) throws IOException {
        Table table = read(rows.replace('/', '\n'));
        assertThat(table.notes())
                .isEqualTo(
                        example == null
                                ? List.of()
                                : List.of("in.csv: numbers such as " + example + " are read with a decimal point, but"
                                        + " nothing tells that it does not separate thousands; if it does, declare a"
                                        + " decimal comma"));
    }

    @Test
    void signsAreNoPartOfTheNumber() throws IOException {
        Table table = read("a;b;c\n8.798,26 €;27,4 %;$-5\n-1.107,50 €;5 %;$7\n3 €;;\n");
        assertThat(table.values().row(0)).containsExactly(8798.26, 27.4, -5);
        assertThat(table.values().row(1)).containsExactly(-1107.5, 5, 7);
        assertThat(replaced(table, true, UTF_8))
                .isEqualTo("a;b;c\n-1,5 €;-1,5 %;$-1,5\n-1,5 €;-1,5 %;$-1,5\n-1,5 €;;\n");
        table.writeCompleted(folder.resolve("out.tsv"), (row, column) -> -1234.567);
        assertThat(Files.readString(folder.resolve("out.tsv")))
                .isEqualTo("a\tb\tc\n8.798,26 €\t27,4 %\t$-5\n-1.107,50 €\t5 %\t$7\n3 €\t-1234,567 %\t$-1234,57\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"k.A.", "K. A.", "#NV", "#WERT!", "#DIV/0!", "#N/A", "n/a", "#BEZUG!", "n.v."})
    void wordsOfGermanSpreadsheetsAreHoles(String word) throws IOException {
        Table table = read("a;b\n1,5;2\n" + word + ";4\n2,5;" + word + "\n");
        assertThat(table.values().get(1, 0)).isNaN();
        assertThat(table.values().get(2, 1)).isNaN();
    }

    @Test
    void theSaidDelimiterDecides() throws IOException {
        // without the first line, commas divide these lines as well
        Table table = read("sep=;\n1,5;2,5;3,5\n4,5;;6,5\n");
        assertThat(table.values().row(0)).containsExactly(1.5, 2.5, 3.5);
        assertThat(completed(table, "out.tsv")).isEqualTo("sep=\t\n1,5\t2,5\t3,5\n4,5\t7,5\t6,5\n");
    }

    /* As accountants write them: the sign of a number below 0 is a pair of parentheses. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "a;b\\n107;1\\n(107);(3,5)\\n;(1.200,25)\\n(3);! ;! , with a decimal comma",
                "a,b\\n107,1\\n(107),(3.5)\\n,\"(1,200.25)\"\\n(3),!,! . with a decimal point"
            })
    void numbersInParenthesesAreBelowZero(String lines, String delimiter, String what) throws IOException {
        String text = lines.replace("\\n", "\n") + "\n";
        Table table = read(text);
        assertThat(table.values().row(0)).as(what).containsExactly(107, 1);
        assertThat(table.values().row(1)).containsExactly(-107, -3.5);
        assertThat(table.values().row(2)).containsExactly(Double.NaN, -1200.25);
        assertThat(table.description()).endsWith("; numbers in parentheses are below 0");
        Path target = folder.resolve("out.csv");
        table.writeCompleted(target, (row, column) -> column == 0 ? -12 : 12);
        assertThat(Files.readString(target, UTF_8))
                .isEqualTo(text.replace("\n" + delimiter, "\n(12)" + delimiter)
                        .replace("(3)" + delimiter, "(3)" + delimiter + "12"));
        assertThat(replaced(table, true, UTF_8)).doesNotContain("-").contains("(1" + what.charAt(0) + "5)");
    }

    @Test
    void numbersInParenthesesMayCount() throws IOException {
        Table header = read("(1),(2),(3)\n5,6,7\n6,5,4\n7,7,(6)\n");
        assertThat(header.columnNames().orElseThrow()).containsExactly("(1)", "(2)", "(3)");
        StringBuilder rows = new StringBuilder("no,x\n");
        for (int i = 1; i <= 9; i++) {
            rows.append("(").append(i).append("),").append(0.5 * i * i).append("\n");
        }
        Table counted = read(rows.toString());
        assertThat(counted.columnNames().orElseThrow()).containsExactly("x");
        assertThat(counted.rowLabels().orElseThrow()).startsWith("(1)", "(2)");
        Table without = read(rows.substring("no,x\n".length()));
        assertThat(without.values().columns()).isEqualTo(1);
    }

    @Test
    void inJsonLinesParenthesesAreText() throws IOException {
        Path in = Files.writeString(folder.resolve("in.jsonl"), "{\"a\": 1}\n{\"a\": \"(107)\"}\n{\"a\": 2}\n");
        assertThatThrownBy(() -> TableFile.read(in))
                .hasMessage(
                        "in.jsonl:2: the value in column 1 ('a') must be a number, got '(107)'; if it is a number below"
                                + " 0, write it as -107; if the column is no data, leave the column out");
    }

    @Test
    void aDelimiterThatNoLineHasIsSaid() {
        assertThatThrownBy(() -> {
                    Files.writeString(folder.resolve("in.csv"), "a,b,c\n1,2,3\n3,4,5\n");
                    TableFile.read(
                            folder.resolve("in.csv"), TableForm.recognized().withDelimiter(';'));
                })
                .hasMessage("in.csv: holds no column of numbers; no line of it is semicolon-separated, as was said");
    }

    @Test
    void commentsAreCountedAndLinesKeepTheirNumbers() throws IOException {
        Table table = read("# one\n# two\nx,y\n1,2\n,4\n");
        assertThat(table.description())
                .isEqualTo("in.csv is comma-separated text with a header after 2 lines of comments, 2×2,"
                        + " 1 of 4 values missing");
        assertThat(table.place(1, 0)).isEqualTo("in.csv:5, column x");
        assertThatThrownBy(() -> read("# one\nx,y\n1,2\n3\n"))
                .isInstanceOf(FormatException.class)
                .hasMessage("in.csv:4: expected 2 fields, found 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '/',
            value = {
                "# x,y|1,2|,4/# x/2",
                "#,y,z|1,2,5|2,,6|3,8,7/y/2",
                "# made by hand|# x,y|1,2|,4/# x/2",
                "# speed|1|2|3/# speed/1",
                "# in km|speed|1|2|3/speed/1",
            })
    void aHeaderMayBeginWithTheSign(String text, String name, int columns) throws IOException {
        Table table = read(text.replace('|', '\n') + "\n");
        assertThat(table.columnNames().orElseThrow().get(0)).isEqualTo(name);
        assertThat(table.values().columns()).isEqualTo(columns);
    }

    @Test
    void otherNumbersKeepTheForm() throws IOException {
        Table table = read("\ufeffDatum;Größe;Gewicht\r\nMo;1,5;\r\nDi;2,5;\"3,25\"\r\n");
        assertThat(replaced(table, true, UTF_8))
                .isEqualTo("\ufeffDatum;Größe;Gewicht\r\nMo;-1,5;\r\nDi;-1,5;\"-1,5\"\r\n");
        assertThat(replaced(table, false, UTF_8))
                .as("the labels of the rows are always there")
                .isEqualTo("\ufeffDatum;Größe;Gewicht\r\nMo;-1,5;\r\nDi;-1,5;\"-1,5\"\r\n");
    }

    @Test
    void columnsThatAreNoDataAreLeftOutUnlessTheyAreCarried() throws IOException {
        String text = "\ufeffsep=;\nname;Ort;a;b\nx;\"A; 1\";1,5;NA\ny;\"B\"\"2\";2,5;3\n";
        Table table = read(text, UTF_16LE);
        assertThat(replaced(table, true, UTF_16LE))
                .isEqualTo(text.replace("1,5", "-1,5").replace("2,5;3", "-1,5;-1,5"));
        assertThat(replaced(table, false, UTF_16LE)).isEqualTo("\ufeffsep=;\nname;a;b\nx;-1,5;NA\ny;-1,5;-1,5\n");
        Table shifted = read("a b\nx 1.5 foo\ny 2.5 bar\n");
        assertThat(replaced(shifted, false, UTF_8)).isEqualTo("a\nx -1.5\ny -1.5\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "\"1,234.5\",1|\"12,345.67\"",
                "\"-1,234.5\",1000|\"12,345.67\"",
                "1'234.5,1|12'345.67",
                "1\u202f234.5,1|12\u202f345.67",
                "1234.5,1|12345.67"
            })
    void thousandsAreSeparatedAsInKnownCellsOfTheColumn(String row, String filled) throws IOException {
        Table table = read("a,b\n" + row + "\n,\n");
        Path target = folder.resolve("out.csv");
        table.writeCompleted(target, (i, j) -> 12345.67);
        assertThat(Files.readAllLines(target).get(2)).isEqualTo(filled + ",12345.67");
    }

    @Test
    void groupsOfThousands() {
        assertThat(NumberNotation.written(-1234567, true, ".")).isEqualTo("-1.234.567");
        assertThat(NumberNotation.written(-123456, true, ".")).isEqualTo("-123.456");
        assertThat(NumberNotation.written(999.5, true, ".")).isEqualTo("999,5");
        assertThat(NumberNotation.written(-1.2345e20, false, ",")).isEqualTo("-1.2345E+20");
    }

    @Test
    void whatIsNoTextIsSaid() throws IOException {
        byte[] bytes = new byte[3000];
        for (int seed = 0; seed < 20; seed++) {
            new Random(seed).nextBytes(bytes);
            for (int k = 0; k < bytes.length; k++) {
                bytes[k] = bytes[k] == 0 && seed % 2 == 1 ? 1 : bytes[k];
            }
            Path file = Files.write(folder.resolve("noise.csv"), bytes);
            assertThatThrownBy(() -> TableFile.read(file))
                    .isInstanceOf(FormatException.class)
                    .hasMessageStartingWith("noise.csv: is not text");
        }
    }
}
