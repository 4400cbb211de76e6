package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
