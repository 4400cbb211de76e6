package rung.file.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.CarriedColumn;
import rung.file.Table;
import rung.file.table.TableFile;

class RowTimeTest {
    @TempDir
    Path folder;

    private Table read(String text) throws IOException {
        return TableFile.read(Files.write(folder.resolve("in.csv"), text.getBytes(UTF_8)));
    }

    /** Every way to write the same moments gives the same times. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "yyyy-MM-dd HH:mm",
                "yyyy/MM/dd HH:mm",
                "yyyy-MM-dd'T'HH:mm:ss'Z'",
                "dd.MM.yyyy HH:mm",
                "d.M.yyyy H:mm",
                "dd/MM/yyyy HH:mm",
                "MM/dd/yyyy hh:mm a",
                "M/d/yyyy, h:mm:ss a",
                "MM-dd-yyyy HH:mm",
                "d MMM yyyy HH:mm",
                "dd-MMM-yyyy HH:mm:ss",
                "MMM d, yyyy h:mm a",
                "MMMM dd yyyy HH:mm",
                "EEE, d MMMM yyyy HH:mm:ss 'GMT'"
            })
    void datesInAllForms(String form) throws IOException {
        DateTimeFormatter format = DateTimeFormatter.ofPattern(form, Locale.US);
        StringBuilder text = new StringBuilder("when;a;b\n");
        LocalDateTime start = LocalDateTime.of(2024, 3, 1, 0, 5);
        double[] expected = new double[800]; // more than a year
        for (int i = 0; i < expected.length; i++) {
            LocalDateTime time = start.plusMinutes(700L * i);
            text.append(format.format(time) + ";" + i + ".5;" + 2 * i + ".5\n");
            expected[i] = time.toEpochSecond(ZoneOffset.UTC);
        }
        Table table = read(text.toString());
        assertThat(table.carriedColumns()).extracting(CarriedColumn::kind).containsExactly(CarriedColumn.Kind.TIME);
        assertThat(table.rowTimes().orElseThrow()).containsExactly(expected);
        assertThat(table.notes()).isEmpty();
        Table headless = read(text.substring(text.indexOf("\n") + 1));
        assertThat(headless.rowTimes().orElseThrow()).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "13/01/2024 02/02/2024; 2024-01-13; ''", // the first cell tells
                "01/13/2024 02/02/2024; 2024-01-13; ''",
                "05/01/2024 06/01/2024 01/02/2024; 2024-01-05; ''", // ascends with the day first alone
                "01/05/2024 01/06/2024 02/01/2024; 2024-01-05; ''",
                "03/01/2024 20:00,03/02/2024 08:00,03/02/2024 20:00,03/03/2024 08:00; 2024-03-01; ''", // half a day
                // between
                "01/03/2024 20:00,02/03/2024 08:00,02/03/2024 20:00,03/03/2024 08:00; 2024-03-01; ''",
                "03/04/2024 03/04/2024 03/04/2024; 2024-04-03; day/month/year",
                "05/06/2024 03/04/2024 08/02/2024; 2024-06-05; day/month/year",
                "5/6/2024 1:00 PM,3/4/2024 2:00 AM; 2024-05-06; month/day/year",
            })
    void theColumnTellsWhatComesFirst(String dates, String firstDay, String said) throws IOException {
        StringBuilder text = new StringBuilder("date;a;b\n");
        String[] all = dates.split(dates.contains(",") ? "," : " ");
        for (int i = 0; i < all.length; i++) {
            text.append(all[i] + ";" + i + ".5;" + i * i + ".25\n");
        }
        Table table = read(text.toString());
        double day = Math.floor(table.rowTimes().orElseThrow()[0] / 86400);
        assertThat(day).isEqualTo(java.time.LocalDate.parse(firstDay).toEpochDay());
        if (said.isEmpty()) {
            assertThat(table.notes()).isEmpty();
        } else {
            assertThat(table.notes())
                    .containsExactly("in.csv: the dates in column 1 ('date') are read as " + said
                            + ", but nothing in them tells which comes first");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "13/13/2024",
                "30.02.2024",
                "2024-02-30",
                "01/02/24",
                "1/2/2024 13:00 PM",
                "1/2/2024 0:30 AM",
                "10/20"
            })
    void whatIsNoDate(String text) {
        assertThat(RowTime.isDate(text)).isFalse();
        RowTime.Dates dates = new RowTime.Dates();
        dates.take(text);
        assertThat(dates.areDates()).isFalse();
    }

    @Test
    void bothOrdersInOneColumnAreNoDates() {
        RowTime.Dates dates = new RowTime.Dates();
        dates.take("13/01/2024");
        dates.take("01/13/2024");
        assertThat(dates.areDates()).isFalse();
    }

    /** Ids by their name and by what they hold, wherever they stand; what may be data stays data. */
    @ParameterizedTest
    @CsvSource({
        "customer_no, 1000003, 7919, true",
        "Kundennummer, 1000003, 7919, true",
        "order number, 1003, 97, true",
        "customer_no, 100, 1, false",
        "customer_no, 990, 97, false",
        "total number, 1003, 97, false",
        "height, 1000003, 7919, false",
        "techno, 3, 0, false"
    })
    void numbersOfCustomersAreIds(String name, int start, int step, boolean isId) throws IOException {
        StringBuilder text = new StringBuilder("a," + name + ",b\n");
        for (int i = 0; i < 20; i++) {
            text.append(i * 7 % 20 + ".5," + (start + i * 7 % 20 * step) + "," + i * 3 % 20 + ".25\n");
        }
        assertThat(read(text.toString()).values().columns()).isEqualTo(isId ? 2 : 3);
        assertThat(read(text + "1.5," + (start + step) + ",2\n").values().columns())
                .as("one is there twice")
                .isEqualTo(3);
    }

    @Test
    void allWordsForHolesAreNamedAtOnce() {
        String text = "x,y\n1,2\nunknown,3\n4,refused\n5,refused\n6,don't know\n7,8\n9,1\n10,11\n12,13\n";
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> read(text)))
                .hasMessage(
                        "in.csv:3: the value in column 1 ('x') must be a number, got 'unknown'; columns of numbers"
                                + " hold 'unknown' (once in x), 'refused' (2 times in y), 'don't know' (once in y); if they stand for"
                                + " holes, declare them as \"unknown,refused,don't know\"; if a column is no data, leave the column out");
    }
}
