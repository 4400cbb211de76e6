package rung.file.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.file.CarriedColumn;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.table.TableFile;

/** Tables of text that hold labels and no numbers. */
class LabelsAloneTest {
    @TempDir
    private Path folder;

    private Table read(String text, TableForm form) throws IOException {
        return TableFile.read(Files.writeString(folder.resolve("in.csv"), text.replace('|', '\n') + "\n"), form);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '/',
            value = {
                "a,b|yes,no|no,yes|yes,no|no,|no,no/a b/5",
                "yes,no|no,yes|yes,no|no,yes|,yes/1 2/5",
                "person,a,b|Ann,yes,no|Bob,no,yes|Cleo,yes,no|Dan,no,yes/a b/4",
                "id,a,b|1,yes,no|2,no,yes|3,yes,no|4,no,yes|5,no,no|6,no,no|7,yes,no|8,no,yes/a b/8",
                "a,b,note|yes,no,|no,yes,|yes,no,|no,yes,/a b/4",
            })
    void areCategories(String text, String names, int rows) throws IOException {
        Table table = read(text, TableForm.recognized().withCategoriesAlone());
        assertThat(table.carriedColumns().stream()
                        .filter(column -> column.kind() == CarriedColumn.Kind.CATEGORY)
                        .map(CarriedColumn::name))
                .isEqualTo(List.of(names.split(" ")));
        assertThat(table.values().columns()).isZero();
        assertThat(table.values().rows()).isEqualTo(rows);
        assertThat(table.description()).contains(rows + " rows without a column of numbers; categories: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '/',
            value = {
                "name,city|Anna,Paris//holds no column of numbers or of few different labels",
                "a,b|1.5,2.25|2.5,3.5|,4.75|3.25,1.5/,/holds no column of numbers or of few different labels; its numbers"
                        + " do not have the decimal mark that was declared",
                "a;b|1.5;2.5|2.5;2.5|1.5;1.5|2.5;1.5/,/holds no column of numbers or of few different labels; its"
                        + " numbers do not have the decimal mark that was declared",
            })
    void orAreRefused(String text, String mark, String sentence) {
        TableForm form = TableForm.recognized().withCategoriesAlone();
        assertThatThrownBy(() -> read(text, mark == null ? form : form.withDecimalMark(mark.charAt(0))))
                .hasMessage("in.csv: " + sentence);
    }

    @Test
    void labelsAreNoHoles() {
        assertThatThrownBy(() ->
                        read("a,b|yes,1|no,2|yes,3|,4", TableForm.recognized().withNumbers(List.of("a"))))
                .hasMessage("in.csv:2: the value in column 1 ('a') must be a number, got 'yes'; most of the column is"
                        + " text: write two labels as 1 and 0 to have numbers, or do not declare the column as"
                        + " numbers");
    }
}
