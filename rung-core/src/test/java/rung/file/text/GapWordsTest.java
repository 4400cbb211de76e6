package rung.file.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.CarriedColumn;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.table.TableFile;

/** Words that stand for holes among numbers: whether they do among labels, and what is said of that. */
class GapWordsTest {
    private static final String COUNTRIES =
            "x,country,y\n1.5,ZA,3\n2.5,NA,4\n3.5,BW,5\n4.5,NA,6\n5.5,ZA,\n6.5,BW,8\n7.5,,9\n8.5,NA,2\n9.5,ZA,2\n";

    @TempDir
    private Path folder;

    private Table read(String text, TableForm form) throws IOException {
        return TableFile.read(Files.writeString(folder.resolve("in.csv"), text), form);
    }

    private Table read(String text) throws IOException {
        return read(text, TableForm.recognized());
    }

    private static CarriedColumn carried(Table table) {
        return table.carriedColumns().get(0);
    }

    private static List<String> labels(Table table) throws IOException {
        return table.category(carried(table)).labels();
    }

    private String filled(Table table) throws IOException {
        Path target = folder.resolve("out.csv");
        table.writeCompleted(target, (i, j) -> 7, Map.of(carried(table), row -> "BW"));
        return Files.readString(target);
    }

    @Test
    void isNamibiaAmongCodesOfTwoCapitals() throws IOException {
        Table table = read(COUNTRIES);
        assertThat(labels(table)).containsExactly("BW", "NA", "ZA");
        assertThat(carried(table).empty()).isEqualTo(1);
        assertThat(filled(table)).isEqualTo(COUNTRIES.replace("ZA,\n", "ZA,7\n").replace("5,,9", "5,BW,9"));
        assertThat(table.description())
                .contains("categories: country ('NA' is a label)")
                .endsWith("; if 'NA' is a hole, declare that");
    }

    @Test
    void isAHoleAmongCodesIfItIsOneElsewhereOrDeclared() throws IOException {
        String text = COUNTRIES.replace("5,ZA,\n", "5,ZA,NA\n");
        Table table = read(text);
        assertThat(labels(table)).containsExactly("BW", "ZA");
        assertThat(table.description())
                .contains("categories: country ('NA' is a hole, 3 times)")
                .endsWith("; if 'NA' is a label, declare that only empty cells are holes");
        Table declared = read(COUNTRIES, TableForm.recognized().withHoles(List.of("NA")));
        assertThat(labels(declared)).containsExactly("BW", "ZA");
        assertThat(declared.description()).doesNotContain("declare");
    }

    @Test
    void isALabelIfOnlyEmptyCellsAreHoles() throws IOException {
        String text = COUNTRIES.replace("ZA", "Africa").replace(",8\n", ",NA\n");
        assertThat(labels(read(text))).containsExactly("Africa", "BW");
        Table table = read(text, TableForm.recognized().withHoles(List.of("")));
        assertThat(labels(table)).containsExactly("Africa", "BW", "NA");
        assertThat(table.values().get(5, 1)).isNaN();
        assertThat(filled(table)).contains("4.5,NA,6", "6.5,BW,7", "7.5,BW,9");
        assertThat(table.notes()).isEmpty();
        Table known = read(text, TableForm.recognized().withKeptLabels(List.of("BW", "NA")));
        assertThat(labels(known)).containsExactly("Africa", "BW", "NA");
    }

    @Test
    void minusIsALabelBesidePlus() throws IOException {
        String text = COUNTRIES.replace("ZA", "+").replace("NA", "-").replace("BW", "+");
        assertThat(labels(read(text))).containsExactly("+", "-");
        assertThat(labels(read(text.replace("+", "yes")))).containsExactly("yes");
    }

    @Test
    void declaredHolesThatNoCellHoldsAreSaid() throws IOException {
        TableForm form = TableForm.recognized().withHoles(List.of("-9999", "9.0", "98", "na", "$25"));
        assertThat(read(COUNTRIES, form).notes())
                .containsExactly(
                        "in.csv: no cell holds '-9999', which was declared a hole",
                        "in.csv: no cell holds '98', which was declared a hole",
                        "in.csv: no cell holds '$25', which was declared a hole");
    }
}
