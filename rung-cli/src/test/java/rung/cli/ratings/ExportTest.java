package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.RatingsCommands;
import rung.file.model.ModelFile;

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
                .contains("must go to different files");
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
}
