package rung.file.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.CarriedColumn;
import rung.file.CarriedColumn.Kind;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.table.TableFile;

/** Which numbers and words in a column are times, and what a line without anything is where each line is a cell. */
class TimeColumnsTest {
    @TempDir
    private Path folder;

    private Table read(String text, TableForm form) throws IOException {
        return TableFile.read(Files.writeString(folder.resolve("in.csv"), text), form);
    }

    private Table read(String text) throws IOException {
        return read(text, TableForm.recognized());
    }

    /** A table whose second column holds given cells, so that its place tells nothing. */
    private Table beside(String name, String... cells) throws IOException {
        StringBuilder text = new StringBuilder("x," + name + ",y\n");
        for (int i = 0; i < cells.length; i++) {
            text.append(i * i % 7 + 0.5)
                    .append(',')
                    .append(cells[i])
                    .append(',')
                    .append(i + 0.25)
                    .append('\n');
        }
        return read(text.toString());
    }

    private static List<Kind> kinds(Table table) {
        return table.carriedColumns().stream().map(CarriedColumn::kind).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "t,20240130 20240201 20240229 20240301,true",
        "t,20240130 '' 20240229 20240301,true",
        "day,20240301 20240301 20240130 20240201,true",
        "sale_date,20240301 20240301 20240130 20240201,true",
        "t,20240301 20240301 20240130 20240201,false",
        "t,20240130 20240201 20240230 20240301,false",
        "day,20240130 20240201 20241301 20251301,false",
        "t,18240130 18240201 18240229 18240301,false",
        "date,39448 39479 '' 39539,true",
        "when,39448 39479 39508 39539,true",
        "size,39448 39479 39508 39539,false",
        "date,39448 39479 39479 39539,false"
    })
    void numbersThatAreDays(String name, String cells, boolean areTimes) throws IOException {
        Table table = beside(name, cells.replace("'", "").split(" "));
        assertThat(kinds(table)).isEqualTo(areTimes ? List.of(Kind.TIME) : List.of());
    }

    @Test
    void daysAreToldInSeconds() throws IOException {
        String text = "day,x,y\n20231231,1.5,2\n20240101,2.5,\n20240229,1.5,3\n20240301,,3\n";
        Table table = read(text);
        assertThat(table.rowTimes().orElseThrow())
                .containsExactly(
                        LocalDate.of(2023, 12, 31).toEpochDay() * 86400.0,
                        LocalDate.of(2024, 1, 1).toEpochDay() * 86400.0,
                        LocalDate.of(2024, 2, 29).toEpochDay() * 86400.0,
                        LocalDate.of(2024, 3, 1).toEpochDay() * 86400.0);
        assertThat(table.description()).contains("carried through: day (times)");
        Table headless = read(text.substring(8));
        assertThat(kinds(headless)).containsExactly(Kind.TIME);
        assertThat(kinds(read(text, TableForm.recognized().withNumbers(List.of("day")))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2008-01;2008-02;2008-03;2008-12",
                "2008/01;2008/02;2008/03;2008/12",
                "01/2008;02/2008;03/2008;12/2008",
                "Jan 2008;feb 2008;March 2008;Dec. 2008",
                "2008M01;2008M02;2008M3;2008M12",
                "2008Q1;2008-Q1;2008 Q1;2008q4",
                "Q1 2008;Q1/2008;Q1-2008;Q4 2008"
            })
    void monthsAndQuartersAreTimes(String cells) throws IOException {
        Table table = beside("when", cells.split(";"));
        assertThat(kinds(table)).containsExactly(Kind.TIME);
        double[] times = table.rowTimes().orElseThrow();
        assertThat(times[0]).isEqualTo(LocalDate.of(2008, 1, 1).toEpochDay() * 86400.0);
        assertThat(times[3])
                .isEqualTo(LocalDate.of(2008, cells.contains("4") ? 10 : 12, 1).toEpochDay() * 86400.0);
    }

    @Test
    void monthsAgainAndAgainAreACategory() throws IOException {
        assertThat(kinds(beside("quarter", "2008Q1", "2008Q2", "2008Q1", "2008Q2", "", "2008Q1")))
                .containsExactly(Kind.CATEGORY);
        assertThat(kinds(beside("version", "2008-01", "2008-02", "2008-13"))).containsExactly(Kind.TEXT);
    }

    @Test
    void anEmptyLastLineIsAHoleIfEmptyLinesAre() throws IOException {
        Table table = read("v\n1.5\n\n2.5\n3.5\n\n");
        assertThat(table.values().rows()).isEqualTo(5);
        assertThat(table.values().get(4, 0)).isNaN();
        assertThat(table.notes())
                .containsExactly("in.csv: the empty line at the end is taken for a hole, as those above are");
        Path out = folder.resolve("out.csv");
        table.writeCompleted(out, (i, j) -> 7);
        assertThat(Files.readString(out)).isEqualTo("v\n1.5\n7\n2.5\n3.5\n7\n");
        Table other = read("v\n1.5\nNA\n2.5\n3.5\n\n\n");
        assertThat(other.values().rows()).isEqualTo(4);
        assertThat(other.notes())
                .containsExactly("in.csv: the 2 empty lines at the end are not taken for holes; NA would be one");
        assertThat(read("v\n1.5\n\n2.5\n3.5\n").notes()).isEmpty();
        assertThat(read("v,w\n1.5,2\n2.5,\n3.5,1\n\n").notes()).isEmpty();
    }

    @Test
    void semicolonsThatDivideNothingRaiseNoDoubt() throws IOException {
        String text = "10.000\n10.374\nNA\n11.099\n11.438\n";
        assertThat(read(text).notes()).isEmpty();
        assertThat(read(text, TableForm.recognized().withDelimiter(';')).notes())
                .isEmpty();
    }
}
