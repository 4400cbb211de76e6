package rung.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import rung.serve.Server;
import rung.serve.ServerSettings;

/** What tests of the page share: a server of films, a browser, and no error in it at the end of any test. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PageTest {
    Server server;
    Chromium browser;
    private String memory; // what the browser stores of somebody who rated

    /** What is served. */
    ServerSettings settings(Path folder) throws IOException {
        return ServerSettings.of(Films.model(folder)).withTitles(Films.titles(folder));
    }

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        browser = Chromium.start(folder.resolve("profile"));
        server = Server.start(settings(folder));
    }

    @AfterAll
    void end() {
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void beginAnew() {
        browser.resize(1440, 900);
        browser.prefer("prefers-color-scheme", "light");
        browser.open(server.address() + "/icon.svg");
        browser.run("localStorage.clear(); sessionStorage.clear()");
        browser.errors();
    }

    @AfterEach
    void hasNoErrors() {
        assertThat(browser.errors()).isEmpty();
        assertThat(browser.run("return window.hacked === undefined")).isEqualTo(true);
    }

    /** Shows a view, such as "map?as=list". */
    void show(String route) {
        browser.open(server.address() + "/#/" + route);
        browser.one("main h1");
    }

    /** Types into the search, goes down to the first item that is found, and presses keys. */
    void searchAndPress(String text, CharSequence... keys) {
        browser.one("main [role=combobox]").click();
        browser.press(text);
        browser.until(
                "found " + text,
                () -> !browser.all("[role=option]").isEmpty()
                        && browser.texts("[role=option]").get(0).contains(text));
        browser.press(Keys.ARROW_DOWN);
        browser.press(keys);
    }

    /** Rates films of a taste by the keyboard. */
    void rate(int taste, String digit, int... numbers) {
        for (int number : numbers) {
            searchAndPress(Films.title(taste, number), digit);
            browser.until("rated", () -> browser.texts(".mine-list .title").contains(Films.title(taste, number)));
        }
    }

    /** Makes the browser's user one who rated three films of space: by the keyboard once, and from then on as the browser remembers it. */
    void haveRated() {
        if (memory == null) {
            show("you");
            rate(0, "5", 2, 3, 4);
            memory = (String) browser.run("return JSON.stringify(localStorage)");
        } else {
            browser.run("Object.assign(localStorage, JSON.parse(arguments[0]))", memory);
        }
    }

    /** The titles that are recommended, best first, once they are not those of before. */
    List<String> picksOtherThan(List<String> before) {
        return browser.until("other recommendations", () -> {
            List<String> now = browser.texts(".pick .title");
            boolean isBusy = !browser.all(".picks[aria-busy=true]").isEmpty();
            return isBusy || now.isEmpty() || now.equals(before) ? null : now;
        });
    }
}
