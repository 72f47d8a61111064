package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.agent.metrics.ServiceSource;
import io.fairlead.agent.role.HealthSettings;
import io.fairlead.config.ConfigException;
import io.fairlead.config.Settings;
import io.fairlead.config.StrictYaml;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentConfigTest {
    @Test
    void noConfigurationAtAllWorks() {
        AgentConfig config = AgentConfigReader.from(Settings.none(), () -> "edge-07");
        assertThat(config.managers()).containsExactly(URI.create("http://127.0.0.1:7400"));
        assertThat(config.group().value()).isEqualTo("default");
        assertThat(config.node().value()).isEqualTo("edge-07");
        assertThat(config.address()).isEmpty();
        assertThat(config.hooksDir()).isEmpty();
        assertThat(config.stateDir()).contains(Path.of("fairlead-state/default/edge-07"));
        assertThat(config.health()).isEqualTo(HealthSettings.standard());
        assertThat(config.listen()).hasToString("127.0.0.1:7401");
        assertThat(config.sampleInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.heartbeatInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.capacity()).isEqualTo(1);
    }

    @Test
    void everyKeyIsRead() {
        AgentConfig config = yaml("""
                managers: [https://m2.example:7400/]
                group: line-1
                node: gw-1
                address: 10.0.0.5:8080
                hooks-dir: ./hooks
                state-dir: ./state
                health: { every: 10s, timeout: 2s, rise: 3, fall: 4 }
                listen: localhost:7402
                sample-interval: 10s
                heartbeat-interval: 500ms
                capacity: 2.5
                measure: { cgroup: /system.slice/gateway.service }
                """);
        assertThat(config.managers()).containsExactly(URI.create("https://m2.example:7400/"));
        assertThat(config.group().value()).isEqualTo("line-1");
        assertThat(config.node().value()).isEqualTo("gw-1");
        assertThat(config.address()).contains("10.0.0.5:8080");
        assertThat(config.hooksDir()).contains(Path.of("./hooks"));
        assertThat(config.stateDir()).contains(Path.of("./state"));
        assertThat(config.health()).isEqualTo(new HealthSettings(Duration.ofSeconds(10), Duration.ofSeconds(2), 3, 4));
        assertThat(config.listen()).hasToString("localhost:7402");
        assertThat(config.sampleInterval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.heartbeatInterval()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.capacity()).isEqualTo(2.5);
        assertThat(config.measure())
                .contains(new ServiceSource(ServiceSource.Kind.CGROUP, "/system.slice/gateway.service"));
    }

    @Test
    void aFlagSaysInOneWordWhatIsMeasured() {
        assertThat(AgentConfigReader.read(null, Map.of("measure", "pid-file:/run/gateway.pid"))
                        .measure())
                .contains(new ServiceSource(ServiceSource.Kind.PID_FILE, "/run/gateway.pid"));
    }

    @Test
    void aFlagSaysInOneWordHowTheHealthIsAskedAndThatNothingIsKept() {
        AgentConfig config = AgentConfigReader.read(null, Map.of("health", "every=2s,timeout=1s", "state-dir", "none"));
        assertThat(config.health()).isEqualTo(new HealthSettings(Duration.ofSeconds(2), Duration.ofSeconds(1), 2, 3));
        assertThat(config.stateDir()).isEmpty();
    }

    @Test
    void aFlagWinsOverTheFile() {
        Settings settings = StrictYaml.parse("group: line-1\nnode: gw-1\n", "agent.yaml");
        AgentConfig config = AgentConfigReader.from(
                settings.withFlags(Map.of("group", "line-2", "managers", "http://a:1")), () -> "x");
        assertThat(config.group().value()).isEqualTo("line-2");
        assertThat(config.node().value()).isEqualTo("gw-1");
        assertThat(config.managers()).containsExactly(URI.create("http://a:1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gruop: x | agent.yaml:1: unknown key \"gruop\"; the nearest known key is \"group\"",
                "group: a b | agent.yaml:1: group id \"a b\" is not an id",
                "node: ../../etc | agent.yaml:1: node id \"../../etc\" is not an id",
                "sample-interval: 5 | agent.yaml:1: sample-interval: found \"5\", expected a duration such as",
                "sample-interval: 100ms | agent.yaml:1: sample-interval: found 100ms, allowed 500ms..5m",
                "heartbeat-interval: 0s | agent.yaml:1: heartbeat-interval: found 0s, allowed 100ms..15s",
                "heartbeat-interval: 1h | agent.yaml:1: heartbeat-interval: found 1h, allowed 100ms..15s",
                "health: {fall: 0} | agent.yaml:1: health.fall: found 0, allowed 1..100",
                "health: {rise: 99999999999} | agent.yaml:1: health.rise: found 2147483647, allowed 1..100",
                "health: {every: 2s} | agent.yaml:1: found health.timeout 3s with health.every 2s, expected a timeout that is shorter",
                "health: {evry: 2s} | agent.yaml:1: unknown key \"evry\"; the nearest known key is \"every\"",
                "health: often | agent.yaml:1: health: found \"often\", expected a section, or a text such as",
                "state-dir: '' | agent.yaml:1: state-dir: found \"\" in quotes, expected a path",
                "capacity: 0 | agent.yaml:1: capacity: found 0, allowed 0.001..1000000",
                "capacity: -1 | agent.yaml:1: capacity: found -1, allowed 0.001..1000000",
                "capacity: 1e400 | agent.yaml:1: capacity: found \"1e400\", expected a number such as 1.5",
                "capacity: NaN | agent.yaml:1: capacity: found \"NaN\", expected a number such as 1.5",
                "capacity: 0,5 | agent.yaml:1: capacity: found \"0,5\", expected a number such as 1.5",
                "managers: [] | agent.yaml:1: managers: found 0 addresses, expected one",
                "managers: ['http://a:1', 'http://b:1'] | agent.yaml:1: managers: found 2 addresses, expected one: managers do not know of one another yet",
                "managers: [127.0.0.1:7400] | agent.yaml:1: managers: found \"127.0.0.1:7400\", expected",
                "managers: ['ftp://a:1'] | agent.yaml:1: managers: found \"ftp://a:1\", expected an address without a path",
                "managers: ['http://a:1/v1'] | agent.yaml:1: managers: found \"http://a:1/v1\", expected an address without a path",
                "managers: ['http://u:p@a:1'] | agent.yaml:1: managers: found \"http://u:p@a:1\"",
                "managers: ['http://'] | agent.yaml:1: managers: found",
                "managers: ['http://a:99999'] | agent.yaml:1: managers: found \"http://a:99999\"",
                "managers: {a: b} | agent.yaml:1: managers: found a mapping, expected a list",
                "measure: {} | agent.yaml:1: measure: found a mapping, expected either cgroup or pid-file in it",
                "measure: {cgroup: /a, pid-file: /b} | agent.yaml:1: measure: found a mapping, expected either cgroup",
                "measure: {cgruop: /a} | agent.yaml:1: unknown key \"cgruop\"; the nearest known key is \"cgroup\"",
                "measure: {cgroup: } | agent.yaml:1: cgroup: found no value",
                "measure: {cgroup: /} | agent.yaml:1: measure: found cgroup \"/\", expected a plain absolute path such as /system.slice/gateway.service",
                "measure: {pid-file: run/a.pid} | agent.yaml:1: measure: found pid-file \"run/a.pid\", expected",
                "measure: {cgroup: /a/../..} | agent.yaml:1: measure: found cgroup \"/a/../..\", expected",
                "measure: gateway | agent.yaml:1: measure: found \"gateway\", expected cgroup:PATH or pid-file:PATH",
                "address: 10.0.0.5 | agent.yaml:1: address: found \"10.0.0.5\", expected host and port such as",
                "address: 10.0.0.5:0 | agent.yaml:1: address: found \"10.0.0.5:0\"",
                "address: 10.0.0.5:99999 | agent.yaml:1: address: found \"10.0.0.5:99999\"",
                "listen: 7401 | agent.yaml:1: listen: found \"7401\", expected HOST:PORT such as",
                "listen: 0.0.0.0:7401 | agent.yaml:1: listen: found \"0.0.0.0:7401\", expected a loopback address",
                "listen: 127.0.0.1:70000 | agent.yaml:1: listen: found \"127.0.0.1:70000\", expected",
                "group: | agent.yaml:1: group: found no value",
            })
    void aBadValueIsRefusedWithItsPlaceAndWhatWouldBeRight(String yaml, String message) {
        assertThatThrownBy(() -> yaml(yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.5:8080", "gw-1.example:1", "[::1]:65535", "[fe80::1%eth0]:80"})
    void addressesOfManyKindsAreTaken(String address) {
        assertThat(yaml("address: '" + address + "'").address()).contains(address);
    }

    @Test
    void aReadingRidesOnAHeartbeatSoItsIntervalIsNotShorter() {
        String rule = " with sample-interval 1s, expected a heartbeat-interval that is not longer: a reading rides on a"
                + " heartbeat";
        assertThatThrownBy(() -> yaml("group: g\nsample-interval: 1s\nheartbeat-interval: 2s"))
                .hasMessage("agent.yaml:3: found heartbeat-interval 2s" + rule);
        assertThatThrownBy(() -> yaml("sample-interval: 500ms"))
                .hasMessageStartingWith("agent.yaml:1: found heartbeat-interval 1s with sample-interval 500ms");
    }

    @Test
    void ofTwoKeysThatDoNotFitTheFlagIsNamed() {
        Settings file = StrictYaml.parse("group: g\nheartbeat-interval: 2s", "agent.yaml");
        assertThatThrownBy(() -> AgentConfigReader.from(file.withFlags(Map.of("sample-interval", "1s")), () -> "x"))
                .hasMessageStartingWith("--sample-interval: found heartbeat-interval 2s with sample-interval 1s");
        assertThatThrownBy(() -> AgentConfigReader.read(null, Map.of("heartbeat-interval", "10s")))
                .hasMessageStartingWith("--heartbeat-interval: found heartbeat-interval 10s with sample-interval 5s");
    }

    @Test
    void aHostNameThatIsNoIdAsksForTheKey() {
        assertThatThrownBy(() -> AgentConfigReader.from(Settings.none(), () -> "my_host!"))
                .hasMessageStartingWith(
                        "configuration: node: is not set, and the host name of this machine does not do:");
    }

    @Test
    void theHostNameOfThisMachineIsFound() {
        assertThat(AgentConfigReader.read(null, Map.of()).node().value()).isNotEmpty();
    }

    @Test
    void everyKeyStandsInTheTableOfTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "configuration.md"));
        String table = page.substring(page.indexOf("## Agent"));
        List<String> keys = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|")
                .matcher(table)
                .results()
                .map(row -> row.group(1))
                .toList();
        assertThat(keys).isEqualTo(AgentConfigReader.keys());
    }

    @Test
    void aBadFlagIsNamedAsAFlag() {
        assertThatThrownBy(() -> AgentConfigReader.read(null, Map.of("heartbeat-interval", "soon")))
                .hasMessageStartingWith(
                        "--heartbeat-interval: heartbeat-interval: found \"soon\", expected a duration");
        assertThatThrownBy(() -> AgentConfigReader.read(null, Map.of("group", "a/b")))
                .hasMessageStartingWith("--group: group id \"a/b\" is not an id");
    }

    private static AgentConfig yaml(String text) {
        return AgentConfigReader.from(StrictYaml.parse(text, "agent.yaml"), () -> "host");
    }
}
