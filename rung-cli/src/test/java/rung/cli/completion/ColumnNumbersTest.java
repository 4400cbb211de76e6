package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.cli.Commands;

/** What columns are called: their name in the header, or their number in the file, in all options and results. */
class ColumnNumbersTest {
    @TempDir
    private Path folder;

    private final StringBuilder rows = new StringBuilder();
    private Path out;
    private Path sure;

    /* A name for each row, two columns of numbers that are alike, a category, and two columns of whole numbers from 0. */
    @BeforeEach
    void makeRows() {
        out = folder.resolve("out.csv");
        sure = folder.resolve("sure.tsv");
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 40; i++) {
            int level = random.nextInt(5);
            rows.append(String.format("p%d,%d.5,%s,", i, level, i % 9 == 2 ? "" : level + 0.25 * random.nextInt(3)))
                    .append(level > 2 ? "high," : "low,")
                    .append(i % 8 == 3 ? "" : level)
                    .append(i % 7 == 3 ? ",\n" : "," + (level + random.nextInt(2)) + "\n");
        }
    }

    private Path file(String header) throws Exception {
        return Files.writeString(folder.resolve("in.csv"), header + rows);
    }

    private List<String> filledColumns() throws Exception {
        return Files.readAllLines(sure).stream()
                .skip(1)
                .map(line -> line.split("\t")[1])
                .distinct()
                .sorted()
                .collect(Collectors.toList());
    }

    @Test
    void numbersCountTheColumnsOfTheFileInAllOptions() throws Exception {
        String[] options = {"--kind", "5=count,3=number", "--ignore", "6", "--errors", sure.toString()};
        for (String header : List.of("", "id,a,b,c,d,e\n")) {
            Commands.Result result = rung(
                    "complete",
                    file(header),
                    "-o",
                    out,
                    options[0],
                    options[1],
                    options[2],
                    options[3],
                    options[4],
                    options[5]);
            assertThat(result.status()).as(result.err()).isZero();
            assertThat(result.err()).contains(header.isEmpty() ? "6 (ignored" : "e (ignored");
            assertThat(filledColumns()).isEqualTo(header.isEmpty() ? List.of("3", "5") : List.of("b", "d"));
        }
        assertThat(rung("complete", file(""), "-o", out, "--kind", "7=count").err())
                .contains("--kind: " + folder.resolve("in.csv")
                        + ": there is no column 7; they are numbered from 1 to 6");
    }

    @Test
    void columnsOfOneNameGoByTheirNumbers() throws Exception {
        Path in = file("id,a,b,c,d,d\n");
        Path model = folder.resolve("m.rung");
        Commands.Result result =
                rung("complete", in, "-o", out, "--errors", sure, "--kind", "6=count", "--model", model);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err()).contains("several columns are named 'd'; they go by their numbers, from 1");
        assertThat(filledColumns()).containsExactly("5", "6", "b");
        assertThat(rung("complete", in, "-o", out, "--kind", "d=count").err())
                .contains("columns 5, 6 have the same name 'd'; say by its number which one is meant");
        Path later = Files.writeString(folder.resolve("later.csv"), "id,a,b,c,d,d\nq,4.5,4,high,4,\nr,0.5,0,low,0,\n");
        assertThat(rung("complete", later, "-o", out, "--with", model).status()).isZero();
        assertThat(Files.readAllLines(out).get(1)).matches("q,4.5,4,high,4,4\\.?\\d*");
        assertThat(Files.readAllLines(out).get(2)).matches("r,0.5,0,low,0,0\\.?\\d*");
    }

    @Test
    void aWrongKindNamesTheNearest() throws Exception {
        Path in = file("id,amount,b,c,d,e\n");
        assertThat(rung("complete", in, "-o", out, "--kind", "amuont=count").err())
                .contains("there is no column 'amuont'", "did you mean 'amount'?");
        assertThat(rung("complete", in, "-o", out, "--kind", "amount=cuont").err())
                .contains("got 'cuont'; did you mean 'count'?");
    }
}
