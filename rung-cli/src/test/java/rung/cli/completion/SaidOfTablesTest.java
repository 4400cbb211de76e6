package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.cli.Commands;
import rung.file.table.TableFile;

/** What {@code complete} says of a table, and what is wrong with one: places, words that are wrong, and what to do. */
class SaidOfTablesTest {
    @TempDir
    private Path folder;

    private Path out;

    @BeforeEach
    void nameOutput() {
        out = folder.resolve("out.csv");
    }

    private Path file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    private static double cell(int row, int column, double level, SplittableRandom random) {
        boolean isMarked = (7 * row + 3 * column) % 29 == 0;
        return isMarked ? -999 : 10 + level * (column + 1) + 0.3 * random.nextGaussian();
    }

    /* Words among labels are holes or labels; which, and the option that says otherwise, is told. */
    @Test
    void wordsAmongLabelsAreTold() throws Exception {
        StringBuilder text = new StringBuilder("x,land,y\n");
        for (int i = 0; i < 24; i++) {
            String land = i % 3 == 0 ? "ZA" : i % 3 == 1 ? "NA" : "BW";
            text.append(i % 3 + 0.1 * (i % 5) + "," + land + "," + (i == 7 ? "" : 2 * (i % 3) + 0.2 * (i % 5)) + "\n");
        }
        Path codes = file("codes.csv", text.toString());
        assertThat(rung("complete", codes, "-o", out).err())
                .contains("categories: land ('NA' is a label); if 'NA' is a hole, --na says so\n");
        assertThat(Files.readAllLines(out)).contains("1.2,NA,2.4");
        Path words = file("words.csv", text.toString().replace("ZA", "South Africa"));
        assertThat(rung("complete", words, "-o", out, "--na", "-9999,98").err())
                .contains("categories: land ('NA' is a hole, 8 times); if 'NA' is a label, --na '' says so\n")
                .contains("words.csv: no cell holds '-9999', which --na names\n")
                .contains("words.csv: no cell holds '98', which --na names\n");
        Path model = folder.resolve("model.rung");
        assertThat(rung("complete", words, "-o", out, "--na", "", "--model", model)
                        .err())
                .contains("categories: land\n")
                .doesNotContain("no cell holds");
        assertThat(Files.readAllLines(out))
                .contains("1.2,NA,2.4")
                .filteredOn(line -> line.contains("NA"))
                .hasSize(8);
        Path more = file("more.csv", "x,land,y\n1.1,NA,2.2\n,NA,2.4\n0.1,,0.2\n");
        assertThat(rung("complete", more, "-o", out, "--with", model).status()).isZero();
        assertThat(Files.readString(out))
                .contains("1.1,NA,2.2\n")
                .contains(",NA,2.4\n")
                .contains("0.1,South Africa,0.2\n");
    }

    /* Equal numbers that look like errors probably mark holes. Of 120 times 4 cells, those are marked of which (7i + 3j) mod 29 is 0. */
    @Test
    void manyEqualErrorsMayMarkHoles() throws Exception {
        SplittableRandom random = new SplittableRandom(6);
        double[][] cells = new double[120][4];
        StringBuilder text = new StringBuilder("a,b,c,d\n");
        int marked = 0;
        for (int i = 0; i < cells.length; i++) {
            double level = random.nextGaussian();
            for (int j = 0; j < 4; j++) {
                cells[i][j] = i % 17 == 5 && j == i % 4 ? Double.NaN : cell(i, j, level, random);
                marked += cells[i][j] == -999 ? 1 : 0;
                text.append(Double.isNaN(cells[i][j]) ? "" : String.format(Locale.ROOT, "%.3f", cells[i][j]))
                        .append(j < 3 ? "," : "\n");
            }
        }
        Path in = file("in.csv", text.toString());
        assertThat(rung("complete", in, "-o", out).out())
                .contains(marked + " cells hold -999; if that marks a hole: --na -999\n");
        assertThat(rung("complete", in, "-o", out, "--na", "-999").out()).doesNotContain("marks a hole");
        Path array = folder.resolve("in.npy");
        TableFile.write(array, cells.length, 4, (i, j) -> cells[i][j]);
        assertThat(rung("complete", array, "-o", folder.resolve("out.npy")).out())
                .contains(marked + " cells hold -999; if that marks a hole, put NaN there\n");
    }

    /* A turnover of 2,000 to 45,000 and a share, each with a code in one cell; 999 is a usual number of the last column. */
    @Test
    void aLoneCodeFarFromItsColumnMayMarkAHole() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        StringBuilder text = new StringBuilder("Umsatz;Kunden;Anteil;Artikel\n");
        for (int i = 0; i < 60; i++) {
            double level = random.nextGaussian();
            String turnover = i == 20 ? "-999" : String.format(Locale.ROOT, "%.0f", 9000 * Math.exp(0.5 * level));
            String share = i == 31 ? "99" : String.format(Locale.GERMANY, "%.2f", 0.5 + 0.1 * level);
            text.append(i % 9 == 4 ? "" : turnover)
                    .append(String.format(Locale.ROOT, ";%.0f;", 400 + 90 * level))
                    .append(share)
                    .append(i == 40 ? ";999" : String.format(Locale.ROOT, ";%.0f", 950 + 60 * level))
                    .append('\n');
        }
        assertThat(rung("complete", file("in.csv", text.toString()), "-o", out).out())
                .contains("1 cell holds -999, 1 cell holds 99; if these mark holes: --na -999,99\n")
                .doesNotContain("holds 999");
        Path both = file("both.csv", text.toString().replaceFirst(";(\\d+)\n", ";99999\n"));
        assertThat(rung("complete", both, "-o", out).out())
                .contains("99999; if these mark holes: --na -999,99,99999\n");
    }

    @Test
    void whatMayBeSaidInPlaceOfRankZeroIsSaid() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (int i = 0; i < 40; i++) {
            text.append(String.format(Locale.ROOT, "%.3f,%.3f,", random.nextGaussian(), random.nextGaussian()))
                    .append(i % 7 == 3 ? "\n" : String.format(Locale.ROOT, "%.3f\n", random.nextGaussian()));
        }
        Path in = file("noise.csv", text.toString());
        Commands.Result refused = rung("complete", in, "-o", out, "--rank", "0");
        assertThat(refused.err()).contains("--rank must be at least 1, got 0; with --max-rank 1 the table chooses");
        assertThat(refused.status()).isEqualTo(2);
        assertThat(rung("complete", in, "-o", out, "--max-rank", "1").out()).contains("rank 0,");
    }

    @Test
    void theDemoSaysWhyARankAboveTheTrueOneIsFine() {
        assertThat(rung("demo", "--seeds", "1", "-o", folder.resolve("plot.svg"))
                        .out())
                .contains("A chosen rank above 5 does no harm");
    }

    /* Rows 4 and 9 are empty; a cell of the column q is a hole. */
    private Path answers() throws Exception {
        SplittableRandom random = new SplittableRandom(2);
        StringBuilder text = new StringBuilder("a,b,town,q\n");
        for (int i = 0; i < 50; i++) {
            double level = random.nextGaussian();
            text.append(
                    i == 4 || i == 9
                            ? ",,,\n"
                            : String.format(
                                    Locale.ROOT,
                                    "%.2f,%s,%s,%s\n",
                                    level,
                                    i % 6 == 1
                                            ? ""
                                            : String.format(
                                                    Locale.ROOT, "%.2f", 2 * level + 0.1 * random.nextGaussian()),
                                    level > 0.3 ? "Rome" : "Oslo",
                                    i == 7 ? "" : level > 0 ? "1" : "0"));
        }
        return file("answers.csv", text.toString());
    }

    @Test
    void emptyRowsAndProbabilitiesAreSaid() throws Exception {
        Commands.Result plain = rung("complete", answers(), "-o", out);
        assertThat(plain.err()).contains("2 rows have no value in any column of data");
        assertThat(plain.out())
                .containsPattern(
                        "that error says nothing of the 6 holes in rows without values, which are expected to be"
                                + " off by (0\\.[5-9]|1\\.)");
        assertThat(plain.out()).contains("filled with probabilities: q (of 1); --round fills in the likelier value\n");
        assertThat(rung("complete", answers(), "-o", out, "--round").out()).doesNotContain("probabilities");
    }

    @Test
    void aModelNamesThePlaceOfWhatItCannotUse() throws Exception {
        Path model = folder.resolve("m.rung");
        assertThat(rung("complete", answers(), "-o", out, "--model", model, "--kind", "q=two-valued")
                        .status())
                .isZero();
        Path later = file("later.csv", "b,q,a,town\n3.5,1,2,Rome\n1.5,0,,Oslo\n2.5,2,1,Rome\n");
        assertThat(rung("complete", later, "-o", out, "--with", model).err())
                .contains(later + ":4, column q: the model knows two values there, got 2\n");
        Path right = file("right.csv", "b,q,a,town\n3.5,1,2,Rome\n1.5,0,,Oslo\n2.5,,1,\n,,,\n");
        Path sure = folder.resolve("sure.tsv");
        Commands.Result result = rung("complete", right, "-o", out, "--with", model, "--errors", sure);
        assertThat(result.out()).contains("also written: " + sure + "\n");
        assertThat(result.err()).contains("1 row has no value in any column of data");
    }

    @Test
    void allColumnsWithSignsAreNamedAtOnce() throws Exception {
        Path in = file("signs.csv", "a,b,c,d\n$1,20%,3,1\n$2,30%,4,2\n$3,40%,4,€4\n€5,30%,3,€6\n");
        assertThat(rung("complete", in, "-o", out).err())
                .contains("take the $, € away in columns a, d, or leave the columns out with --ignore \"a,d\"");
    }

    @Test
    void aSingleRowHasNothingToFillItsHolesBy() throws Exception {
        Commands.Result result = rung("complete", file("one.csv", "a,b,c\n1,,3\n"), "-o", out);
        assertThat(result.status()).isZero();
        assertThat(result.out())
                .startsWith("no holes but in columns without any value, which stay empty: copied as it is; the holes of"
                        + " a single row are filled by what other rows taught");
        assertThat(rung("complete", file("full.csv", "a,b\n1,3\n"), "-o", out).out())
                .isEqualTo("no holes: copied as it is\n");
    }

    @Test
    void aLineOfAnotherLengthSaysWhatMayBeWrong() throws Exception {
        assertThat(rung("complete", file("spaces.txt", "1,5 2,5 3\n1,5 2 3\n1 2,5 3\n"), "-o", out)
                        .err())
                .contains("spaces.txt:2: expected 3 fields, found 2; if it is space-separated text, --sep says so");
        assertThat(rung("complete", file("quotes.csv", "a,b\n1,2\n1,2,5\n"), "-o", out)
                        .err())
                .contains("expected 2 fields, found 3; a field that holds the delimiter, such as a number with a"
                        + " decimal comma, needs quotes");
        assertThat(rung("complete", file("short.csv", "a,b,c\n1,2,3\n1,2\n"), "-o", out)
                        .err())
                .endsWith("short.csv:3: expected 3 fields, found 2\n");
    }

    @Test
    void namesOfFilesThatCannotBeAreRefusedBeforeTheWork() throws Exception {
        Path in = file("in.csv", "a,b\n1,2\n");
        assertThat(rung("complete", "", "-o", out).err()).contains("(IN): the name of the file must not be empty");
        assertThat(rung("complete", in, "-o", "").err()).contains("the name of the file must not be empty");
        assertThat(rung("separate", in, "-o", "").err()).contains("the name of the file must not be empty");
        Commands.Result pdf = rung("demo", "-o", folder.resolve("demo.pdf"));
        assertThat(pdf.status()).isEqualTo(2);
        assertThat(pdf.err()).contains("demo.pdf: files in .pdf are not written; name a file in .svg or .png");
    }
}
