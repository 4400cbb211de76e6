package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.Instances;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.file.FormatException;
import rung.file.model.ModelFile;
import rung.file.model.TableModelFile;
import rung.linalg.Matrix;

/** Rows that were not there when a table was completed. */
class TableModelTest {
    @TempDir
    private Path folder;

    private static Observations part(Matrix table, int from, int to, double share, SplittableRandom random) {
        Observations.Builder part = Observations.builder(to - from, table.columns());
        for (int i = from; i < to; i++) {
            for (int j = 0; j < table.columns(); j++) {
                if (random.nextDouble() < share) {
                    part.add(i - from, j, table.get(i, j));
                }
            }
        }
        return part.build();
    }

    /* Columns of numbers, of two values, counts, skewed numbers and labels, three of each, rank 2. */
    private static Matrix mixed(int rows, SplittableRandom random) {
        Matrix behind = Instances.lowRank(rows, 15, 2, random);
        Matrix table = new Matrix(rows, 15);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < 15; j++) {
                double z = behind.get(i, j);
                table.set(
                        i,
                        j,
                        switch (j / 3) {
                            case 1 -> random.nextDouble() < 1 / (1 + Math.exp(-3 * z)) ? 1 : 0;
                            case 2 -> Math.floor(-3 * Math.exp(0.7 * z) * Math.log(1 - random.nextDouble()));
                            case 3 -> Math.exp(z + 0.2 * random.nextGaussian());
                            case 4 -> z > 0.5 ? 2 : z > -0.5 ? 1 : 0;
                            default -> 10 + z + 0.2 * random.nextGaussian();
                        });
            }
        }
        return table;
    }

    private static Completion.Completed completed(Observations data) {
        Completion completion = Completion.byDefault();
        for (int j = 12; j < 15; j++) {
            completion = completion.withKind(j, ColumnKind.CATEGORY);
        }
        return completion.complete(data);
    }

    /* The rows of the table itself are filled by the model as they were filled. */
    @Test
    void rowsThatAreKnownAreFilledAsTheyWere() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix table = Instances.noisy(Instances.lowRank(100, 20, 3, random), 0.1, random);
        Observations data = part(table, 0, 100, 0.8, random);
        Completion.Completed completed = Completion.byDefault().complete(data);
        TableModel.Rows rows = completed.model().complete(data, 2);
        double off = 0;
        double size = 0;
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 20; j++) {
                off += Math.pow(rows.fill(i, j) - completed.fill(i, j), 2);
                size += Math.pow(completed.fill(i, j), 2);
            }
        }
        assertThat(Math.sqrt(off / size)).isLessThan(0.03);
    }

    /* New rows are filled nearly as well as if they had been there from the beginning. */
    @Test
    @Tag("slow")
    void newRowsAreFilledNearlyAsWell() {
        SplittableRandom random = new SplittableRandom(2);
        Matrix table = mixed(300, random);
        Observations all = part(table, 0, 300, 0.75, random);
        Observations.Builder before = Observations.builder(200, 15);
        Observations.Builder after = Observations.builder(100, 15);
        all.forEach((i, j, value, weight) -> {
            if (i < 200) {
                before.add(i, j, value);
            } else {
                after.add(i - 200, j, value);
            }
        });
        Completion.Completed together = completed(all);
        Completion.Completed first = completed(before.build());
        TableModel.Rows rows = first.model().complete(after.build(), 1);
        double[][] sums = new double[5][2];
        boolean[][] known = new boolean[300][15];
        all.forEach((i, j, value, weight) -> known[i][j] = true);
        int inside = 0;
        int cells = 0;
        for (int i = 200; i < 300; i++) {
            for (int j = 0; j < 15; j++) {
                if (!known[i][j]) {
                    double truth = table.get(i, j);
                    double mine = rows.fill(i - 200, j);
                    double theirs = together.fill(i, j);
                    sums[j / 3][0] += j >= 12 ? mine == truth ? 0 : 1 : Math.abs(mine - truth);
                    sums[j / 3][1] += j >= 12 ? theirs == truth ? 0 : 1 : Math.abs(theirs - truth);
                    if (j < 3) {
                        cells++;
                        inside += Math.abs(mine - truth)
                                        < 1.645 * rows.uncertainty().standardError(i - 200, j)
                                ? 1
                                : 0;
                    }
                }
            }
        }
        for (int k = 0; k < 5; k++) {
            assertThat(sums[k][0]).as("kind %d", k).isLessThan(1.25 * sums[k][1] + (k == 4 ? 5 : 0));
        }
        assertThat((double) inside / cells).isBetween(0.8, 0.98);
    }

    /* A row of which nothing is known is what is expected of any: near the means of the columns. */
    @Test
    void anEmptyRowIsLikeTheOthers() {
        SplittableRandom random = new SplittableRandom(3);
        Matrix table = Instances.noisy(Instances.lowRank(150, 6, 2, random), 0.1, random);
        for (int i = 0; i < 150; i++) {
            for (int j = 0; j < 6; j++) {
                table.set(i, j, 100 * (j + 1) + table.get(i, j));
            }
        }
        TableModel model = Completion.byDefault()
                .complete(part(table, 0, 150, 0.8, random))
                .model();
        TableModel.Rows rows = model.complete(Observations.builder(2, 6).build(), 1);
        for (int j = 0; j < 6; j++) {
            near(rows.fill(1, j), 100 * (j + 1), 1);
        }
    }

    @Test
    void aFileKeepsAllOfIt() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        Matrix table = mixed(120, random);
        Completion.Completed completed = completed(part(table, 0, 100, 0.8, random));
        List<String> names =
                Arrays.stream("a b c d e f g h i j k l m n ö".split(" ")).toList();
        List<List<String>> labels = new ArrayList<>();
        for (int j = 0; j < 15; j++) {
            labels.add(j < 12 ? List.of() : List.of("ja", "nein, danke", "vielleicht"));
        }
        Path file = folder.resolve("t.rung");
        List<String> signs = names.stream()
                .map(name -> name.equals("b") ? "€" : name.equals("ö") ? "%" : "")
                .toList();
        TableModelFile.write(
                file,
                new TableModelFile.Named(completed.model(), names, labels, List.of("id", "größe"), Optional.of(signs)));
        TableModelFile.Named read = TableModelFile.read(file);
        assertThat(read.columns()).isEqualTo(names);
        assertThat(read.labels()).isEqualTo(labels);
        assertThat(read.leftOut()).containsExactly("id", "größe");
        assertThat(read.signs()).contains(signs);
        Observations rest = part(table, 100, 120, 0.7, random);
        TableModel.Rows one = completed.model().complete(rest, 1);
        TableModel.Rows two = read.model().complete(rest, 2);
        for (int i = 0; i < 20; i++) {
            for (int j = 0; j < 15; j++) {
                assertThat(two.fill(i, j)).isEqualTo(one.fill(i, j));
                assertThat(two.filling().draw(3).at(i, j))
                        .isEqualTo(one.filling().draw(3).at(i, j));
                near(two.uncertainty().standardError(i, j), one.uncertainty().standardError(i, j), 1e-12);
            }
        }
        assertThatThrownBy(() -> ModelFile.read(file))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("is a model of a table");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> TableModelFile.read(file)).isInstanceOf(FormatException.class);
    }

    @Test
    void partsMustFitTogether() {
        SplittableRandom random = new SplittableRandom(5);
        TableModel model =
                completed(part(mixed(60, random), 0, 60, 0.8, random)).model();
        for (String name : model.toNumbers().keySet()) {
            Map<String, double[]> parts = model.toNumbers();
            double[] part = parts.get(name);
            if (!name.startsWith("m-cal") && !name.equals("calibration") && !name.equals("mixed")) {
                parts.put(name, Arrays.copyOf(part, part.length - 1));
                assertThatThrownBy(() -> TableModel.of(parts)).as(name).isInstanceOf(IllegalArgumentException.class);
            }
        }
        assertThatThrownBy(() -> model.complete(Observations.builder(1, 3).build(), 1))
                .hasMessage("rows must have the 15 columns of the model, got 3");
        assertThatThrownBy(() -> model.complete(
                        Observations.builder(1, 15).add(0, 4, 0.5).build(), 1))
                .hasMessage("column 5 of the model holds two values, got 0.5 in row 1");
    }
}
