package rung.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The page for a separation and for a completed table, with answers that are made up in the browser. */
class OtherKindsTest extends PageTest {
    /* Frame n of each part is gray n; the cell at row r and column c of the table is 1000 r + c, and filled in where c = 1. */
    private static final String ANSWERS = """
            (() => {
              const json = (value) => new Response(JSON.stringify(value), {headers: {"Content-Type": "application/json"}});
              const models = {
                separation: {kind: "separation", name: "parts", frames: 40, width: 32, height: 24, rate: 10, parts: ["input", "background"]},
                table: {kind: "table", name: "filled.csv", rows: 300, columns: Array.from({length: 20}, (_, c) => `column ${c}`), filled: 300,
                  categories: [], leftOut: []},
              };
              const real = window.fetch;
              window.fetch = async (address, options) => {
                const url = new URL(address, location.href);
                const path = url.pathname.replace("/api/v1/", "");
                const number = (name) => Number(url.searchParams.get(name));
                if (path === "model") {
                  return json(models[sessionStorage.getItem("kind") ?? "separation"]);
                }
                if (path.startsWith("frames/")) {
                  const canvas = new OffscreenCanvas(32, 24);
                  const context = canvas.getContext("2d");
                  const gray = Number(path.split("/")[2]);
                  context.fillStyle = `rgb(${gray} ${gray} ${gray})`;
                  context.fillRect(0, 0, 32, 24);
                  return new Response(await canvas.convertToBlob());
                }
                if (path === "table/overview") {
                  return json({rows: 300, columns: 20, values: [[0, 1, 0]], filled: [[0, 1, 0]], empty: [[0, 0, 1]]});
                }
                if (path === "table") {
                  const rows = Array.from({length: Math.min(number("rows"), 300 - number("row"))}, (_, k) => number("row") + k);
                  const columns = Array.from({length: Math.min(number("columnCount"), 20 - number("column"))}, (_, k) => number("column") + k);
                  const cell = (r, c) => c === 1 ? {value: 1000 * r + c, filled: true, error: 0.25} : {value: 1000 * r + c, filled: false};
                  return json({row: number("row"), rows: rows.map((r) => `row <b>${r}</b>`), columns: columns.map((c) => `column ${c}`),
                    cells: rows.map((r) => columns.map((c) => cell(r, c)))});
                }
                return real(address, options);
              };
            })();
            """;

    private static final String GRAY = """
            return [...document.querySelectorAll(".part canvas")]
              .map(canvas => canvas.getContext("2d").getImageData(16, 12, 1, 1).data[0])""";

    private void show(String kind, String route) {
        browser.runFirst(ANSWERS);
        browser.open(server.address() + "/icon.svg");
        browser.run("sessionStorage.setItem('kind', arguments[0])", kind);
        show(route);
    }

    @Test
    void partsPlaySideBySide() {
        show("separation", "parts");
        assertThat(browser.texts(".part figcaption")).containsExactly("input", "background");
        browser.until("the first frame", () -> browser.run(GRAY).equals(List.of(0L, 0L)));
        browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        browser.until("the third", () -> browser.run(GRAY).equals(List.of(2L, 2L)));
        assertThat(browser.texts(".counter")).containsExactly("3 of 40 · 0.2 s");
        browser.press(Keys.END);
        browser.until("the last", () -> browser.run(GRAY).equals(List.of(39L, 39L)));
        assertThat(browser.address()).endsWith("#/parts?frame=39");
        browser.press(Keys.HOME, " ");
        assertThat(browser.one(".play").getDomAttribute("aria-label")).isEqualTo("Pause");
        browser.until("it plays", () -> ((Number) ((List<?>) browser.run(GRAY)).get(0)).longValue() > 3);
        browser.press("k");
        assertThat(browser.one(".play").getDomAttribute("aria-label")).isEqualTo("Play");
    }

    @Test
    void tableShowsWhatWasFilledIn() {
        show("table", "table");
        browser.until("cells", () -> browser.all(".cells tbody tr").size() == 50);
        assertThat(browser.texts(".cells thead th").subList(0, 2)).containsExactly("column 0", "column 1");
        assertThat(browser.texts(".cells tbody th").get(1)).isEqualTo("row <b>1</b>");
        assertThat(browser.texts(".cells tbody td.filled")).hasSize(50);
        assertThat(browser.texts(".cells tbody td.filled").get(2)).isEqualTo("2001 ± 0.25 filled in");
        assertThat(browser.one("a[download]").getDomAttribute("href")).isEqualTo("api/v1/table/file");
        browser.all(".steps button").get(1).click();
        browser.until(
                "further rows", () -> browser.texts(".cells tbody th").get(0).equals("row <b>50</b>"));
        browser.one(".heat-box canvas[data-ready]");
        browser.run("document.querySelector('.heat-box').scrollIntoView()");
        assertThat(browser.run("""
                        const canvas = document.querySelector(".heat-box canvas");
                        return [0, 1, 2].map(x => canvas.getContext("2d").getImageData(x * canvas.width / 3, 0, 1, 1).data[3])""")).as("known, filled in, empty").isEqualTo(List.of(255L, 255L, 0L));
        browser.one(".heat-box canvas[data-ready]").click(); // its middle
        int middle = browser.until("the middle", () -> {
            String first = browser.texts(".cells tbody th").get(0);
            int row = Integer.parseInt(first.replaceAll("\\D", ""));
            return row == 50 ? null : row;
        });
        assertThat(middle).as("the first of 50 rows around the middle one").isBetween(122, 128);
        assertThat(browser.address()).contains("row=" + middle);
    }

    @ParameterizedTest
    @CsvSource({"separation, light", "separation, dark", "table, light", "table, dark"})
    void axeFindsNothingSerious(String kind, String colors) {
        browser.prefer(Map.of("prefers-color-scheme", colors, "prefers-reduced-motion", "reduce"));
        show(kind, "");
        browser.until("shown", () -> !browser.all(".part, .cells tbody tr").isEmpty());
        assertThat(browser.barriers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"separation", "table"})
    void fitsAPhone(String kind) {
        browser.resize(390, 844);
        show(kind, "");
        browser.until("shown", () -> !browser.all(".part, .cells tbody tr").isEmpty());
        assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(390);
    }
}
