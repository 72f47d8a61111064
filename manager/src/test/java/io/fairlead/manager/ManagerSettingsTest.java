package io.fairlead.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.config.ConfigException;
import io.fairlead.config.Settings;
import io.fairlead.config.StrictYaml;
import io.fairlead.handover.HandoverMode;
import io.fairlead.handover.HandoverSettings;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.DrillSettings;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.services.ServiceSettings;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.PlacementTerms;
import io.fairlead.placement.Policy;
import io.fairlead.placement.Term;
import io.fairlead.primary.Bootstrap;
import io.fairlead.primary.ByGroupSize;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Profile;
import io.fairlead.primary.Safeguard;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a configuration becomes settings, and what is refused. */
final class ManagerSettingsTest {

    @TempDir
    private Path folder;

    private ManagerSettings read(String yaml) throws Exception {
        return ManagerSettings.read(settings(yaml));
    }

    private Settings settings(String yaml) throws Exception {
        Path file = folder.resolve("manager.yaml");
        Files.writeString(file, yaml);
        return StrictYaml.read(file);
    }

    @Test
    void noConfigurationIsAGoodConfiguration() {
        ManagerSettings settings = ManagerSettings.read(Settings.none());
        assertThat(settings).isEqualTo(ManagerSettings.standard());
        assertThat(settings.listen()).hasToString("127.0.0.1:7400");
        assertThat(settings.of(new GroupId("any"))).isEqualTo(GroupSettings.standard());
        assertThat(settings.of(new ServiceId("any"))).isEqualTo(ServiceSettings.standard());
    }

    @Test
    void everyKeyIsHeard() throws Exception {
        ManagerSettings settings = read("""
                listen: "[::1]:7500"
                auth: {tokens-file: /etc/fairlead/tokens}
                insecure: on
                timing: {lease: 10s, heartbeat: 2s, answer-wait: 1s, failsafe-after: 4s, fence-lead: 3s}
                groups:
                  line-1:
                    profile: steady
                    sample-interval: 1s
                    weights: {cpu: 1, queue-depth: 2}
                    bottleneck: 0.25
                    window: 20
                    weight: 0.2
                    observe: preference
                    bootstrap: wait
                    preferred: gw-2
                    role-load: 12.5
                    hysteresis-base: 18
                    hysteresis-floor: 10
                    noise-factor: 2
                    confirmations: [5, 4, 1]
                    warm-up-windows: [2, 1, 0]
                    cooldown: 30s
                    cooldown-rounds: 20
                    ceiling: 80
                    least-coverage: 0.6
                    without: [no-gain, rough-sensor]
                    maintenance: [gw-9, gw-8]
                    timing: fast
                    handover: exclusive
                    single-writer: on
                    prepare-timeout: 20s
                    promote-timeout: 5s
                    drain-timeout: 1m
                    cleanup-timeout: 40s
                    drill: {every: 7d, window: "22:30-04:00"}
                  line-2:
                    profile: classic
                services:
                  battle:
                    policy: safety-margin
                    ceilings: {cpu: 70, sockets: 95}
                  arena:
                    admission: on
                    growth-reserve: 10
                    warm-up: 2m
                    without: [two-draws, in-flight]
                """);
        assertThat(settings.listen()).hasToString("[::1]:7500");
        assertThat(settings.tokensFile()).hasValue(Path.of("/etc/fairlead/tokens"));
        assertThat(settings.insecure()).isTrue();
        assertThat(settings.timing())
                .isEqualTo(new Timing(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(10)));
        GroupSettings group = settings.of(new GroupId("line-1"));
        assertThat(group.observe()).isEqualTo(Observe.PREFERENCE);
        assertThat(group.maintenance()).containsExactly(new NodeId("gw-8"), new NodeId("gw-9"));
        assertThat(group.timing()).isEqualTo(Timing.fast());
        assertThat(group.handover().mode()).isEqualTo(HandoverMode.EXCLUSIVE);
        assertThat(group.handover().singleWriter()).isTrue();
        assertThat(group.handover().limits())
                .isEqualTo(new HandoverSettings.Limits(
                        Duration.ofSeconds(20), Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofSeconds(40)));
        assertThat(group.drill())
                .isEqualTo(new DrillSettings(
                        Duration.ofDays(7),
                        new DrillSettings.Window(LocalTime.of(22, 30), LocalTime.of(4, 0)),
                        ZoneId.systemDefault()));
        assertThat(settings.of(new GroupId("line-2")).drill()).isNull();
        assertThat(group.primary().sampleInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(group.primary().averaging().window()).isEqualTo(20);
        assertThat(group.primary().averaging().weight()).isEqualTo(0.2);
        assertThat(group.primary().load().weights())
                .containsEntry("queue-depth", 2.0)
                .hasSize(2);
        assertThat(group.primary().load().bottleneck()).isEqualTo(0.25);
        assertThat(group.primary().rule().hysteresis().noiseFactor()).isEqualTo(2);
        assertThat(group.primary().rule().confirmations()).isEqualTo(new ByGroupSize(5, 4, 1));
        assertThat(group.primary().rule().warmUpWindows()).isEqualTo(new ByGroupSize(2, 1, 0));
        assertThat(group.primary().rule().leastCoverage()).isEqualTo(0.6);
        assertThat(group.primary().has(Safeguard.NO_GAIN)).isFalse();
        assertThat(group.primary().has(Safeguard.ROUGH_SENSOR)).isFalse();
        assertThat(group.primary().has(Safeguard.CEILING)).isTrue();
        assertThat(group.primary().bootstrap()).isEqualTo(Bootstrap.WAIT);
        assertThat(group.primary().preferred()).isEqualTo(new NodeId("gw-2"));
        assertThat(group.primary().fixedRoleLoad()).hasValue(12.5);
        assertThat(group.primary().rule().hysteresis().base()).isEqualTo(18);
        assertThat(group.primary().rule().hysteresis().floor()).isEqualTo(10);
        assertThat(group.primary().rule().cooldown().pair()).isEqualTo(Duration.ofSeconds(30));
        assertThat(group.primary().rule().cooldown().more()).isEqualTo(Duration.ofSeconds(30));
        assertThat(group.primary().rule().cooldown().rounds()).isEqualTo(20);
        assertThat(group.primary().rule().ceiling()).isEqualTo(80);
        PlacementSettings arena = settings.of(new ServiceId("arena")).placement();
        assertThat(arena.policy()).isEqualTo(Policy.FAIRLEAD);
        assertThat(arena.admission()).isTrue();
        assertThat(arena.terms())
                .isEqualTo(PlacementTerms.standard()
                        .withReserve(10)
                        .withWarmUp(Duration.ofMinutes(2), 0.35)
                        .without(Term.TWO_DRAWS)
                        .without(Term.IN_FLIGHT));
        assertThat(settings.of(new ServiceId("another")).placement()).isEqualTo(PlacementSettings.standard());
        ServiceSettings battle = settings.of(new ServiceId("battle"));
        assertThat(battle.placement().policy()).isEqualTo(Policy.SAFETY_MARGIN);
        assertThat(battle.placement().ceilings().ceilings())
                .hasSize(3)
                .containsEntry("cpu", 70.0)
                .containsEntry("memory", 90.0)
                .containsEntry("sockets", 95.0);
        assertThat(settings.of(new GroupId("line-2")).primary().profile()).isEqualTo(Profile.CLASSIC);
    }

    @Test
    void everyKeyIsExplainedAndNothingElseIs() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "configuration.md"));
        String manager = page.substring(page.indexOf("## Manager"), page.indexOf("## A group of the manager"));
        String group = page.substring(page.indexOf("## A group of the manager"));
        String service = page.substring(page.indexOf("## A service of the manager"));
        assertThat(keysOf(manager)).containsExactlyElementsOf(ManagerSettings.KEYS);
        assertThat(keysOf(group)).containsExactlyElementsOf(GroupConfig.KEYS);
        assertThat(keysOf(service)).containsExactlyElementsOf(ServiceConfig.KEYS);
        assertThat(keysOf(page.substring(page.indexOf("## Timing")))).containsExactlyElementsOf(TimingConfig.KEYS);
        assertThat(keysOf(page.substring(page.indexOf("## Drills")))).containsExactlyElementsOf(DrillConfig.KEYS);
    }

    private static List<String> keysOf(String section) {
        return section.lines()
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();
    }

    @Test
    void roleLoadCanBeTurnedOff() throws Exception {
        ManagerSettings settings = read("groups:\n  a:\n    role-load: off\n");
        assertThat(settings.of(new GroupId("a")).primary().has(Safeguard.ROLE_LOAD))
                .isFalse();
    }

    @Test
    void aFlagWinsOverTheFile() throws Exception {
        Settings file = settings("listen: 127.0.0.1:7500\n");
        assertThat(ManagerSettings.read(file.withFlags(Map.of("listen", "127.0.0.1:0")))
                        .listen())
                .hasToString("127.0.0.1:0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "listen: 7400 | manager.yaml:1: listen: found \"7400\", expected HOST:PORT such as 127.0.0.1:7400",
                "listen: 127.0.0.1:70000 | listen: found \"127.0.0.1:70000\", expected HOST:PORT such as 127.0.0.1:7400 or [::1]:7400, port 0 to 65535",
                "listen: ::1:7400 | expected HOST:PORT such as 127.0.0.1:7400 or [::1]:7400",
                "listen: 127.0.0.1: | ",
                "lisen: 127.0.0.1:7400 | manager.yaml:1: unknown key \"lisen\"; the nearest known key is \"listen\"",
                "timing: {lease: 0s} | manager.yaml:1: lease: found \"0s\", expected 1s..1h",
                "timing: {lease: 2h} | manager.yaml:1: lease: found \"2h\", expected 1s..1h",
                "timing: slow | manager.yaml:1: timing: found \"slow\", expected safe, fast",
                "timing: {lease: -1s} | manager.yaml:1: lease",
                "timing: {lease: 4s, fence-lead: 2500ms} | heartbeat-interval + answer-wait < failsafe-after < lease - fence-lead < lease must hold",
                "groups: {a: {handover: both}} | handover: found \"both\", expected overlap or exclusive",
                "groups: {a: {drill: on}} | manager.yaml:1: drill: found \"on\", expected keys with values below it",
                "groups: {a: {drill: {}}} | manager.yaml:1: every: missing, expected a duration such as 7d",
                "groups: {a: {drill: {every: 7d}}} | manager.yaml:1: window: missing, expected two times of day such as \"02:00-04:00\"",
                "groups: {a: {drill: {every: 7d, windows: 02:00-04:00}}} | the nearest known key is \"window\"",
                "groups: {a: {drill: {every: 59m, window: 02:00-04:00}}} | manager.yaml:1: every is 3540s: use 1h to 365d",
                "groups: {a: {drill: {every: 366d, window: 02:00-04:00}}} | use 1h to 365d",
                "groups: {a: {drill: {every: week, window: 02:00-04:00}}} | every: found \"week\"",
                "groups: {a: {drill: {every: 7d, window: 2-4}}} | manager.yaml:1: window: found \"2-4\", expected two times of day",
                "groups: {a: {drill: {every: 7d, window: 02:00-24:00}}} | window: found \"02:00-24:00\", expected two times of day",
                "groups: {a: {drill: {every: 7d, window: 02:00-02:00}}} | window begins and ends at 02:00: use two times",
                "groups: {a: {single-writer: on}} | single-writer is on with handover: overlap",
                "insecure: fasle | manager.yaml:1: insecure: found \"fasle\", expected on or off",
                "auth: on | manager.yaml:1: auth: found \"on\", expected keys with values below it",
                "auth: {} | manager.yaml:1: tokens-file: missing, expected a file with a line of ROLE TOKEN [NAME] for each token",
                "auth: {token-file: a} | manager.yaml:1: unknown key \"token-file\"; the nearest known key is \"tokens-file\"",
                "auth: {tokens-file: [a]} | manager.yaml:1: tokens-file: found a list",
                "groups: 5 | manager.yaml:1: groups: found \"5\", expected keys with values below it",
                "groups: {a/b: {window: 30}} | use 1..128 characters of [A-Za-z0-9._-]",
                "groups: {a: {window: 0}} | window is 0: use 5 to 60 rounds",
                "groups: {a: {window: 1.5}} | window: found \"1.5\", expected a whole number",
                "groups: {a: {window: 99999999999}} | window is 2147483647",
                "groups: {a: {sample-interval: 0s}} | sample-interval is",
                "groups: {a: {sample-interval: 5}} | sample-interval: found \"5\"",
                "groups: {a: {profile: fast}} | use classic or steady",
                "groups: {a: {observe: yes}} | observe: found \"yes\", expected off, preference or all",
                "groups: {a: {bootstrap: now}} | bootstrap: found \"now\", expected immediate or wait",
                "groups: {a: {preferred: a b}} | node id \"a b\" is not an id",
                "groups: {a: {maintenance: [x/y]}} | node id \"x/y\" is not an id",
                "groups: {a: {role-load: NaN}} | role-load: found \"NaN\"",
                "groups: {a: {role-load: 101}} | role-load is 101.0: use auto, off or points from 0 to 100",
                "groups: {a: {role-load: 5, profile: classic}} | classic",
                "groups: {a: {weights: {cpu: 0}}} | weights.cpu is 0.0",
                "groups: {a: {weights: {CPU: 1}}} | metric name \"CPU\"",
                "groups: {a: {bottleneck: 2}} | bottleneck is 2.0",
                "groups: {a: {weight: 1.5}} | weight is 1.5",
                "groups: {a: {noise-factor: -1}} | noise-factor is -1.0: use 0 to 10",
                "groups: {a: {confirmations: [4, 3]}} | expected three whole numbers for k = 2, 3 and 4 or more",
                "groups: {a: {confirmations: [4, 0, 2]}} | confirmations (k=3) is 0: use 1 to 20",
                "groups: {a: {warm-up-windows: [3, 2, -1]}} | expected three whole numbers",
                "groups: {a: {least-coverage: 0}} | least-coverage is 0.0",
                "groups: {a: {without: [flapping]}} | expected some of role-load, rebase, ceiling",
                "groups: {a: {hysteresis-base: 0}} | hysteresis-base is 0.0: use above 0, at most 100",
                "groups: {a: {hysteresis-base: 1e400}} | hysteresis-base: found \"1e400\"",
                "groups: {a: {hysteresis-floor: -1}} | hysteresis-floor is -1.0",
                "groups: {a: {cooldown: 25h}} | cooldown (k=2) is 90000.0 s: use 0s to 24h",
                "groups: {a: {cooldown-rounds: 101}} | cooldown-rounds is 101: use 0 to 100",
                "groups: {a: {ceiling: 120}} | ceiling is 120.0: use above 0, at most 100",
                "groups: {a: {ceilling: 80}} | the nearest known key is \"ceiling\"",
                "services: 5 | manager.yaml:1: services: found \"5\", expected keys with values below it",
                "services: {a/b: {policy: safety-margin}} | service id \"a/b\" is not an id",
                "services: {a: {policy: fair}} | policy: found \"fair\", expected safety-margin or fairlead",
                "services: {a: {admission: maybe}} | admission: found \"maybe\"",
                "services: {a: {growth-reserve: -1}} | growth-reserve is -1.0: use rooms from 0 to 1000",
                "services: {a: {warm-up: 2h}} | warm-up is PT2H: use 1ms to 1h",
                "services: {a: {without: [two-draw]}} | without: found \"two-draw\", expected some of growth, in-flight",
                "services: {a: {polcy: safety-margin}} | the nearest known key is \"policy\"",
                "services: {a: {ceilings: 85}} | ceilings: found \"85\", expected keys with values below it",
                "services: {a: {ceilings: {cpu: 0}}} | ceilings.cpu is 0.0: use percent above 0 and at most 100",
                "services: {a: {ceilings: {memory: 101}}} | ceilings.memory is 101.0",
                "services: {a: {ceilings: {CPU: 80}}} | metric name \"CPU\"",
                "services: {a: {ceilings: {cpu: high}}} | cpu: found \"high\""
            })
    void aBadValueIsRefusedWithItsPlaceAndWhatWouldBeRight(String yaml, String message) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> read(yaml + "\n"))
                .satisfies(refused -> assertThat(refused.getMessage())
                        .contains("manager.yaml")
                        .contains(message == null ? "" : message)
                        .doesNotContain("\n"));
    }
}
