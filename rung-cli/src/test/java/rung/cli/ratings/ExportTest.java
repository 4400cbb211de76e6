package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.RatingsCommands;
import rung.file.model.ModelFile;
import rung.ratings.By;
import rung.ratings.Model;

/** {@code rung export}. */
class ExportTest extends RatingsCommands {
    @Test
    void exportWritesBothSides() throws Exception {
        Path users = folder.resolve("users.npy");
        Path items = folder.resolve("items.csv");
        Commands.Result result = rung("export", model, "--users", users, "--items", items);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains("90 users, rank ").contains("60 items, rank ");
        int rank = ModelFile.read(model).factors().rank();
        assertThat(Files.readAllLines(items)).hasSize(61);
        assertThat(Files.readAllLines(items).get(0)).startsWith("item,factor1").endsWith(",bias");
        assertThat(Files.size(users)).isEqualTo(128 + 4L * 90 * (rank + 1));
        assertThat(rung("export", model, "--users", folder.resolve("u.txt")).err())
                .contains("must end in .npy, .csv or .csv.gz");
        assertThat(rung("export", model).err()).contains("there must be --users, --items or both");
        assertThat(rung("export", model, "--users", items, "--items", items).err())
                .contains("--users and --items must be two files");
    }

    @Test
    void theNamesOfAnArrayGoBesideItInTheOrderOfItsRows() throws Exception {
        Path csv = folder.resolve("items.csv");
        assertThat(rung("export", model, "--users", folder.resolve("u.npy"), "--items", csv, "--ids")
                        .status())
                .isZero();
        assertThat(rung("export", model, "--items", folder.resolve("items.npy"), "--ids")
                        .status())
                .isZero();
        List<String> names = Files.readAllLines(csv).stream()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(',')))
                .toList();
        assertThat(Files.readAllLines(folder.resolve("items.ids.txt"))).isEqualTo(names);
        assertThat(Files.readAllLines(folder.resolve("u.ids.txt"))).hasSize(USERS);
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("items.csv", "items.npy", "items.ids.txt", "u.npy", "u.ids.txt");
        }
    }

    /* An id of two lines would move all that follow it by one. */
    @Test
    void anIdOfTwoLinesIsRefusedWhereIdsAreLines() throws Exception {
        StringBuilder text = new StringBuilder("user,item,rating\n");
        for (int k = 0; k < 300; k++) {
            text.append(k % 30)
                    .append(",\"film ")
                    .append(k * 7 % 20)
                    .append("\npart 2\",")
                    .append(1 + k % 5)
                    .append('\n');
        }
        Path ratings = Files.writeString(folder.resolve("r.csv"), text);
        Path trained = folder.resolve("m.rung");
        assertThat(rung("train", ratings, "-o", trained, "--rank", 1, "--only", "ratings")
                        .status())
                .isZero();
        Path array = folder.resolve("items.npy");
        assertThat(rung("export", trained, "--items", array, "--ids").err())
                .contains("items.ids.txt: cannot hold the name 'film ")
                .contains("\\npart 2', which has a line break in it; a file in .csv can");
        assertThat(array).doesNotExist();
        assertThat(rung("export", trained, "--items", folder.resolve("items.csv"))
                        .status())
                .isZero();
    }

    /* Products of the rows that were written are the scores by which lists are ranked. */
    @Test
    void productsOfExportedPreferencesAreScores() throws Exception {
        Path users = folder.resolve("users.csv");
        Path items = folder.resolve("items.csv");
        assertThat(rung("export", model, "--users", users, "--items", items, "--by", "preference")
                        .status())
                .isZero();
        Model read = ModelFile.read(model);
        float[] scores = new float[ITEMS];
        read.scorers(By.PREFERENCE).get().score(5, scores);
        double[] taste = numbers(users, 5);
        assertThat(taste).hasSize(read.preferences().orElseThrow().rank());
        for (int item = 0; item < ITEMS; item++) {
            double[] row = numbers(items, item);
            double product = 0;
            for (int k = 0; k < row.length; k++) {
                product += taste[k] * row[k];
            }
            assertThat(product).isCloseTo(scores[item], within(1e-5));
        }
    }

    private static double[] numbers(Path csv, int row) throws Exception {
        return Arrays.stream(Files.readAllLines(csv).get(row + 1).split(","))
                .skip(1)
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @Test
    void aModelOfChoicesIsExportedAndReported() throws Exception {
        Path choices = folder.resolve("choices.tsv");
        Files.write(
                choices,
                lines(train).stream().map(line -> line[0] + "\t" + line[1]).toList());
        Path chosen = folder.resolve("chosen.rung");
        Path page = folder.resolve("page.html");
        Commands.Result result = rung("train", choices, "-o", chosen, "--report", page);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(Files.readString(page))
                .contains("hit rate", "most popular", "Choices", "% of the choices", " of the choices are of ")
                .doesNotContain("RMSE")
                .doesNotContain("of the ratings");
        Path users = folder.resolve("users.csv");
        assertThat(rung("export", chosen, "--users", users).status()).isZero();
        assertThat(Files.readAllLines(users)).hasSize(USERS + 1);
        assertThat(Files.readAllLines(users).get(0)).doesNotContain("bias");
        assertThat(rung("export", chosen, "--users", users, "--by", "rating").err())
                .contains("trained on choices without ratings");
    }
}
