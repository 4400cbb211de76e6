package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.TableForm;
import rung.file.table.TableFile;

/** The data of a table: what is written into its holes. */
class TableDataTest {
    @TempDir
    Path folder;

    /* Columns of numbers and of labels get a value in each hole; a column without any value stays, whatever is said of it. */
    @Test
    void aHoleInAColumnWithDataMustGetANumber() throws Exception {
        String text = "x,none,town\n1.5,,Rome\n,,Oslo\n4.5,,\n";
        Path file = Files.writeString(folder.resolve("in.csv"), text);
        TableForm form = TableForm.recognized().withNumbers(List.of("none")).withCategories(List.of("town"));
        TableData data =
                TableData.of(TableFile.read(file, form), new KindOptions()).orElseThrow();
        Path out = folder.resolve("out.csv");
        data.write(out, (row, column) -> column);
        assertThat(out).hasContent("x,none,town\n1.5,,Rome\n0,,Oslo\n4.5,,Rome\n");
        for (double wrong : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> data.write(out, (row, column) -> column == 0 ? wrong : 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the value for the hole in row 2, column 'x' must be finite, got " + wrong);
            assertThatThrownBy(() -> data.write(out, (row, column) -> column == 1 ? wrong : 0))
                    .hasMessageContaining("row 3, column 'town' must be finite");
        }
        assertThat(out).content().contains("\n0,,Oslo\n");
    }
}
