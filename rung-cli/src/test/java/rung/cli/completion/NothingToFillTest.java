package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.cli.Commands;
import rung.file.table.TableFile;

/** What {@code complete} does where nothing is to be filled: tables without holes, and columns without values. */
class NothingToFillTest {
    @TempDir
    private Path folder;

    /** Rows of rank one with a little noise; {@code holes} says whether every seventh cell is one. */
    private static String rows(int count, boolean holes, String end) {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            double u = 10 + 3 * random.nextGaussian();
            for (int j = 0; j < 4; j++) {
                double value = u * (j + 1) + 0.05 * random.nextGaussian();
                boolean isHole = holes && (i + 2 * j) % 7 == 0;
                text.append(isHole ? "" : String.format(Locale.ROOT, "%.3f", value))
                        .append(j < 3 ? "," : end + "\n");
            }
        }
        return text.toString();
    }

    private Path file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void aTableWithoutAnyValueIsRefusedInEveryFormat() throws Exception {
        for (String name : List.of("none.npy", "none.mtx", "none.csv")) {
            Path in = folder.resolve(name);
            TableFile.write(in, 4, 3, (i, j) -> Double.NaN);
            Commands.Result result = rung("complete", in, "-o", folder.resolve("out-" + name));
            assertThat(result.status()).as(result.err()).isEqualTo(2);
            assertThat(result.err()).contains(name + ": every cell is a hole, there is nothing to go by");
        }
    }

    @Test
    void whatIsAskedForBesideATableWithoutHolesIsWritten() throws Exception {
        String[] lines = rows(60, false, "").split("\n");
        lines[20] = lines[20].replaceFirst("^[^,]*", "1000");
        Path in = file("full.csv", "a,b,c,d\n" + String.join("\n", lines) + "\n");
        Path out = folder.resolve("out.csv");
        Path model = folder.resolve("full.rung");
        Path outliers = folder.resolve("outliers.tsv");
        Path sure = folder.resolve("sure.tsv");
        Path page = folder.resolve("page.html");
        Commands.Result result = rung(
                "complete",
                in,
                "-o",
                out,
                "--model",
                model,
                "--outliers",
                outliers,
                "--errors",
                sure,
                "--report",
                page,
                "--draws",
                2);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out())
                .startsWith("no holes: copied as it is; learned from 240 cells, rank ")
                .contains("also written: ");
        assertThat(result.err())
                .contains("there are no holes: --errors has a header alone, and --draws had nothing to draw, so its"
                        + " tables are copies");
        for (String copy : List.of("out.csv", "out-1.csv", "out-2.csv")) {
            assertThat(folder.resolve(copy)).hasSameBinaryContentAs(in);
        }
        assertThat(Files.readAllLines(sure)).hasSize(1);
        assertThat(Files.readAllLines(outliers))
                .hasSize(2)
                .element(1)
                .asString()
                .startsWith("21\ta\t1000\t");
        assertThat(Files.readString(page))
                .contains("A table without holes, of which Rung learned")
                .doesNotContain("Some filled cells")
                .contains("No column has a hole.");

        Path later = file("later.csv", "a,b,c,d\n8,,24,\n");
        Path filled = folder.resolve("filled.csv");
        assertThat(rung("complete", later, "-o", filled, "--with", model).status())
                .isZero();
        String[] cells = Files.readAllLines(filled).get(1).split(",");
        assertThat(Double.parseDouble(cells[1])).isBetween(15.0, 17.0);
        assertThat(Double.parseDouble(cells[3])).isBetween(30.0, 34.0);
    }

    @Test
    void twoRowsWithoutHolesAreAModel() throws Exception {
        Path model = folder.resolve("f.rung");
        Commands.Result result =
                rung("complete", file("f.csv", "a,b\n1,2\n2,4\n"), "-o", folder.resolve("fo.csv"), "--model", model);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(model).exists();
        assertThat(result.out()).contains("too few cells to estimate the error: learned the levels");
    }

    @Test
    void aSingleCellHasNoHoles() throws Exception {
        Path page = folder.resolve("page.html");
        Commands.Result result =
                rung("complete", file("one.csv", "5\n"), "-o", folder.resolve("out.csv"), "--report", page);
        assertThat(result.out()).contains("no holes: copied as it is; learned from 1 cell, ");
        assertThat(page)
                .content()
                .contains("what was learned is the levels of rows and columns")
                .doesNotContain("holes were filled");
    }

    @Test
    void aColumnWithoutAnyValueIsCarriedThrough() throws Exception {
        String text = "a,b,c,d,note\n" + rows(40, true, ",");
        Path in = file("in.csv", text);
        Path out = folder.resolve("out.csv");
        Path model = folder.resolve("in.rung");
        Commands.Result result = rung("complete", in, "-o", out, "--model", model);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err()).contains("carried through: note (empty)\n");
        List<String> lines = Files.readAllLines(out);
        assertThat(lines).hasSize(41).element(0).isEqualTo("a,b,c,d,note");
        assertThat(lines.subList(1, 41)).allMatch(line -> line.matches("([0-9.]+,){4}"));

        Path later = file("later.csv", "note,a,b,more,c,d\n,8,,NA,24,\n");
        Path filled = folder.resolve("filled.csv");
        Commands.Result applied = rung("complete", later, "-o", filled, "--with", model);
        assertThat(applied.status()).as(applied.err()).isZero();
        assertThat(Files.readAllLines(filled).get(1)).matches(",8,[0-9.]+,NA,24,[0-9.]+");
        Path nameless = file("nameless.csv", rows(40, true, ""));
        rung("complete", nameless, "-o", out, "--model", model, "--no-header");
        assertThat(rung("complete", file("row.csv", "8,,24,32\n"), "-o", filled, "--with", model, "--no-header")
                        .err())
                .as("without names, the place of a column is what the model knows")
                .doesNotContain("(empty)")
                .doesNotContain("is not there");
        assertThat(Files.readAllLines(filled).get(0)).matches("8,[0-9.]+,24,32");
    }

    /* Whatever the format, and whether or not there are ids beside the holes. */
    @Test
    void aTableOfHolesAloneIsRefused() throws Exception {
        List<Path> tables = List.of(
                file("holes.csv", "a,b,c\n,,\n,,\n,,\n"),
                file("ids.csv", "id,a,b\n7,,\n8,,\n9,,\n"),
                file("named.csv", "name,a,b\nann,,\nbob,,\n"),
                file("holes.jsonl", "{\"a\": null, \"b\": null}\n".repeat(3)),
                folder.resolve("holes.npy"),
                folder.resolve("holes.mtx"));
        TableFile.write(tables.get(4), 4, 3, (i, j) -> Double.NaN);
        TableFile.write(tables.get(5), 4, 3, (i, j) -> Double.NaN);
        for (Path table : tables) {
            Path out = folder.resolve("out-" + table.getFileName());
            Commands.Result result = rung("complete", table, "-o", out);
            assertThat(result.status()).as(result.err()).isEqualTo(2);
            assertThat(result.err())
                    .isEqualTo("rung: " + table + ": every cell is a hole, there is nothing to go by\n");
            assertThat(out).doesNotExist();
        }
        Path labels = file("labels.csv", "id,a,city\n1,,Rome\n2,,Rome\n3,,Rome\n4,,\n");
        Commands.Result one = rung("complete", labels, "-o", folder.resolve("out.csv"));
        assertThat(one.status()).as(one.err()).isEqualTo(2);
        assertThat(one.err())
                .contains("labels.csv: no column holds a number or two different labels, there is nothing to go by");
    }

    @Test
    void aModelFillsRowsThatHoldNothing() throws Exception {
        Path model = folder.resolve("in.rung");
        Path in = file("in.csv", "a,b,c,d\n" + rows(40, true, ""));
        assertThat(rung("complete", in, "-o", folder.resolve("out.csv"), "--model", model)
                        .status())
                .isZero();
        Path later = file("later.csv", "id,a,b,c,d\n7,,,,\n8,,,,\n");
        Path filled = folder.resolve("filled.csv");
        Commands.Result result = rung("complete", later, "-o", filled, "--with", model);
        assertThat(result.status()).as(result.err()).isZero();
        List<String> lines = Files.readAllLines(filled);
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1)).matches("7(,[0-9.]+){4}");
        assertThat(lines.get(2).substring(1)).isEqualTo(lines.get(1).substring(1));
    }

    @Test
    void allColumnsWithTheSameSignAreNamedAtOnce() throws Exception {
        Path in = file("shares.csv", "a,rate,b,share\n1,10 %,4,30 %\n2,20,5,40 %\n3,,6,50\n");
        Path out = folder.resolve("out.csv");
        assertThat(rung("complete", in, "-o", out).err())
                .contains(
                        "shares.csv:2: the value in column 2 ('rate') must be a number, got '10 %'; take the % away in"
                                + " columns rate, share, or leave the columns out with --ignore \"rate,share\"");
        assertThat(rung("complete", in, "-o", out, "--ignore", "rate,share").status())
                .isZero();
    }

    @Test
    void aKindThatAColumnCannotBeOfIsRefusedWithTheCell() throws Exception {
        Path in = file("in.csv", "a,b,c,d\n" + rows(12, true, ""));
        Path out = folder.resolve("out.csv");
        String[] cells = Files.readAllLines(in).get(1).split(",");
        assertThat(rung("complete", in, "-o", out, "--kind", "b=category").err())
                .contains("column 'b' must hold whole numbers from 0 on that stand for labels, as 0, 1 and 2 may, to be"
                        + " of kind category, got " + cells[1])
                .contains("in.csv:2, column b)");
        assertThat(rung("complete", in, "-o", out, "--kind", "b=two-valued").err())
                .contains("column 'b' must hold two different values to be of kind two-valued, got 11 different ones");
    }
}
