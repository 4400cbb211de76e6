package rung.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.serve.ServerSettings;

/** The page of a completed table with categories, served as people serve it. */
class LabelsTest extends PageTest {
    private static final String REGION = "<b>South</b>";

    @Override
    ServerSettings settings(Path folder) throws IOException {
        Path table = Files.writeString(folder.resolve("filled.csv"), """
                person,day,smoker,region,age
                ann,2024-01-01,no,East,31
                bob,2024-01-02,yes,<b>South</b>,47.12345
                cat,2024-01-03,no,<b>South</b>,52
                dan,2024-01-05,no,East,29.5
                eve,2024-01-06,yes,<b>South</b>,30
                """);
        Path errors = Files.writeString(folder.resolve("sure.tsv"), """
                row\tcolumn\tvalue\tstandard error\tlow\thigh
                1\tsmoker\tno\t0.375\t\t
                2\tregion\t<b>South</b>\t0.125\t\t
                4\tage\t29.5\t2.5\t25\t34
                """);
        return ServerSettings.of(table).withErrors(errors);
    }

    @Test
    void everyFilledCellIsShownAndWhatIsLeftOutIsSaid() {
        show("table");
        browser.until("cells", () -> browser.all(".cells tbody tr").size() == 5);
        assertThat(browser.texts(".lead")).containsExactly("5 rows, 3 columns; 3 cells were filled in.");
        assertThat(browser.texts(".left-out"))
                .containsExactly("Not shown, since nothing is filled in there: day (times).");
        assertThat(browser.texts(".heat-names span")).containsExactly("smoker", "region", "age");
        assertThat(browser.texts(".cells thead tr > *")).containsExactly("person", "smoker", "region", "age");
        assertThat(browser.texts(".cells tbody th")).containsExactly("ann", "bob", "cat", "dan", "eve");
        assertThat(browser.texts(".cells td.filled"))
                .containsExactly("no 63 % filled in", REGION + " 88 % filled in", "29.5 ± 2.5 filled in");
        assertThat(browser.texts(".cells td.number:not(.filled)"))
                .as("what is known stays as it is")
                .containsExactly("31", "47.12345", "52", "30");
        assertThat(browser.one(".cells td.filled").getDomAttribute("title"))
                .isEqualTo("filled in, right with a probability of 63 %");
        assertThat(browser.texts(".steps button")).as("all of it is shown").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"light", "dark"})
    void aLabelHasOneColorAndAMarkWhereItWasFilledIn(String colors) {
        browser.prefer("prefers-color-scheme", colors);
        show("table");
        browser.until("cells", () -> browser.all(".cells tbody tr").size() == 5);
        browser.one(".heat-box canvas[data-ready]");
        assertThat(browser.texts(".heat > div:last-child .heat-legend"))
                .containsExactly("smokernoyes", "region" + REGION + "East");
        Object painted = browser.run("""
                const canvas = document.querySelector(".heat-box canvas");
                const context = canvas.getContext("2d");
                const at = (row, column, part) =>
                  [...context.getImageData(Math.floor((column + part) * canvas.width / 3), row, 1, 1).data].join(" ");
                return [at(0, 0, 0.1) === at(2, 0, 0.1), at(0, 0, 0.1) === at(1, 0, 0.1), at(0, 1, 0.1) === at(3, 1, 0.1),
                  at(0, 0, 0.97) === at(1, 1, 0.97), at(2, 0, 0.97).endsWith(" 0"), at(0, 0, 0.97).endsWith(" 255"),
                  at(0, 2, 0.1) === at(0, 2, 0.97)]""");
        assertThat(painted)
                .as("same label, other label, same label; both marks, no mark, a mark; a number has none")
                .isEqualTo(List.of(true, false, true, true, true, true, true));
        Object spots = browser.run("""
                const canvas = document.querySelector(".heat-box canvas");
                const [red, green, blue] = canvas.getContext("2d").getImageData(1, 0, 1, 1).data;
                const rgb = (element) => {
                  const context = new OffscreenCanvas(1, 1).getContext("2d");
                  context.fillStyle = getComputedStyle(element).backgroundColor;
                  context.fillRect(0, 0, 1, 1);
                  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).join(" ");
                };
                return [...document.querySelectorAll(".heat > div:last-child .label-spot, .cells tbody tr:first-child .label-spot")]
                  .map(rgb).map((each) => each === [red, green, blue].join(" "))""");
        assertThat(spots)
                .as("no and yes, South and East; in the first row no and East")
                .isEqualTo(List.of(true, false, true, false, true, false));
    }

    @ParameterizedTest
    @CsvSource({"390, light", "390, dark", "1440, light", "1440, dark"})
    void fitsAndKeepsNobodyOut(int width, String colors) {
        browser.resize(width, 900);
        browser.prefer(Map.of("prefers-color-scheme", colors, "prefers-reduced-motion", "reduce"));
        show("table");
        browser.until("cells", () -> browser.all(".cells tbody tr").size() == 5);
        assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(width);
        assertThat(browser.barriers()).isEmpty();
    }
}
