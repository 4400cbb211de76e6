package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
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
import rung.linalg.Matrix;

/** What {@code complete} says of cells: gross errors, how sure it is, neighbors and bounds. */
class CompleteTest {
    @TempDir
    private Path folder;

    /* A hundred rows of rank one with a share in the last column, two wrong cells and some holes. */
    private Path table() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder text = new StringBuilder("name,a,b,c,d,share\n");
        for (int i = 0; i < 100; i++) {
            double u = random.nextGaussian();
            text.append("row").append(i);
            for (int j = 0; j < 4; j++) {
                boolean isWrong = (i == 17 || i == 60) && j == 2;
                double value = isWrong ? 500 : u * (j + 1) + 0.1 * random.nextGaussian();
                text.append(',');
                if ((i + j) % 5 != 0 || isWrong) {
                    text.append(String.format(Locale.ROOT, "%.3f", value));
                }
            }
            text.append(',').append(i % 7 == 0 ? "" : u > 0 ? "1" : "0").append('\n');
        }
        return Files.writeString(folder.resolve("in.csv"), text);
    }

    /** The same table in another unit has the same answer in that unit, or is refused if numbers cannot hold the squares of its own. */
    @Test
    void anyUnitThatNumbersCanHold() throws Exception {
        double[] filled = new double[3];
        String[] units = {"", "e60", "e-100"};
        for (int k = 0; k < units.length; k++) {
            Path sure = folder.resolve("sure.tsv");
            Commands.Result result =
                    rung("complete", scaled(units[k]), "-o", folder.resolve("out.csv"), "--errors", sure, "--rank", 1);
            assertThat(result.status()).as(result.err()).isZero();
            String[] fields = Files.readAllLines(sure).get(1).split("\t");
            filled[k] = Double.parseDouble(fields[2]) / Double.parseDouble("1" + units[k]);
            assertThat(Double.parseDouble(fields[3])).isPositive().isFinite();
        }
        assertThat(filled[1]).isCloseTo(filled[0], withinPercentage(0.01));
        assertThat(filled[2]).isCloseTo(filled[0], withinPercentage(0.01));
        for (String unit : List.of("e160", "e-170")) {
            Commands.Result result = rung("complete", scaled(unit), "-o", folder.resolve("none.csv"));
            assertThat(result.status()).isEqualTo(2);
            assertThat(result.err())
                    .contains("the largest number of a column must be between 1.0E-140 and 1.0E140 in size");
            assertThat(folder.resolve("none.csv")).doesNotExist();
        }
    }

    private Path scaled(String unit) throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("a,b,c,d\n");
        for (int i = 0; i < 40; i++) {
            double u = 3 + random.nextGaussian();
            for (int j = 0; j < 4; j++) {
                double value = u * (j + 1) + 0.1 * random.nextGaussian();
                boolean isHole = (3 * i + j) % 7 == 0 && i > 0;
                text.append(isHole ? "" : String.format(Locale.ROOT, "%.3f%s", value, unit))
                        .append(j < 3 ? "," : "\n");
            }
        }
        return Files.writeString(folder.resolve("scaled.csv"), text);
    }

    /* Before any work: what is asked for is written as a whole, or not at all. */
    @Test
    void aLabelThatTheFileOfErrorsCannotHoldIsRefusedBeforeTheTableIsWritten() throws Exception {
        StringBuilder text = new StringBuilder("x,kind,y\n");
        for (int i = 0; i < 40; i++) {
            String label = i == 7 ? "" : i % 2 == 0 ? "plain" : "\"two\nlines\"";
            text.append(i % 5)
                    .append(',')
                    .append(label)
                    .append(',')
                    .append(i % 3)
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("two.csv"), text);
        Path out = folder.resolve("filled.csv");
        Commands.Result result = rung("complete", file, "-o", out, "--errors", folder.resolve("sure.tsv"));
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("sure.tsv: cannot hold the name 'two\\nlines'");
        assertThat(out).doesNotExist();
    }

    @Test
    void errorsAndOutliersAreListed() throws Exception {
        Path out = folder.resolve("out.csv");
        Path sure = folder.resolve("sure.tsv");
        Path outliers = folder.resolve("outliers.tsv");
        Commands.Result result = rung(
                "complete",
                table().toString(),
                "-o",
                out.toString(),
                "--errors",
                sure.toString(),
                "--outliers",
                outliers.toString(),
                "--round",
                "--seed",
                "1");
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains("2 known cells look like errors and were left out of account");
        List<String> wrong = Files.readAllLines(outliers);
        assertThat(wrong.get(0)).isEqualTo("row\tcolumn\tvalue\texpected\tdeviations");
        assertThat(wrong.subList(1, wrong.size()).stream()
                        .map(line -> line.split("\t")[0] + line.split("\t")[1])
                        .toList())
                .containsExactlyInAnyOrder("18c", "61c");
        List<String> lines = Files.readAllLines(sure);
        long holes = Files.readString(folder.resolve("in.csv"))
                .lines()
                .skip(1)
                .mapToLong(line -> List.of(line.split(",", -1)).stream()
                        .filter(String::isEmpty)
                        .count())
                .sum();
        assertThat(lines).hasSize(1 + (int) holes);
        for (String line : lines.subList(1, lines.size())) {
            double[] numbers = List.of(line.split("\t")).stream()
                    .skip(2)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            assertThat(numbers[1]).as(line).isPositive();
            if (numbers.length == 2) { // a probability needs no interval
                assertThat(line).contains("\tshare\t");
                continue;
            }
            assertThat(numbers[2]).as(line).isLessThan(numbers[3]);
        }
        for (String line : Files.readAllLines(out).subList(1, 101)) {
            assertThat(line.split(",")[5]).isIn("0", "1", "0.0", "1.0");
        }
        assertThat(Files.readAllLines(out).get(18))
                .as("a known cell stays, even a wrong one")
                .contains("500.000");
    }

    /* Rows in time: the page says that neighbors tell about each other, and the command too. */
    @Test
    void neighborsAreSaidAndReported() throws Exception {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder text = new StringBuilder("time,a,b,c,d,e,f\n");
        double[] walk = new double[6];
        for (int i = 0; i < 300; i++) {
            text.append(String.format(Locale.ROOT, "2024-05-%02d %02d:00", 1 + i / 24, i % 24));
            for (int j = 0; j < 6; j++) {
                walk[j] = 0.95 * walk[j] + random.nextGaussian();
                text.append(',');
                if (random.nextDouble() < 0.7 && !(i == 100 && j == 2)) {
                    text.append(String.format(Locale.ROOT, "%.3f", walk[j] + 0.1 * random.nextGaussian()));
                } else if (i == 100) {
                    text.append("900");
                }
            }
            text.append('\n');
        }
        Path in = Files.writeString(folder.resolve("times.csv"), text);
        Path page = folder.resolve("page.html");
        Commands.Result result =
                rung("complete", in.toString(), "-o", folder.resolve("o.csv").toString(), "--report", page.toString());
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains("neighboring rows tell about each other");
        assertThat(Files.readString(page))
                .contains("Neighboring rows tell about each other")
                .contains("Known cells that look like errors")
                .contains("900");
        Commands.Result without =
                rung("complete", in.toString(), "-o", folder.resolve("o2.csv").toString(), "--smooth", "none");
        assertThat(without.out()).doesNotContain("neighboring");
    }

    @Test
    void aSideThatIsNoneIsRefused() throws Exception {
        Commands.Result result = rung(
                "complete", table().toString(), "-o", folder.resolve("o.csv").toString(), "--smooth", "diagonals");
        assertThat(result.status()).isNotZero();
        assertThat(result.err()).contains("--smooth must be one of rows, columns, none, got 'diagonals'");
        assertThat(folder.resolve("o.csv")).doesNotExist();
    }

    @Test
    void twoOutputsAreTwoFiles() throws Exception {
        String same = folder.resolve("o.csv").toString();
        assertThat(rung("complete", table().toString(), "-o", same, "--errors", same)
                        .err())
                .contains("--errors and --output must be two files");
    }

    /* Two tastes decide how old, how rich and of which town somebody is, how many children there are and whether they smoke. */
    private Path people() throws Exception {
        SplittableRandom random = new SplittableRandom(8);
        StringBuilder text = new StringBuilder("age,income,children,smokes,town,height,weight\n");
        for (int i = 0; i < 90; i++) {
            double u = random.nextGaussian();
            double v = random.nextGaussian();
            List<String> row = List.of(
                    String.format(Locale.ROOT, "%.1f", 40 + 8 * u + random.nextGaussian()),
                    String.format(Locale.ROOT, "%.2f", Math.exp(8 + u + 0.2 * random.nextGaussian())),
                    String.valueOf((int) (-2 * Math.exp(0.8 * v) * Math.log(1 - random.nextDouble()))),
                    u + v > 0 ? "yes" : "no",
                    u > 0.4 ? "Oslo" : v > 0 ? "\"Bern, West\"" : "Rome",
                    String.format(Locale.ROOT, "%.1f", 170 + 6 * u - 5 * v + random.nextGaussian()),
                    String.format(Locale.ROOT, "%.1f", 70 + 9 * v + random.nextGaussian()));
            for (int j = 0; j < row.size(); j++) {
                text.append(j == 0 ? "" : ",").append((i + 3 * j) % 7 == 0 ? "" : row.get(j));
            }
            text.append('\n');
        }
        return Files.writeString(folder.resolve("people.csv"), text);
    }

    @Test
    void labelsCountsAndDrawsAreFilledIn() throws Exception {
        Path out = folder.resolve("out.csv");
        Commands.Result result = rung("complete", people(), "-o", out, "--draws", "2", "--round");
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err()).contains("categories: smokes, town");
        assertThat(result.out())
                .contains("also written: " + folder.resolve("out-1.csv") + " to ")
                .doesNotContain("earlier");
        Commands.Result fewer = rung("complete", people(), "-o", out, "--draws", "1", "--round");
        assertThat(fewer.out())
                .contains("also written: " + folder.resolve("out-1.csv") + "; " + folder.resolve("out-2.csv")
                        + " is of an earlier run\n");
        assertThat(result.out())
                .contains("recognized: income (positive and skewed), children (counts), smokes (a category), town (a"
                        + " category); --kind says otherwise");
        List<String> known = Files.readAllLines(folder.resolve("people.csv"));
        boolean[] differ = {false};
        for (String name : List.of("out.csv", "out-1.csv", "out-2.csv")) {
            List<String> lines = Files.readAllLines(folder.resolve(name));
            assertThat(lines).hasSameSizeAs(known);
            for (int i = 1; i < lines.size(); i++) {
                List<String> cells = cells(lines.get(i));
                List<String> before = cells(known.get(i));
                assertThat(cells.get(2)).as(lines.get(i)).matches("[0-9]+");
                assertThat(cells.get(3)).as(lines.get(i)).isIn("yes", "no");
                assertThat(cells.get(4)).as(lines.get(i)).isIn("Oslo", "\"Bern, West\"", "Rome");
                assertThat(Double.parseDouble(cells.get(1))).isPositive();
                for (int j = 0; j < cells.size(); j++) {
                    assertThat(before.get(j).isEmpty() || before.get(j).equals(cells.get(j)))
                            .as(lines.get(i))
                            .isTrue();
                }
            }
            differ[0] |= !Files.readString(folder.resolve(name)).equals(Files.readString(out));
        }
        assertThat(differ[0]).isTrue();
    }

    private static List<String> cells(String line) {
        return List.of(line.replace("Bern, West", "Bern; West").split(",", -1)).stream()
                .map(cell -> cell.replace(';', ','))
                .toList();
    }

    /* Rows that come later, with columns in another order, a hole in each kind, and a town that the model has never heard of. */
    @Test
    void laterRowsAreFilledByAModel() throws Exception {
        Path out = folder.resolve("out.csv");
        Path model = folder.resolve("people.rung");
        assertThat(rung("complete", people(), "-o", out, "--model", model).status())
                .isZero();
        Path later = Files.writeString(
                folder.resolve("later.csv"),
                "town,age,income,children,smokes,height,weight\nParis,30.5,2000,1,,171,70.5\n,,3000,,no,165.5,80\n");
        Path filled = folder.resolve("filled.csv");
        Path sure = folder.resolve("sure.tsv");
        Commands.Result result = rung("complete", later, "-o", filled, "--with", model, "--errors", sure);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).startsWith("4 of 14 cells filled by what ");
        assertThat(result.err())
                .contains("the model does not know these labels, and makes nothing of them: Paris (town)");
        assertThat(Files.readAllLines(sure)).hasSize(5);
        List<String> lines = Files.readAllLines(filled);
        assertThat(lines.get(1)).matches("Paris,30.5,2000,1,(yes|no),171,70.5");
        assertThat(cells(lines.get(2)).get(0)).isIn("Oslo", "\"Bern, West\"", "Rome");
    }

    /* One row, of whose labels none is known: the model knows that these columns have some, whatever they look like. */
    @Test
    void aModelKnowsWhichColumnsHaveLabels() throws Exception {
        Path model = folder.resolve("people.rung");
        assertThat(rung("complete", people(), "-o", folder.resolve("out.csv"), "--model", model)
                        .status())
                .isZero();
        Path one = Files.writeString(
                folder.resolve("one.csv"), "town,age,income,children,smokes,height,weight\n,30.5,2000,1,,171,70.5\n");
        Path filled = folder.resolve("filled.csv");
        Path sure = folder.resolve("sure.tsv");
        Commands.Result result = rung("complete", one, "-o", filled, "--with", model, "--errors", sure);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err()).contains("categories: town, smokes").doesNotContain("stays empty");
        assertThat(Files.readAllLines(filled).get(1))
                .matches("(Oslo|\"Bern, West\"|Rome),30.5,2000,1,(yes|no),171,70.5");
        assertThat(Files.readAllLines(sure))
                .anyMatch(line -> line.matches("1\ttown\t(Oslo|Bern, West|Rome)\t[0-9.]+\t\t"));
    }

    @Test
    void aFirstColumnOfFewLabelsWithHolesIsFilled() throws Exception {
        StringBuilder text = new StringBuilder("smoker,a,b\n");
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 60; i++) {
            double level = random.nextGaussian();
            text.append(i % 9 == 4 ? "" : level > 0 ? "yes" : "no")
                    .append("," + level + "," + (2 * level + 0.1 * random.nextGaussian()) + "\n");
        }
        Path in = Files.writeString(folder.resolve("smokers.csv"), text);
        Path out = folder.resolve("out.csv");
        Commands.Result result = rung("complete", in, "-o", out);
        assertThat(result.err()).contains("categories: smoker");
        assertThat(Files.readAllLines(out)).allMatch(line -> line.matches("(smoker|yes|no),.*"));
        Path told = folder.resolve("told.csv");
        Path page = folder.resolve("page.html");
        Commands.Result twoValued = rung("complete", in, "-o", told, "--kind", "smoker=two-valued", "--report", page);
        assertThat(twoValued.status()).as(twoValued.err()).isZero();
        assertThat(twoValued.err())
                .contains("column 'smoker' has two labels, 'no' and 'yes': a hole gets the likelier one");
        assertThat(told).hasSameTextualContentAs(out);
        assertThat(Files.readString(page))
                .as("the page says what was asked for")
                .containsPattern("smoker</t[hd]>\\s*<td[^>]*>two values<")
                .doesNotContain("a category");
    }

    /* Random walks with holes of six rows: neighbors tell of them, and are held out as long. */
    @Test
    void whichCellsWereHeldOutIsSaid() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder text = new StringBuilder("a,b,c,d\n");
        double[] level = new double[4];
        for (int i = 0; i < 200; i++) {
            for (int j = 0; j < 4; j++) {
                level[j] += random.nextGaussian();
                text.append((i + 9 * j) % 40 < 6 ? "" : String.format(Locale.ROOT, "%.3f", level[j]));
                text.append(j < 3 ? "," : "\n");
            }
        }
        Path in = Files.writeString(folder.resolve("walks.csv"), text);
        Path out = folder.resolve("out.csv");
        assertThat(rung("complete", in, "-o", out, "--smooth", "rows").out())
                .contains("error on cells held out in stretches as long as the holes 0.")
                .contains("neighboring rows tell about each other");
        assertThat(rung("complete", in, "-o", out, "--smooth", "none").out())
                .contains("error on cells held out one by one, unlike the holes, 0.");
    }

    /* Scattered holes have no word for it, and few held-out cells are counted. */
    @Test
    void fewHeldOutCellsAreCounted() throws Exception {
        Path out = folder.resolve("out.csv");
        for (int rows : new int[] {12, 300}) {
            SplittableRandom random = new SplittableRandom(3);
            StringBuilder text = new StringBuilder("a,b,c\n");
            for (int i = 0; i < rows; i++) {
                double level = random.nextGaussian();
                text.append(String.format(
                        Locale.ROOT, "%.3f,%s,%.3f\n", level, i % 5 == 2 ? "" : -level, level + random.nextDouble()));
            }
            Path in = Files.writeString(folder.resolve("few.csv"), text);
            assertThat(rung("complete", in, "-o", out, "--smooth", "none").out())
                    .containsPattern(
                            rows == 12 ? "\nerror on [1-4][0-9] held-out cells " : "\nerror on held-out cells ");
        }
    }

    /* Rows in no order, with holes of six rows: stretches are held out, and say that neighbors tell nothing. */
    @Test
    void heldOutStretchesAreSaidWhereNeighborsTellNothing() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder text = new StringBuilder("a,b,c,d,e,f\n");
        for (int i = 0; i < 200; i++) {
            double level = random.nextGaussian();
            for (int j = 0; j < 6; j++) {
                double value = (j - 2.5) * level + 0.3 * random.nextGaussian();
                text.append((i + 9 * j) % 40 < 6 ? "" : String.format(Locale.ROOT, "%.3f", value));
                text.append(j < 5 ? "," : "\n");
            }
        }
        Path in = Files.writeString(folder.resolve("unordered.csv"), text);
        Path page = folder.resolve("page.html");
        assertThat(rung("complete", in, "-o", folder.resolve("out.csv"), "--smooth", "rows", "--report", page)
                        .out())
                .contains("error on cells held out in stretches as long as the holes 0.")
                .contains("neighbors are not used");
        assertThat(page).content().contains("A tenth of the observed cells was held out, in stretches as long as");
    }

    @Test
    void kindsCanBeToldAndMistaken() throws Exception {
        Path in = people();
        Path out = folder.resolve("out.csv");
        String[][] wrong = {
            {"children=coutn", "--kind must be one of number, two-valued, count, positive, category, got 'coutn'"},
            {"children", "--kind must be COLUMN=KIND, such as children=count, got 'children'\nTry '"},
            {"weight=number,children", "--kind must be COLUMN=KIND, such as children=count, got 'children'\nTry '"},
            {"=count", "--kind must be COLUMN=KIND, such as children=count, got '=count'\nTry '"},
            {"child=count", "there is no column 'child'"},
            {
                "town=number",
                "--kind: column 'town' is text (a category with 3 different labels), which can only be a category;"
            },
            {
                "town=two-valued",
                "--kind: column 'town' is text (a category with 3 different labels), which can only be a"
            },
            {"weight=count", "--kind: column 'weight' must hold whole numbers from 0 on to be of kind count"},
        };
        for (String[] each : wrong) {
            Commands.Result result = rung("complete", in, "-o", out, "--kind", each[0]);
            assertThat(result.status()).isNotZero();
            assertThat(result.err()).contains(each[1]);
            assertThat(out).doesNotExist();
        }
        Commands.Result told = rung("complete", in, "-o", out, "--kind", "children=number,income=number");
        assertThat(told.out()).contains("recognized: smokes (a category), town (a category);");
        Commands.Result all = rung(
                "complete", in, "-o", out, "--kind", "children=count,income=positive,town=category,smokes=category");
        assertThat(all.out()).doesNotContain("says otherwise");
    }

    @Test
    void mildSkewAndSmallCountsAreSaidAndIntervalsStayWithinBounds() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("height,income,rooms\n");
        for (int i = 0; i < 120; i++) {
            double u = random.nextGaussian();
            String income = String.format(Locale.ROOT, "%.2f", Math.exp(0.33 * u + 0.15 * random.nextGaussian()));
            long rooms = Math.max(1, Math.round(2.5 + 1.2 * u + 0.7 * random.nextGaussian()));
            text.append(String.format(Locale.ROOT, "%.1f,", 170 + 8 * u + 3 * random.nextGaussian()))
                    .append(i % 5 == 0 ? "" : income)
                    .append(',')
                    .append(i % 7 == 0 ? "" : String.valueOf(rooms))
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("people.csv"), text);
        Path sure = folder.resolve("sure.tsv");
        Path out = folder.resolve("out.csv");
        Commands.Result result = rung("complete", file.toString(), "-o", out.toString(), "--errors", sure.toString());
        assertThat(result.out())
                .contains("taken for plain numbers: income (a little skewed), rooms (could be counts)")
                .contains("; --kind income=positive says otherwise");
        for (String line :
                Files.readAllLines(sure).subList(1, Files.readAllLines(sure).size())) {
            String[] fields = line.split("\t");
            assertThat(Double.parseDouble(fields[4]))
                    .as(line)
                    .isNotNegative()
                    .isLessThanOrEqualTo(Double.parseDouble(fields[2]));
        }
        assertThat(rung("complete", file.toString(), "-o", out.toString(), "--kind", "income=number,rooms=number")
                        .out())
                .doesNotContain("taken for plain numbers");
    }

    private Path people(String name, String rows) throws Exception {
        return Files.writeString(folder.resolve(name), "age,height,city\n" + rows);
    }

    @Test
    void allColumnsThatAModelMissesAreNamedAtOnce() throws Exception {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            rows.append(20 + i)
                    .append(',')
                    .append(i % 5 == 0 ? "" : 150 + i)
                    .append(i % 2 == 0 ? ",Rome\n" : ",Oslo\n");
        }
        Path learned = folder.resolve("people.rung");
        Path out = folder.resolve("o.csv");
        assertThat(rung("complete", people("p.csv", rows.toString()), "-o", out, "--model", learned, "-q")
                        .status())
                .isZero();
        Path few = Files.writeString(folder.resolve("few.csv"), "age,shoe,hat\n31,40,\n35,41,3\n");
        assertThat(rung("complete", few, "-o", out, "--with", learned).err())
                .contains("few.csv: columns 'height', 'city', which the model knows, are not there");
        Path more = Files.writeString(
                folder.resolve("more.csv"), "age,height,city,shoe,hat\n31,,Rome,40,5\n35,170,Oslo,41,\n");
        assertThat(rung("complete", more, "-o", out, "--with", learned).err())
                .contains(
                        "more.csv: the model does not know columns 'shoe', 'hat'; leave them out with --ignore shoe,hat");
        Commands.Result bad =
                rung("complete", people("bad.csv", "31,170,Rome\nold,,Oslo\n"), "-o", out, "--with", learned);
        assertThat(bad.status()).isEqualTo(2);
        assertThat(bad.err()).contains("bad.csv:3: ").contains("'age'").contains("must be a number, got 'old'");
    }

    /* What was ignored, or was an id, may look like data among a few new rows; an empty column may have values by then. */
    @Test
    void aModelLeavesOutWhatWasLeftOutWhereItWasLearned() throws Exception {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            rows.append(i + 1)
                    .append(",,")
                    .append(i % 9 == 4 ? "" : 100 - i + ".5")
                    .append(",")
                    .append(i * 7 % 31)
                    .append(",")
                    .append(2 * i)
                    .append(".5\n");
        }
        for (String header : List.of("nr,note,a,price,b\n", "")) {
            Path learned = folder.resolve("shop.rung");
            Path out = folder.resolve("shop-out.csv");
            Path shop = Files.writeString(folder.resolve("shop.csv"), header + rows);
            String price = header.isEmpty() ? "4" : "price";
            assertThat(rung("complete", shop, "-o", out, "--ignore", price, "--model", learned)
                            .status())
                    .isZero();
            String first = header + "12,1,80.5,5,40.5\n";
            Path later = Files.writeString(folder.resolve("later.csv"), first + "70,2,,,20.5\n");
            Commands.Result result = rung("complete", later, "-o", out, "--with", learned);
            assertThat(result.status()).as(result.err()).isZero();
            assertThat(result.err())
                    .contains("left out, as where " + learned + " was learned: columns ")
                    .contains(header.isEmpty() ? "'1', '2', '4'" : "'note', 'price'");
            assertThat(result.out()).contains("1 of 4 cells filled");
            assertThat(Files.readString(out)).startsWith(first).matches("(?s).*\n70,2,[0-9.]+,,20.5\n");
            Path alone = Files.writeString(
                    folder.resolve("alone.csv"), (header.isEmpty() ? "" : "a,b\n") + "80.5,40.5\n,20.5\n");
            Commands.Result ofData = rung("complete", alone, "-o", out, "--with", learned);
            assertThat(ofData.status()).as(ofData.err()).isZero();
            assertThat(ofData.err()).doesNotContain("left out");
            assertThat(ofData.out()).contains("1 of 4 cells filled");
        }
    }

    @Test
    void aModelKnowsCategoriesWithoutAHeader() throws Exception {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            boolean isLow = i * 7 % 60 < 30;
            rows.append(i % 11 == 4 ? "" : (isLow ? 20 : 70) + i % 5 + ".5")
                    .append(i % 9 == 2 ? "," : isLow ? ",low" : ",high")
                    .append(i % 7 == 3 ? "," : "," + ((isLow ? 120 : 270) + i % 6) + ".5")
                    .append('\n');
        }
        Path learned = folder.resolve("levels.rung");
        Path out = folder.resolve("levels-out.csv");
        Path levels = Files.writeString(folder.resolve("levels.csv"), rows);
        assertThat(rung("complete", levels, "-o", out, "--model", learned).status())
                .isZero();
        Path later = Files.writeString(folder.resolve("levels-later.csv"), "71.5,,271.5\n21.5,,120.5\n");
        Commands.Result result = rung("complete", later, "-o", out, "--with", learned);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(Files.readString(out)).isEqualTo("71.5,high,271.5\n21.5,low,120.5\n");
    }

    @Test
    void aColumnWithoutAnyValueStaysInArraysAsInText() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        for (String name : List.of("empty.npy", "empty.mtx")) {
            Path in = folder.resolve(name);
            TableFile.write(in, 40, 5, (i, j) -> j == 2 || i % 9 == j ? Double.NaN : (j + 1) * i + random.nextDouble());
            Path out = folder.resolve("filled-" + name);
            Path model = folder.resolve("empty.rung");
            Commands.Result result = rung("complete", in, "-o", out, "--model", model, "--kind", "4=number");
            assertThat(result.status()).as(result.err()).isZero();
            assertThat(result.err()).contains("column 3 has no value at all to go by, so it stays empty");
            assertThat(result.out()).contains(" of 160 cells filled");
            Matrix filled = TableFile.read(out).values();
            for (int i = 0; i < 40; i++) {
                for (int j = 0; j < 5; j++) {
                    assertThat(Double.isNaN(filled.get(i, j))).isEqualTo(j == 2);
                }
            }
            Path later = folder.resolve("later-" + name);
            TableFile.write(later, 3, 5, (i, j) -> i == j ? Double.NaN : (j + 1) * i);
            Commands.Result applied = rung("complete", later, "-o", out, "--with", model);
            assertThat(applied.err()).contains("was learned: column '3'");
            assertThat(applied.out()).contains("2 of 12 cells filled");
            assertThat(TableFile.read(out).values().get(2, 2)).isNaN();
        }
    }

    @Test
    void aColumnWithOneLabelStaysAndThatIsSaid() throws Exception {
        StringBuilder text = new StringBuilder("a,b,defect\n");
        for (int i = 0; i < 30; i++) {
            text.append(i * 1.5)
                    .append(',')
                    .append(i % 7 == 0 ? "" : i * 3 + 0.5)
                    .append(i % 3 == 0 ? ",yes\n" : ",\n");
        }
        Path table = Files.writeString(folder.resolve("d.csv"), text);
        Commands.Result result = rung("complete", table, "-o", folder.resolve("o.csv"));
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err())
                .contains("column 'defect' has no label but 'yes', so nothing tells when there would be another: its 20"
                        + " holes stay empty");
    }

    @Test
    void filledCellsHaveAboutTheDecimalsOfTheirColumn() throws Exception {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder text = new StringBuilder("euros,points,grams\n");
        for (int i = 0; i < 60; i++) {
            double level = 1 + random.nextDouble();
            text.append(i % 6 == 0 ? "" : String.format(Locale.ROOT, "%.2f", 20 * level + random.nextDouble()))
                    .append(
                            i % 6 == 1
                                    ? ","
                                    : String.format(Locale.ROOT, ",%.0f", 100 * level + 9 * random.nextDouble()))
                    .append(i % 6 == 2 ? ",\n" : String.format(Locale.ROOT, ",%.4f%n", 0.02 * level));
        }
        Path out = folder.resolve("o.csv");
        assertThat(rung("complete", Files.writeString(folder.resolve("t.csv"), text), "-o", out, "-q")
                        .status())
                .isZero();
        List<String> lines = Files.readAllLines(out);
        for (int i = 1; i < lines.size(); i++) {
            String[] cells = lines.get(i).split(",");
            assertThat(cells[0]).matches("\\d+(\\.\\d{1,4})?");
            assertThat(cells[1]).matches("\\d+(\\.\\d{1,2})?");
            assertThat(cells[2]).matches("\\d+\\.\\d{1,6}");
        }
    }
}
