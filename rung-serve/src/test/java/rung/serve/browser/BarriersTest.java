package rung.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nobody is kept out: axe finds nothing serious in any view, light and dark, on a desktop and on a phone. */
class BarriersTest extends PageTest {
    @ParameterizedTest
    @CsvSource({
        "you, light, 1440",
        "you, dark, 390",
        "users, light, 390",
        "users, dark, 1440",
        "users/person17, light, 1440",
        "users/person17, dark, 390",
        "map, light, 390",
        "map, dark, 1440",
        "map?color=genre, light, 1440",
        "map?color=genre, dark, 390",
        "map?as=list, light, 390",
        "map?as=list, dark, 1440",
        "map?item=love2, light, 1440",
        "map?item=love2, dark, 390",
        "model, light, 1440",
        "model, dark, 390",
        "you?item=space3, light, 390",
        "you?item=space3, dark, 1440",
    })
    void thereAreNone(String route, String colors, int width) {
        // without motion, since axe would see colors that fade
        browser.prefer(Map.of("prefers-color-scheme", colors, "prefers-reduced-motion", "reduce"));
        browser.resize(width, 900);
        haveRated();
        show(route);
        if (route.contains("item=")) {
            browser.one(".panel h2");
        }
        browser.until(
                "something to see",
                () -> !browser.all(".pick, .user-card, .map-stage[data-ready], .map-list li, .chart")
                                .isEmpty()
                        && browser.all("[aria-busy=true]").isEmpty());
        assertThat(browser.barriers()).isEmpty();
    }
}
