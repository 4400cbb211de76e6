package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The command as a user meets it: what it prints where, and how it ends. */
class CommandTest {
    @TempDir
    private Path folder;

    private record Result(int status, String out, String err) {}

    private static Result rung(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new Result(status, out.toString(), err.toString());
    }

    @Test
    void helpNamesEveryCommand() {
        for (String[] args : new String[][] {{}, {"--help"}}) {
            Result help = rung(args);
            assertThat(help.status).isZero();
            assertThat(help.out).contains("Usage: rung").contains("demo").contains("Exit status");
            assertThat(help.err).isEmpty();
        }
        assertThat(rung("demo", "--help").out)
                .contains("--seeds")
                .contains("-o, --output")
                .contains("r*=5");
    }

    @Test
    void versionNamesTheKernels() {
        assertThat(rung("--version").out).contains("rung ").contains("kernels");
    }

    @Test
    void badUsageIsASentenceAndStatusTwo() {
        Result typo = rung("dmo");
        assertThat(typo.status).isEqualTo(2);
        assertThat(typo.out).isEmpty();
        assertThat(typo.err).contains("rung: there is no 'dmo' here").contains("Did you mean: rung demo?");
        Result option = rung("demo", "--sead", "3");
        assertThat(option.status).isEqualTo(2);
        assertThat(option.err).contains("--sead").contains("--seed");
        Result number = rung("demo", "--seeds", "0");
        assertThat(number.status).isEqualTo(2);
        assertThat(number.err).startsWith("rung: --seeds must be at least 1, got 0");
        assertThat(rung("demo", "--seeds", "many").status).isEqualTo(2);
    }

    @Test
    void anOutputThatCannotBeWrittenIsSaidBeforeTheWork() {
        Result missing = rung("demo", "-o", folder.resolve("no/such/plot.svg").toString());
        assertThat(missing.status).isEqualTo(2);
        assertThat(missing.out).as("no table was computed").isEmpty();
        assertThat(missing.err).contains("plot.svg: the folder ").contains("does not exist");
        assertThat(rung("demo", "-o", folder.toString()).err).contains("is a folder");
    }

    @Test
    void theDemoPrintsATableAndWritesAPlot() throws Exception {
        Path plot = folder.resolve("plot.svg");
        Result demo = rung("demo", "--seeds", "1", "--seed", "3", "-o", plot.toString());
        assertThat(demo.status).isZero();
        assertThat(demo.err).as("no progress where there is no terminal").isEmpty();
        assertThat(demo.out).contains("plot: " + plot);
        double[][] table = table(demo.out);
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
        Result again = rung("demo", "--seeds", "1", "--seed", "3", "-o", plot.toString());
        assertThat(table(again.out)).isDeepEqualTo(table);
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
        Result result = rung("complete", in.toString(), "-o", out.toString());
        assertThat(result.status).isZero();
        assertThat(result.err.lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("in.csv is comma-separated text"),
                        line -> assertThat(line).matches("choosing: \\d+ climbs, rank up to \\d \\([0-9.]+ s\\)"),
                        line -> assertThat(line).matches("completing: 1 climb, rank \\d \\([0-9.]+ s\\)"));
        assertThat(result.out).contains("48 holes of 240 cells filled (20.0 %)").contains("held-out");
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
        Result again = rung(
                "complete", in.toString(), "-o", folder.resolve("again.csv").toString(), "--threads", "1", "-q");
        assertThat(again.out + again.err).isEmpty();
        assertThat(folder.resolve("again.csv")).hasSameBinaryContentAs(out);
    }

    @Test
    void completeWritesAPageWhenAskedTo() throws Exception {
        Path page = folder.resolve("page.html");
        String in = holes().toString();
        String out = folder.resolve("out.csv").toString();
        assertThat(rung("complete", in, "-o", out, "--report", page.toString()).status)
                .isZero();
        Document document = PageReader.parsed(Files.readString(page));
        assertThat(PageReader.facts(document)).containsEntry("Holes", "48").containsEntry("Rows", "40");
        assertThat(document.getDocumentElement().getTextContent()).contains("--report");
        Result same = rung("complete", in, "-o", out, "--report", out);
        assertThat(same.status).isEqualTo(2);
        assertThat(same.err).contains("--report and --output must be two files");
    }

    @Test
    void aTableWithoutHolesIsCopied() throws Exception {
        Path in = Files.writeString(folder.resolve("full.csv"), "a,b\n1,2\n3,4.50\n");
        Path out = folder.resolve("copy.csv");
        assertThat(rung("complete", in.toString(), "-o", out.toString()).out).isEqualTo("no holes: copied as it is\n");
        assertThat(out).hasSameBinaryContentAs(in);
    }

    @Test
    void completeSpeaksJson() throws Exception {
        Result result = rung(
                "complete", holes().toString(), "-o", folder.resolve("o.csv").toString(), "--json");
        assertThat(result.out.strip())
                .startsWith("{\"rows\": 40, \"columns\": 6, \"holes\": 48, \"rank\": ")
                .endsWith("}");
    }

    @Test
    void completeRefusesWithASentenceAndWritesNothing() throws Exception {
        Path out = folder.resolve("out.csv");
        Path ragged = Files.writeString(folder.resolve("ragged.csv"), "a,b\n1,2\n3\n");
        Path text = Files.writeString(folder.resolve("text.csv"), "a,b,c\n1,Paris,2\n3,Rome,4\n5,Oslo,6\n");
        Path nothing = Files.writeString(folder.resolve("nothing.csv"), "a,b\nNA,NA\nNA,\n");
        String[][] cases = {
            {folder.resolve("absent.csv").toString(), "absent.csv: there is no such file"},
            {ragged.toString(), "ragged.csv:3: expected 2 fields, found 1"},
            {
                text.toString(),
                "text.csv:2: column 'b' holds text ('Paris'); drop it, or carry text columns through with --carry-text"
            },
            {
                Files.writeString(folder.resolve("empty.csv"), "a,b\n1,\n2,\n").toString(),
                "empty.csv: column 'b' has no value at all"
            },
            {nothing.toString(), "nothing.csv: every cell is a hole"},
        };
        for (String[] c : cases) {
            Result result = rung("complete", c[0], "-o", out.toString());
            assertThat(result.status).as(result.err).isEqualTo(2);
            assertThat(result.err).contains(c[1]);
            assertThat(result.out).isEmpty();
            assertThat(out).doesNotExist();
        }
        assertThat(rung("complete", text.toString(), "-o", out.toString(), "--carry-text").status)
                .isZero();
        assertThat(rung("complete", text.toString()).err).contains("--output");
        assertThat(rung("complete", text.toString(), "-o", out.toString(), "--rank", "0").err)
                .contains("--rank must be at least 1, got 0");
    }
}
