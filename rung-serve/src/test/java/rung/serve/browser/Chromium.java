package rung.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A browser without a window. */
final class Chromium implements AutoCloseable {
    private static final String REQUIRED = "RUNG_CHROMIUM_REQUIRED";
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Duration PATIENCE = Duration.ofMinutes(3); // a hang, never a measure

    /* Warns that it does not know the newest browsers' protocol, of which nothing is used. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    static {
        SELENIUM.setLevel(Level.SEVERE);
    }

    private static final String AXE = axe();

    private final ChromeDriver driver;

    private Chromium(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts the browser; skips the test where there is none, unless RUNG_CHROMIUM_REQUIRED is true. */
    static Chromium start(Path profile) {
        boolean isHere = Files.isExecutable(PROGRAM) && Files.isExecutable(DRIVER);
        if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
            assertThat(isHere).as("%s and %s are here", PROGRAM, DRIVER).isTrue();
        }
        assumeTrue(isHere, "the page is not tested: the programs chromium and chromedriver are absent");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(PROGRAM.toString());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(DRIVER.toString()))
                .usingAnyFreePort()
                .withSilent(true)
                .build();
        return new Chromium(new ChromeDriver(service, options));
    }

    /** Sets the size of the screen, in CSS pixels. */
    void resize(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    /** Sets what the system prefers, such as prefers-color-scheme, and nothing else. */
    void prefer(String feature, String value) {
        prefer(Map.of(feature, value));
    }

    /** Sets all that the system prefers, by feature. */
    void prefer(Map<String, String> values) {
        List<Map<String, String>> features = values.entrySet().stream()
                .map(each -> Map.of("name", each.getKey(), "value", each.getValue()))
                .toList();
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", features));
    }

    /** A place on the screen, in CSS pixels. */
    record Place(double x, double y) {}

    /** Puts fingers down, moves them or lifts them: a type such as touchStart, and where the fingers are then. */
    void touch(String type, Place... fingers) {
        List<Map<String, Object>> points = new ArrayList<>();
        for (int finger = 0; finger < fingers.length; finger++) {
            points.add(Map.of("x", fingers[finger].x, "y", fingers[finger].y, "id", finger));
        }
        driver.executeCdpCommand("Input.dispatchTouchEvent", Map.of("type", type, "touchPoints", points));
    }

    /** Opens an address anew, also if only what follows # differs. */
    void open(String address) {
        driver.get("about:blank");
        driver.get(address);
    }

    /** Runs a script in every page from now on, before its own. */
    void runFirst(String script) {
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    /** The address as it is now. */
    String address() {
        return driver.getCurrentUrl();
    }

    /** Runs a function of JavaScript. */
    Object run(String script, Object... values) {
        return driver.executeScript(script, values);
    }

    /** Runs a function of JavaScript that calls its last argument when it is done. */
    Object runAsync(String script, Object... values) {
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        return driver.executeAsyncScript(script, values);
    }

    /** What axe finds in the page as it is now that keeps people out, in its words "serious" or "critical": a line for each element. */
    List<String> barriers() {
        run(AXE);
        return castTexts(runAsync("""
                const done = arguments[arguments.length - 1];
                axe.run().then(({violations}) => done(violations
                  .filter(({impact}) => impact === "serious" || impact === "critical")
                  .flatMap(({id, help, nodes}) => nodes.map(node => `${id}: ${help}: ${node.html}: ${node.failureSummary}`))));
                """));
    }

    private static String axe() {
        try (InputStream in = Chromium.class.getResourceAsStream("/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All elements of a selector that are there now. */
    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** The first element of a selector, as soon as it is visible. */
    WebElement one(String selector) {
        return until(
                "there is " + selector,
                () -> all(selector).stream()
                        .filter(WebElement::isDisplayed)
                        .findFirst()
                        .orElse(null));
    }

    /** The texts of all elements of a selector, as they are in the page. */
    List<String> texts(String selector) {
        return castTexts(run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector));
    }

    private static List<String> castTexts(Object texts) {
        return ((List<?>) texts).stream().map(String.class::cast).toList();
    }

    /** Waits until something is so: until it is neither null nor false. */
    <T> T until(String what, Supplier<T> condition) {
        return new WebDriverWait(driver, PATIENCE)
                .withMessage(what)
                .ignoring(StaleElementReferenceException.class)
                .until(any -> condition.get());
    }

    /** Presses keys wherever the focus is, one after the other. */
    void press(CharSequence... keys) {
        for (CharSequence key : keys) {
            new Actions(driver).sendKeys(key).perform();
        }
    }

    /** Errors that the browser has logged since the last call: scripts that failed, and what the policy blocked. */
    List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
