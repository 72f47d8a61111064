package io.fairlead.manager.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The machine's own Chromium without a window. It can reach nothing but this machine, and downloads nothing. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts a browser of a language, or ends the test as skipped, and says so, where there is none. */
    static Browser start(Path profile, String language) {
        Optional<Path> chromium = found("chromium", "chromium-browser", "google-chrome");
        Optional<Path> chromedriver = found("chromedriver");
        if (chromium.isEmpty() || chromedriver.isEmpty()) {
            String why = "SKIPPED: the tests of the dashboard need a browser: install chromium and chromedriver"
                    + " (Debian: apt-get install chromium chromium-driver fonts-noto-cjk)";
            System.err.println(why);
            Assumptions.abort(why);
        }
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.orElseThrow().toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-default-apps",
                "--hide-scrollbars",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                "--accept-lang=" + language,
                "--lang=" + language,
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        Browser browser = new Browser(new ChromeDriver(service, options));
        browser.size(1280, 900);
        return browser;
    }

    private static Optional<Path> found(String... names) {
        for (String name : names) {
            for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
                Path file = Path.of(folder, name);
                if (Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    void open(String url) {
        driver.get("about:blank");
        driver.get(url);
    }

    /** Sets the size of the page, which no window limits. */
    void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Sets what the system says it prefers: light or dark. */
    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    Object run(String script, Object... arguments) {
        Object result = driver.executeScript(script, arguments);
        return result == null ? "" : result;
    }

    WebElement element(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    List<WebElement> elements(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    /** What the page says at a place, without waiting; empty where there is nothing. */
    String text(String css) {
        return String.valueOf(run("return document.querySelector(arguments[0])?.innerText ?? ''", css));
    }

    /** Waits until the page says something at a place. */
    void awaitText(String css, String part) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(text(css)).as(css).contains(part));
    }

    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    /** What the page wrote to its console as a warning or worse, blocked requests included. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    byte[] picture() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    @Override
    public void close() throws IOException {
        driver.quit();
    }
}
