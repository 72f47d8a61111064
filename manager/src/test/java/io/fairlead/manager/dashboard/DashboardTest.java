package io.fairlead.manager.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.config.ListenAddress;
import io.fairlead.config.StrictYaml;
import io.fairlead.manager.Manager;
import io.fairlead.manager.ManagerSettings;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The dashboard in a real browser, before a real manager with real heartbeats. */
final class DashboardTest {

    private static final Duration ROUND = Duration.ofMillis(200);

    @TempDir
    private static Path folder;

    private static Browser browser;
    private static Manager manager;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start(folder.resolve("profile"), "en-US");
        manager = Manager.start(settings(0));
    }

    @AfterAll
    static void stop() throws Exception {
        if (manager != null) {
            manager.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void english() {
        browser.prefer("light");
        browser.size(1280, 900);
        browser.open(manager.url() + "/dashboard/");
        browser.run("localStorage.clear()");
        browser.open(manager.url() + "/dashboard/");
        browser.complaints();
    }

    /** Rounds of 200 ms with a short window, so that a change takes seconds and not minutes. */
    private static ManagerSettings settings(int port) throws Exception {
        Path file = folder.resolve("manager.yaml");
        StringBuilder yaml = new StringBuilder("timing: {lease: 1s}\ngroups:\n");
        for (String group : List.of(
                "listed", "live", "moves", "wakes", "spoken", "away", "alone", "hostile", "unmeasured", "seen")) {
            yaml.append("  ").append(group).append(":\n    sample-interval: ").append(ROUND.toMillis());
            yaml.append("ms\n    window: 24\n    cooldown: 1s\n");
        }
        Files.writeString(file, yaml);
        return ManagerSettings.read(StrictYaml.read(file)).inMemory().with(new ListenAddress("127.0.0.1", port));
    }

    private static Line line(String group, Map<String, Double> loads) {
        return Line.start(manager.url(), group, ROUND.dividedBy(2), loads);
    }

    private static String group(String name) {
        return manager.url() + "/dashboard/#/groups/" + name;
    }

    /** A manager without services answers 404 to the question for them, and the browser notes that. */
    private static List<String> complaints() {
        return browser.complaints().stream()
                .filter(line -> !line.contains("/v1/services"))
                .toList();
    }

    /** The store is away for a while, and back. */
    @Test
    void whatIsTheMatterWithTheStoreOfTheServicesStandsWhereTheyAreShown() throws Exception {
        AtomicReference<@Nullable String> trouble = new AtomicReference<>("Redis x:1 cannot be reached (for 3 s)");
        Path file = folder.resolve("shared.yaml");
        Files.writeString(file, "store: redis://x:1\ndata-dir: " + folder.resolve("shared") + "\n");
        ManagerSettings settings = ManagerSettings.read(StrictYaml.read(file)).with(new ListenAddress("127.0.0.1", 0));
        try (Manager shared = Manager.start(settings, named -> TroubledStores.of(trouble::get))) {
            browser.open(shared.url() + "/dashboard/");
            browser.awaitText(".trouble[role=status]:not([hidden])", "Redis x:1 cannot be reached (for 3 s)");
            browser.open(shared.url() + "/dashboard/#/services/battle");
            browser.awaitText(".trouble[role=status]:not([hidden])", "not well");
            trouble.set(null);
            await().untilAsserted(() -> assertThat(browser.elements(".trouble[role=status]:not([hidden])"))
                    .isEmpty());
        }
    }

    @Test
    void theRootLeadsToTheGroupsAndSearchNarrowsThem() {
        try (Line first = line("listed", Map.of("gw-1", 20.0, "gw-2", 30.0));
                Line second = line("other", Map.of("gw-9", 20.0))) {
            assertThat(first).isNotSameAs(second);
            browser.open(manager.url() + "/");
            browser.awaitText("[data-group=listed]", "gw-1");
            browser.awaitText("[data-group=listed]", "2 of 2");
            browser.awaitText("[data-group=other]", "gw-9");
            browser.awaitText("[data-group=other]", "no standby is alive");
            browser.element("#search").sendKeys("LIST");
            await().untilAsserted(() ->
                    assertThat(browser.elements(".groups tbody tr")).hasSize(1));
            assertThat(browser.text(".groups tbody")).contains("listed").doesNotContain("other");
            browser.element("#search").sendKeys("xyz");
            browser.awaitText("main", "No group or primary is called “LISTxyz”.");
        }
    }

    @Test
    void aRoundShowsByItselfInTheOverviewAndInTheGroup() {
        try (Line line = line("live", Map.of("gw-1", 20.0, "gw-2", 30.0))) {
            assertThat(line).isNotNull();
            browser.awaitText("[data-group=live]", "gw-1");
            String round = browser.text("[data-group=live] td:last-child");
            await().untilAsserted(() ->
                    assertThat(browser.text("[data-group=live] td:last-child")).isNotEqualTo(round));

            browser.open(group("live"));
            browser.awaitText("h1", "gw-1");
            browser.awaitText("#connection", "Live");
            await().untilAsserted(
                            () -> assertThat(browser.elements(".chart canvas")).isNotEmpty());
            line.load("gw-2", 77);
            browser.awaitText("[data-node=gw-2]", "77.");
            assertThat(complaints()).isEmpty();
        }
    }

    @Test
    void theRoleMovesAndTheKeyboardOpensWhatWasChecked() {
        try (Line line = line("moves", Map.of("gw-1", 20.0, "gw-2", 24.0, "gw-3", 22.0, "gw-4", 26.0))) {
            browser.open(group("moves"));
            browser.awaitText("h1", "gw-1");
            browser.awaitText("[data-fact=advantage]", "needed");
            line.load("gw-1", 75);
            browser.awaitText("h1", "gw-3");
            assertThat(browser.element("h1").getAttribute("aria-live")).isEqualTo("polite");
            browser.awaitText(".decisions tr.change", "gw-3 becomes primary instead of gw-1");

            WebElement button = browser.element(".decisions tr.change button");
            browser.run("arguments[0].focus()", button);
            assertThat(browser.focused()).isEqualTo(button);
            browser.focused().sendKeys(Keys.ENTER);
            String checks = "#" + button.getAttribute("aria-controls");
            browser.awaitText(checks, "gw-3: advantage");
            browser.awaitText(checks, "passed");
            assertThat(button.getAttribute("aria-expanded")).isEqualTo("true");
            assertThat(browser.run("return arguments[0].matches(':focus-visible')", button))
                    .isEqualTo(true);
            browser.focused().sendKeys(Keys.SPACE);
            await().untilAsserted(() ->
                    assertThat(browser.element(checks).isDisplayed()).isFalse());

            browser.element("#languages button[lang=zh-CN]").click();
            browser.awaitText(".decisions tr.change", "gw-3 取代 gw-1 成为主节点");
            WebElement again = browser.element(".decisions tr.change button");
            again.sendKeys(Keys.ENTER);
            browser.awaitText("#" + again.getAttribute("aria-controls"), "gw-3：优势");
        }
    }

    /** Each state in which the page can be seen, as the primary of the heading and those of the list of nodes. */
    private static final String WATCH = """
            window.seen = [];
            const look = () => {
              const shown = document.querySelector('h1')?.innerText + ' '
                  + [...document.querySelectorAll('.nodes tr.primary')].map(row => row.dataset.node).join(' ');
              if (window.seen.at(-1) !== shown) window.seen.push(shown);
            };
            look();
            new MutationObserver(look).observe(document,
                {subtree: true, childList: true, characterData: true, attributes: true});
            """;

    // Field case D03, at the manager and the dashboard
    @Test
    void aPrimaryThatWakesUpAfterAnotherTookOverIsAtNoMomentShownBesideIt() throws Exception {
        try (Line line = line("wakes", Map.of("gw-1", 20.0, "gw-2", 24.0))) {
            browser.open(group("wakes"));
            browser.awaitText("h1", "gw-1");
            browser.awaitText(".nodes tr.primary", "gw-1");
            browser.run(WATCH);
            line.pause("gw-1", true);
            browser.awaitText("h1", "gw-2");
            line.pause("gw-1", false);
            List<String> told = new ArrayList<>();
            await().until(() -> {
                told.add(primaries("wakes"));
                return told.size() > 20 && browser.text("[data-node=gw-1]").contains("alive");
            });
            assertThat(told).containsOnly("gw-2 [gw-2]");
            assertThat(String.valueOf(browser.run("return window.seen.join(', ')")))
                    .isIn("gw-1 gw-1, gw-2 gw-2", "gw-1 gw-1, Nobody , gw-2 gw-2");
        }
    }

    /** The primary as the manager tells it, and the nodes that it calls primary. */
    private static String primaries(String group) throws Exception {
        JsonNode said;
        try (InputStream answer =
                URI.create(manager.url() + "/v1/groups/" + group).toURL().openStream()) {
            said = new ObjectMapper().readTree(answer);
        }
        List<String> nodes = new ArrayList<>();
        for (JsonNode node : said.path("nodes")) {
            if (node.path("role").asText().equals("primary")) {
                nodes.add(node.path("node").asText());
            }
        }
        return said.path("primary").path("node").asText() + " " + nodes;
    }

    @Test
    void theLanguageIsSwitchedAndRemembered() {
        try (Line line = line("spoken", Map.of("gw-1", 20.0, "gw-2", 30.0))) {
            assertThat(line).isNotNull();
            browser.awaitText("thead", "Primary");
            browser.element("#languages button[lang=zh-CN]").click();
            browser.awaitText("thead", "主节点");
            assertThat(browser.run("return document.documentElement.lang")).isEqualTo("zh-CN");
            assertThat(browser.focused().getAttribute("lang")).isEqualTo("zh-CN");
            browser.open(group("spoken"));
            browser.awaitText(".lead .what", "主节点");
            browser.awaitText(".decisions", "保持主节点");
            assertThat(browser.text("main")).doesNotContain("undefined").doesNotContain("null");
            browser.element("#languages button[lang=en]").click();
            browser.awaitText(".decisions", "stays primary");
        }
    }

    @Test
    void aManagerThatIsAwayIsSaidWithSinceWhenAndFoundAgain() throws Exception {
        Manager other = Manager.start(settings(0));
        int port = other.port();
        try (Line line = Line.start(other.url(), "away", ROUND.dividedBy(2), Map.of("gw-1", 20.0, "gw-2", 30.0))) {
            assertThat(line).isNotNull();
            browser.open(other.url() + "/dashboard/#/groups/away");
            browser.awaitText("h1", "gw-1");
            browser.awaitText("#connection", "Live");
            other.close();
            browser.awaitText("#connection", "The manager has been away since ");
            assertThat(browser.text("h1")).isEqualTo("gw-1");
            assertThat(browser.element("main").getAttribute("class")).contains("stale");
            other = Manager.start(settings(port));
            browser.awaitText("#connection", "Live");
            browser.awaitText("h1", "gw-1");
        } finally {
            other.close();
        }
    }

    @Test
    void aManagerThatWantsATokenIsGivenOneInThePageAndNeverInAnAddress() throws Exception {
        Path tokens = Files.writeString(
                folder.resolve("tokens"), "viewer s3cr3t-viewer-0123456789\nagent s3cr3t-agent-0123456789\n");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
        try (Manager asking = Manager.start(settings(0).withTokensFile(tokens))) {
            browser.open(asking.url() + "/dashboard/#/groups/line-1");
            browser.awaitText("form", "This manager asks who you are");
            assertThat(browser.focused().getAttribute("id")).isEqualTo("token");
            browser.focused().sendKeys("s3cr3t-unknown-0123456789", Keys.ENTER);
            browser.awaitText("form", "The manager does not know this token.");
            browser.focused().sendKeys("s3cr3t-agent-0123456789", Keys.ENTER);
            browser.awaitText("form", "This token is of another role");
            browser.element("#languages button[lang=zh-CN]").click();
            browser.awaitText("form", "此令牌属于其他角色");
            browser.element("#languages button[lang=en]").click();
            browser.awaitText("form", "This token is of another role");
            browser.element("#token").sendKeys("s3cr3t-viewer-0123456789", Keys.ENTER);
            browser.awaitText("#connection", "Live");
            browser.awaitText("main", "Group line-1 is not known");
            assertThat(browser.elements("form")).isEmpty();

            browser.open(asking.url() + "/dashboard/");
            browser.awaitText("#connection", "Live");
            browser.awaitText("main", "No group yet");
            Object seen = browser.run("return location.href + JSON.stringify(localStorage) + document.cookie"
                    + " + performance.getEntriesByType('resource').map(e => e.name)");
            assertThat(seen.toString()).contains("/v1/groups?").doesNotContain("s3cr3t");
        }
    }

    @Test
    void nothingIsAskedOfAnybodyElse() {
        try (Line line = line("alone", Map.of("gw-1", 20.0, "gw-2", 30.0))) {
            assertThat(line).isNotNull();
            browser.open(group("alone"));
            browser.awaitText("[data-node=gw-1]", "alive");
            Object asked = browser.run("return performance.getEntriesByType('resource').map(e => e.name)");
            assertThat(asked)
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(String.class))
                    .hasSizeGreaterThan(10)
                    .allMatch(address -> address.startsWith(manager.url() + "/"));
            assertThat(complaints()).isEmpty();
            browser.run("fetch('http://127.0.0.1:1/').catch(e => document.title = 'refused')");
            await().untilAsserted(() ->
                    assertThat(browser.run("return document.title")).isEqualTo("refused"));
            assertThat(complaints()).anyMatch(said -> said.contains("Content Security Policy"));
        }
    }

    @Test
    void whatANodeSendsStaysText() {
        try (Line line = line("hostile", Map.of("gw-1", 20.0, "gw-2", 30.0))) {
            String attack = "<img src=x onerror=\"document.title='broken in'\">";
            line.unmeasured("gw-2", "disk", attack);
            browser.open(group("hostile"));
            browser.awaitText("[data-node=gw-2]", "disk not measured: " + attack);
            assertThat(browser.elements("main img")).isEmpty();
            assertThat(browser.run("return document.title")).isEqualTo("hostile – Fairlead");
        }
    }

    @Test
    void whatIsUnknownIsCalledUnknownAndIsNoNumber() {
        try (Line line = line("unmeasured", Map.of("gw-1", 20.0, "gw-2", -1.0))) {
            assertThat(line).isNotNull();
            browser.open(group("unmeasured"));
            browser.awaitText("[data-node=gw-2] .unknown", "unknown");
            browser.awaitText("[data-node=gw-2]", "coverage");
            assertThat(browser.text("[data-node=gw-2] td:nth-child(3)")).isEqualTo("unknown");
            browser.open(group("nobody-knows"));
            browser.awaitText("main", "Group nobody-knows is not known");
        }
    }

    @Test
    void itIsDarkWhereTheSystemIsAndFitsANarrowScreen() {
        try (Line line = line("seen", Map.of("gw-1", 20.0, "gw-2", 30.0))) {
            assertThat(line).isNotNull();
            browser.open(group("seen"));
            browser.awaitText("[data-node=gw-1]", "alive");
            String ground = "return getComputedStyle(document.documentElement).backgroundColor";
            assertThat(browser.run(ground)).isEqualTo("rgb(250, 249, 246)");
            browser.prefer("dark");
            assertThat(browser.run(ground)).isEqualTo("rgb(20, 23, 26)");
            browser.size(380, 800);
            await().untilAsserted(
                            () -> assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth"))
                                    .isEqualTo(0L));
        }
    }
}
