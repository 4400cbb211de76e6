package rung.file.table;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.FormatException;
import rung.file.Mutations;
import rung.file.Table;
import rung.file.WorkLimit;
import rung.file.numpy.NumpyArrays;

/** Files with random damage are read as tables or refused by an IOException; nothing else happens. */
class TableFuzzTest {
    @TempDir
    Path folder;

    private record Sample(String name, byte[] content) {}

    private static List<Sample> samples() throws IOException {
        byte[] csv = "name,height,\"wei\"\"ght\"\r\n\"Anna, A.\",1.7,\r\nBob,NA,8e1\r\nZoë,-3,?\r\n".getBytes(UTF_8);
        byte[] doubles = ByteBuffer.allocate(48)
                .putDouble(1)
                .putDouble(Double.NaN)
                .putDouble(3)
                .putDouble(-4)
                .putDouble(1e300)
                .putDouble(Double.NaN)
                .array();
        String header = "{'descr': '>f8', 'fortran_order': True, 'shape': (2, 3), }\n";
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(csv);
        }
        return List.of(
                new Sample("in.csv", csv),
                new Sample("in.txt", "1,5;;3\n4;-,5;\"6\"\n?;8;9,25".getBytes(UTF_8)),
                new Sample("in.tsv", "\ufeffa\tb\tc\n1\t\t3\n\t5\t6\n\n".getBytes(UTF_8)),
                new Sample("in.dat", "x y z\n 1 2   3\n4 NA 6\n".getBytes(UTF_8)),
                new Sample("in.csv.gz", zipped.toByteArray()),
                new Sample(
                        "de.csv",
                        "id;tag;a;b\n1;2024-01-01;1.234,5;\n2;2024-01-02;;0,5\n3;?;3.000;4\n".getBytes(UTF_8)),
                new Sample("wide.txt", "\ufeffa|b\n1|\n\"x\"|4\n7|8\n".getBytes(UTF_16LE)),
                new Sample(
                        "in.jsonl",
                        "{\"a\": 1, \"b\": null, \"c\": \"x\"}\n{\"b\": -2.5e3, \"a\": [1, {}]}\n{\"a\": 7}\n"
                                .getBytes(UTF_8)),
                new Sample(
                        "in.mtx",
                        "%%MatrixMarket matrix coordinate real general\n% c\n2 3 3\n1 1 1.5\n2 3 -2\n1 2 7\n"
                                .getBytes(UTF_8)),
                new Sample(
                        "skew.mtx",
                        "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\nnan\n-3\n".getBytes(UTF_8)),
                new Sample("in.npy", NumpyArrays.array(header, doubles)),
                new Sample("u1.npy", NumpyArrays.array(header.replace(">f8", "|u1"), new byte[6])));
    }

    /** Writes a file anew: file systems take their time to overwrite one. */
    private Path write(String name, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        Files.deleteIfExists(file);
        return Files.write(file, content);
    }

    @Test
    void damageNeverSurprises() throws IOException {
        fuzz(0, 2_000);
    }

    @Test
    @Tag("slow")
    void muchDamageNeverSurprises() throws IOException {
        fuzz(1_000_000, 8_000);
    }

    private void fuzz(int firstSeed, int inputs) throws IOException {
        try (WorkLimit limit = new WorkLimit()) {
            fuzz(firstSeed, inputs, limit);
        }
    }

    private void fuzz(int firstSeed, int inputs, WorkLimit limit) throws IOException {
        List<Sample> samples = samples();
        int tables = 0;
        int same = 0;
        int refused = 0;
        for (int seed = firstSeed; seed < firstSeed + inputs; seed++) {
            limit.begin(seed);
            SplittableRandom random = new SplittableRandom(seed);
            Sample sample = samples.get(seed % samples.size());
            byte[] content = Mutations.mutated(sample.content, random);
            Path file = write(sample.name, content);
            try {
                Table table = TableFile.read(file);
                tables++;
                same += isSameWhenReadAgain(table) ? 1 : 0;
            } catch (FormatException e) {
                assertThat(e.getMessage()).startsWith(sample.name).doesNotContain("\n");
                refused++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ", " + sample.name + ", " + Arrays.toString(content), e);
            }
        }
        assertThat(tables).as("tables").isGreaterThan(inputs / 10);
        assertThat(same).as("the same when read again").isGreaterThan(tables * 95 / 100);
        assertThat(refused).as("refused").isGreaterThan(inputs / 10);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.count()).isEqualTo(samples.size() + 1);
        }
    }

    /**
     * A table can be written, and what is written has the same observed values and no holes. Whether it can be compared:
     * a first column without a name, for instance, becomes a column of labels once it has no holes, and a first row may look like a
     * header.
     */
    private boolean isSameWhenReadAgain(Table table) throws IOException {
        Path target = folder.resolve("out");
        Files.deleteIfExists(target);
        table.writeCompleted(target, (row, column) -> 0.5);
        assertThat(table.description()).isNotEmpty();
        double[] before = table.values().array();
        Table again = TableFile.read(target);
        double[] after = again.values().array();
        boolean isAlike = again.columnNames().equals(table.columnNames())
                && again.carriedColumns().equals(table.carriedColumns());
        for (int k = 0; k < before.length && isAlike && after.length == before.length; k++) {
            assertThat(after[k]).isEqualTo(Double.isNaN(before[k]) ? 0.5 : before[k]);
        }
        return isAlike && after.length == before.length;
    }
}
