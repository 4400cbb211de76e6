package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import picocli.CommandLine.Command;
import rung.page.PageReader;

/** The command as a user meets it: what it prints where, and how it ends. */
class CommandTest {
    @TempDir
    private Path folder;

    @Test
    void helpNamesEveryCommand() {
        for (Object[] args : new Object[][] {{}, {"--help"}}) {
            Commands.Result help = rung(args);
            assertThat(help.status()).isZero();
            assertThat(help.out()).contains("Usage: rung").contains("demo").contains("Exit status");
            assertThat(help.err()).isEmpty();
        }
        assertThat(rung("demo", "--help").out())
                .contains("--seeds")
                .contains("-o, --output")
                .contains("r*=5");
    }

    @Test
    void versionNamesTheKernels() {
        assertThat(rung("--version").out()).contains("rung ").contains("kernels");
    }

    @Test
    void badUsageIsASentenceAndStatusTwo() {
        Commands.Result typo = rung("dmo");
        assertThat(typo.status()).isEqualTo(2);
        assertThat(typo.out()).isEmpty();
        assertThat(typo.err()).contains("rung: there is no 'dmo' here").contains("Did you mean 'rung demo'?");
        Commands.Result option = rung("demo", "--sead", "3");
        assertThat(option.status()).isEqualTo(2);
        assertThat(option.err()).contains("--sead").contains("--seed");
        Commands.Result number = rung("demo", "--seeds", "0");
        assertThat(number.status()).isEqualTo(2);
        assertThat(number.err()).startsWith("rung: --seeds must be at least 1, got 0");
        assertThat(rung("demo", "--seeds", "many").status()).isEqualTo(2);
    }

    @Test
    void anOutputThatCannotBeWrittenIsSaidBeforeTheWork() {
        Commands.Result missing =
                rung("demo", "-o", folder.resolve("no/such/plot.svg").toString());
        assertThat(missing.status()).isEqualTo(2);
        assertThat(missing.out()).as("no table was computed").isEmpty();
        assertThat(missing.err()).contains("plot.svg: the folder ").contains("does not exist");
        assertThat(rung("demo", "-o", folder.toString()).err()).contains("is a folder");
    }

    @Test
    void theDemoPrintsATableAndWritesAPlot() throws Exception {
        Path plot = folder.resolve("plot.svg");
        Commands.Result demo = rung("demo", "--seeds", "1", "--seed", "3", "-o", plot.toString());
        assertThat(demo.status()).isZero();
        assertThat(demo.err()).as("no progress where there is no terminal").isEmpty();
        assertThat(demo.out()).contains("plot: " + plot);
        double[][] table = table(demo.out());
        assertThat(table).hasDimensions(20, 3);
        for (double[] row : table) {
            for (double error : row) {
                assertThat(error).isBetween(0.001, 3.0);
            }
        }
        assertThat(table[5][2]).as("the default at rank 6").isLessThan(0.05).isLessThan(0.3 * table[5][0]);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(plot);
        }
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(Files.readString(plot))));
        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(3);
        for (int k = 0; k < 3; k++) {
            String points = svg.getElementsByTagName("polyline")
                    .item(k)
                    .getAttributes()
                    .getNamedItem("points")
                    .getNodeValue();
            assertThat(points.split(" ")).hasSize(20);
        }
        Commands.Result again = rung("demo", "--seeds", "1", "--seed", "3", "-o", plot.toString());
        assertThat(table(again.out())).isDeepEqualTo(table);
    }

    private static double[][] table(String out) {
        List<double[]> rows = out.lines()
                .map(Pattern.compile("^ *\\d+ +([\\d.]+)[ *]+([\\d.]+)[ *]+([\\d.]+)[ *]*$")::matcher)
                .filter(Matcher::matches)
                .map(m -> new double[] {
                    Double.parseDouble(m.group(1)), Double.parseDouble(m.group(2)), Double.parseDouble(m.group(3))
                })
                .toList();
        return rows.toArray(new double[0][]);
    }

    /** A table of rank one and some noise, one cell in five a hole, written with a header and labels. */
    private Path holes() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        double[] row = random.doubles(40, 1, 3).toArray();
        double[] column = random.doubles(6, 1, 3).toArray();
        StringBuilder text = new StringBuilder("station,a,b,c,d,e,f\n");
        for (int i = 0; i < 40; i++) {
            text.append("\"s ").append(i).append('"');
            for (int j = 0; j < 6; j++) {
                double value = 100 * row[i] * column[j] + random.nextGaussian();
                text.append(',').append((i + 3 * j) % 5 == 0 ? "NA" : String.format(Locale.ROOT, "%.2f", value));
            }
            text.append('\n');
        }
        return Files.writeString(folder.resolve("in.csv"), text);
    }

    @Test
    void completeFillsTheHolesAndLeavesTheRest() throws Exception {
        Path in = holes();
        Path out = folder.resolve("out.csv");
        Commands.Result result = rung("complete", in.toString(), "-o", out.toString());
        assertThat(result.status()).isZero();
        assertThat(result.err().lines().filter(line -> !line.matches(".* left"))) // a slow machine tells these
                .satisfiesExactly(
                        line -> assertThat(line).startsWith(in + " is comma-separated text"),
                        line -> assertThat(line)
                                .matches(
                                        "choosing among \\d+ ways? to prepare columns, up to rank \\d \\([0-9.]+ s\\)"),
                        line -> assertThat(line)
                                .matches(
                                        "checking for gross errors( and how sure filled cells are|, how sure filled cells are and whether averaging helps)?, up to rank \\d \\([0-9.]+ s\\)"),
                        line -> assertThat(line).matches("completing at rank \\d \\([0-9.]+ s\\)"));
        assertThat(result.out())
                .contains("48 holes of 240 cells filled (20.0 %)")
                .contains("held-out");
        List<String> before = Files.readAllLines(in);
        List<String> after = Files.readAllLines(out);
        assertThat(after).hasSameSizeAs(before);
        SplittableRandom random = new SplittableRandom(1);
        double[] row = random.doubles(40, 1, 3).toArray();
        double[] column = random.doubles(6, 1, 3).toArray();
        for (int line = 0; line < before.size(); line++) {
            String[] old = before.get(line).split(",");
            String[] now = after.get(line).split(",");
            for (int k = 0; k < old.length; k++) {
                if (old[k].equals("NA")) {
                    double truth = 100 * row[line - 1] * column[k - 1];
                    assertThat(Double.parseDouble(now[k])).isBetween(0.97 * truth, 1.03 * truth);
                } else {
                    assertThat(now[k]).isEqualTo(old[k]);
                }
            }
        }
        Commands.Result again = rung(
                "complete", in.toString(), "-o", folder.resolve("again.csv").toString(), "--threads", "1", "-q");
        assertThat(again.out() + again.err()).isEmpty();
        assertThat(folder.resolve("again.csv")).hasSameBinaryContentAs(out);
    }

    @Test
    void completeWritesAPageWhenAskedTo() throws Exception {
        Path page = folder.resolve("page.html");
        String in = holes().toString();
        String out = folder.resolve("out.csv").toString();
        assertThat(rung("complete", in, "-o", out, "--report", page.toString()).status())
                .isZero();
        Document document = PageReader.parsed(Files.readString(page));
        assertThat(PageReader.facts(document)).containsEntry("Holes", "48").containsEntry("Rows", "40");
        assertThat(document.getDocumentElement().getTextContent()).contains("--report");
        Commands.Result same = rung("complete", in, "-o", out, "--report", out);
        assertThat(same.status()).isEqualTo(2);
        assertThat(same.err()).contains("--report and --output must be two files");
    }

    @Test
    void theInputIsNotReplaced() throws Exception {
        Path in = holes();
        byte[] before = Files.readAllBytes(in);
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), in);
        Path twin = Files.createLink(folder.resolve("twin.csv"), in);
        for (Path out : List.of(in, link, twin, folder.resolve("./in.csv"))) {
            Commands.Result result = rung("complete", in, "-o", out);
            assertThat(result.status()).isEqualTo(2);
            assertThat(result.err())
                    .contains("the output must be another file than the input")
                    .hasLineCount(1);
            assertThat(in).hasBinaryContent(before);
        }
    }

    @Test
    void optionsDecideTheLayout() throws Exception {
        StringBuilder text = new StringBuilder("7;9;x\n");
        for (int i = 1; i <= 12; i++) {
            text.append(i)
                    .append(',')
                    .append(5)
                    .append(';')
                    .append(i == 4 ? "-999" : 2 * i + 1)
                    .append(";a\n");
        }
        Path in = Files.writeString(folder.resolve("in.txt"), text);
        Path out = folder.resolve("out.tsv");
        Commands.Result result = rung("complete", in, "-o", out, "--na", "-999", "--header", "--sep", "semicolon");
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err())
                .startsWith(in
                        + " is semicolon-separated text with a header of numbers, 12×2, 1 of 24 values missing in the"
                        + " columns of numbers; numbers like 1234,5; categories: x");
        assertThat(Files.readAllLines(out)).hasSize(13).startsWith("7\t9\tx").contains("5,5\t11\ta");
        assertThat(rung("complete", in, "-o", out, "--no-header", "--ignore", "3")
                        .err())
                .startsWith(in + " is semicolon-separated text without a header, 13×2");
        String[][] wrong = {
            {"--sep", "colon", "--sep must be one of comma, semicolon, tab, bar and space, got 'colon'"},
            {"--decimal", "dot", "--decimal must be a point or a comma, got 'dot'"},
            {"--ignore", "hight", "in.txt: there is no column 'hight'"},
        };
        for (String[] each : wrong) {
            Commands.Result refused = rung("complete", in, "-o", out, each[0], each[1]);
            assertThat(refused.status()).isEqualTo(2);
            assertThat(refused.err()).contains(each[2]);
        }
        assertThat(rung("complete", in, "-o", folder.resolve("out.npy")).err())
                .contains("out.npy: the table is written in the form of " + in + ", so the name must not end in .npy");
    }

    @Test
    void aTableWithoutHolesIsCopied() throws Exception {
        Path in = Files.writeString(folder.resolve("full.csv"), "a,b\n1,2\n3,4.50\n");
        Path out = folder.resolve("copy.csv");
        assertThat(rung("complete", in.toString(), "-o", out.toString()).out())
                .isEqualTo("no holes: copied as it is\n");
        assertThat(out).hasSameBinaryContentAs(in);
    }

    @Test
    void completeSpeaksJson() throws Exception {
        Commands.Result result = rung(
                "complete", holes().toString(), "-o", folder.resolve("o.csv").toString(), "--json");
        assertThat(result.out().strip())
                .startsWith("{\"rows\": 40, \"columns\": 6, \"holes\": 48, \"rank\": ")
                .endsWith("}");
    }

    @Test
    void completeRefusesWithASentenceAndWritesNothing() throws Exception {
        Path out = folder.resolve("out.csv");
        Path ragged = Files.writeString(folder.resolve("ragged.csv"), "a,b\n1,2\n3\n");
        Path text = Files.writeString(folder.resolve("text.csv"), "a,b,c\n1,Paris,2\n3,Rome,4\n5,Oslo,6\n");
        Path mixed = Files.writeString(folder.resolve("mixed.csv"), "a,b\n1,2\n3,4\n5,closed\n");
        Path nothing = Files.writeString(folder.resolve("nothing.csv"), "a,b\nNA,NA\nNA,\n");
        String[][] cases = {
            {folder.resolve("absent.csv").toString(), "absent.csv: does not exist"},
            {ragged.toString(), "ragged.csv:3: expected 2 fields, found 1"},
            {
                mixed.toString(),
                "mixed.csv:4: the value in column 2 ('b') must be a number, got 'closed'; if it stands for a hole,"
                        + " declare it with --na; if the column is no data, leave the column out with --ignore"
            },
            {nothing.toString(), "nothing.csv: every cell is a hole"},
        };
        for (String[] c : cases) {
            Commands.Result result = rung("complete", c[0], "-o", out.toString());
            assertThat(result.status()).as(result.err()).isEqualTo(2);
            assertThat(result.err()).contains(c[1]);
            assertThat(result.out()).isEmpty();
            assertThat(out).doesNotExist();
        }
        assertThat(rung("complete", text.toString(), "-o", out.toString()).status())
                .isZero();
        assertThat(rung("complete", text.toString()).err()).contains("--output");
        assertThat(rung("complete", text.toString(), "-o", out.toString(), "--rank", "0")
                        .err())
                .contains("--rank must be at least 1, got 0");
    }

    @Test
    void helpListsTheCommandsInOrderAndEachHasAnExample() {
        String help = rung("--help").out();
        int before = -1;
        for (String command :
                "demo complete train evaluate predict recommend similar fold-in inspect export".split(" ")) {
            int at = help.indexOf("\n  " + command + " ");
            assertThat(at).as(command).isGreaterThan(before);
            before = at;
            assertThat(rung(command, "--help").out())
                    .startsWith("Usage: rung " + command)
                    .contains("Examples:\n  rung " + command);
        }
    }

    /** A command that needs more memory than there is. */
    @Command(name = "burst")
    static final class Burst implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new OutOfMemoryError("Java heap space");
        }
    }

    @Test
    void tooLittleMemoryIsSaidWithWhatToDo() {
        StringWriter err = new StringWriter();
        var line = Main.commandLine(InputStream.nullInputStream(), OutputStream.nullOutputStream());
        line.addSubcommand(new Burst());
        int status = line.setErr(new PrintWriter(err, true)).execute("burst");
        assertThat(status).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("rung: there is not enough memory")
                .contains("RUNG_JAVA_OPTIONS=-Xmx8g")
                .hasLineCount(1);
    }

    @Test
    void aCoordinateFileBecomesAnArrayWhichIsSaid() throws Exception {
        Path in = Files.writeString(
                folder.resolve("in.mtx"),
                "%%MatrixMarket matrix coordinate real general\n3 3 8\n1 1 1\n1 2 2\n1 3 3\n2 1 2\n2 2 4\n2 3 6\n3 1 3\n3 2 6\n");
        Path out = folder.resolve("out.mtx");
        Commands.Result result = rung("complete", in, "-o", out);
        assertThat(result.status()).isZero();
        assertThat(result.err()).startsWith("rung: " + in + ": entries that are not listed are holes here, not zeros;");
        assertThat(Files.readAllLines(out))
                .hasSize(3 + 9)
                .first()
                .isEqualTo("%%MatrixMarket matrix array real general");
        assertThat(rung("complete", in, "-o", out, "-q").err()).isEmpty();
    }

    /** A file may not grow beyond so many blocks here: to a program that is as if the disk were full. */
    @Test
    void whatCannotBeWrittenIsSaidByItsName() throws Exception {
        Path in = holes();
        Path out = folder.resolve("out.csv");
        Files.writeString(out, "as it was");
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "ulimit -f 1 && exec \"$@\" 2>&1",
                        "bash",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "rung.cli.Main",
                        "complete",
                        in.toString(),
                        "-o",
                        out.toString(),
                        "-q")
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(1);
        assertThat(said)
                .contains("rung: " + out + ": ")
                .contains("nothing was written")
                .doesNotContain(".part");
        assertThat(out).hasContent("as it was");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(in, out);
        }
    }
}
