package rung.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The other views, and how all of them look. */
class ViewsTest extends PageTest {
    private static final String PAINTED = """
            const canvas = document.querySelector(".map-stage canvas");
            if (canvas.dataset.rests === undefined) return null;
            const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            let sum = 0;
            for (let k = 0; k < data.length; k++) sum += data[k] * (1 + (k % 1009));
            return sum;
            """;

    /** A number that stands for the picture of the map, as soon as it rests. */
    private Object painted() {
        return browser.until("painted", () -> browser.run(PAINTED));
    }

    @Test
    void usersCanBeLookedAt() {
        show("users");
        browser.until("some users", () -> browser.all(".user-card").size() > 10);
        searchAndPress("person17", Keys.ENTER);
        browser.until("the user", () -> browser.texts("h1").equals(List.of("User person17")));
        List<String> picks = picksOtherThan(List.of());
        assertThat(picks.subList(0, 3)).allMatch(title -> title.startsWith("Love") || title.equals(Films.ACCENTED));
        assertThat(browser.texts(".mine-list .title")).isNotEmpty().doesNotContainAnyElementsOf(picks);
        String isAbove = "const top = (name) => document.querySelector(name).getBoundingClientRect().top;"
                + " return top('.recommended') < top('.mine-list');";
        browser.resize(390, 900);
        browser.until("what is recommended first", () -> browser.run(isAbove).equals(true));
        browser.resize(1440, 900);
        browser.one(".pick .title").click();
        browser.until("reasons", () -> !browser.all(".panel .reasons li").isEmpty());
    }

    @Test
    void mapShowsAndZooms() {
        show("you");
        rate(0, "5", 2, 3);
        picksOtherThan(List.of());
        browser.one(".tabs a[href='#/map']").click();
        browser.one(".map-stage[data-ready]");
        Object all = painted();
        assertThat(browser.texts(".legend-mark")).containsExactly("Items of yours", "Recommended");
        browser.run("document.querySelector('.map-stage').focus()");
        browser.press("+", "+", Keys.ARROW_LEFT);
        browser.until("zoomed", () -> !painted().equals(all));
        browser.press("0");
        browser.until("all again", () -> painted().equals(all));
        searchAndPress(Films.title(2, 4), Keys.ENTER);
        browser.until("the panel", () -> browser.texts(".panel h2").equals(List.of(Films.title(2, 4))));
    }

    @Test
    void twoFingersZoomTheMap() {
        browser.resize(390, 844);
        show("map");
        browser.one(".map-stage[data-ready]");
        Object all = painted();
        browser.until("zoomed", () -> {
            pinch(195, 420, 40, 120);
            return !painted().equals(all);
        });
        assertThat(browser.address()).as("no item was tapped").endsWith("#/map");
    }

    /* What lies between the fingers stays there, and its surroundings grow as the fingers part. */
    @Test
    void twoFingersZoomByTheirDistance() {
        show("you");
        List<?> found = (List<?>) browser.runAsync("""
                const done = arguments[arguments.length - 1];
                const load = (name) => import(new URL(`js/map/${name}.js`, location.href));
                Promise.all([load("camera"), load("gestures")]).then(([{Camera}, {listen}]) => {
                  const box = document.createElement("div");
                  Object.assign(box.style, {position: "fixed", inset: "0"});
                  box.setPointerCapture = () => {}; // these fingers are none of the browser's
                  document.body.append(box);
                  const camera = new Camera();
                  camera.resize(1440, 900);
                  let taps = 0;
                  listen(box, camera, {point() {}, tap() { taps += 1; }});
                  const finger = (type, pointerId, clientX) =>
                    box.dispatchEvent(new PointerEvent(type, {pointerId, pointerType: "touch", clientX, clientY: 300, bubbles: true}));
                  const state = () => [camera.mapX(500), camera.mapY(300)];
                  const before = state();
                  [50, 100, 150].forEach((apart, k) => {
                    const type = k === 0 ? "pointerdown" : "pointermove";
                    finger(type, 1, 500 - apart);
                    finger(type, 2, 500 + apart);
                  });
                  finger("pointerup", 1, 350);
                  finger("pointerup", 2, 650);
                  done([camera.zoom, taps, ...before, ...state()]);
                });
                """);
        double[] numbers = found.stream()
                .mapToDouble(each -> ((Number) each).doubleValue())
                .toArray();
        assertThat(numbers[0]).as("zoom").isCloseTo(3, within(1e-6));
        assertThat(numbers[1]).as("taps").isZero();
        assertThat(numbers[4]).isCloseTo(numbers[2], within(1e-9));
        assertThat(numbers[5]).isCloseTo(numbers[3], within(1e-9));
    }

    /**
     * Puts two fingers down beside a place, moves them apart, and lifts them. On a busy machine the browser takes first touches for itself and
     * zooms the page, so the caller tries again.
     */
    private void pinch(double x, double y, double from, double to) {
        browser.touch("touchStart", new Chromium.Place(x - from, y), new Chromium.Place(x + from, y));
        double middle = (from + to) / 2;
        browser.touch("touchMove", new Chromium.Place(x - middle, y), new Chromium.Place(x + middle, y));
        browser.touch("touchMove", new Chromium.Place(x - to, y), new Chromium.Place(x + to, y));
        browser.touch("touchEnd");
    }

    @Test
    void mapCanBeReadAsList() {
        show("map?as=list");
        browser.until("a list", () -> browser.texts(".map-list .title").contains(Films.HOSTILE));
        assertThat(browser.texts(".map-list h2")).containsExactly("Most popular");
        assertThat(browser.all(".map-list img")).isEmpty();
    }

    @Test
    void mapIsColoredByAColumn() {
        show("map?color=genre");
        browser.until(
                "a legend",
                () -> browser.texts(".legend-item").stream()
                        .sorted()
                        .toList()
                        .equals(List.of("Crime", "Jungle", "Love", "Space")));
        browser.one(".map-stage[data-ready]");
        Object all = painted();
        browser.one(".legend-item").click();
        assertThat(browser.one(".legend-item").getDomAttribute("aria-pressed")).isEqualTo("true");
        browser.until("dimmed", () -> !painted().equals(all));
    }

    @Test
    void modelTellsHowItCameAbout() {
        show("model");
        browser.until("charts", () -> !browser.all(".chart svg").isEmpty());
        assertThat(browser.texts(".chart h2")).contains("Held-out error against rank", "Singular values of the model");
        assertThat(browser.run("""
                        return [...document.querySelectorAll(".drawing .wide rect.bar")].filter(bar => ["width", "height"]
                            .some(side => Math.abs(bar.getBBox()[side] - Number(bar.getAttribute(side))) > 0.01)).length"""))
                .as("bars that the page's own styles change")
                .isEqualTo(0L);
        assertThat(browser.all(".drawing .wide rect.bar")).isNotEmpty();
        assertThat(browser.texts(".facts dt")).isNotEmpty();
        browser.resize(390, 844);
        assertThat(browser.run("""
                        return [...document.querySelectorAll(".drawing")]
                          .filter(e => e.scrollWidth > e.clientWidth || [...e.children].filter(c => c.clientWidth > 0).length !== 1)
                          .map(e => e.outerHTML)"""))
                .as("charts that a phone would have to scroll")
                .isEqualTo(List.of());
        assertThat(browser.all(".chart script, .chart style, .chart [style], .chart [onload]"))
                .isEmpty();
    }

    @Test
    void chartsAreStripped() {
        show("model");
        String svg = """
                <svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1" style="color:red" width="10">
                <script>window.hacked=1</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"
                onload="window.hacked=1"/></foreignObject><a href="javascript:window.hacked=1"><text>a</text></a>
                <rect fill="url(https://example.org/x)" stroke="url(#safe)" onclick="window.hacked=1" width="3"/>
                <use href="#x"/><image href="x.png"/><animate attributeName="href"/><title>kept</title></svg>""";
        Object stripped = browser.runAsync("""
                const done = arguments[arguments.length - 1];
                import(new URL("js/svg.js", location.href)).then(({drawing}) => {
                  const element = drawing(arguments[0]);
                  document.querySelector("main").append(element);
                  done(element.outerHTML.replace(/\\s+/g, " "));
                });
                """, svg);
        assertThat(stripped)
                .isEqualTo(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\"> <rect stroke=\"url(#safe)\" width=\"3\"></rect>"
                                + " <title>kept</title></svg>");
        browser.errors(); // the policy complains of the style before it is stripped
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "you",
                "users",
                "users/person17",
                "map",
                "map?as=list",
                "map?item=love2",
                "model",
                "you?item=space3"
            })
    void fitsAPhone(String route) {
        browser.resize(390, 844);
        haveRated();
        show(route);
        picturesSettle();
        assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(390);
        assertThat(browser.run("""
                        return [...document.querySelectorAll("main button, main a, .tabs a, .panel button")]
                          .filter(e => e.offsetParent !== null && (e.getBoundingClientRect().right > 391))
                          .map(e => e.outerHTML)""")).isEqualTo(List.of());
    }

    @Test
    void followsTheSystemsColors() {
        show("you");
        assertThat(lightness()).isGreaterThan(200);
        browser.prefer("prefers-color-scheme", "dark");
        browser.until("dark", () -> lightness() < 50);
        browser.one("#theme").click(); // from the system's to light
        browser.until("light", () -> lightness() > 200);
        browser.one("#theme").click();
        browser.until("dark", () -> lightness() < 50);
        show("map");
        assertThat(lightness()).isLessThan(50);
    }

    private long lightness() {
        return (Long) browser.run("return Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])");
    }

    /** Waits until what the view asks for is there. */
    private void picturesSettle() {
        browser.until(
                "something to see",
                () -> !browser.all(".pick, .user-card, .map-stage[data-ready], .map-list li, .chart")
                        .isEmpty());
    }
}
