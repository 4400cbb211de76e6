package rung.file.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.data.Meaning;
import rung.file.FormatException;

/** Columns that are not what stands in their place elsewhere: order numbers, what was done, dates of two kinds, items side by side. */
class DoubtfulColumnsTest {
    @TempDir
    Path folder;

    private RatingsFile.FullReading read(String text) throws IOException {
        return read(text, Columns.recognized());
    }

    private RatingsFile.FullReading read(String text, Columns columns) throws IOException {
        Path file = Files.writeString(folder.resolve("in.csv"), text);
        return RatingsFile.readFully(file, columns, Optional.empty(), 1, false, false);
    }

    private static String orders(String header, String format) {
        StringBuilder text = new StringBuilder(header);
        for (int k = 0; k < 300; k++) {
            text.append(String.format(
                    format,
                    5000 + k / 3,
                    k / 3 % 20,
                    k * 7 % 25,
                    1 + k % 4,
                    String.format("2024-01-%02d", 1 + k % 28)));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Invoice,StockCode,Quantity,InvoiceDate,Customer ID\n|%1$d,S%3$d,%4$d,%5$s,C%2$d\n",
                "Bestellnr,Bestelldatum,Kundennr,Artikelnr,Menge\n|%1$d,%5$s,C%2$d,S%3$d,%4$d\n",
                "No de commande,Article,Client,Quantité\n|%1$d,S%3$d,C%2$d,%4$d\n",
                "order_id,customer_id,product_id,qty\n|%1$d,C%2$d,S%3$d,%4$d\n",
                "Auftrag,Produkt,Kunden-Nr.,Anzahl\n|%1$d,S%3$d,C%2$d,%4$d\n"
            })
    void orderLogsHaveCustomersProductsAndCounts(String form) throws IOException {
        String[] parts = form.split("\\|");
        RatingsFile.FullReading reading = read(orders(parts[0], parts[1]));
        assertThat(reading.notes()).isEmpty();
        assertThat(reading.ratings().users().size()).isEqualTo(20);
        assertThat(reading.ratings().users().find("C7")).isPresent();
        assertThat(reading.ratings().items().find("S7")).isPresent();
        assertThat(reading.ratings().meaning()).isEqualTo(Meaning.WEIGHT);
    }

    @Test
    void anOrderIsNeverTakenForAUserOrAnItem() throws IOException {
        RatingsFile.FullReading reading = read(orders("Receipt No,wer,was,plays\n", "%1$d,C%2$d,S%3$d,%4$d\n"));
        assertThat(reading.ratings().users().find("C7")).isPresent();
        assertThat(reading.ratings().items().find("S7")).isPresent();
        assertThat(reading.notes())
                .containsExactly(
                        "in.csv: the header does not name the user and the item: columns 2 (wer) and 3 (was) are taken for them");
    }

    /* As pandas writes a table without its header. Users who rate once each, one after another, are no count of lines beside a time. */
    @Test
    void aCountOfLinesIsPassedOver() throws IOException {
        StringBuilder counted = new StringBuilder();
        StringBuilder once = new StringBuilder();
        for (int k = 0; k < 200; k++) {
            counted.append(String.format("%d,%d,%d,%d%n", k, k * 7 % 20, 100 + k * 3 % 25, 1 + k % 5));
            once.append(String.format("%d,%d,%d,%d%n", k, 100 + k * 3 % 25, 1 + k % 5, 1_600_000_000 + k * 1_000));
        }
        RatingsFile.FullReading reading = read(counted.toString());
        assertThat(reading.ratings().users().size()).isEqualTo(20);
        assertThat(reading.ratings().items().size()).isEqualTo(25);
        assertThat(reading.ratings().highest()).isEqualTo(5);
        assertThat(reading.notes()).containsExactly("in.csv: no header; column 1 counts the lines and is passed over");
        assertThat(read(once.toString()).ratings().users().size()).isEqualTo(200);
    }

    @Test
    void withoutNamesAnOrderIsAskedFor() throws IOException {
        String text = orders("", "%1$d,%5$s,C%2$d,S%3$d,%4$d\n");
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(FormatException.class)
                .hasMessage(
                        "in.csv: which columns are user and item? column 1 may be the number of an order: each of its values is"
                                + " there with one value of column 3; if so, say --user-col 3 --item-col 4, and if not, --user-col 1"
                                + " --item-col 3");
        Columns said = Columns.recognized().withUser("3").withItem("4");
        assertThat(read(text, said).ratings().users().size()).isEqualTo(20);
        assertThatThrownBy(() -> read(orders("", "C%2$d,%1$d,S%3$d,%4$d\n")))
                .hasMessageContaining("if so, say --user-col 1 --item-col 3, and if not, --user-col 1 --item-col 2");
    }

    @Test
    void eventsCountTheSameAndItIsSaid() throws IOException {
        String events =
                "timestamp,visitorid,event,itemid\n1433221332,1,view,2\n1433221333,1,addtocart,3\n1433221334,2,view,3\n";
        RatingsFile.FullReading reading = read(events);
        assertThat(reading.notes()).isEmpty();
        assertThat(reading.columns())
                .containsExactly(
                        "in.csv: column 2 ('visitorid') is the user, column 4 ('itemid') the item, column 1 ('timestamp')"
                                + " the time; column 3 (event) is not used: every line counts the same, whatever it says");
        assertThat(read("user,item,rating,type\na,x,1,film\nb,y,2,book\n")
                        .columns()
                        .get(0))
                .doesNotContain("not used");
    }

    @Test
    void theOrderOfDaysIsSaidWhereNothingDecidesIt() throws IOException {
        String open = "user,item,rating,date\na,x,5,02/01/2024\na,x,1,01/03/2024\nb,x,5,02/01/2024\nb,y,3,03/04/2024\n";
        assertThat(read(open).columns().get(0))
                .endsWith("column 4 ('date') the time; dates are read as day/month/year");
        assertThat(read(open.replace("rating,", "points,")).notes())
                .containsExactly(
                        "in.csv: the header does not name the rating: column 3 (points) is taken for it; column 4 (date) is the time",
                        "in.csv: dates are read as day/month/year");
        assertThat(read(open + "c,y,3,25/04/2024\n").columns().get(0)).endsWith("the time");
        assertThat(read(open.replace('/', '.')).columns().get(0)).endsWith("the time");
    }

    @Test
    void datesThatContradictEachOtherAreNamed() {
        assertThatThrownBy(() -> read("user,item,rating,date\na,x,5,02/01/2024\na,x,1,01/13/2024\nb,x,5,25/04/2024\n"))
                .hasMessage(
                        "in.csv:3: the time in column 4 ('date') is month/day/year, got '01/13/2024', but '25/04/2024' in"
                                + " line 4 is day/month/year");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user,A,B,C,D,E\nu1,,3,,4,5\nu2,1,,2,,\nu3,,2,,5,\n",
                "user;A;B;C;D\n1;5;4;2;1\n2;2;3;5;5\n3;1;3;5;5\n",
                "name,A,B,C,D\nann,80,10.5,100,3\nbob,1,2,3,\n"
            })
    void aTableIsRefused(String text) throws IOException {
        assertThatThrownBy(() -> read(text))
                .hasMessage(
                        "in.csv: looks like a table with a column for each item, such as 'A' and 'B'; write each rating on a"
                                + " line of its own, as user,item,rating, or say which columns are user and item");
        assertThat(RatingsFile.looksLikeRatings(folder.resolve("in.csv"))).isFalse();
        Columns said = Columns.recognized().withUser("1").withItem("3").withRating("5");
        String whole = text.replaceAll(",(?=[,\n])", ",1").replaceAll(",(?=[,\n])", ",1");
        assertThat(read(whole, said).ratings().count()).isPositive();
    }

    @Test
    void ratingsWithManyNumbersAreNoTable() throws IOException {
        assertThat(read("user,item,rating,helpful,funny,cool,useful\n1,2,3,4,5,6,7\n2,3,4,5,6,7,8\n")
                        .ratings()
                        .count())
                .isEqualTo(2);
        assertThat(read("wer,was,wie,gut\n1,2,3,4\n2,3,4,5\n").ratings().count())
                .isEqualTo(2);
    }

    @Test
    void theLineWithAnotherNumberOfFieldsThanTheHeaderIsWrong() {
        assertThatThrownBy(() -> read("user,item,rating\na,x,1,x\na,y,2\nb,x,4\n"))
                .hasMessage("in.csv:2: expected 3 fields, found 4");
    }

    @Test
    void separatedThousandsThatAreClearAreRead() throws IOException {
        assertThat(read("user,game,hours played\na,x,\"1,234.5\"\na,y,\"2,468,000\"\nb,x,12.5\n")
                        .ratings()
                        .value())
                .containsExactly(1234.5f, 2468000f, 12.5f);
        assertThat(read("user;game;hours played\na;x;1.234,5\na;y;2.468.000\nb;x;12,5\n")
                        .ratings()
                        .value())
                .containsExactly(1234.5f, 2468000f, 12.5f);
    }

    @Test
    void wordsOfOtherLanguagesAreRatings() throws IOException {
        for (String[] pair :
                new String[][] {{"ja", "nein"}, {"Oui", "non"}, {"sí", "no"}, {"gefällt", "gefällt nicht"}}) {
            assertThat(read("Kunde,Artikel,gefällt\na,x," + pair[0] + "\na,y," + pair[1] + "\nb,x," + pair[0] + "\n")
                            .ratings()
                            .value())
                    .as(pair[0])
                    .containsExactly(1, 0, 1);
        }
    }

    @Test
    void anExampleOfWhatIsNoRatingIsNotTheHeader() {
        assertThatThrownBy(() -> read("wer,was,wie\na,x,naja\na,y,super\nb,x,super\nb,y,naja\n"))
                .hasMessageContaining("such as 'super' in line 3; write words as numbers");
    }
}
