package rung.file.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.CarriedColumn;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.table.TableFile;

class DelimitedTableTest {
    private static final double NAN = Double.NaN;

    @TempDir
    Path folder;

    private Table read(String text) throws IOException {
        return read(text, UTF_8);
    }

    private Table read(String text, Charset charset) throws IOException {
        Path file = folder.resolve("in.csv");
        Files.write(file, text.getBytes(charset));
        return TableFile.read(file);
    }

    private Table read(String text, TableForm form) throws IOException {
        return TableFile.read(Files.writeString(folder.resolve("in.csv"), text), form);
    }

    private String completed(Table table, Charset charset) throws IOException {
        Path target = folder.resolve("out.csv");
        table.writeCompleted(target, (row, column) -> 10 * row + column + 0.5);
        return new String(Files.readAllBytes(target), charset);
    }

    private String completed(String text) throws IOException {
        return completed(read(text), UTF_8);
    }

    private static void holds(Table table, double[]... rows) {
        assertThat(table.values().rows()).isEqualTo(rows.length);
        for (int i = 0; i < rows.length; i++) {
            assertThat(table.values().row(i)).containsExactly(rows[i]);
        }
    }

    private static double[] row(double... values) {
        return values;
    }

    @Test
    void numbersHolesHeaderAndLabels() throws IOException {
        Table table = read("name,height,weight\nAnna,1.7,\nBob,NA,8e1\n");
        holds(table, row(1.7, NAN), row(NAN, 80));
        assertThat(table.columnNames().orElseThrow()).containsExactly("height", "weight");
        assertThat(table.rowLabels().orElseThrow()).containsExactly("Anna", "Bob");
        assertThat(table.place(1, 0)).isEqualTo("in.csv:3, column height");
        assertThat(table.description())
                .isEqualTo("in.csv is comma-separated text with a header, 2×2, 2 of 4 values missing;"
                        + " carried through: name (labels)");
        assertThat(completed(table, UTF_8)).isEqualTo("name,height,weight\nAnna,1.7,1.5\nBob,10.5,8e1\n");
    }

    @Test
    void withoutHeaderColumnsHaveNumbers() throws IOException {
        Table table = read("1,2\n3,\n");
        holds(table, row(1, 2), row(3, NAN));
        assertThat(table.columnNames()).isEmpty();
        assertThat(table.rowLabels()).isEmpty();
        assertThat(table.place(1, 1)).isEqualTo("in.csv:2, column 2");
        assertThat(table.description())
                .isEqualTo("in.csv is comma-separated text without a header, 2×2, 1 of 4 values missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "  ", "NA", "na", "N/A", "n/a", "NaN", "nan", "NAN", "-nan", "null", "NULL", "?", "-", ".", "\"\"",
                "\"NA\"", " NA "
            })
    void missing(String token) throws IOException {
        holds(read("1,2\n" + token + ",4\n"), row(1, 2), row(NAN, 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "+7", "7.", "07.0", ".7e1", "70E-1", "0.7e+1", " 7 ", "\"7\"", "\" 7\"", "\t7"})
    void numbers(String token) throws IOException {
        holds(read("1,2\n" + token + ",4\n"), row(1, 2), row(7, 4));
    }

    @Test
    void javaSuffixesAndHexadecimalsAreText() throws IOException {
        Table table = read("flat,x\n12D,1\n0x1p3,2\n7f,3\n");
        assertThat(table.rowLabels().orElseThrow()).containsExactly("12D", "0x1p3", "7f");
    }

    @ParameterizedTest
    @ValueSource(strings = {",", "\t", ";", " ", "   "})
    void delimiters(String delimiter) throws IOException {
        String text = "a,b,c\n1,NA,3\n4,5,NA\n".replace(",", delimiter);
        Table table = read(text);
        holds(table, row(1, NAN, 3), row(4, 5, NAN));
        assertThat(table.columnNames().orElseThrow()).containsExactly("a", "b", "c");
        assertThat(completed(table, UTF_8)).isEqualTo("a,b,c\n1,1.5,3\n4,5,12.5\n".replace(",", delimiter));
    }

    @Test
    void spacesMayStandBeforeAndAfterAndVary() throws IOException {
        Table table = read("  1  2\r\n 30    ?  \r\n");
        holds(table, row(1, 2), row(30, NAN));
        assertThat(completed(table, UTF_8)).isEqualTo("  1  2\r\n 30    11.5  \r\n");
    }

    @Test
    void semicolonsWithDecimalCommas() throws IOException {
        Table table = read("1,5;2,5;\n-,5;;1.25\n\"3,5\";4;5\n");
        assertThat(table.values().row(0)).containsExactly(1.5, 2.5, NAN);
        assertThat(table.rowLabels()).as("'-,5' is a number").isEmpty();
        holds(table, row(1.5, 2.5, NAN), row(-.5, NAN, 1.25), row(3.5, 4, 5));
        assertThat(completed(table, UTF_8)).isEqualTo("1,5;2,5;2,5\n-,5;11,5;1.25\n\"3,5\";4;5\n");
    }

    @Test
    void semicolonsWithDecimalPointsGetPoints() throws IOException {
        assertThat(completed("1.5;2\n;4\n")).isEqualTo("1.5;2\n10.5;4\n");
    }

    @Test
    void quotesMayHoldDelimitersQuotesAndNewlines() throws IOException {
        String text = "\"na\"\"me\",x,\"y,\nz\"\r\n\"a,b\",1,\" NA \"\r\n\"c\r\nd\", ,\"2\"\r\n5\"\" pipe,3,4\r\n";
        Table table = read(text);
        holds(table, row(1, NAN), row(NAN, 2), row(3, 4));
        assertThat(table.columnNames().orElseThrow()).containsExactly("x", "y,\nz");
        assertThat(table.rowLabels().orElseThrow()).containsExactly("a,b", "c\r\nd", "5\"\" pipe");
        assertThat(table.place(1, 0)).isEqualTo("in.csv:4, column x");
        assertThat(table.place(2, 0)).isEqualTo("in.csv:6, column x");
        assertThat(table.place(2, 1)).isEqualTo("in.csv:6, column y, z");
        assertThat(table.description()).contains("na\"me (labels)");
        assertThat(completed(table, UTF_8))
                .isEqualTo(text.replace(" NA ", " 1.5 ").replace(", ,", ", 10.5,"));
    }

    @Test
    void byteOrderMarkLineEndingsAndMissingFinalNewlineStay() throws IOException {
        Table table = read("\ufeffa,b\r\n1,\r\n,4");
        holds(table, row(1, NAN), row(NAN, 4));
        assertThat(table.columnNames().orElseThrow()).containsExactly("a", "b");
        assertThat(completed(table, UTF_8)).isEqualTo("\ufeffa,b\r\n1,1.5\r\n10.5,4");
        assertThat(completed("\ufeff\"a\",b\n1,2\n3,")).isEqualTo("\ufeff\"a\",b\n1,2\n3,11.5");
        assertThat(completed("1,2\r\n3,")).isEqualTo("1,2\r\n3,11.5");
    }

    @Test
    void blankLinesAreSkippedAndStay() throws IOException {
        Table table = read("\na,b\n\n1,\n  \n3,4\n\n\r\n\n");
        holds(table, row(1, NAN), row(3, 4));
        assertThat(table.place(1, 0)).isEqualTo("in.csv:6, column a");
        assertThat(completed(table, UTF_8)).isEqualTo("\na,b\n\n1,1.5\n  \n3,4\n\n\r\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b,\n1,2,\n,4,\n", "1,2,\n,4,\n", "a,b\n1,2,\n,4,\n"})
    void aDelimiterAtTheEndOfEveryLineIsNoColumn(String text) throws IOException {
        Table table = read(text);
        holds(table, row(1, 2), row(NAN, 4));
        assertThat(table.rowLabels()).isEmpty();
        assertThat(completed(table, UTF_8)).isEqualTo(text.replace("\n,4", "\n10.5,4"));
    }

    @Test
    void aWhollyMissingColumnIsCarriedUnlessItIsKnownToHoldNumbers() throws IOException {
        String text = "a,b,c\n1,,3\n4,NA,6\n";
        Table table = read(text);
        holds(table, row(1, 3), row(4, 6));
        assertThat(table.carriedColumns()).containsExactly(new CarriedColumn(1, "b", CarriedColumn.Kind.EMPTY, 2));
        assertThat(table.description()).endsWith("; carried through: b (empty)");
        assertThat(completed(table, UTF_8)).isEqualTo(text);
        assertThat(read("a,b\n1,\n2,\n").carriedColumns())
                .as("a named last one, too")
                .extracting(CarriedColumn::name)
                .containsExactly("b");
        assertThat(read("note,a\n,1\n,2\n").rowLabels())
                .as("an empty first one names no rows")
                .isEmpty();
        holds(read(text, TableForm.recognized().withNumbers(List.of("b"))), row(1, NAN, 3), row(4, NAN, 6));
        holds(read(text, TableForm.recognized().withNumeric(List.of("a", "b", "c"))), row(1, NAN, 3), row(4, NAN, 6));
        holds(read("1,,3\n", TableForm.recognized().withNumeric(List.of("1", "2", "3"))), row(1, NAN, 3));
        holds(read("a,b\n,\nNA,\n"), row(NAN, NAN), row(NAN, NAN));
    }

    /* Fields 1 and 3 of four were no data: without a header that is true of files with four fields alone. */
    @Test
    void placesAreTrueOfAFileWithAllColumnsThatAreKnown() throws IOException {
        TableForm form = TableForm.recognized().withNumeric(List.of("1", "2")).withLeftOut(List.of("1", "3"));
        for (String end : List.of("\n", ",\n")) {
            holds(read("7,80.5,9,40.5" + end, form), row(80.5, 40.5));
            holds(read("7,,9,40.5" + end, form), row(NAN, 40.5));
            holds(read("80.5,40.5" + end, form), row(80.5, 40.5));
            holds(read("80.5,20.5" + end + ",40.5" + end, form), row(80.5, 20.5), row(NAN, 40.5));
        }
        holds(read("7,80.5,40.5\n", form), row(7, 80.5, 40.5));
        holds(read("7,80.5,9,\n", form), row(80.5, NAN));
        holds(read("80.5,\n", form), row(80.5, NAN));
    }

    @Test
    void categoriesWithoutAHeaderGoByTheirPlaces() throws IOException {
        TableForm form = TableForm.recognized()
                .withNumeric(List.of("1", "2"))
                .withCategories(List.of("3"))
                .withLeftOut(List.of("1"));
        for (String label : List.of("", "Rome", "4")) {
            Table table = read("7,80.5," + label + ",40.5\n", form);
            holds(table, row(80.5, 40.5));
            assertThat(table.carriedColumns())
                    .extracting(CarriedColumn::kind)
                    .containsExactly(CarriedColumn.Kind.IGNORED, CarriedColumn.Kind.CATEGORY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"name,x,y\n", ",x,y\n", "x,y\n", "\"\",x,y\n"})
    void labelsUnderANamedAnEmptyAndNoHeaderCell(String header) throws IOException {
        String text = header + "Zoë,1,\n日本,NA,4\n";
        Table table = read(text);
        holds(table, row(1, NAN), row(NAN, 4));
        assertThat(table.columnNames().orElseThrow()).containsExactly("x", "y");
        assertThat(table.rowLabels().orElseThrow()).containsExactly("Zoë", "日本");
        assertThat(completed(table, UTF_8)).isEqualTo(header + "Zoë,1,1.5\n日本,10.5,4\n");
    }

    @Test
    void labelsWithoutAHeader() throws IOException {
        Table table = read("a,1,2\nb,,4\n");
        holds(table, row(1, 2), row(NAN, 4));
        assertThat(table.columnNames()).isEmpty();
        assertThat(table.rowLabels().orElseThrow()).containsExactly("a", "b");
        assertThat(table.description()).endsWith("; carried through: 1 (labels)");
    }

    @Test
    void numbersAboveAnEmptyCellNameTheColumns() throws IOException {
        Table table = read(",2001,2002\na,1,2\nb,,4\n");
        holds(table, row(1, 2), row(NAN, 4));
        assertThat(table.columnNames().orElseThrow()).containsExactly("2001", "2002");
    }

    @Test
    void yearsInEqualStepsNameTheColumns() throws IOException {
        Table table = read("country,1990,1995,2000\nFrance,1,2,\nSpain,,4,5\n");
        holds(table, row(1, 2, NAN), row(NAN, 4, 5));
        assertThat(table.columnNames().orElseThrow()).containsExactly("1990", "1995", "2000");
        assertThat(read("Mozart,1756,1782,1791\nBach,1685,1707,1750\n").columnNames())
                .isEmpty();
        assertThat(read("a,1990,1991\nb,3,4\n").columnNames())
                .as("two may be chance")
                .isEmpty();
        assertThat(read("a,1,2,3\nb,4,5,6\n").columnNames()).isEmpty();
    }

    @Test
    void rowNumbersWithoutANameAreLabels() throws IOException {
        Table pandas = read(",x,y\n0,1.5,\n1,,2\n");
        holds(pandas, row(1.5, NAN), row(NAN, 2));
        assertThat(pandas.rowLabels().orElseThrow()).containsExactly("0", "1");
        Table r = read("\"x\" \"y\"\n\"1\" 1.5 NA\n\"2\" NA 2\n");
        holds(r, row(1.5, NAN), row(NAN, 2));
        assertThat(r.rowLabels().orElseThrow()).containsExactly("1", "2");
        assertThat(r.place(0, 1)).isEqualTo("in.csv:2, column y");
    }

    @Test
    void textColumnsAreCarriedThrough() throws IOException {
        String text = "name,city,x,note,y\nAnna,Paris,1,?,\nBob,NA,,\"so, so\",4\n";
        Table table = read(text, UTF_8);
        holds(table, row(1, NAN), row(NAN, 4));
        assertThat(table.columnNames().orElseThrow()).containsExactly("x", "y");
        assertThat(table.place(1, 1)).isEqualTo("in.csv:3, column y");
        assertThat(table.description())
                .endsWith("; carried through: name (labels), city (text, 1 stays empty), note (text, 1 stays empty)");
        assertThat(completed(table, UTF_8))
                .isEqualTo("name,city,x,note,y\nAnna,Paris,1,?,1.5\nBob,NA,10.5,\"so, so\",4\n");
    }

    @Test
    void textThatIsNotUtf8IsLatin1() throws IOException {
        Table table = read("name,größe\nZoë,1\nRené,\n", ISO_8859_1);
        assertThat(table.rowLabels().orElseThrow()).containsExactly("Zoë", "René");
        assertThat(table.columnNames().orElseThrow()).containsExactly("größe");
        assertThat(completed(table, ISO_8859_1)).isEqualTo("name,größe\nZoë,1\nRené,10.5\n");
    }

    /* Quotes and the sign of the euro are bytes that ISO-8859-1 has not; 0x81 is none of windows-1252. */
    @Test
    void textThatIsNotUtf8HasTheSignOfTheEuro() throws IOException {
        Charset windows = Charset.forName("windows-1252");
        Table table = read("name,in €\n“Zoë”,1\nRené’s,\n", windows);
        assertThat(table.rowLabels().orElseThrow()).containsExactly("“Zoë”", "René’s");
        assertThat(table.notes()).containsExactly("in.csv:1: is not valid UTF-8; the names are read as windows-1252");
        assertThat(completed(table, windows)).isEqualTo("name,in €\n“Zoë”,1\nRené’s,10.5\n");
        Table signed = read("Kunde;Umsatz\nMüller;1,50 €\nMaier;2,50 €\nSchmid;\nHuber;4,50 €\n", windows);
        assertThat(completed(signed, windows))
                .isEqualTo("Kunde;Umsatz\nMüller;1,50 €\nMaier;2,50 €\nSchmid;20,50 €\nHuber;4,50 €\n");
        Table other = read("name,x\nZo\u0081,1\nRen\u00e9,\n", ISO_8859_1);
        assertThat(other.rowLabels().orElseThrow()).containsExactly("Zo\u0081", "René");
        assertThat(completed(other, ISO_8859_1)).isEqualTo("name,x\nZo\u0081,1\nRené,10.5\n");
    }

    @Test
    void oneCell() throws IOException {
        holds(read("5"), row(5));
        holds(read("NA\n"), row(NAN));
        holds(read("x\n5\n"), row(5));
        assertThat(completed("NA")).isEqualTo("0.5");
    }

    @Test
    void aHeaderWithSpacesOverOneColumn() throws IOException {
        assertThat(read("height in cm\n1\n2\n3\n").columnNames().orElseThrow()).containsExactly("height in cm");
    }

    @Test
    void gzipIsReadAndWrittenByTheNameOfTheTarget() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write("a,b\n1,\n4,2\n".getBytes(UTF_8));
        }
        Path file = folder.resolve("in.csv.gz");
        Files.write(file, zipped.toByteArray());
        Table table = TableFile.read(file);
        holds(table, row(1, NAN), row(4, 2));
        assertThat(completed(table, UTF_8)).isEqualTo("a,b\n1,1.5\n4,2\n");
        Path target = folder.resolve("out.csv.gz");
        table.writeCompleted(target, (row, column) -> 2);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(target)))) {
            assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("a,b\n1,2\n4,2\n");
        }
    }

    @Test
    void longRowsAndManyRows() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            for (int j = 0; j < 10_000; j++) {
                text.append(j == 0 ? "" : ",").append((i + j) % 7 == 0 ? "" : String.valueOf(i * j));
            }
            text.append('\n');
        }
        Table table = read(text.toString());
        assertThat(table.values().rows()).isEqualTo(50);
        assertThat(table.values().get(49, 9999)).isEqualTo(49 * 9999);
        Path target = folder.resolve("out.csv");
        table.writeCompleted(target, (row, column) -> 0.25);
        Table again = TableFile.read(target);
        for (int k = 0; k < 500_000; k++) {
            double before = table.values().array()[k];
            assertThat(again.values().array()[k]).isEqualTo(Double.isNaN(before) ? 0.25 : before);
        }
    }
}
