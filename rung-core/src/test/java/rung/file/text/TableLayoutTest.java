package rung.file.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.CarriedColumn;
import rung.file.CarriedColumn.Kind;
import rung.file.Category;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.table.TableFile;

/** What is recognized about the layout of text, and what can be said about it. */
class TableLayoutTest {
    private static final double NAN = Double.NaN;

    @TempDir
    Path folder;

    private Path file(String name, String text, Charset charset) throws IOException {
        return Files.write(folder.resolve(name), text.getBytes(charset));
    }

    private Table read(String text) throws IOException {
        return read(text, TableForm.recognized());
    }

    private Table read(String text, TableForm form) throws IOException {
        return TableFile.read(file("in.csv", text, UTF_8), form);
    }

    private String completed(Table table, String name, Charset charset) throws IOException {
        Path target = folder.resolve(name);
        table.writeCompleted(target, (row, column) -> 7.5);
        return new String(Files.readAllBytes(target), charset);
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

    private static List<Kind> kinds(Table table) {
        return table.carriedColumns().stream().map(CarriedColumn::kind).toList();
    }

    /** Rows of noise around a level for each column, with decimals, one line each. */
    private static String noise(int rows, int columns, double level, double spread) {
        SplittableRandom random = new SplittableRandom(rows + 31L * columns);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                text.append(j == 0 ? "" : ",").append((float) (level + spread * random.nextGaussian()));
            }
            text.append('\n');
        }
        return text.toString();
    }

    @Test
    void numbersOfSensorsAreAHeader() throws IOException {
        Table table = read("773869,767541,767542,717447\n" + noise(30, 4, 60, 5));
        assertThat(table.columnNames().orElseThrow()).containsExactly("773869", "767541", "767542", "717447");
        assertThat(table.values().rows()).isEqualTo(30);
        assertThat(table.description()).contains("with a header of numbers, 30×4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0,1,2,3,4,5", "1,2,3,4,5,6", "1990,1995,2000,2005,2010,2015", "400,401,402,403,404,405"})
    void numbersInOrderAreAHeader(String header) throws IOException {
        for (double[] scale : new double[][] {{0, 1}, {60, 5}, {1000, 300}}) {
            String text = header + "\n" + noise(20, 6, scale[0], scale[1]);
            assertThat(read(text).columnNames()).as(text).isPresent();
        }
    }

    /** No first row of any of these tables is a header, whatever the seed. */
    @Test
    void rowsOfDataAreNoHeader() throws IOException {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int columns = random.nextInt(2, 8);
            int rows = random.nextInt(2, 40);
            int kind = seed % 5;
            StringBuilder text = new StringBuilder();
            double[] level = random.doubles(columns, -100, 100).toArray();
            double[] slope = random.doubles(columns, 1, 3).toArray();
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    double value = switch (kind) {
                        case 0 -> level[j] + random.nextGaussian(); // noise
                        case 1 -> Math.rint(level[j] + 20 * random.nextGaussian()); // whole numbers
                        case 2 -> slope[j] * (i + 1.5); // grows from the first row on
                        case 3 -> level[j] + slope[j] * Math.sqrt(i) + 0.1 * random.nextGaussian();
                        default -> (i + 2) * (j + 1); // a table of products, in order in every row
                    };
                    text.append(j == 0 ? "" : ",").append((float) value);
                }
                text.append('\n');
            }
            assertThat(read(text.toString()).columnNames())
                    .as("seed %d\n%s", seed, text)
                    .isEmpty();
        }
    }

    @Test
    void pandasDefault() throws IOException {
        StringBuilder text = new StringBuilder(",0,1,2\n");
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 20; i++) {
            text.append(i)
                    .append(',')
                    .append(random.nextGaussian())
                    .append(',')
                    .append(i == 3 ? "" : random.nextGaussian());
            text.append(',').append(random.nextGaussian()).append('\n');
        }
        Table table = read(text.toString());
        assertThat(table.columnNames().orElseThrow()).containsExactly("0", "1", "2");
        assertThat(table.values().rows()).isEqualTo(20);
        assertThat(kinds(table)).containsExactly(Kind.INDEX);
        assertThat(table.values().get(3, 1)).isNaN();
        assertThat(completed(table, "out.csv", UTF_8)).startsWith(",0,1,2\n0,").contains(",7.5,");
    }

    @Test
    void traffic() throws IOException {
        Path file = Stream.of("..", "../..", "../../..")
                .map(root -> Path.of(root, "shared", "data", "traffic", "los_speed.csv"))
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
        assumeTrue(file != null, "traffic/los_speed.csv is absent: it belongs into ../shared/data");
        Table table = TableFile.read(file);
        assertThat(table.values().rows()).isEqualTo(2016);
        assertThat(table.values().columns()).isEqualTo(207);
        assertThat(table.columnNames().orElseThrow()).startsWith("773869", "767541");
        List<String> lines = Files.readAllLines(file);
        StringBuilder pandas = new StringBuilder();
        StringBuilder bare = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            String line = i > 0
                    ? lines.get(i)
                    : String.join(
                            ",",
                            Stream.iterate(0, j -> j + 1)
                                    .limit(207)
                                    .map(String::valueOf)
                                    .toList());
            pandas.append(i == 0 ? "" : String.valueOf(i - 1))
                    .append(',')
                    .append(line)
                    .append('\n');
            bare.append(line).append('\n');
        }
        for (String text : List.of(pandas.toString(), bare.toString())) {
            Table again = read(text);
            assertThat(again.values().columns()).isEqualTo(207);
            assertThat(again.values().rows()).isEqualTo(299);
            assertThat(again.columnNames().orElseThrow()).startsWith("0", "1", "2");
        }
        assertThat(read(String.join("\n", lines.subList(1, 300))).columnNames()).isEmpty();
    }

    @Test
    void europeanNumbers() throws IOException {
        String text = "a;b\n1.234,5;2\n-12.345.678,25;\n;0,5\n7,25;3.000\n";
        Table table = read(text);
        holds(table, row(1234.5, 2), row(-12345678.25, NAN), row(NAN, 0.5), row(7.25, 3000));
        assertThat(table.description()).contains("numbers like 1.234,5");
        assertThat(completed(table, "out.csv", UTF_8))
                .isEqualTo("a;b\n1.234,5;2\n-12.345.678,25;7,5\n7,5;0,5\n7,25;3.000\n");
        holds(read("a\tb\n1,5\t2\n3,25\t\n"), row(1.5, 2), row(3.25, NAN));
        holds(read("a;b\n1'234.5;2\n3;4\n"), row(1234.5, 2), row(3, 4));
        holds(read("a;b\n1\u202f234,5;2 000\n3;4\n"), row(1234.5, 2000), row(3, 4));
    }

    @Test
    void americanThousands() throws IOException {
        holds(read("a,b\n\"1,234\",2.5\n\"12,345,678.5\",\n3,4\n"), row(1234, 2.5), row(12345678.5, NAN), row(3, 4));
        StringBuilder late = new StringBuilder("a|b\n");
        double[][] rows = new double[60_000][];
        for (int i = 0; i < rows.length; i++) {
            boolean isLast = i == rows.length - 1;
            late.append(isLast ? "1,234.5" : "0.5").append("|2.25\n");
            rows[i] = row(isLast ? 1234.5 : 0.5, 2.25);
        }
        holds(read(late.toString()), rows);
        holds(read("a;b\n1.234;2\n5.678;3\n", TableForm.recognized().withDecimalMark(',')), row(1234, 2), row(5678, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void utf16WithAndWithoutAMark(String name) throws IOException {
        Charset charset = Charset.forName(name);
        for (String mark : new String[] {"", "\ufeff"}) {
            String text =
                    mark + "name\tgröße\tx\r\nZoë\t1,5\t\r\n日本𝄞\tNA\t4\r\n".repeat(1) + "b\t2\t3\r\n".repeat(9000);
            Table table = TableFile.read(file("in.txt", text, charset));
            assertThat(table.values().row(0)).containsExactly(1.5, NAN);
            assertThat(table.columnNames().orElseThrow()).containsExactly("größe", "x");
            assertThat(table.rowLabels().orElseThrow()).startsWith("Zoë", "日本𝄞");
            assertThat(table.description()).startsWith("in.txt is UTF-16 tab-separated text");
            assertThat(completed(table, "out.txt", charset))
                    .isEqualTo(text.replace("1,5\t\r", "1,5\t7,5\r").replace("NA", "7,5"));
        }
    }

    @Test
    void oneColumn() throws IOException {
        assertThat(read("x\n1\n\n3\n").description())
                .isEqualTo("in.csv is text of one column with a header, 3×1, 1 of 3 values missing");
        assertThat(read("1.5\n2.5\n3\n").description()).startsWith("in.csv is text of one column without a header");
        assertThat(read("x\ty\n1\t2\n").description()).startsWith("in.csv is tab-separated text");
        assertThat(TableFile.read(file("in.jsonl", "{\"x\": 1}\n{\"x\": 2}\n", UTF_8))
                        .description())
                .startsWith("in.jsonl is JSON lines");
    }

    @Test
    void bars() throws IOException {
        Table table = read("a|b|c\n1||3\n4|5|NA\n");
        holds(table, row(1, NAN, 3), row(4, 5, NAN));
        assertThat(completed(table, "out.txt", UTF_8)).isEqualTo("a|b|c\n1|7.5|3\n4|5|7.5\n");
    }

    @Test
    void jsonLines() throws IOException {
        String text =
                "{\"city\": \"Köln\", \"x\": 1.5, \"y\": null}\n\n{\"y\": 2, \"city\": \"Oslo \\\"N\\\"\", \"z\": true}\n{}\n";
        Table table = TableFile.read(file("in.jsonl", text, UTF_8));
        holds(table, row(1.5, NAN), row(NAN, 2), row(NAN, NAN));
        assertThat(table.columnNames().orElseThrow()).containsExactly("x", "y");
        assertThat(table.rowLabels().orElseThrow()).containsExactly("Köln", "Oslo \"N\"", "");
        assertThat(completed(table, "out.jsonl", UTF_8))
                .isEqualTo(
                        "{\"city\": \"Köln\", \"x\": 1.5, \"y\": 7.5}\n\n"
                                + "{\"y\": 2, \"city\": \"Oslo \\\"N\\\"\", \"z\": true, \"x\": 7.5}\n{\"x\": 7.5, \"y\": 7.5}\n");
        assertThatThrownBy(() -> table.requireTarget(folder.resolve("out.csv")))
                .isInstanceOf(FormatException.class)
                .hasMessageEndingWith(
                        "out.csv: the table is written in the form of in.jsonl, so the name must end in .jsonl");
        for (String ending : List.of(".json", ".ndjson", ".jsonl", ".npz", ".mtx.gz")) {
            assertThatThrownBy(() -> read("a,b\n1,2\n3,4\n").requireTarget(folder.resolve("out" + ending)))
                    .hasMessageEndingWith("so the name must not end in " + ending.replace(".gz", ""));
        }
        assertThatThrownBy(() -> TableFile.read(file("in.json", "[{\"a\": 1},\n{\"a\": 2}]\n", UTF_8)))
                .hasMessageStartingWith("in.json:1: begins with '[': expected JSON lines");
        assertThatThrownBy(() -> TableFile.read(file("in.jsonl", "{\"a\": 1}\n{\"a\": }\n", UTF_8)))
                .hasMessage("in.jsonl:2: expected a value, found '}'");
    }

    /* What an object lacks is added with the blanks that it has around its own commas and colons; nothing else changes. */
    @Test
    void addedFieldsAreSpacedAsTheirLineIs() throws IOException {
        String text =
                "{\"x\":1.50,\"y\":2}\n{\"y\":3}\n{ \"x\" : 4 ,  \"z\" : true }\r\n{\"z\":false,\"x\":5}\n{ }\n{\"y\" :6 }\n";
        Table table = TableFile.read(file("in.jsonl", text, UTF_8));
        assertThat(completed(table, "out.jsonl", UTF_8))
                .isEqualTo("{\"x\":1.50,\"y\":2}\n{\"y\":3,\"x\":7.5}\n{ \"x\" : 4 ,  \"z\" : true ,  \"y\" : 7.5 }\r\n"
                        + "{\"z\":false,\"x\":5,\"y\":7.5}\n{ \"x\": 7.5, \"y\": 7.5}\n{\"y\" :6,\"x\" :7.5 }\n");
    }

    @Test
    void codesInDigitsAreNoNumbersAndWhatStaysEmptyIsSaid() throws IOException {
        Table table = read("x,day,zip,plate,year,month,y\n7,2024-02-28,10115,0012,2000,01,2\n2,,,4512,2001,02,\n"
                + "3,2024-03-01,20095,0813,2003,11,5\n4,2024-03-02,80331,,2002,09,1\n");
        assertThat(kinds(table)).containsExactly(Kind.TIME, Kind.CODES, Kind.CODES);
        assertThat(table.description())
                .endsWith("; carried through: day (times, 1 stays empty), zip (codes, 1 stays empty),"
                        + " plate (codes, 1 stays empty)");
        holds(table, row(7, 2000, 1, 2), row(2, 2001, 2, NAN), row(3, 2003, 11, 5), row(4, 2002, 9, 1));
        Table told =
                read("zip,x\n10115,1\n,2\n20095,3\n", TableForm.recognized().withNumbers(List.of("zip")));
        assertThat(kinds(told)).isEmpty();
        Table alone = read("0012,0813\n4512,0001\n0000,\n");
        assertThat(kinds(alone)).as("what else would be data?").isEmpty();
        assertThat(kinds(read("id,x\n4,1\n,2\n9,3\n")))
                .as("an id cannot be guessed")
                .containsExactly(Kind.INDEX);
    }

    @Test
    void columnsThatAreNoData() throws IOException {
        String text = "id,day,site,sex,note,x,k\n"
                + "4,2024-02-28,A1,m,one,1,3\n9,2024-02-29 12:00,B2,f,two,,3\n2,2024-03-01T00:00:00Z,C3,m,three,2,\n"
                + "3,2024-03-02,D4,f,four,5,3\n";
        Table table = read(text);
        assertThat(kinds(table)).containsExactly(Kind.INDEX, Kind.TIME, Kind.TEXT, Kind.CATEGORY, Kind.TEXT);
        holds(table, row(1, 3), row(NAN, 3), row(2, NAN), row(5, 3));
        assertThat(table.description())
                .endsWith("; categories: sex; carried through: id (ids), day (times), site (text), note (text);"
                        + " constant: k");
        assertThat(table.texts(table.carriedColumns().get(3))).containsExactly("m", "f", "m", "f");
        double[] times = table.rowTimes().orElseThrow();
        assertThat(times).containsExactly(1709078400, 1709208000, 1709251200, 1709337600);
        times[0] = 0;
        assertThat(table.rowTimes().orElseThrow()[0]).isEqualTo(1709078400);
        assertThat(completed(table, "out.csv", UTF_8))
                .isEqualTo(text.replace("two,,3", "two,7.5,3").replace("2,\n3", "2,7.5\n3"));
        TableForm form = TableForm.recognized()
                .withNumbers(List.of("id"))
                .withIgnored(List.of("K"))
                .withLabels("site");
        Table said = read(text, form);
        holds(said, row(4, 1), row(9, NAN), row(2, 2), row(3, 5));
        assertThat(said.rowLabels().orElseThrow()).containsExactly("A1", "B2", "C3", "D4");
        assertThatThrownBy(() -> read(text, TableForm.recognized().withIgnored(List.of("sexx"))))
                .hasMessageEndingWith("did you mean 'sex'?");
    }

    /* Labels are numbered in alphabetical order, and written as the file writes them. */
    @Test
    void categoriesAreReadAndFilled() throws IOException {
        String text = "x,city,k\n1,\"Bonn, West\",3\n,Aachen,4\n3,NA,5\n4,\"\",6\n5,Aachen,7\n6,\"Bonn, West\",8\n";
        Table table = read(text);
        CarriedColumn city = table.carriedColumns().get(0);
        Category category = table.category(city);
        assertThat(category.labels()).containsExactly("Aachen", "Bonn, West");
        assertThat(IntStream.range(0, 6).mapToObj(row -> category.label(row).orElse("?")))
                .containsExactly("Bonn, West", "Aachen", "?", "?", "Aachen", "Bonn, West");
        Path target = folder.resolve("out.csv");
        table.writeCompleted(target, (i, j) -> 2, Map.of(city, row -> row == 2 ? "Bonn, West" : "a \"b\""));
        assertThat(Files.readString(target))
                .isEqualTo(text.replace("\n,Aa", "\n2,Aa")
                        .replace("NA", "\"Bonn, West\"")
                        .replace("4,\"\"", "4,\"a \"\"b\"\"\""));
        Path tabbed = folder.resolve("out.tsv");
        table.writeCompleted(tabbed, (i, j) -> 2, Map.of(city, row -> "B"));
        assertThat(Files.readAllLines(tabbed)).contains("3\tB\t5", "1\tBonn, West\t3");
    }

    /* Among numbers "none" is a hole; among labels it is one of them, unless it is declared. */
    @Test
    void noneIsALabelAmongLabels() throws IOException {
        String text =
                "x,allergy,k\n1,none,3\nnone,nuts,4\n3,None,5\n4,,6\n5,-,7\n6,nuts,8\n7,none,9\n8,None,2\n9,NA,2\n";
        Table table = read(text);
        CarriedColumn allergy = table.carriedColumns().get(0);
        assertThat(allergy.kind()).isEqualTo(Kind.CATEGORY);
        assertThat(allergy.empty()).isEqualTo(3);
        assertThat(table.category(allergy).labels()).containsExactly("None", "none", "nuts");
        assertThat(table.values().get(1, 0)).isNaN();
        assertThat(table.description()).contains("categories: allergy ('-', 'NA' are holes, 2 times)");
        Path target = folder.resolve("out.csv");
        table.writeCompleted(target, (i, j) -> 2, Map.of(allergy, row -> "nuts"));
        assertThat(Files.readString(target))
                .isEqualTo(text.replace("none,nuts", "2,nuts")
                        .replace("4,,6", "4,nuts,6")
                        .replace("5,-,", "5,nuts,")
                        .replace("9,NA,", "9,nuts,"));
        Table declared = read(text, TableForm.recognized().withHoles(List.of("none")));
        assertThat(declared.category(declared.carriedColumns().get(0)).labels()).containsExactly("nuts");
    }

    @Test
    void categoriesInJsonLines() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            String label = i == 4 ? "" : ", \"c\": \"" + (i % 2 == 0 ? "u" : "v") + "\"";
            text.append("{\"x\": ").append(i).append(label).append("}\n");
        }
        Table table = TableFile.read(Files.writeString(folder.resolve("in.jsonl"), text));
        CarriedColumn column = table.carriedColumns().get(0);
        assertThat(table.category(column).label(4)).isEmpty();
        Path target = folder.resolve("out.jsonl");
        table.writeCompleted(target, (i, j) -> 0, Map.of(column, row -> "say \"v\""));
        assertThat(Files.readAllLines(target).get(4)).isEqualTo("{\"x\": 4, \"c\": \"say \\\"v\\\"\"}");
    }

    @Test
    void epochsAndGrowingTimes() throws IOException {
        Table table = read("t,x\n1700000000000,1\n1700000060000,\n1700000120000,2\n");
        assertThat(kinds(table)).containsExactly(Kind.TIME);
        assertThat(table.rowTimes().orElseThrow()).containsExactly(1.7e9, 1.7e9 + 60, 1.7e9 + 120);
        assertThat(read("time,x\n0.5,1\n0.7,\n1.1,2\n").rowTimes().orElseThrow())
                .containsExactly(0.5, 0.7, 1.1);
        assertThat(read("time,x\n0.5,1\n0.4,\n1.1,2\n").rowTimes()).isEmpty();
    }

    @Test
    void headerIsSaid() throws IOException {
        holds(read("1,2\n3,4\n", TableForm.recognized().withHeader(true)), row(3, 4));
        assertThat(read("900,800\n1,2\n2,2\n1,3\n").columnNames()).isPresent();
        assertThat(read("900,800\n1,2\n2,2\n1,3\n", TableForm.recognized().withHeader(false))
                        .columnNames())
                .isEmpty();
    }

    @Test
    void holesAreSaid() throws IOException {
        TableForm form = TableForm.recognized().withHoles(List.of("-999", "closed"));
        holds(read("x,y\n-999.0,2\n3,Closed\n4,-99\n", form), row(NAN, 2), row(3, NAN), row(4, -99));
    }

    @Test
    void blankLinesOfOneColumnAreHoles() throws IOException {
        Table table = read("x\n\n1\n\n\n4\n\n\n");
        holds(table, row(NAN), row(1), row(NAN), row(NAN), row(4), row(NAN), row(NAN));
        assertThat(completed(table, "out.csv", UTF_8)).isEqualTo("x\n7.5\n1\n7.5\n7.5\n4\n7.5\n7.5\n");
    }

    @Test
    void theDelimiterFollowsTheTarget() throws IOException {
        Table table = read("name,x\n\"a\tb, c\",1\nd,\n");
        assertThat(completed(table, "out.tsv", UTF_8)).isEqualTo("name\tx\n\"a\tb, c\"\t1\nd\t7.5\n");
        Table tabs = TableFile.read(file("in.tsv", "name\tx\r\na, b\t1,5\r\nd\t\r\n", UTF_8));
        assertThat(completed(tabs, "out.csv", UTF_8)).isEqualTo("name,x\r\n\"a, b\",\"1,5\"\r\nd,\"7,5\"\r\n");
        assertThat(completed(tabs, "out.txt", UTF_8)).isEqualTo("name\tx\r\na, b\t1,5\r\nd\t7,5\r\n");
        Table semicolons = read("a;b\n1;\n2;3\n");
        assertThat(completed(semicolons, "out2.csv", UTF_8)).as("both are .csv").isEqualTo("a;b\n1;7.5\n2;3\n");
    }

    /* Ten rows whose first column counts on: ids from 1000 on, unless they may be years; people from any number on. */
    @ParameterizedTest
    @CsvSource({
        "1000,nobody,false,false",
        "100001,x,false,false",
        "1990,x,true,true",
        "101,x,true,true",
        "101,Participant,false,false",
        "2001,respondent,false,false",
    })
    void aFirstColumnThatCountsOn(int first, String name, boolean isData, boolean isNoted) throws IOException {
        StringBuilder text = new StringBuilder(name + ",b,c\n");
        for (int i = 0; i < 10; i++) {
            text.append(first + i)
                    .append(',')
                    .append(i % 4 == 1 ? "" : 3 * i)
                    .append(',')
                    .append(7 * i % 5)
                    .append('\n');
        }
        Table table = read(text.toString());
        assertThat(table.values().columns()).isEqualTo(isData ? 3 : 2);
        assertThat(table.notes()).hasSize(isNoted ? 1 : 0);
        assertThat(String.join("", table.notes()))
                .contains(isNoted ? "goes up by 1 from row to row and is taken for data; if it names the rows" : "");
    }

    /* A constant column, and one with small exponents, are filled as they are written. */
    @Test
    void holesAreWrittenInTheFormOfTheirColumn() throws IOException {
        Table table = read("a,b\n7.50,4.0106e+16\n,\n7.50,2e+16\n");
        assertThat(completed(table, "out.csv", UTF_8)).isEqualTo("a,b\n7.50,4.0106e+16\n7.50,7.5\n7.50,2e+16\n");
        table.writeCompleted(folder.resolve("large.csv"), (i, j) -> -3.906225e16);
        assertThat(folder.resolve("large.csv")).content().contains(",-3.906225e+16\n");
    }

    @Test
    void inASmallTableTheFirstColumnIsDataEvenIfItCountsTheRows() throws IOException {
        String rows = "1,2,\n2,4,6\n3,6,9\n4,,12\n";
        for (String text : List.of(rows, "a,b,c\n" + rows)) {
            Table small = read(text);
            assertThat(small.values().columns()).isEqualTo(3);
            assertThat(small.notes()).hasSize(1).first().asString().contains(" counts the rows and is taken for data");
        }
        for (String text : List.of("id,b,c\n" + rows, ",b,c\n" + rows, rows + "5,10,15\n6,12,\n7,14,21\n8,16,24\n")) {
            Table ids = read(text);
            assertThat(ids.values().columns()).as(text).isEqualTo(2);
            assertThat(ids.notes()).isEmpty();
        }
    }

    /** Numbers count all columns of the file, with and without a header; a name that several columns have tells none of them. */
    @Test
    void columnsGoByTheirNameOrTheirNumberInTheFile() throws IOException {
        String rows = "x1,1.5,2,k\nx2,2.5,,k\nx3,4,7,l\nx4,3,1,l\n";
        Table plain = read(rows);
        assertThat(IntStream.range(0, 2).mapToObj(plain::name)).containsExactly("2", "3");
        assertThat(plain.carriedColumns()).extracting(CarriedColumn::name).containsExactly("1", "4");
        assertThat(plain.find("3")).isEqualTo(plain.position(1)).isEqualTo(2);
        Table named = read("id,a,a,b\n" + rows);
        assertThat(IntStream.range(0, 2).mapToObj(named::name)).containsExactly("2", "3");
        assertThat(named.carriedColumns()).extracting(CarriedColumn::name).containsExactly("id", "b");
        assertThat(named.notes())
                .containsExactly("in.csv: several columns are named 'a'; they go by their numbers, from 1");
        assertThat(named.find("b")).isEqualTo(3);
        assertThatThrownBy(() -> named.find("a"))
                .hasMessageEndingWith(
                        "in.csv: columns 2, 3 have the same name 'a'; say by its number which one is meant");
        assertThat(read("id,a,a,b\n" + rows, TableForm.recognized().withIgnored(List.of("2")))
                        .carriedColumns())
                .extracting(CarriedColumn::name)
                .containsExactly("id", "2", "b");
    }
}
