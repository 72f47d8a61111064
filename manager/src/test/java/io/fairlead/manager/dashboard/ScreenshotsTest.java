package io.fairlead.manager.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.config.ListenAddress;
import io.fairlead.config.StrictYaml;
import io.fairlead.manager.Manager;
import io.fairlead.manager.ManagerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of the documentation, taken of what the program really does: {@code -Dfairlead.screenshots=rewrite}
 * writes them to {@code docs/images}. Look at them before they are committed.
 */
@EnabledIfSystemProperty(named = "fairlead.screenshots", matches = "rewrite")
final class ScreenshotsTest {

    private static final Duration ROUND = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    @Test
    void aGroupInWhichTheRoleHasMovedAndTheListOfGroups() throws Exception {
        List<Line> lines = new ArrayList<>();
        try (Browser browser = Browser.start(folder.resolve("profile"), "en-US");
                Manager manager = Manager.start(settings())) {
            lines.add(line(manager, "line-1", Map.of("gw-1", 19.0, "gw-2", 26.0, "gw-3", 22.0, "gw-4", 31.0)));
            lines.add(line(manager, "line-2", Map.of("gw-1", 12.0, "gw-2", 15.0)));
            lines.add(line(manager, "packing", Map.of("east", 34.0, "west", 31.0, "spare", 24.0)));
            lines.add(line(manager, "pumps", Map.of("pump-room", 22.0)));
            lines.add(line(manager, "cold-store", Map.of("gate-a", 41.0, "gate-b", 38.0, "gate-c", -1.0)));
            browser.size(1200, 1450);
            browser.open(manager.url() + "/dashboard/#/groups/line-1");
            browser.awaitText("h1", "gw-1");
            browser.awaitText("[data-fact=advantage]", "needed");
            awaitRound(browser, 85);
            lines.get(0).load("gw-1", 58);
            await().atMost(PATIENCE).until(() -> browser.text("h1").equals("gw-3"));
            awaitRound(browser, round(browser) + 60);

            for (String language : List.of("en", "zh-CN")) {
                browser.element("#languages button[lang=" + language + "]").click();
                browser.awaitText(".decisions tr.change", "gw-3");
                browser.element(".decisions tr.change button").click();
                await().until(() -> browser.elements(".checks-list").size() == 2);
                browser.run("document.activeElement.blur(); scrollTo(0, 0)");
                write(browser, "dashboard-group-" + language + ".png");
            }
            browser.prefer("dark");
            browser.size(1200, 780);
            browser.element("#languages button[lang=en]").click();
            browser.awaitText(".decisions tr.change", "gw-3");
            browser.run("document.activeElement.blur(); scrollTo(0, 0)");
            write(browser, "dashboard-group-dark.png");
            browser.prefer("light");
            browser.size(1200, 420);
            browser.open(manager.url() + "/dashboard/");
            browser.awaitText("[data-group=line-1]", "gw-3");
            write(browser, "dashboard-groups.png");
        } finally {
            lines.forEach(Line::close);
        }
    }

    private ManagerSettings settings() throws Exception {
        Path file = folder.resolve("manager.yaml");
        StringBuilder yaml = new StringBuilder("timing: {lease: 1s}\ngroups:\n");
        for (String group : List.of("line-1", "line-2", "packing", "pumps", "cold-store")) {
            yaml.append("  ").append(group).append(":\n    sample-interval: ").append(ROUND.toMillis());
            yaml.append("ms\n    window: 30\n    cooldown: 20s\n");
        }
        Files.writeString(file, yaml);
        return ManagerSettings.read(StrictYaml.read(file)).inMemory().with(new ListenAddress("127.0.0.1", 0));
    }

    private static Line line(Manager manager, String group, Map<String, Double> loads) {
        return Line.start(manager.url(), group, ROUND.dividedBy(2), loads);
    }

    private static long round(Browser browser) {
        String rounds = browser.text(".decisions tbody td:nth-child(2)");
        String last = rounds.substring(rounds.indexOf('–') + 1);
        return last.isEmpty() ? 0 : Long.parseLong(last);
    }

    private static void awaitRound(Browser browser, long round) {
        await().atMost(PATIENCE).until(() -> round(browser) >= round);
    }

    private static void write(Browser browser, String name) throws Exception {
        Path images = Path.of("..", "docs", "images");
        assertThat(Path.of("..", "GLOSSARY.md"))
                .as("the module's folder is the working folder")
                .exists();
        Files.createDirectories(images);
        Files.write(images.resolve(name), browser.picture());
    }
}
