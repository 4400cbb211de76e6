package rung.serve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.FormatException;

/** Which columns of a completed table are shown, and which cells count as filled. */
class CompletedTableTest {
    private static final String HEAD = "row\tcolumn\tvalue\tstandard error\tlow\thigh\n";

    @TempDir
    private Path folder;

    private CompletedTable read(String table, String filled) throws IOException {
        Path file = Files.writeString(folder.resolve("filled.csv"), table);
        return CompletedTable.read(file, Optional.of(Files.writeString(folder.resolve("sure.tsv"), HEAD + filled)));
    }

    private static List<String> names(CompletedTable table) {
        return table.columns().stream().map(CompletedTable.Column::name).toList();
    }

    @Test
    void showsLabelsAlone() throws IOException {
        CompletedTable table = read("a,b\nyes,no\nno,yes\nyes,no\nno,no\n", "2\ta\tno\t0.25\t\t\n");
        assertThat(names(table)).containsExactly("a", "b");
        assertThat(table.value(1, 0))
                .as("no")
                .isEqualTo(table.columns().get(0).labels().indexOf("no"));
        assertThat(table.error(1, 0)).contains(0.25f);
    }

    @Test
    void showsNumbersAndCategoriesInTheOrderOfTheFile() throws IOException {
        CompletedTable table = read("""
                person,age,region,zip,smoker,income,day,note
                ann,31,South,02139,yes,10.5,2024-01-01,fine
                bob,47,East,02140,no,11.5,2024-01-02,late
                cat,52,East,02141,no,12.5,2024-01-03,ill
                dan,29,South,02142,no,13.5,2024-01-05,away
                eve,30,South,02143,yes,15.5,2024-01-06,back
                """, "2\tregion\tEast\t0.25\t\t\n3\tage\t52\t2.5\t48\t56\n5\tsmoker\tyes\t\t\t\n");
        assertThat(names(table)).containsExactly("age", "region", "smoker", "income");
        assertThat(table.columns().get(0).isCategory()).isFalse();
        assertThat(table.columns().get(1).labels())
                .as("the most frequent first")
                .containsExactly("South", "East");
        assertThat(table.columns().get(2).labels()).containsExactly("no", "yes");
        assertThat(table.value(2, 0)).isEqualTo(52);
        assertThat(table.value(1, 1)).as("East").isEqualTo(1);
        assertThat(table.value(4, 2)).as("yes").isEqualTo(1);
        assertThat(table.value(4, 3)).isEqualTo(15.5);
        assertThat(table.filled()).isEqualTo(3);
        assertThat(table.error(1, 1)).contains(0.25f);
        assertThat(table.error(2, 0)).contains(2.5f);
        assertThat(table.isFilled(4, 2)).isTrue();
        assertThat(table.error(4, 2)).as("not known").isEmpty();
        assertThat(table.isFilled(4, 1)).isFalse();
        assertThat(table.rowNames().orElseThrow().column()).isEqualTo("person");
        assertThat(table.rowNames().orElseThrow().names()).startsWith("ann", "bob");
        assertThat(table.leftOut())
                .extracting(CompletedTable.LeftOut::name, CompletedTable.LeftOut::kind)
                .containsExactly(tuple("zip", "codes"), tuple("day", "times"), tuple("note", "text"));
    }

    @Test
    void constantAndEmptyColumnsAreNamedAndNotShownUnlessTheyWereFilled() throws IOException {
        CompletedTable table = read("""
                age,country,unit,note,size,flat
                31,DE,7,,1.5,2
                47,DE,7,,2.5,2
                52,DE,7,,3.5,2
                29,DE,7,,4.5,2
                """, "3\tflat\t2\t0.5\t1\t3\n");
        assertThat(names(table)).containsExactly("age", "size", "flat");
        assertThat(table.value(1, 1)).isEqualTo(2.5);
        assertThat(table.isFilled(2, 2)).isTrue();
        assertThat(table.leftOut())
                .extracting(CompletedTable.LeftOut::name, CompletedTable.LeftOut::kind)
                .containsExactly(tuple("country", "constant"), tuple("unit", "constant"), tuple("note", "empty"));
        assertThat(names(read("age,size\n31,1.5\n", ""))).as("a single row").containsExactly("age", "size");
    }

    @Test
    void aColumnThatWasFilledIsDataHoweverItLooksNow() throws IOException {
        CompletedTable first = read("smoker,age\nyes,31\nno,47\nno,52\nyes,29\n", "4\tsmoker\tyes\t0.4\t\t\n");
        assertThat(names(first)).containsExactly("smoker", "age");
        assertThat(first.rowNames()).as("two labels, which name no rows").isEmpty();

        CompletedTable counting = read("n,age\n1,31\n2,47\n3,52\n4,29\n", "3\tn\t3\t0.1\t2.9\t3.1\n");
        assertThat(names(counting)).containsExactly("n", "age");
        assertThat(counting.columns().get(0).isCategory()).isFalse();
        assertThat(counting.value(2, 0)).isEqualTo(3);

        CompletedTable codes = read("age,zip\n31,02139\n47,02139\n52,02140\n29,02140\n", "1\tzip\t02139\t0.3\t\t\n");
        assertThat(codes.columns().get(1).labels()).containsExactly("02139", "02140");
    }

    @Test
    void withoutAHeaderColumnsGoByTheirNumbersInTheFile() throws IOException {
        CompletedTable table = read("1.5,a,2\n2.5,b,3\n3.5,a,4\n4.5,b,7\n", "1\t2\ta\t0.2\t\t\n2\t3\t3\t0.5\t2\t4\n");
        assertThat(names(table)).containsExactly("1", "2", "3");
        assertThat(table.error(0, 1)).contains(0.2f);
        assertThat(table.error(1, 2)).contains(0.5f);
        assertThat(table.filled()).isEqualTo(2);
    }

    @Test
    void aFileOfErrorsOfAnotherTableIsRefused() throws IOException {
        String table = "age,size\n31,1.5\n47,2.5\n";
        Path errors = folder.resolve("sure.tsv");
        assertThatThrownBy(() -> read(table, "1\tsize\t1.5\t1\t1\t2\n2\theight\t1.5\t1\t1\t2\n"))
                .isInstanceOf(FormatException.class)
                .hasMessage(errors + ":3: the table has no column 'height' of numbers or labels");
        assertThatThrownBy(() -> read(table, "3\tsize\t1.5\t1\t1\t2\n"))
                .isInstanceOf(FormatException.class)
                .hasMessage(errors + ":2: the table has 2 rows, so there is no row 3");
        assertThatThrownBy(() -> read(table, "1\tsize\t1.7\t1\t1\t2\n"))
                .isInstanceOf(FormatException.class)
                .hasMessage(errors
                        + ":2: row 1 of column 'size' holds 1.5 in the table, and not 1.7; name the file that was"
                        + " written with this table");
        assertThatThrownBy(() -> read("a,b\nyes,no\nno,yes\nyes,no\nno,no\n", "2\ta\tyes\t0.25\t\t\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("row 2 of column 'a' holds no in the table, and not yes");
        assertThat(read(table, "1\tsize\t1.5449999\t1\t1\t2\n2\tage\t46.6\t1\t40\t50\n")
                        .filled())
                .as("rounded in the table")
                .isEqualTo(2);
        for (String line : List.of("1,size,1.5,1,1,2\n", "0\tsize\t1.5\t1\t1\t2\n", "1\tsize\t1.5\tx\t1\t2\n", "\n")) {
            assertThatThrownBy(() -> read(table, line))
                    .isInstanceOf(FormatException.class)
                    .hasMessageStartingWith(errors + ":2: expected a row of the table, a column,");
        }
        Files.write(errors, new byte[] {'a', (byte) 0xff, '\n'});
        assertThatThrownBy(() -> CompletedTable.read(folder.resolve("filled.csv"), Optional.of(errors)))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith(errors + ":1: expected");
    }

    @Test
    void anOverviewHasTheMostFrequentLabelOfEachBlock() throws IOException {
        CompletedTable table = read("size,kind\n1,b\n2,a\n3,b\n4,b\n5,a\n6,a\n", "2\tkind\ta\t0.2\t\t\n");
        assertThat(new Overview(table, 2, 2).facts())
                .containsEntry("labels", List.of(List.of(-1, 1), List.of(-1, 0)))
                .containsEntry("values", List.of(List.of(0.2f, 0f), List.of(0.8f, 0f)))
                .containsEntry("filled", List.of(List.of(0f, 1 / 3f), List.of(0f, 0f)));
        assertThat(new Overview(table, 1, 1).facts())
                .as("numbers, where a block has some")
                .containsEntry("labels", List.of(List.of(-1)))
                .containsEntry("values", List.of(List.of(0.5f)));
        CompletedTable numbers = read("size\n1\n2\n", "");
        assertThat(new Overview(numbers, 9, 9).facts()).doesNotContainKey("labels");
    }
}
