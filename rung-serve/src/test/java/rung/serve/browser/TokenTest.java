package rung.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import rung.serve.ServerSettings;

/** The page of a server that wants a token. */
class TokenTest extends PageTest {
    @Override
    ServerSettings settings(Path folder) throws IOException {
        return super.settings(folder).withToken("open sesame");
    }

    @ParameterizedTest
    @CsvSource({"light, 1440", "dark, 390"})
    void nobodyIsKeptOutOfTheQuestion(String colors, int width) {
        browser.prefer(Map.of("prefers-color-scheme", colors, "prefers-reduced-motion", "reduce"));
        browser.resize(width, 900);
        browser.open(server.address() + "/");
        browser.one("dialog[open] #token");
        assertThat(browser.barriers()).isEmpty();
        browser.errors(); // the browser logs each answer of 401
    }

    @Test
    void asksForTheTokenUntilItIsRight() {
        browser.open(server.address() + "/");
        browser.one("dialog[open] #token");
        browser.press("wrong", Keys.ENTER);
        browser.until(
                "asked again",
                () -> browser.all("dialog[open] #token").size() == 1
                        && "".equals(browser.one("#token").getDomProperty("value")));
        browser.press("open sesame", Keys.ENTER);
        browser.until("starters", () -> browser.texts(".starter .title").size() == 6);
        rate(0, "5", 2);
        picksOtherThan(List.of());
        assertThat(browser.all("dialog")).isEmpty();
        browser.errors(); // the browser logs each answer of 401
    }
}
