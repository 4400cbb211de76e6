package rung.file.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.numpy.NumpyWriter;
import rung.file.table.TableFile;

class FactorsFileTest {
    @TempDir
    Path folder;

    private static NumpyWriter.Rows rows(float... values) {
        return (row, target) -> System.arraycopy(values, row * target.length, target, 0, target.length);
    }

    private String csv(List<String> names, List<String> labels, float... values) throws IOException {
        Path target = folder.resolve("out.csv");
        FactorsFile.csv(target, names, labels, rows(values));
        return Files.readString(target);
    }

    @Test
    void fieldsAreQuotedWhereNeeded() throws IOException {
        assertThat(csv(
                        List.of("item id", "x,y", ""),
                        List.of("plain", "two words", "a,b", "say \"hi\"", "two\nlines", "\r", " x", "", "Zoë 🎬"),
                        new float[18]))
                .isEqualTo("item id,\"x,y\",\"\"\n"
                        + "plain,0.0,0.0\n"
                        + "two words,0.0,0.0\n"
                        + "\"a,b\",0.0,0.0\n"
                        + "\"say \"\"hi\"\"\",0.0,0.0\n"
                        + "\"two\nlines\",0.0,0.0\n"
                        + "\"\r\",0.0,0.0\n"
                        + "\" x\",0.0,0.0\n"
                        + "\"\",0.0,0.0\n"
                        + "Zoë 🎬,0.0,0.0\n");
    }

    @Test
    void csvIsReadAgain() throws IOException {
        List<String> labels = List.of("a,b", "say \"hi\"", "c", "d e");
        float[] values = {0.1f, 1e-30f, -3.4e38f, Float.MIN_VALUE, 16777217, 1 / 3f, 1e10f, -0f};
        csv(List.of("id", "one", "two, \"2\""), labels, values);
        Table table = TableFile.read(folder.resolve("out.csv"));
        assertThat(table.rowLabels()).contains(labels);
        assertThat(table.columnNames()).contains(List.of("one", "two, \"2\""));
        for (int k = 0; k < values.length; k++) {
            assertThat((float) table.values().array()[k]).isEqualTo(values[k]);
        }
    }

    @Test
    void noRowsOrColumns() throws IOException {
        assertThat(csv(List.of("id", "x"), List.of())).isEqualTo("id,x\n");
        assertThat(csv(List.of("id"), List.of("a", ""))).isEqualTo("id\na\n\"\"\n");
    }

    @Test
    void failuresLeaveNothing() {
        Path csv = folder.resolve("out.csv");
        assertThatThrownBy(() -> FactorsFile.csv(csv, List.of("id", "x"), List.of("a", "b"), rows(1)))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> FactorsFile.csv(csv, List.of(), List.of(), rows()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("names must begin with that of the label column, got none");
        assertThatThrownBy(() -> FactorsFile.csv(csv, List.of("id"), List.of("a", "\ud800"), rows()))
                .isInstanceOf(FormatException.class)
                .hasMessage(csv + ": the label of row 2 is not Unicode text");
        assertThatThrownBy(() -> FactorsFile.csv(csv, List.of("\ud800"), List.of(), rows()))
                .isInstanceOf(FormatException.class)
                .hasMessage(csv + ": a name in the header is not Unicode text");
        assertThat(folder).isEmptyDirectory();
    }
}
